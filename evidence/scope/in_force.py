"""Decides whether a text with a stated validity is in force throughout the period of a question (SPEC EVI-7, EVI-10).

A rule also applies in months that it does not name, as long as it is in force. If a contract in force from January
states "The fee is 0.62", this is the fee in June. A figure that is reported for a period does not apply to other
periods, so only texts with a stated validity count.
"""

import calendar
import re
from datetime import date

from ..model.frozen import Frozen
from ..model.source_record import SourceDocument
from ..values.periods import Period, periods_in

_FROM = re.compile(
    r"\b(?:from|since|after|as\s+(?:of|from|at)|effective|beginning|starting|ab|seit|à\s+compter|dès|depuis|desde|a\s+partir)\b[^.;,]{0,60}$",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"\b(?:until|till|up\s+to|before|through|bis|jusqu|hasta)\b[^.;,]{0,60}$", re.IGNORECASE)
_BEFORE = 80
"""The number of characters before a date that are searched for a word that marks the date as a beginning or an end."""


class InForce(Frozen):
    """The first and last day of validity that a document states. `until` is None if it states no end.

    Example: a contract from 1 May 2026 to 30 April 2027.
    """

    since: date
    until: date | None = None

    def throughout(self, label: str, quote: str) -> bool:
        """Return whether the text is in force in all periods of `label` ("May 2026"), and its `quote` names no period
        that excludes them.

        Return False if `label` has no period, or a fiscal year whose days are unknown.
        """
        asked = [days(period) for period, _, _ in periods_in(label)]
        if not asked or None in asked:
            return False
        return all(
            span is not None
            and self.since <= span[0]
            and (self.until is None or span[1] <= self.until)
            and _runs_then(*span, quote)
            for span in asked
        )


def in_force(source: SourceDocument) -> InForce | None:
    """Return the validity that the manifest or the document itself states, or None if neither states a beginning.

    Example: a text effective from 1 May 2026, without an end, gives `since` 1 May 2026 and no `until`.
    """
    since = source.effective_from or source.stated_start
    return None if since is None else InForce(since=since, until=source.effective_to)


def days(period: Period) -> tuple[date, date] | None:
    """Return the first and last day of a calendar period. Return None for a fiscal period, and for one without a year.

    Example: for “May 2026”, they are 1 and 31 May 2026.
    """
    if period.year is None or period.fiscal:
        return None
    if period.month:
        last = calendar.monthrange(period.year, period.month)[1]
        return date(period.year, period.month, period.day or 1), date(period.year, period.month, period.day or last)
    if period.quarter:
        month = 3 * period.quarter
        return date(period.year, month - 2, 1), date(period.year, month, calendar.monthrange(period.year, month)[1])
    return date(period.year, 1, 1), date(period.until or period.year, 12, 31)


def _runs_then(first: date, last: date, quote: str) -> bool:
    """Return whether the days from `first` to `last` agree with every period in the quote.

    They are within it, not before its start (“from May 2026”), or not after its end (“until May 2026”).
    """
    for period, start, _ in periods_in(quote):
        held = days(period)
        before = quote[max(0, start - _BEFORE) : start]
        if held is None:
            return False
        inside = held[0] <= first and last <= held[1]
        runs = _FROM.search(before) is not None and held[0] <= first
        ends = _UNTIL.search(before) is not None and last <= held[1]
        if not (inside or runs or ends):
            return False
    return True
