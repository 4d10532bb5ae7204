"""Ranks a company's reports by how well their period matches the period of a question (SPEC EVI-7)."""

from collections.abc import Sequence

from ..values.periods import parse_period

MADE_FOR_IT, OF_THE_SAME_YEAR, COMPARES_WITH_IT, OF_NO_PERIOD, OF_ANOTHER = range(5)
"""How well a report matches the requested period, best first. MADE_FOR_IT: the annual report for the year, or the
quarterly report for the quarter. OF_THE_SAME_YEAR: another report for that year. COMPARES_WITH_IT: the report for the
following year, which also shows the year before. OF_NO_PERIOD: a report that is made for no period. OF_ANOTHER: any
other report."""


def period_match(asked: Sequence[str], made_for: str | None) -> int:
    """Return how well a report for the period `made_for` matches the latest period in `asked`. The result is one of the
    constants above. If `asked` is empty, all reports match equally.

    Example: `period_match(["2023"], "FY2023") == MADE_FOR_IT` gives `True`, and
    `period_match(["2023"], "FY2024") == COMPARES_WITH_IT` gives `True`.
    """
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
    """Return a sort key for reports that match equally well. Later years are first, and within a year annual
    reports.

    Example: `newest_first("FY2023")` gives `(-2023, False)`, and `newest_first("Q2 2024")` gives `(-2024, True)`.
    """
    held = parse_period(made_for) if made_for else None
    years = held.years() if held else frozenset()
    return -max(years, default=0), held is not None and held.quarter is not None
