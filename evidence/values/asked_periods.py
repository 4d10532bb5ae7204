"""Parses the periods in a question: "2018 and 2019", "fiscal 2017 to 2019", "July 27 and April 27, 2019"."""

import re
from functools import lru_cache

from .periods import MONTH_NAMES, Period, periods_in

_SHORT = re.compile(r"\bF[’']?(?=\d\d\b)")
"""“F” in place of “FY”, as in “F19”."""
_MONTH = rf"(?:{MONTH_NAMES})\.?"
_DAY_WITHOUT_YEAR = re.compile(
    rf"\b(?P<day>{_MONTH}\s+\d{{1,2}}|\d{{1,2}}\.?\s+{_MONTH}\b|{_MONTH}(?=\s+and\s+{_MONTH}))(?!\s*,?\s*\d{{4}})(?!\d)(?=[^?]*?\b(?P<year>20\d\d|19\d\d)\b)",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"\b(?P<ordinal>first|second|third|fourth|1st|2nd|3rd|4th)\s+quarter\b(?!\s+(?:of|in|for)?\s*(?:the\s+)?(?:fiscal(?:\s+year)?\s+)?\d{4})",
    re.IGNORECASE,
)
_QUARTER_ALONE = re.compile(r"\W*(?:first|second|third|fourth)\W*", re.IGNORECASE)
"""A column name that is only a quarter."""
_RANGE = re.compile(r"^\W*(?:to|until|through|and|[-–—])\W*$", re.IGNORECASE)
_SPREADS = re.compile(r"\b(?:to|until|through)\b|[-–—]", re.IGNORECASE)
_ALL_OF = re.compile(r"\b(?:average|mean|total|sum|altogether|combined|over the|each|all)\b", re.IGNORECASE)
_MOST_YEARS = 15
GAP = "¦"


@lru_cache(maxsize=16_384)
def asked_periods(text: str) -> tuple[tuple[Period, ...], str]:
    """Return the periods of the text in order, and the text with each period replaced by `GAP`.

    “From 2017 to 2019” means the two end years for a change, and every year of the range for an average or a sum.
    """
    if _QUARTER_ALONE.fullmatch(text):
        text = f"{text.strip()} quarter"
    text = _SHORT.sub("FY", text)
    text = _DAY_WITHOUT_YEAR.sub(lambda match: f"{match['day']}, {match['year']}", text)
    found = list(periods_in(text))
    spread: list[Period] = []
    for place, (period, start, _) in enumerate(found):
        between = text[found[place - 1][2] : start] if place else ""
        before = spread[-1] if spread else None
        all_between = _ALL_OF.search(text) and not re.search(r"\b(?:change|difference)\b", text, re.IGNORECASE)
        if place and before and all_between and _RANGE.match(between) and _is_year(before) and _is_year(period):
            named = _SPREADS.search(between) or re.search(
                r"\b(?:between|from)\W+(?:\w+\s+){0,2}$", text[: found[place - 1][1]], re.I
            )
            if named:
                spread += _years(before, period)[1:]
                continue
        if (
            period.until is not None
            and period.until - (period.year or 0) > 1
            and period.until - (period.year or 0) < _MOST_YEARS
        ):
            spread += [Period(year=year, fiscal=period.fiscal) for year in sorted(period.years())]
        else:
            spread.append(period)
    cut = text
    for _, start, end in reversed(found):
        cut = f"{cut[:start]}{GAP}{cut[end:]}"
    quarter = _QUARTER.search(cut)
    if quarter:
        number = {"f": 1, "1": 1, "s": 2, "2": 2, "t": 3, "3": 3}.get(quarter["ordinal"][0].casefold(), 4)
        quarter_of = [period.model_copy(update={"quarter": number}) for period in spread if period.quarter is None]
        spread = quarter_of or [*spread, Period(quarter=number)]
        cut = f"{cut[: quarter.start()]}{GAP}{cut[quarter.end() :]}"
    return tuple(dict.fromkeys(spread)), cut


def _is_year(period: Period) -> bool:
    return period.year is not None and (period.until, period.quarter, period.month) == (None, None, None)


def _years(first: Period, last: Period) -> list[Period]:
    if first.year is None or last.year is None or not 0 < last.year - first.year < _MOST_YEARS:
        return [first, last]
    return [Period(year=year, fiscal=first.fiscal) for year in range(first.year, last.year + 1)]
