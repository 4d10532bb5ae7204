"""Finds where verified evidence of several sources agrees on a fact, and where it conflicts."""

import re
from collections.abc import Sequence
from datetime import date

from ...evidence.judgement.conflicts import Conflict, Policy, Statement, find_conflicts, values_agree
from ...evidence.language.words import content_stems, topic_roots
from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import CandidateSubject, Plan, PlanStep, SubjectId
from ...evidence.tables.measures_asked import needed
from ...evidence.values.date_order import settled_days
from ...evidence.values.periods import periods_in
from ...evidence.values.rates import in_letters, with_rate

ABOUT_THE_SAME = 0.65
"""The minimum relevance of a second statement of a fact, as a share of the relevance of the best statement."""
SAME_WORDS = 0.6
"""The minimum share of content words that two quotes about one thing have in common."""
_HELD_BY_ONE = re.compile(
    r"\b(?:chief \w+(?: \w+)? officer|c[efot]o|managing director|chair(?:man|woman|person)?|president|company secretary|"
    r"general counsel|treasurer|controller|auditor|landlord|lessor|account manager|data protection officer|head|principal|chancellor"
    r"|ambassador|captain|coach|mayor|king|queen|pope|geschäftsführer|vorstandsvorsitzende[r]?|directeur général|director general)\b",
    re.IGNORECASE,
)
"""Roles that one person has at a time. Two founders or two directors are not a conflict."""
AS_MUCH = 0.9
"""The minimum relevance of another row that competes for a fact, as a share of the relevance of the first row."""
_COUNTED = re.compile(r"\bhow many (?:[\w-]+ )?(\w+)", re.IGNORECASE)


def conflicts_among(
    analysis: Plan, evidence: Sequence[Evidence], policy: Policy, candidates: Sequence[CandidateSubject] = ()
) -> tuple[Conflict, ...]:
    """Return the conflicts between the strongest evidence of each fact: other figures, other dates, or other holders
    of a role that only one person has."""
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    holders = {candidate.subject_id: candidate for candidate in candidates if candidate.class_attributes.role}
    leads = {(unit.fact_id, unit.link.evidence_id) for unit in evidence if unit.link.mechanism == "bridge"}
    measured = {fact.fact_id for fact in facts.values() if needed(fact.text, analysis.resolved_question).measures}
    evidence = [unit for unit in evidence if not (unit.row and unit.fact_id in measured)]  # operands are no conflict
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
        and (unit.fact_id, unit.evidence_id) not in leads  # it leads to the fact, but is about another thing
        and unit.relevance >= ABOUT_THE_SAME * best[unit.fact_id]
    ]
    statements = []
    for unit in near:
        fact, holder = facts[unit.fact_id], holders.get(unit.subject_id)
        value = _holder(holder) if holder else asked_cell(fact, unit, evidence) or unit.value
        if value is None:
            continue
        whose = SubjectId(f"subject {holder.subject}") if holder else _subject_of(unit)
        statements.append(statement_of(fact, unit, value, whose))
    statements.sort(key=lambda statement: statement.dated or date.max)  # an order by time prefers no side
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
    """Return the statement that the fact has this value. `whose`: the subject of the statement; None means the subject
    of the evidence."""
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
    """Return the value with its rate as in the quote (“£900 a month”). A date gets the date order of its document (SPEC
    CON-6)."""
    return settled_days(value if unit.row else with_rate(value, unit.span.quote), unit.source.date_order)


def _subject_of(unit: Evidence) -> SubjectId:
    """Return the subject of the statement. Evidence that was found over a bridge has the bridge's name as subject, so
    statements about two bridges do not conflict."""
    return SubjectId(unit.link.reason) if unit.link.mechanism == "bridge" else unit.subject_id


def _holder(candidate: CandidateSubject) -> str | None:
    """Return the holder of the role if only one person can have it, else None."""
    role = candidate.class_attributes.role or ""
    return candidate.name if _HELD_BY_ONE.search(role) and not role.casefold().startswith("vice") else None


def shared_words(first: str, second: str) -> float:
    """Return the share of the shorter quote's content words that the other quote contains too.

    Example: `shared_words("The fee is due.", "The annual fee is due in May.")` gives `1.0`.
    """
    return _share(set(content_stems(first)), set(content_stems(second)))


def _share(first: set[str], second: set[str]) -> float:
    return len(first & second) / min(len(first), len(second)) if first and second else 0.0


def _first_of_each_document(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the best evidence of each document for each fact. Other clauses of a document are about related things,
    and do not contradict it."""
    best: dict[tuple[str, str, str], Evidence] = {}
    for unit in sorted(evidence, key=best_first):
        best.setdefault((unit.fact_id, unit.subject_id, unit.source.version_id), unit)
    return tuple(best.values())


def limits_of(unit: Evidence, value: str) -> tuple[str, ...]:
    """Return the periods to which the quote limits its value. A date that is itself the value does not limit it."""
    quote = unit.span.quote
    at = quote.find(value)
    periods = (period.label() for period, start, end in periods_in(quote) if not (at < end and start < at + len(value)))
    return tuple(sorted(set(periods)))


def agreeing_documents(evidence: Sequence[Evidence]) -> int:
    """Return how many independent documents state the value of the first evidence, in other words or in another
    form."""
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
    """Return the source of the statement. Everything from one tool counts as one source, because the tool's own sources
    are unknown."""
    return f"tool {unit.source.tool}" if unit.source.tool else unit.source.document_id


def best_first(unit: Evidence) -> tuple[bool, bool, bool, float, int, str]:
    """Return the sort key that puts the best evidence first. The criteria in order: current, primary, made for the
    question's period, more relevant, shorter."""
    return (
        not unit.source.is_current,
        unit.source.kind != "primary",
        not unit.of_the_period,
        -unit.relevance,
        len(unit.span.quote),
        unit.evidence_id,
    )


def asked_cell(fact: PlanStep, unit: Evidence, evidence: Sequence[Evidence]) -> str | None:
    """Return the figure under the column that the fact names, with the unit in the column's name.

    Return None for text that is not a table row, or if another row of the document fits the fact as well and has
    another figure.
    """
    value = _figure(fact, unit.row)
    others = (
        _figure(fact, other.row)
        for other in evidence
        if other.row
        and other.fact_id == unit.fact_id
        and other.source.version_id == unit.source.version_id
        and other.relevance >= AS_MUCH * unit.relevance
        and not other.premises_open
    )
    return value if value is not None and all(other in (None, value) for other in others) else None


def _figure(fact: PlanStep, row: Sequence[tuple[str, str]]) -> str | None:
    """Return the figure in the column that names the counted thing (“how many weeks”). Without one, use the column with
    most words of the fact."""
    asked = {root for term in fact.terms for root in topic_roots(term)}
    counted = _COUNTED.search(fact.text)
    thing = set(topic_roots(counted[1])) if counted else set()
    figures = [(column, text, set(topic_roots(column))) for column, text in row if re.search(r"\d", text)]
    scores = [(bool(thing & roots), len(asked & roots)) for _, _, roots in figures]
    best = max(scores, default=(False, 0))
    if not any(best) or scores.count(best) != 1:
        return None
    column, text, _ = figures[scores.index(best)]
    stated = re.search(r"\(([^()\d]{1,24})\)\s*$", column)
    return f"{text} {stated[1]}" if stated else text
