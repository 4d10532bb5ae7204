"""Ranks retrieved passages by nearness to a question without an answer, to show a person where to look (SPEC ANS-9)."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ...evidence.model.spans import PassageId, VersionId
from ...evidence.scope.document_scope import DocumentScope
from ...evidence.scope.filings import OF_ANOTHER, OF_THE_SAME_YEAR, period_match
from ...stores.sources.source import PassageSource
from ..runtime.state import RunState

FIRST = 3
"""The number added to each rank before nearness is computed from it. With this number, the first hit of one query is a
third nearer than the second hit of another.

Only the best rank of a passage in any query counts, since it leads to the right page most often. Sums of ranks, the
share of the question's words, and both together were worse.
"""

NEAREST_READ = 10
"""The number of nearest passages that are always quoted, so that a question without an answer shows where it may be."""


class Near(NamedTuple):
    """How near a passage is, as a sort key, the nearest first."""

    elsewhere: bool
    """Whether the passage's document belongs to another entity than the subject."""
    period: int
    """0 for a report made for the period or the year of the question; higher for others."""
    farness: float
    """Lower if a query of the first pass ranks the passage higher. Rows from which a measure is calculated have the
    lowest value."""


FARTHEST = Near(elsewhere=True, period=9, farness=0.0)


def nearness(state: RunState, declared: Callable[[VersionId], DocumentScope]) -> Mapping[PassageId, Near]:
    """Return the nearness of every passage that the first pass read. `declared`: what a document declares about itself."""
    best: dict[PassageId, float] = {}
    for call in state["tool_history"]:
        if call.pass_number == 0 and call.tool == PassageSource.name and call.adds is None:
            for rank, passage in enumerate(call.passages, 1):
                best[passage] = max(best.get(passage, 0.0), 1 / (FIRST + rank))
    analysis = state["analysis"]
    own = {version for candidate in state["candidates"] for version in candidate.versions}
    asked = [period for subject in (analysis.subjects if analysis else ()) for period in subject.scope.periods]
    asked += [constraint for fact in (analysis.required_facts if analysis else ()) for constraint in fact.constraints]
    near: dict[PassageId, Near] = {}
    for found in state["passages"]:
        if found.pass_number == 0:
            period = _period(period_match(asked, declared(found.version_id).primary_period))
            farness = -found.score if found.score >= LEADING else -best.get(found.passage_id, 0.0)
            near[found.passage_id] = Near(bool(own) and found.version_id not in own, period, farness)
    return near


LEADING = 1.0
"""The rank of a passage that is read before all search results."""


def _period(match: int) -> int:
    return 0 if match <= OF_THE_SAME_YEAR else 2 if match == OF_ANOTHER else 1


def nearest(near: Mapping[PassageId, Near], limit: int) -> tuple[PassageId, ...]:
    """Return the ids of the nearest passages. Equally near ones are sorted by id."""
    return tuple(sorted(near, key=lambda passage_id: (near[passage_id], passage_id))[:limit])
