"""Decides whether a text that states its validity is in force throughout a period asked about (SPEC EVI-7, EVI-10).

A rule in force need not name the month asked about to apply in it: if a contract in force from January states "The fee is 0.62", this is
the fee in June. A figure that is reported for a period is not such a rule; only a text with a stated validity is.
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
"""Number of characters before a date to search for a word that marks it as a beginning or an end."""


class InForce(Frozen):
    """The stated validity of a text. The end is open if the text states none."""

    since: date
    until: date | None = None

    def throughout(self, label: str, quote: str) -> bool:
        """Whether the text is in force in each period of the label, also by the times that the quote states ("May 2026", "6 April 2026 to 5
        April 2027"). A fiscal year of unknown days, or a label without a period, never counts."""
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
    """Whether each period that the quote names as a beginning or an end leaves the asked days within the validity."""
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
