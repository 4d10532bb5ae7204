"""Types for the values of a text: quantities, dates and periods."""

from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

FactKind = Literal[
    "number",  # a count or figure without a unit
    "percent",
    "percentage_points",  # a difference of percentages; a basis point is a hundredth of one
    "money",
    "quantity",  # a figure with a physical or medical unit
    "ordinal",  # 2nd, third
    "date",  # a day
    "period",  # a named period: a month, quarter, year, decade, "year ended …"
    "duration",  # a length of time: 30 days
    "time",  # a time of day, in minutes after midnight
]
Bound = Literal["exact", "at_least", "more_than", "at_most", "less_than", "about", "between"]


class Fact(NamedTuple):
    """A value of a text.

    `text == source[start:end]`, in characters, includes sign, magnitude, currency and unit. `low`, `high`: the value,
    with its magnitude (“1.2bn” is 1200000000) and sign. They differ only for a range, and are None for dates. `unit`:
    an ISO currency code, “percent”, “percentage_point”, or a unit of `units.py`. `bound_start`, `bound_end`: the place
    of the words for `bound`. `first_day`, `last_day`: both included. They are None without a year, for “5/3/2018”, and
    if `fiscal`, since the text seldom states when a fiscal year begins. `counted`: the noun that a number without unit
    counts, in the singular and in lower case.

    This is a tuple, not a Frozen model, because a guard makes about twenty for each sentence.
    """

    kind: FactKind
    start: int
    end: int
    text: str
    low: Decimal | None = None
    high: Decimal | None = None
    unit: str | None = None
    bound: Bound = "exact"
    bound_start: int | None = None
    bound_end: int | None = None
    first_day: date | None = None
    last_day: date | None = None
    fiscal: bool = False
    quarter: int | None = None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    counted: str | None = None
