"""Conflicts between quotes that tell one thing in the same words but for the value: of two documents where no rule found either to state
the fact, and of one document, which contradicts itself (SPEC CON-6)."""

from collections.abc import Sequence
from itertools import combinations

from ...evidence.judgement.conflicts import Conflict, Policy, find_conflicts
from ...evidence.judgement.coverage import Coverage
from ...evidence.judgement.single_difference import differing
from ...evidence.language.words import root_set, topic_roots
from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import Plan, PlanStep
from ...evidence.questions.shape import values_of
from ...evidence.values.facts import read_facts
from .agreement import NAMES, statement_of

OWN_SHARE = 0.34
"""The part of the asked words that a quote itself must say."""
DATED = frozenset({"date", "period"})


def copies_in_conflict(
    analysis: Plan,
    evidence: Sequence[Evidence],
    checked: Coverage,
    policy: Policy,
) -> tuple[Conflict, ...]:
    """One conflict for each fact that no evidence was found to state, where two documents differ in nothing but a value of the kind asked
    for, beside words that are asked for. Neither is called the answer; that they cannot both be right is told (SPEC CON-1, ANS-9)."""
    stated = {fact.fact_id for fact in checked.facts if fact.evidence_ids}
    found: list[Conflict] = []
    for fact in analysis.required_facts:
        own = [] if fact.fact_id in stated else [unit for unit in evidence if _may_tell(unit, fact)]
        for first, second in combinations(own, 2):
            values = _values(fact, first, second)
            if values is None:
                continue
            told = [statement_of(fact, unit, value) for unit, value in zip((first, second), values, strict=True)]
            if conflicts := find_conflicts(told, policy):
                found += conflicts
                break
    return tuple(found)


def conflicts_within(analysis: Plan, evidence: Sequence[Evidence], policy: Policy) -> tuple[Conflict, ...]:
    """One conflict for each fact of which a document gives two figures in the same words. Names that it gives so complete each other."""
    found: list[Conflict] = []
    for fact in analysis.required_facts:
        own = [unit for unit in evidence if _may_tell(unit, fact) and unit.ended is None]
        for first, second in combinations(own, 2):
            if first.source.version_id != second.source.version_id or first.subject_id != second.subject_id:
                continue
            values = _differing_values(fact, first, second)
            if values is None or not all(map(read_facts, values)) or not _alike_beside(first, second, values):
                continue
            told = [statement_of(fact, unit, value) for unit, value in zip((first, second), values, strict=True)]
            if conflicts := find_conflicts(told, policy):
                found += conflicts
                break
    return tuple(found)


def _alike_beside(first: Evidence, second: Evidence, values: tuple[str, str]) -> bool:
    """Whether two quotes say the same beside their values: “the Kiln Room is £120” and “the Loft is £80” are about two things."""
    one, other = (
        root_set(unit.span.quote.replace(value, " ")) for unit, value in zip((first, second), values, strict=True)
    )
    return one == other


def _may_tell(unit: Evidence, fact: PlanStep) -> bool:
    if unit.fact_id != fact.fact_id or unit.premises_open or unit.row or not unit.source.is_current:
        return False
    roots = asked_roots(fact)
    return len(roots & root_set(unit.span.quote)) >= OWN_SHARE * len(roots)


def asked_roots(fact: PlanStep) -> frozenset[str]:
    return frozenset(root for term in fact.terms for root in topic_roots(term))


def _stands_by(fact: PlanStep, quote: str, start: int) -> bool:
    """Whether the stretch between marks that holds the place says an asked word: "the rent is due; a deposit of £500" is no rent."""
    left = max((quote.rfind(mark, 0, start) for mark in ";:"), default=-1)
    right = min((at for mark in ";:" if (at := quote.find(mark, start)) >= 0), default=len(quote))
    return not asked_roots(fact).isdisjoint(root_set(quote[left + 1 : right]))


def _values(fact: PlanStep, first: Evidence, second: Evidence) -> tuple[str, str] | None:
    """What each of two quotes of different documents has in the one place where they differ; None where that is no value of the kind."""
    return None if first.source.document_id == second.source.document_id else _differing_values(fact, first, second)


def _differing_values(fact: PlanStep, first: Evidence, second: Evidence) -> tuple[str, str] | None:
    one, other = first.span.quote, second.span.quote
    place = differing(one, other)
    if place is None:
        return None
    mine, theirs = _value(fact, one, place.first), _value(fact, other, place.second)
    return (mine, theirs) if mine and theirs else None


def _value(fact: PlanStep, quote: str, place: tuple[int, int]) -> str | None:
    start, end = place
    if fact.answer_type in NAMES or fact.answer_type == "text":
        return quote[start:end] if quote[start].isupper() else None
    held = (value for value in values_of(fact.answer_type, quote) if value.start < end and start < value.end)
    return next((quote[one.start : one.end] for one in held if _stands_by(fact, quote, one.start)), None)
