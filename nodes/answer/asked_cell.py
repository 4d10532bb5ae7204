"""The figure that a table row gives for a fact: the one under the column that the fact names."""

import re
from collections.abc import Sequence

from ...evidence.language.words import topic_roots
from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import PlanStep

AS_MUCH = 0.9
"""How close another row's relevance must come for it to say as much of a fact."""
_COUNTED = re.compile(r"\bhow many (?:[\w-]+ )?(\w+)", re.IGNORECASE)


def asked_cell(fact: PlanStep, unit: Evidence, evidence: Sequence[Evidence]) -> str | None:
    """The figure with the unit in its column's name; None for text that is no row, and where rows of that document that say as much of the
    fact have another figure."""
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
    """Under the column that says what is counted ("how many weeks"), else under the one that says most words of the fact."""
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
