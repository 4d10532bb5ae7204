"""Chooses the cell of a table row for the period in a question."""

import re
from collections.abc import Sequence

from ..values.asked_periods import asked_periods
from ..values.periods import Period
from .row_parts import Figure, parts_of

_COMPARES = re.compile(
    r"\b(?:changes?|variance|increase|decrease|growth|vs\.?|versus|(?:19|20)\d\d (?:over|to) (?:19|20)\d\d)\b|[∆Δ]|\b\d\d/\d\d\b",
    re.IGNORECASE,
)
_SPANS = (
    (3, re.compile(r"\b(?:three|3)[\s-]+months?\b|\b(?:twelve|thirteen|12|13)[\s-]+weeks?\b|\bquarters?\b|\bQ[1-4]\b", re.IGNORECASE)),
    (6, re.compile(r"\b(?:six|6)[\s-]+months?\b|\b(?:26|twenty[\s-]six)[\s-]+weeks?\b|\bhalf[\s-]years?\b", re.IGNORECASE)),
    (9, re.compile(r"\b(?:nine|9)[\s-]+months?\b|\b(?:39|thirty[\s-]nine)[\s-]+weeks?\b", re.IGNORECASE)),
    (12, re.compile(r"\b(?:twelve|12)[\s-]+months?\b|\b(?:52|53)[\s-]+weeks?\b|\b(?:fiscal\s+)?years?\b", re.IGNORECASE)),
)  # fmt: skip
_MONTHS_OF_A_QUARTER, _MONTHS_OF_A_YEAR = 3, 12


def cell_for(row: Sequence[tuple[str, str]], period: Period) -> Figure | None:
    """Return the only figure of the row whose column is of the period. Return None if there is no such column, or more
    than one. A column of changes or percentages is of no period. A column of a quarter is not of its year.

    `row`: column name and text of each cell, label first.

    Example: in the row “Revenue”, 5 under “2022” and 7 under “2023”, the cell for 2023 is the 7.
    """
    figures = parts_of(tuple(row)).figures
    of_period = [figure for figure in figures if not compares(figure.column) and is_of(figure.column, period)]
    return of_period[0] if len(of_period) == 1 else None


def compares(name: str) -> bool:
    """Return whether the column compares periods: “% Change”, “2021 vs. 2020”."""
    return _COMPARES.search(name) is not None or ("%" in name and not asked_periods(name)[0])


def is_of(name: str, asked: Period) -> bool:
    """Return whether the name of a column or parent row is of the period.

    Example: `is_of("Year ended December 31, 2023", Period(year=2023))` gives `True`.
    """
    named = asked_periods(name)[0]
    if not any(_agrees(period, asked) for period in named):
        return False
    months = _months(name)
    if asked.day is not None or asked.month is not None:
        return True
    if asked.quarter is not None:
        return months in (None, _MONTHS_OF_A_QUARTER) and any(_quarter(period) == asked.quarter for period in named)
    if any(period.quarter for period in named):
        return False
    return months in (None, _MONTHS_OF_A_YEAR)


def _agrees(named: Period, asked: Period) -> bool:
    if asked.until != named.until or (asked.year is not None and named.year != asked.year):
        return False
    return all(
        wanted is None or got is None or wanted == got
        for wanted, got in ((asked.month, named.month), (asked.day, named.day))
    )


def _quarter(named: Period) -> int | None:
    """Return the quarter of a column: the named one, or the calendar quarter that ends on its date; None without
    either.

    Example: “March 31, 2023” ends the first quarter.
    """
    if named.quarter is not None:
        return named.quarter
    if named.month is None or named.fiscal:
        return None
    month = named.month - 1 if named.day is not None and named.day <= _DAYS_OVER else named.month
    return (month or 12) // 3 if (month or 12) % 3 == 0 else None


_DAYS_OVER = 7
"""The number of days by which a quarter of 13 weeks may end in the next month."""


def _months(name: str) -> int | None:
    """Return the number of months that a column covers, by the last length in its name. Return None if the name has no
    length.

    Example: `_months("Nine months ended September 30, 2023")` gives `9`.
    """
    found = [(match.end(), months) for months, pattern in _SPANS for match in pattern.finditer(name)]
    return max(found)[1] if found else None
