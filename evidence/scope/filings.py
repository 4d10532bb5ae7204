"""Ranks a company's reports by how well they match the period that a question asks about (SPEC EVI-7)."""

from collections.abc import Sequence

from ..values.periods import parse_period

MADE_FOR_IT, OF_THE_SAME_YEAR, COMPARES_WITH_IT, OF_NO_PERIOD, OF_ANOTHER = range(5)
"""How well a report matches the period, best first: the annual report for its year, or the quarterly report for its quarter; another report
for the same year; the report of the following year, which also prints the year before; a report that is not made for a period; any other
report."""


def period_match(asked: Sequence[str], made_for: str | None) -> int:
    """Returns how well a report for the period `made_for` matches the latest period asked about, as one of the constants above. If no
    period is asked about, all reports match equally."""
    periods = [period for label in asked if (period := parse_period(label)) is not None and period.years()]
    held = parse_period(made_for) if made_for else None
    if not periods:
        return MADE_FOR_IT
    if held is None or not held.years():
        return OF_NO_PERIOD
    latest = max(periods, key=lambda period: (max(period.years()), period.quarter or 0))
    year, own = max(latest.years()), max(held.years())
    if own == year:
        return MADE_FOR_IT if latest.quarter == held.quarter else OF_THE_SAME_YEAR
    return COMPARES_WITH_IT if own == year + 1 and latest.quarter == held.quarter else OF_ANOTHER


def newest_first(made_for: str | None) -> tuple[int, bool]:
    """Returns the sort key of reports that match equally well: later years first, annual reports before quarterly ones."""
    held = parse_period(made_for) if made_for else None
    years = held.years() if held else frozenset()
    return -max(years, default=0), held is not None and held.quarter is not None
