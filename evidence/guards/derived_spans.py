"""Recognises a span of time that a writer calculated from dates of a text: "five months after" from November 2001 and
April 2002."""

from collections.abc import Iterable
from datetime import MAXYEAR, date, timedelta
from typing import NamedTuple

from ..values.value_keys import Parts

_DAY = 86_400


class _Calendar(NamedTuple):
    """The dates and the lengths of periods that a text states. Dates are stored as the number of years, months or days
    since year 0."""

    years: set[int]
    months: set[int]
    days: set[int]
    lengths: set[tuple[str, int]]
    """Pairs (measure, count), where the measure is "months" or "seconds"."""


def follows_from_dates(figure: Parts, known: Iterable[Parts]) -> bool:
    """Return whether the span of time `figure` follows from the values `known`. It is then the length of a period, or
    the time between two dates.

    Example: “five months” follows from “November 2001” and “April 2002”.
    """
    if figure.measure not in {"months", "seconds"} or not figure.value.isdigit() or len(figure.value) > 12:
        return False
    count, calendar = int(figure.value), _calendar(known)
    if (figure.measure, count) in calendar.lengths:
        return True
    if figure.measure == "months":
        years, rest = divmod(count, 12)
        return _apart(calendar.months, count) or (not rest and _apart(calendar.years, years))
    days, rest = divmod(count, _DAY)
    return not rest and _apart(calendar.days, days)


def _apart(points: set[int], distance: int) -> bool:
    return distance > 0 and any(point + distance in points for point in points)


def _calendar(known: Iterable[Parts]) -> _Calendar:
    found = _Calendar(set(), set(), set(), set())
    for value in known:
        if value.kind == "date":
            year, month, day = value.value.split("-")
            _add_point(found, year, month, day)
            _add_period(found, value.measure.removeprefix("fy"))
            if month.startswith("q"):
                found.lengths.add(("months", 3))
        elif value.kind == "span":
            _add_period(found, value.value)
    return found


def _add_point(found: _Calendar, year: str, month: str, day: str) -> None:
    if not year.isdigit():
        return
    found.years.add(int(year))
    if month.isdigit():
        found.months.add(int(year) * 12 + int(month))
        if day.isdigit() and int(year) <= MAXYEAR:
            found.days.add(date(int(year), int(month), int(day)).toordinal())


def _add_period(found: _Calendar, text: str) -> None:
    """Add to `found` the dates and the length of a period that is written as "2022-10-01..2022-12-31"."""
    try:
        first, last = (date.fromisoformat(day) for day in text.split(".."))
        after = last + timedelta(days=1)
    except (ValueError, OverflowError):  # not a period
        return
    for day in (first, last):
        _add_point(found, str(day.year), str(day.month), str(day.day))
    found.lengths.add(("seconds", (after - first).days * _DAY))
    if first.day == after.day:
        found.lengths.add(("months", (after.year - first.year) * 12 + after.month - first.month))
