"""EVIDENCE_EXTRACTION: the extractor proposes quotes from the newly found passages."""

from ..evidence.model.evidence import Proposal
from ..evidence.model.subjects import FactId
from ..evidence.questions.bridging import beyond
from ..evidence.report.evidence_report import Disclosure
from ..roles.contracts.extractor import ExtractorInput, KnownQuote
from .retrieval.holder_quotes import holder_quotes
from .retrieval.passages_to_read import passages_found
from .retrieval.queries import bridges_of, first_over
from .retrieval.statement_rows import needed_rows, proposals_of
from .runtime.engine import Engine
from .runtime.state import RunState, signalled
from .runtime.step import NodeStep, Update, native

KNOWN = 12
"""The maximum number of quotes of earlier passes that the extractor sees in a follow-up, the most relevant first."""


def extract_evidence(engine: Engine, pass_number: int, name: str) -> NodeStep[ExtractorInput, tuple[Proposal, ...]]:
    def prepare(state: RunState) -> ExtractorInput:
        analysis = state["analysis"]
        assert analysis is not None
        bridges = bridges_of(engine, state, pass_number)
        passages = passages_found(engine, state, pass_number)
        return ExtractorInput(
            question=analysis.resolved_question,
            as_of=state["run"].as_of,
            candidates=state["candidates"],
            required_facts=tuple(beyond(fact, first_over(fact, bridges)) for fact in analysis.required_facts),
            passages=engine.roles.passages_read(passages),
            verified=known_quotes(state) if pass_number else (),
            of_every_document=analysis.intent.exhaustive,
        )

    def apply(state: RunState, proposals: tuple[Proposal, ...]) -> Update:
        passages = passages_found(engine, state, pass_number)
        unread = len(passages) - len(engine.roles.passages_read(passages))
        snapshot = engine.snapshot(state)
        rows = () if pass_number else proposals_of(needed_rows(snapshot, state))
        known = {passage.passage_id for passage in state["passages"]}
        rows = tuple(row for row in rows if row.passage_id in known)
        rows += () if pass_number else holder_quotes(snapshot, state)
        put = {(row.fact_id, row.passage_id, row.quote) for row in rows}
        proposals = (
            *rows,
            *(proposal for proposal in proposals if (proposal.fact_id, proposal.passage_id, proposal.quote) not in put),
        )
        changes: RunState = {"proposals": proposals}
        if unread:
            reason = (
                f"{unread} of {len(passages)} passages found, the last in rank or from documents about something else, were more than "
                "the extractor reads at once"
            )
            changes["disclosures"] = (
                *state["disclosures"],
                Disclosure(kind="truncated", subject="passages", reason=reason),
            )
        return Update(changes, f"{len(proposals)} quotes proposed")

    def on_fault(state: RunState, error: Exception) -> Update:
        changes: RunState = {"proposals": (), "risk_signals": signalled(state, "extractor_unavailable")}
        return Update(changes, f"no extraction: {type(error).__name__}")

    return NodeStep(
        name=name,
        state="EVIDENCE_EXTRACTION",
        prepare=prepare,
        call=engine.roles.extractor,
        acall=native(engine.roles.extractor),
        apply=apply,
        on_fault=on_fault,
    )


def known_quotes(state: RunState) -> tuple[KnownQuote, ...]:
    """Return the verified quotes of earlier passes. Each stretch of text comes once, with all its steps."""
    serves: dict[tuple[str, str], list[FactId]] = {}
    for unit in sorted(state["evidence"], key=lambda unit: -unit.relevance):
        serves.setdefault((unit.source.title, unit.span.quote), []).append(unit.fact_id)
    return tuple(
        KnownQuote(fact_ids=tuple(dict.fromkeys(ids)), title=title, quote=quote)
        for (title, quote), ids in list(serves.items())[:KNOWN]
    )
