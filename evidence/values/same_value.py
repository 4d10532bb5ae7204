"""Decides whether two values are equal, in whatever form they are written."""

import re
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from ..lexicon.unit_names import DIMENSIONS, TIMES
from ..model.frozen import Frozen
from .fact_types import Fact
from .numbers import EXACT

_PLACES = Decimal("1e-12")  # the precision of a unit's factor: 1/3 of a year is four months


class Compared(Frozen):
    """The result of a comparison. `same`: whether the values are equal. `reason`: the difference, or why they are
    equal.

    Example: “90 minutes” and “1.5 hours” are equal; “5%” and “6%” are not.
    """

    same: bool
    reason: str


def comparable(a: Fact, b: Fact) -> bool:
    """Return whether `a` and `b` have the same dimension, so that both may state one fact. Examples: two amounts of one
    currency, two lengths.

    Two numbers without units are comparable, whatever they count. A percentage is not comparable with percentage
    points, nor a count with an ordinal.
    """
    if _is_dated(a) or _is_dated(b):
        return _is_dated(a) and _is_dated(b)
    if a.unit != b.unit and a.unit is not None and b.unit is not None:
        first, second = DIMENSIONS.get(a.unit), DIMENSIONS.get(b.unit)
        return first is not None and second is not None and _of(first[0]) == _of(second[0])
    return a.kind == b.kind


def same_value(a: Fact, b: Fact) -> Compared:
    """Return whether the value `a` of a claim equals the value `b` of a source, with the reason.

    Equal: 1.2bn and 1,200 million; 12 months and one year; 24 hours and a day; 1 km and 1,000 m. Not equal: 365 days
    and a year; 5% and 5 percentage points; “more than 5” and 5. “About 5” in a claim equals “about 5” in a source, and
    also 5.04, which rounds to 5. But “5” in a claim does not equal “about 5” in a source. The nouns that numbers count
    are not compared.
    """
    if not comparable(a, b):
        return Compared(same=False, reason=f"“{a.text}” and “{b.text}” are of different kinds")
    if _is_dated(a):
        return _same_days(a, b)
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return Compared(same=False, reason="a value has no figure")
    lows, highs = (_in_base(a, a.low), _in_base(b, b.low)), (_in_base(a, a.high), _in_base(b, b.high))
    if a.bound != b.bound and not (a.bound == "about" and b.bound == "exact"):
        if _equal(*lows) and _equal(*highs):
            return Compared(same=False, reason=f"“{a.text}” is {_words(a)} and “{b.text}” is {_words(b)}")
        return Compared(same=False, reason=f"“{a.text}” ({_words(a)}) is not “{b.text}” ({_words(b)})")
    if _equal(*lows) and _equal(*highs):
        return Compared(same=True, reason="the same value")
    if a.bound == "about" and _rounds_to(b.low, a, b):
        return Compared(same=True, reason=f"“{b.text}” rounds to “{a.text}”")
    return Compared(same=False, reason=f"“{a.text}” is not “{b.text}”")


def _is_dated(fact: Fact) -> bool:
    return fact.kind in {"date", "period"}


def _of(dimension: str) -> str:
    return "time" if dimension in TIMES else dimension


def _in_base(fact: Fact, value: Decimal) -> tuple[str, Decimal]:
    """Return the dimension of the value, and the value in its base unit, so that hours and days can be compared. A
    number without a unit stays as it is.

    Example: 2 hours become 7,200 seconds.
    """
    dimension, size = DIMENSIONS.get(fact.unit or "", (fact.unit or "", Decimal(1)))
    return dimension, value if size == 1 else EXACT.multiply(value, size)


def _equal(a: tuple[str, Decimal], b: tuple[str, Decimal]) -> bool:
    if a[0] != b[0]:
        return False
    if a[1] == b[1]:
        return True
    largest = max(EXACT.abs(a[1]), EXACT.abs(b[1]))
    return EXACT.abs(EXACT.subtract(a[1], b[1])) <= EXACT.multiply(largest, _PLACES) and _is_inexact(a[1], b[1])


def _is_inexact(a: Decimal, b: Decimal) -> bool:
    """Return whether a value is a third or comes from a converted unit, so that its last digits are not exact.

    Example: 1/3 with 28 digits is inexact, and 0.5 is not.
    """
    return max(len(a.as_tuple().digits), len(b.as_tuple().digits)) in range(20, 40)


def _rounds_to(exact: Decimal, about: Fact, source: Fact) -> bool:
    """Return whether the source's figure, in the claim's unit, rounds to the claim's figure at its last significant
    digit."""
    if about.low is None or about.low != about.high:
        return False
    dimension, size = DIMENSIONS.get(about.unit or "", ("", Decimal(1)))
    other, other_size = DIMENSIONS.get(source.unit or "", ("", Decimal(1)))
    if dimension != other:
        return False
    value = exact if size == other_size else EXACT.divide(EXACT.multiply(exact, other_size), size)
    figure = about.low.normalize(EXACT)
    exponent = figure.as_tuple().exponent
    if not isinstance(exponent, int) or not value.is_finite() or not figure:
        return False
    rounded = value.quantize(Decimal(1).scaleb(exponent, EXACT), rounding=ROUND_HALF_UP, context=EXACT)
    return rounded == figure


def _words(fact: Fact) -> str:
    return fact.bound.replace("_", " ") if fact.bound != "exact" else "an exact value"


def _same_days(a: Fact, b: Fact) -> Compared:
    if _is_open(a) or _is_open(b):
        return _same_open_days(a, b)
    first, second = _calendar(a), _calendar(b)
    if a.bound != b.bound and "between" not in {a.bound, b.bound}:
        return Compared(same=False, reason=f"“{a.text}” is {_words(a)} and “{b.text}” is {_words(b)}")
    if first == second:
        return Compared(same=True, reason="the same days")
    return Compared(same=False, reason=f"“{a.text}” is not “{b.text}”")


def _calendar(fact: Fact) -> tuple[object, ...]:
    if fact.first_day is not None:
        return (fact.first_day, fact.last_day)
    return (fact.fiscal, fact.year, fact.quarter, fact.month, fact.day)


def _is_open(fact: Fact) -> bool:
    """Return whether either number of a date may be the day, as in “5/3/2018”."""
    return fact.kind == "date" and fact.first_day is None and fact.month is None


def _readings(fact: Fact) -> frozenset[date]:
    if fact.first_day is not None:
        return frozenset({fact.first_day})
    one, two = (int(part) for part in re.findall(r"\d{1,2}", fact.text)[:2])
    year = fact.year or 1
    return frozenset({date(year, one, two), date(year, two, one)})


def _same_open_days(a: Fact, b: Fact) -> Compared:
    if a.kind != "date" or b.kind != "date" or a.year is None or b.year is None:
        return Compared(same=False, reason=f"“{a.text}” is not “{b.text}”")
    if _readings(a) == _readings(b) and _is_open(a) and _is_open(b):
        same = [int(part) for part in re.findall(r"\d+", a.text)] == [int(part) for part in re.findall(r"\d+", b.text)]
        return Compared(
            same=same,
            reason="the same figures" if same else f"“{a.text}” and “{b.text}” have day and month in a different order",
        )
    if _is_open(b):
        return Compared(same=False, reason=f"“{b.text}” does not show which number is the day")
    if _readings(a) & _readings(b):
        return Compared(same=True, reason="one possible date is the same")
    return Compared(same=False, reason=f"“{a.text}” is not “{b.text}”")
