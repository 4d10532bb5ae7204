"""Which number is the day in a document's dates of figures, “03/04/2026” (SPEC CON-6): settled by the document, or open."""

import re
from datetime import date

from ..model.source_record import DateOrder

_FIGURES = re.compile(r"(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2((?:1[5-9]|20)\d\d)(?![\d/-])")
_MONTH_FIRST = frozenset({"en-us", "es-us", "en-ph"})
"""Locales that put the month first (Unicode CLDR, short dates)."""


def date_order(text: str, language: str | None = None) -> DateOrder | None:
    """How the document writes its dates: the order of its unambiguous dates, or else of its declared locale. Returns None if its dates
    contradict each other or nothing shows the order; the locale "en" allows both."""
    told: set[DateOrder] = set()
    for match in _FIGURES.finditer(text):
        one, two = int(match[1]), int(match[3])
        if one > 12 >= two > 0:
            told.add("day_first")
        elif two > 12 >= one > 0:
            told.add("month_first")
    if told:
        return next(iter(told)) if len(told) == 1 else None
    locale = (language or "").casefold().replace("_", "-")
    if not locale or locale == "en":
        return None
    return "month_first" if locale in _MONTH_FIRST else "day_first"


def settled_days(text: str, order: DateOrder | None) -> str:
    """`text` with its dates of figures as year, month and day, where the order of the document settles them."""
    return _FIGURES.sub(lambda match: _iso(match, order) or match[0], text) if order else text


def open_days(text: str) -> tuple[tuple[str, date, date], ...]:
    """Each date of figures that can be read in two ways: its letters, the reading with the day first, the one with the month first."""
    found = []
    for match in _FIGURES.finditer(text):
        one, two, year = int(match[1]), int(match[3]), int(match[4])
        if one != two and 0 < one <= 12 and 0 < two <= 12:
            found.append((match[0], date(year, two, one), date(year, one, two)))
    return tuple(found)


def _iso(match: re.Match[str], order: DateOrder | None) -> str | None:
    one, two, year = int(match[1]), int(match[3]), int(match[4])
    day, month = (one, two) if order == "day_first" else (two, one)
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
