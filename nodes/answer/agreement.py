"""What the verified evidence says together: where sources agree and where they conflict."""

import re
from collections.abc import Sequence
from datetime import date

from ...evidence.judgement.conflicts import Conflict, Policy, Statement, find_conflicts, values_agree
from ...evidence.language.words import content_stems
from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import CandidateSubject, Plan, PlanStep, SubjectId
from ...evidence.tables.measures_asked import needed
from ...evidence.values.date_order import settled_days
from ...evidence.values.periods import periods_in
from ...evidence.values.rates import in_letters, with_rate
from .asked_cell import asked_cell

ABOUT_THE_SAME = 0.65
"""How close a second statement's relevance must come to the best one's to count as a statement of the same fact."""
SAME_WORDS = 0.6
"""Share of content words that two quotes must have in common to be about the same thing."""

_HELD_BY_ONE = re.compile(
    r"\b(?:chief \w+(?: \w+)? officer|c[efot]o|managing director|chair(?:man|woman|person)?|president|company secretary|"
    r"general counsel|treasurer|controller|auditor|landlord|lessor|account manager|data protection officer|head|principal|chancellor"
    r"|ambassador|captain|coach|mayor|king|queen|pope|geschäftsführer|vorstandsvorsitzende[r]?|directeur général|director general)\b",
    re.IGNORECASE,
)
"""Roles that one person holds at a time; two founders or directors contradict nobody."""


def conflicts_among(
    analysis: Plan, evidence: Sequence[Evidence], policy: Policy, candidates: Sequence[CandidateSubject] = ()
) -> tuple[Conflict, ...]:
    """Conflicts between the values that the strongest evidence gives for each fact: figures, dates, and who holds a role of one."""
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    holders = {candidate.subject_id: candidate for candidate in candidates if candidate.class_attributes.role}
    leads = {(unit.fact_id, unit.link.evidence_id) for unit in evidence if unit.link.mechanism == "bridge"}
    measured = {fact.fact_id for fact in facts.values() if needed(fact.text, analysis.resolved_question).measures}
    evidence = [unit for unit in evidence if not (unit.row and unit.fact_id in measured)]  # operands contradict nobody
    best: dict[str, float] = {}
    for unit in evidence:
        best[unit.fact_id] = max(best.get(unit.fact_id, 0.0), unit.relevance)
    near = [
        unit
        for unit in _first_of_each_document(evidence)
        if unit.fact_id in facts
        and not unit.premises_open
        and unit.source.is_current
        and unit.ended is None
        and (unit.fact_id, unit.evidence_id) not in leads  # it tells the way to the fact, and of another thing
        and unit.relevance >= ABOUT_THE_SAME * best[unit.fact_id]
    ]
    statements = []
    for unit in near:
        fact, holder = facts[unit.fact_id], holders.get(unit.subject_id)
        value = _holder(holder) if holder else asked_cell(fact, unit, evidence) or unit.value
        if value is None:
            continue
        whose = SubjectId(f"subject {holder.subject}") if holder else _told_of(unit)
        statements.append(statement_of(fact, unit, value, whose))
    statements.sort(key=lambda statement: statement.dated or date.max)  # sides in order of time prefer none
    across = [
        statement for statement in statements if any(other.document_id != statement.document_id for other in statements)
    ]
    giver = {statement.evidence_id: statement.document_id for statement in across}
    return tuple(
        conflict
        for conflict in find_conflicts(across, policy)
        if len({giver[unit] for side in conflict.sides for unit in side.evidence_ids}) > 1
    )


def statement_of(fact: PlanStep, unit: Evidence, value: str, whose: SubjectId | None = None) -> Statement:
    """`value` as what the evidence gives for the fact, of its own subject where `whose` does not name another."""
    return Statement(
        evidence_id=unit.evidence_id,
        fact_id=unit.fact_id,
        fact_text=fact.text,
        subject_id=whose or unit.subject_id,
        value=value if unit.row else in_letters(value, unit.span.quote),
        meant=as_meant(unit, value),
        scope=limits_of(unit, value),
        document_id=unit.source.document_id,
        title=unit.source.title,
        dated=unit.source.updated_at or unit.source.effective_from,
        authority=unit.source.authority,
        kind=unit.source.kind,
        superseded_by=unit.source.superseded_by,
        is_current=unit.source.is_current,
    )


def as_meant(unit: Evidence, value: str) -> str:
    """The value with what its quote makes it a rate of, and its date as its document writes dates (SPEC CON-6)."""
    return settled_days(value if unit.row else with_rate(value, unit.span.quote), unit.source.date_order)


def _told_of(unit: Evidence) -> SubjectId:
    """Whom the statement is about: beyond a bridge, what the bridge leads to; two of those contradict nobody."""
    return SubjectId(unit.link.reason) if unit.link.mechanism == "bridge" else unit.subject_id


def _holder(candidate: CandidateSubject) -> str | None:
    """Who holds the role, where only one can."""
    role = candidate.class_attributes.role or ""
    return candidate.name if _HELD_BY_ONE.search(role) and not role.casefold().startswith("vice") else None


def said_alike(first: str, second: str) -> float:
    """Share of the shorter quote's content words that the other says too."""
    return _share(set(content_stems(first)), set(content_stems(second)))


def _share(first: set[str], second: set[str]) -> float:
    return len(first & second) / min(len(first), len(second)) if first and second else 0.0


def _first_of_each_document(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The best evidence of each document for each fact; its further clauses are about something near it, no contradiction."""
    best: dict[tuple[str, str, str], Evidence] = {}
    for unit in sorted(evidence, key=standing):
        best.setdefault((unit.fact_id, unit.subject_id, unit.source.version_id), unit)
    return tuple(best.values())


def limits_of(unit: Evidence, value: str) -> tuple[str, ...]:
    """The periods that the quote limits its value to. A date that is itself the value limits nothing."""
    quote = unit.span.quote
    at = quote.find(value)
    periods = (period.label() for period, start, end in periods_in(quote) if not (at < end and start < at + len(value)))
    return tuple(sorted(set(periods)))


def agreeing_documents(evidence: Sequence[Evidence]) -> int:
    """Documents that independently state the leading evidence's value: other documents with an agreeing value in other words."""
    if not evidence:
        return 0
    leading = evidence[0]
    agreeing = {_giver(leading): leading.span.quote.casefold()}
    for unit in evidence[1:]:
        both = unit.value is not None and leading.value is not None
        same = both and values_agree(as_meant(unit, unit.value or ""), as_meant(leading, leading.value or ""))
        copied = unit.span.quote.casefold() in agreeing.values()
        if unit.fact_id == leading.fact_id and same and not copied:
            agreeing.setdefault(_giver(unit), unit.span.quote.casefold())
    return len(agreeing)


def _giver(unit: Evidence) -> str:
    """Whose statement it is. All that one tool gives is one source: what it read before is not known."""
    return f"tool {unit.source.tool}" if unit.source.tool else unit.source.document_id


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
