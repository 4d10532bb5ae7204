"""Decides what follows a critique: a draft, one follow-up retrieval, or the end of the search (SPEC CRI-4..7)."""

from collections.abc import Collection
from typing import Literal

from ..judgement.coverage import Coverage
from ..model.frozen import Frozen
from ..report.evidence_report import StopReason
from .critic_decision import Decision


class NextStep(Frozen):
    step: Literal["draft", "follow_up", "conclude"]
    stop_reason: StopReason | None
    """Why the run stopped; None for a follow-up."""
    reason: str


def next_step(
    *,
    decision: Decision | None,
    coverage: Coverage,
    threshold: float,
    follow_ups_left: int,
    queries_made: Collection[str],
    new_primary_source: bool | None,
    out_of: Literal["time_exhausted", "budget_exhausted", "source_unavailable"] | None = None,
) -> NextStep:
    """Return what follows a critique: a draft, a follow-up search, or the conclusion (SPEC CRI-5).

    `decision`: None if the critic gave no usable answer. `coverage` then has what earlier critiques of the run
    approved. `new_primary_source`: whether the last follow-up brought evidence from a new primary source; None before
    any follow-up. `out_of`: the budget that is used up, or that no source could be reached.

    If the search stops before all facts are covered, the draft contains every stated fact, even if only a secondary or
    superseded source states it. The report marks such sources.
    """
    stated = any(fact.evidence_ids for fact in coverage.facts)
    halt: Literal["draft", "conclude"] = "draft" if stated else "conclude"
    if decision is None:
        reason = "only what an earlier critique approved counts" if stated else "no critic approved the evidence"
        return NextStep(step=halt, stop_reason=out_of or "critic_unavailable", reason=reason)
    if coverage.facts and coverage.share >= threshold:
        return NextStep(
            step="draft", stop_reason="contract_met", reason="every required fact is backed by a primary source"
        )
    if out_of is not None:
        return NextStep(step=halt, stop_reason=out_of, reason="the run may not search further")
    if new_primary_source is False:
        return NextStep(
            step=halt,
            stop_reason="no_new_primary_source",
            reason="the follow-up found no new primary source",
        )
    queries = decision.searches()
    made = {query.casefold() for query in queries_made}
    if not decision.missing_facts or not queries:
        return NextStep(step=halt, stop_reason="no_named_gap", reason="the critic names nothing to search for next")
    if all(query.casefold() in made for query in queries):
        return NextStep(step=halt, stop_reason="no_named_gap", reason="the suggested query was already used")
    if follow_ups_left < 1:
        return NextStep(step=halt, stop_reason="budget_exhausted", reason="no follow-up retrieval is left")
    return NextStep(
        step="follow_up",
        stop_reason=None,
        reason=f"looks for {', '.join(decision.missing_primary_sources) or '; '.join(queries)}",
    )
