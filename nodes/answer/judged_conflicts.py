"""Conflicts where a calibrated judge reads: those that it names, and differing figures among what it holds to state one step (SPEC CON-1, CON-5)."""

from collections.abc import Iterator, Sequence

from ...evidence.judgement.conflicts import Conflict, Policy, conflict_between
from ...evidence.judgement.coverage import Coverage
from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import Plan
from ...evidence.questions.decision import Disagreement
from ...evidence.values.facts import read_facts
from ..runtime.state import RunState
from .agreement import conflicts_among, statement_of
from .assess import shortened

LONGEST_VALUE = 80
"""Characters of a side that is no single value; the quote beside it says it whole."""


def judged_conflicts(
    state: RunState, evidence: Sequence[Evidence], checked: Coverage, policy: Policy
) -> tuple[Conflict, ...]:
    """`checked`: the steps with the evidence that the judge named for each. Differing names and wordings are a conflict only where the judge says
    so; differing figures, dates and amounts of one step are one unless it says that they are about different things of one name."""
    analysis = state["analysis"]
    assert analysis is not None
    named = tuple(_named(state, analysis, evidence, policy))
    known = {one.fact_id for one in named}
    approved = {(fact.fact_id, unit) for fact in checked.facts for unit in fact.evidence_ids}
    stating = [unit for unit in evidence if (unit.fact_id, unit.evidence_id) in approved]
    by_value = conflicts_among(analysis, stating, policy, state["candidates"])
    known |= set(state["decisions"][-1].several) if state["decisions"] else set()
    return (*named, *(one for one in by_value if one.fact_id not in known and _in_figures(one)))


def _in_figures(conflict: Conflict) -> bool:
    return all(read_facts(side.value) for side in conflict.sides)


def _named(state: RunState, analysis: Plan, evidence: Sequence[Evidence], policy: Policy) -> Iterator[Conflict]:
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    for disagreement in state["decisions"][-1].disagreements if state["decisions"] else ():
        sides = [
            [statement_of(facts[disagreement.fact_id], unit, _value(unit)) for unit in units]
            for units in _sides(disagreement, evidence)
            if units
        ]
        if disagreement.fact_id in facts and len(sides) > 1:
            yield conflict_between(sides, policy)


def _sides(one: Disagreement, evidence: Sequence[Evidence]) -> list[list[Evidence]]:
    """The evidence of each side; a quote on two sides belongs to the first."""
    own = [unit for unit in evidence if unit.fact_id == one.fact_id]
    taken: set[str] = set()
    sides = []
    for quotes in one.sides:
        units = [unit for unit in own if unit.evidence_id not in taken and unit.span.quote in quotes]
        taken |= {unit.evidence_id for unit in units}
        sides.append(units)
    return sides


def _value(unit: Evidence) -> str:
    return unit.value or shortened(unit.span.quote, LONGEST_VALUE)
