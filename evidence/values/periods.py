"""Parses the periods in questions and documents: years, fiscal years, quarters, months and days."""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from ..lexicon.calendar_names import MONTHS
from ..model.frozen import Frozen

_MONTHS = {form: number for form, number in MONTHS.items() if form != "mars"}
"""Month names, without the French “mars”: a question about “Mars 2020” asks about a planet or a company."""
MONTH_NAMES = "|".join(sorted(_MONTHS, key=len, reverse=True))
"""A pattern of the names of months, in all languages."""
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_YEAR = r"(?:1[5-9]|20)\d\d"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?P<iso>{_YEAR}-[01]\d-[0-3]\d)\b",
        rf"\b(?P<month>{MONTH_NAMES})\.?\s+(?P<day>[0-3]?\d)(?:st|nd|rd|th)?,?\s+(?P<year>{_YEAR})\b",
        rf"\b(?P<day>[0-3]?\d)(?:st|nd|rd|th|er|\.)?\s+(?:(?:of|de)\s+)?(?P<month>{MONTH_NAMES})\.?,?\s+(?:del?\s+)?(?P<year>{_YEAR})\b",
        rf"\bQ(?P<quarter>[1-4])(?:\s*['’]\s*|[\s-]*)(?:of\s+)?(?P<fiscal>FY|fiscal(?:\s+year)?)?\s*['’]?(?P<year>{_YEAR}|\d\d)(?!\d)",
        rf"\b(?P<fiscal>FY)?\s*(?P<year>{_YEAR})[\s-]*Q(?P<quarter>[1-4])\b",
        rf"\b(?P<quarter>[1-4])Q[\s-]*(?P<fiscal>FY)?\s*['’]?(?P<year>{_YEAR}|\d\d)(?!\d)",
        rf"\b(?P<ordinal>{'|'.join(_ORDINALS)})[\s-]+quarter(?:\s+(?:of|in|for))?(?:\s+the)?(?:\s+(?P<fiscal>FY|fiscal(?:\s+year)?))?"
        rf"(?:\s*(?P<year>{_YEAR}))",
        rf"\b(?P<fiscal>FY|fiscal(?:\s+year)?)\s*['’]?(?P<year>{_YEAR}|\d\d)(?:\s*[/–-]\s*(?P<until>{_YEAR}|\d\d))?(?!\d)",
        rf"\b(?P<month>{MONTH_NAMES})\.?\s+(?:del?\s+)?(?P<year>{_YEAR})\b",
        rf"(?<![\d.,$€£#-])(?P<year>{_YEAR})\s*[/–-]\s*(?P<until>{_YEAR}|\d\d)(?![\d-])",
        rf"(?<![\d.,$€£#-])(?P<decade>{_YEAR[:-2]}0)['’]?s\b",
        rf"(?<![\d.,$€£#-])(?P<year>{_YEAR})(?![\d-]|[.,]\d|/(?!{_YEAR}(?!\d))\d{{3}})",
        r"\bQ(?P<quarter>[1-4])\b",
    )
)


class Period(Frozen):
    """A named period. `year`: the year in its name. A fiscal year is named after the year in which it ends, unless the
    issuer names it otherwise.

    Example: “Q3 2023” is the period with `year=2023` and `quarter=3`.
    """

    year: int | None = None
    until: int | None = None
    """The last year of a range of years; None for a single year."""
    quarter: int | None = None
    month: int | None = None
    day: int | None = None
    fiscal: bool = False

    def label(self) -> str:
        """Return the name in one form: “FY2023”, “Q2 FY2023”, “2022-07-01”, “2019”."""
        if self.day and self.month:
            return f"{self.year}-{self.month:02}-{self.day:02}"
        if self.month:
            return f"{self.year}-{self.month:02}"
        years = f"{self.year}" if self.until is None else f"{self.year}–{self.until}"
        years = "" if self.year is None else f"FY{years}" if self.fiscal else years
        return f"Q{self.quarter} {years}".strip() if self.quarter else years

    def years(self) -> frozenset[int]:
        if self.year is None:
            return frozenset()
        return frozenset(range(self.year, (self.until or self.year) + 1))


def periods_in(text: str) -> Iterator[tuple[Period, int, int]]:
    """Yield each period of the text with its start and end, in order. A longer period (“Q2 FY2023”) takes the place of
    its parts (“2023”)."""
    yield from _periods(text)


@lru_cache(maxsize=4_096)
def _periods(text: str) -> tuple[tuple[Period, int, int], ...]:
    taken = bytearray(len(text))
    found: list[tuple[int, int, Period]] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            period = _read(match)
            if period is not None:
                taken[match.start() : match.end()] = b"\x01" * len(match.group())
                found.append((match.start(), match.end(), period))
    return tuple((period, start, end) for start, end, period in sorted(found, key=lambda found: found[:2]))


def parse_period(text: str) -> Period | None:
    """Return the first period of the text, or None.

    Example: “the third quarter of 2023” gives the period with `year=2023` and `quarter=3`.
    """
    return next((period for period, _, _ in periods_in(text)), None)


def fiscal_quarter(end: date, months: int) -> Period:
    """Return the quarter covered by a report on the first `months` months of a fiscal year. `end`: the last day of the
    report's period. The fiscal year is named after the year in which it ends.

    Example: nine months that end on 30 September 2023 end with the third quarter of 2023.
    """
    settled = _month_of_close(end)
    over = settled[1] + 12 - months
    year = settled[0] + (over - 1) // 12
    return Period(year=year, quarter=max(1, months // 3), fiscal=True)


def _month_of_close(end: date) -> tuple[int, int]:
    """Return the year and month in which a period closes. A year of 52 or 53 weeks may end in the first days of the
    next month.

    Example: a year that ends on 2 January 2023 closes in December 2022.
    """
    if end.day > 7:
        return end.year, end.month
    return (end.year, end.month - 1) if end.month > 1 else (end.year - 1, 12)


def _read(match: re.Match[str]) -> Period | None:
    parts = match.groupdict()
    if iso := parts.get("iso"):
        return _dated(int(iso[:4]), int(iso[5:7]), int(iso[8:]))
    if decade := parts.get("decade"):
        first = int(decade)
        return Period(year=first, until=first + (99 if first % 100 == 0 and first < 2000 else 9))
    year = _full_year(parts.get("year"))
    if parts.get("month"):
        assert year is not None
        return _dated(year, _MONTHS[parts["month"].casefold()], int(parts["day"]) if parts.get("day") else None)
    quarter = parts.get("quarter") or parts.get("ordinal")
    until = _full_year(parts.get("until"))
    if until is not None and year is not None and not year < until <= year + 30:
        until = None
    return Period(
        year=year,
        until=until,
        quarter=_ORDINALS.get(quarter.casefold(), 0) or int(quarter) if quarter else None,
        fiscal=bool(parts.get("fiscal")),
    )


def _dated(year: int, month: int, day: int | None) -> Period | None:
    try:
        date(year, month, day or 1)
    except ValueError:
        return None
    return Period(year=year, month=month, day=day)


def _full_year(digits: str | None) -> int | None:
    if digits is None:
        return None
    return int(digits) if len(digits) == 4 else 2000 + int(digits) if int(digits) < 70 else 1900 + int(digits)
