"""Which of a company's reports is the one for the period a question asks about (SPEC EVI-7)."""

from collections.abc import Sequence

from ..values.periods import parse_period

MADE_FOR_IT, OF_THE_SAME_YEAR, COMPARES_WITH_IT, OF_NO_PERIOD, OF_ANOTHER = range(5)
"""How a report stands to the period, nearest first: the annual report for its year, or the quarterly one for its quarter; another
report made for the same year; that of the year after, which prints the year before beside its own; one made for no period; any other."""


def standing_to(asked: Sequence[str], made_for: str | None) -> int:
    """How a report made for `made_for` stands to the latest of the periods asked about, as one of the constants above. Of no period
    asked about, every report is as near as another."""
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
    """Sort key of reports that stand alike to what is asked: later years first, annual reports before quarterly ones."""
    held = parse_period(made_for) if made_for else None
    years = held.years() if held else frozenset()
    return -max(years, default=0), held is not None and held.quarter is not None
