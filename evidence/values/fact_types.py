"""What is read from a text by value: quantities, dates and periods."""

from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

FactKind = Literal[
    "number",  # a plain count or figure
    "percent",
    "percentage_points",  # a difference of percentages; basis points are read as hundredths of these
    "money",
    "quantity",  # a figure with a physical or medical unit
    "ordinal",  # 2nd, third
    "date",  # a day
    "period",  # a named stretch of time: a month, quarter, year, decade, "year ended …"
    "duration",  # a length of time: 30 days
    "time",  # a time of day, in minutes after midnight
]
Bound = Literal["exact", "at_least", "more_than", "at_most", "less_than", "about", "between"]


class Fact(NamedTuple):
    """One value: `text == source[start:end]`, in characters, with its sign, magnitude, currency and unit.

    A tuple and not a Frozen model, because a reader makes some twenty of them for each sentence a guard compares. `low` and
    `high` are equal for a single value, magnitudes applied ("1.2bn" is 1200000000), brackets and minus signs negative; None for
    dates. `unit` is the canonical name: an ISO code of a currency, "percent", "percentage_point", or a unit of `units.py`.
    `bound_start` and `bound_end` are the place of the words that set `bound`. `first_day` and `last_day` include both ends;
    they are None where the year is unknown, and where "5/3/2018" leaves the day open. `fiscal` years have no days, since the
    text seldom says when they begin. `counted` is the singular, lower-case noun that a plain number counts.
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
