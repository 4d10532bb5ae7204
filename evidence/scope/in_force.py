"""Whether a text that says from when to when it holds, holds throughout a period asked about (SPEC EVI-7, EVI-10).

A rule in force states nothing of the month asked about, and yet holds in it: "The fee is 0.62" of a contract in force from January is
the fee in June. A figure reported for a period is no such rule; only a text with a validity of its own is.
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
"""Characters before a date in which a word says that something begins or ends with it."""


class InForce(Frozen):
    """From when to when a text holds by its own account; the end is open where it states none."""

    since: date
    until: date | None = None

    def throughout(self, label: str, quote: str) -> bool:
        """Whether the text, and what the quote itself says of its time, holds in each period of the label ("May 2026", "6 April 2026 to
        5 April 2027"). A fiscal year of unknown days, or a label without a period, never counts."""
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
    """The validity that the document states; None where it states no beginning."""
    if source.effective_from is None:
        return None
    return InForce(since=source.effective_from, until=source.effective_to)


def days(period: Period) -> tuple[date, date] | None:
    """The first and the last day of a period of the calendar; None for a fiscal one, or one without a year."""
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
    """Whether each period that the quote names begins or ends what it says so that the days asked about lie within."""
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
