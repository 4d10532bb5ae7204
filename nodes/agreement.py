"""What the verified evidence says together: where sources agree and where they conflict."""

from collections.abc import Sequence

from ..evidence.conflicts import Conflict, Policy, Statement, find_conflicts, values_agree
from ..evidence.evidence import Evidence
from ..evidence.periods import periods_in
from ..evidence.subjects import Analysis

ABOUT_THE_SAME = 0.65
"""How close a second statement's relevance must come to the best one's to count as a statement of the same fact."""


def conflicts_among(analysis: Analysis, evidence: Sequence[Evidence], policy: Policy) -> tuple[Conflict, ...]:
    """Conflicts between the values that the strongest evidence gives for each fact."""
    texts = {fact.fact_id: fact.text for fact in analysis.required_facts}
    best: dict[str, float] = {}
    for unit in evidence:
        best[unit.fact_id] = max(best.get(unit.fact_id, 0.0), unit.relevance)
    statements = [
        Statement(
            evidence_id=unit.evidence_id,
            fact_id=unit.fact_id,
            fact_text=texts[unit.fact_id],
            subject_id=unit.subject_id,
            value=unit.value,
            scope=limits_of(unit),
            document_id=unit.source.document_id,
            title=unit.source.title,
            dated=unit.source.updated_at or unit.source.effective_from,
            authority=unit.source.authority,
            kind=unit.source.kind,
            superseded_by=unit.source.superseded_by,
            is_current=unit.source.is_current,
        )
        for unit in _first_of_each_document(evidence)
        if unit.value is not None
        and unit.fact_id in texts
        and not unit.premises_open
        and unit.source.is_current
        and unit.relevance >= ABOUT_THE_SAME * best[unit.fact_id]
    ]
    across = [one for one in statements if any(other.document_id != one.document_id for other in statements)]
    return tuple(
        conflict
        for conflict in find_conflicts(across, policy)
        if len({title for side in conflict.sides for title in side.titles}) > 1
    )


def _first_of_each_document(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The best evidence of each document for each fact; its further clauses are about something near it, no contradiction."""
    best: dict[tuple[str, str, str], Evidence] = {}
    for unit in sorted(evidence, key=standing):
        best.setdefault((unit.fact_id, unit.subject_id, unit.source.version_id), unit)
    return tuple(best.values())


def limits_of(unit: Evidence) -> tuple[str, ...]:
    """The periods that the quote limits its value to. A date that is itself the value limits nothing."""
    quote, value = unit.span.quote, unit.value or ""
    at = quote.find(value)
    periods = (period.label() for period, start, end in periods_in(quote) if not (at < end and start < at + len(value)))
    return tuple(sorted(set(periods)))


def agreeing_documents(evidence: Sequence[Evidence]) -> int:
    """Documents that independently state the leading evidence's value: other documents with an agreeing value in other words."""
    if not evidence:
        return 0
    leading = evidence[0]
    agreeing = {leading.source.document_id: leading.span.quote.casefold()}
    for unit in evidence[1:]:
        same = unit.value is not None and leading.value is not None and values_agree(unit.value, leading.value)
        copied = unit.span.quote.casefold() in agreeing.values()
        if unit.fact_id == leading.fact_id and same and not copied:
            agreeing.setdefault(unit.source.document_id, unit.span.quote.casefold())
    return len(agreeing)


def standing(unit: Evidence) -> tuple[bool, bool, bool, float, int, str]:
    """Sort key, best first: current, primary, made for the period asked, the closer match, the shorter quote; ties by id."""
    return (
        not unit.source.is_current,
        unit.source.kind != "primary",
        not unit.of_the_period,
        -unit.relevance,
        len(unit.span.quote),
        unit.evidence_id,
    )
