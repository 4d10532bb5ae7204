"""Decides which number is the day in dates such as “03/04/2026” (SPEC CON-6)."""

import re
from datetime import date

from ..model.source_record import DateOrder

_FIGURES = re.compile(r"(\d(?<![\d/.-].)\d?)([/-])(\d{1,2})\2((?:1[5-9]|20)\d\d)(?![\d/-])")
_MONTH_FIRST = frozenset({"en-us", "es-us", "en-ph"})
"""Locales that put the month first (Unicode CLDR, short dates)."""


def date_order(text: str, language: str | None = None) -> DateOrder | None:
    """Return the order of day and month in a document: that of its unambiguous dates, or else of its locale.

    Return None if the dates contradict each other, if nothing shows the order, or if the locale is only “en”.

    Example: a text with “25/12/2025” gives `"day_first"`, because there is no month 25.
    """
    orders: set[DateOrder] = set()
    for match in _FIGURES.finditer(text):
        first, second = int(match[1]), int(match[3])
        if first > 12 >= second > 0:
            orders.add("day_first")
        elif second > 12 >= first > 0:
            orders.add("month_first")
    if orders:
        return next(iter(orders)) if len(orders) == 1 else None
    locale = (language or "").casefold().replace("_", "-")
    if not locale or locale == "en":
        return None
    return "month_first" if locale in _MONTH_FIRST else "day_first"


def settled_days(text: str, order: DateOrder | None) -> str:
    """Return `text` with its numeric dates as year, month and day. If `order` is None, return it unchanged.

    Example: “due 03/04/2026” becomes “due 2026-04-03” if `order` is `"day_first"`.
    """
    return _FIGURES.sub(lambda match: _iso(match, order) or match[0], text) if order else text


def open_days(text: str) -> tuple[tuple[str, date, date], ...]:
    """Return each numeric date that can be read in two ways: its text, the day-first date and the month-first date.

    Example: for “due 03/04/2026”, it is “03/04/2026” with 3 April and 4 March 2026.
    """
    found = []
    for match in _FIGURES.finditer(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if first != second and 0 < first <= 12 and 0 < second <= 12:
            found.append((match[0], date(year, second, first), date(year, first, second)))
    return tuple(found)


def _iso(match: re.Match[str], order: DateOrder | None) -> str | None:
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    day, month = (first, second) if order == "day_first" else (second, first)
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
