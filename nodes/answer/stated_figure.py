"""Which of several figures evidence gives for a fact: of a row the one under the column asked for, of a sentence the one in the clause
that says what the question takes for granted."""

import re
from collections.abc import Sequence

from ...evidence.language.words import topic_roots
from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import PlanStep
from ...evidence.names.same_name import mentioned
from ...evidence.questions.shape import values_of

AS_MUCH = 0.9
"""How close another row's relevance must come for it to say as much of a fact."""
_COUNTED = re.compile(
    r"\bhow many (?:[\w-]+ )?(weeks|days|months|years|hours|minutes|pieces|units|people|employees)\b", re.IGNORECASE
)
_CLAUSES = re.compile(r";|,\s+(?:and|but|or|while|whereas)\s+|\.\s+(?=[A-Z])")


def in_its_column(fact: PlanStep, unit: Evidence, evidence: Sequence[Evidence]) -> str | None:
    """The figure of a table row under the column that the fact names, with the unit that its name gives; None where rows of that document
    that say as much of the fact have another."""
    value = _figure(fact, unit.row)
    others = (
        _figure(fact, one.row)
        for one in evidence
        if one.row
        and one.fact_id == unit.fact_id
        and one.source.version_id == unit.source.version_id
        and one.relevance >= AS_MUCH * unit.relevance
        and not one.premises_open
    )
    return value if value is not None and all(other in (None, value) for other in others) else None


def _figure(fact: PlanStep, row: Sequence[tuple[str, str]]) -> str | None:
    """Under the column that says what is counted ("how many weeks"), else under the one that says most words of the fact."""
    asked = {root for term in fact.terms for root in topic_roots(term)}
    counted = _COUNTED.search(fact.text)
    unit = set(topic_roots(counted[1])) if counted else set()
    found = [
        (bool(unit.intersection(topic_roots(column))), len(asked.intersection(topic_roots(column))), column, text)
        for column, text in row
        if re.search(r"\d", text)
    ]
    best = max((one[:2] for one in found), default=(False, 0))
    named = [(column, text) for *score, column, text in found if tuple(score) == best]
    if not any(best) or len(named) != 1:
        return None
    column, text = named[0]
    stated = re.search(r"\(([^()\d]{1,24})\)\s*$", column)
    return f"{text} {stated[1]}" if stated else text


def where_premises_stand(fact: PlanStep, unit: Evidence) -> str | None:
    """The one value of the asked kind in the one clause that says what the question takes for granted: of "DN20 within six weeks, and other
    sizes within ten" six weeks, where DN20 is asked about."""
    if not fact.constraints or unit.row:
        return None
    clauses = [
        one
        for one in _CLAUSES.split(unit.span.quote)
        if all(mentioned((premise,), one) for premise in fact.constraints)
    ]
    values = [value.text for value in values_of(fact.answer_type, clauses[0])] if len(clauses) == 1 else []
    return values[0] if len(values) == 1 else None
