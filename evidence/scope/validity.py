"""Decides whether a text is valid on a day, and whether its age lowers the confidence in it (SPEC EVI-7, ANS-6)."""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from ..model.frozen import Frozen
from ..model.source_record import SourceDocument
from ..values.periods import parse_period
from .document_scope import DocumentScope, covers_period
from .document_types import type_matches
from .in_force import in_force
from .version_validity import begins, has_come, has_ended

Standing = Literal[
    "in_force",  # nothing states that it is not valid
    "not_yet",  # it takes effect, or was written, after the day
    "expired",  # its stated validity ended before the day
    "superseded",  # a later version or another document has replaced it
]

_RECORDS = frozenset({"filing", "contract", "minutes"})
"""Kinds of documents that record one period or event. Their age does not weaken what they state about it."""


class Validity(Frozen):
    """Whether one source is valid on a day, and whether its age matters. `reason` explains both."""

    standing: Standing
    ages: bool
    """Whether the source's age lowers the confidence. False for a dated record if the question is about its period, and
    for a text whose stated validity covers the day."""
    age_in_days: int | None
    """The number of days from the source's date to the day, and 0 for a later date. None for an undated source, which
    does not count as old."""
    reason: str
    successor: SourceDocument | None = None
    """The text that will replace this one after the day."""


def validity(
    source: SourceDocument,
    *,
    as_of: date,
    asked: Sequence[str] = (),
    scope: DocumentScope | None = None,
    successor: SourceDocument | None = None,
) -> Validity:
    """Return whether `source` is valid on the day `as_of`, and whether its age matters. It must come from
    `version_validity.as_of_day` for that day.

    `asked`: the periods of the question, in its words ("FY2017", "July 2022"). `scope`: what the document declares
    about itself. If it declares no period, a dated record is for the year of its date, and a filing for the year
    before. `successor`: the text that will replace this one after the day.

    If the question names no period, a contract or a current report (Form 8-K) is judged for its own time. A policy with
    a stated beginning and no stated end is valid until another document supersedes it.

    Example: a lease to 31 May 2026 has the standing “expired” on 1 June 2026.
    """
    dated = source.updated_at or source.effective_from
    age = max(0, (as_of - dated).days) if dated else None
    standing, reason = _standing(source, as_of, successor)
    settled = _settled(source, as_of, asked, scope, standing)
    return Validity(
        standing=standing,
        ages=settled is None,
        age_in_days=age,
        reason=settled or reason,
        successor=successor if standing == "in_force" else None,
    )


def _standing(source: SourceDocument, as_of: date, successor: SourceDocument | None) -> tuple[Standing, str]:
    if source.superseded_by is not None:
        return "superseded", "a later version or document has replaced it"
    if not has_come(source, as_of):
        return "not_yet", f"it is in force from {begins(source)}, after {as_of}"
    if has_ended(source, as_of):
        return "expired", f"it held until {source.effective_to}, before {as_of}"
    if not source.is_current:
        return "superseded", "a later version or document has replaced it"
    if successor is not None:
        return "in_force", f"it is in force until “{successor.title}” replaces it on {begins(successor)}"
    return "in_force", "nothing states that it has ended"


def _settled(
    source: SourceDocument, as_of: date, asked: Sequence[str], scope: DocumentScope | None, standing: Standing
) -> str | None:
    """Return why the age of the source does not matter, or None if it does."""
    held = in_force(source)
    if (
        standing in ("superseded", "expired")
        and asked
        and held
        and all(held.throughout(period, "") for period in asked)
    ):
        return f"it was in force throughout {', '.join(asked)}"
    if standing == "superseded":
        return None
    if standing == "in_force" and source.effective_from:
        until = f" to {source.effective_to}" if source.effective_to else ""
        return f"its stated validity, from {source.effective_from}{until}, covers {as_of}"
    if source.authority not in _RECORDS:
        return None
    if source.authority == "contract" and not asked:
        return "a contract, asked about itself" if standing == "in_force" else None
    if source.authority == "filing" and not asked and _reports_an_event(source, scope):
        return "a report of an event, asked about that event"
    own = [period for period in asked if _is_own(source, period, scope)]
    return f"a dated record asked about its own period, {', '.join(own)}" if own else None


def _reports_an_event(source: SourceDocument, scope: DocumentScope | None) -> bool:
    """Return whether the document is a current report (Form 8-K). Such a report states nothing about later days."""
    return type_matches("current report", source.document_type, scope.document_type if scope else None) is not None


def _is_own(source: SourceDocument, asked: str, scope: DocumentScope | None) -> bool:
    period = parse_period(asked)
    if period is None:
        return False
    if scope is not None and scope.primary_period is not None:
        return covers_period(scope, asked)
    if source.effective_from:
        until = source.effective_to.year if source.effective_to else 9_999
        return any(source.effective_from.year <= year <= until for year in period.years())
    if source.updated_at is None:
        return False
    year = source.updated_at.year
    return bool(period.years() & ({year, year - 1} if source.authority == "filing" else {year}))
