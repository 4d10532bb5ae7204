"""Exact arithmetic on quantities: a number with its unit and bound, or a calendar day (SPEC EVI-9).

A calculation with a limit ("at most £140") gives a limit if the operation is monotone: three times this amount is at
most £420, and 500 minus this amount is at least £360. `FormulaError` is raised if two limits together determine no
bound. A quantity with an upper limit above zero is assumed not to be negative.
"""

import calendar
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from ..lexicon.unit_names import DIMENSIONS
from ..values.fact_types import Bound
from .quantity import DATE, HUNDREDTHS, FormulaError, Quantity, bounded, day_of, raised
from .unit_algebra import aligned, all_aligned, as_count, in_one_unit, is_loose, of_rate, without_rate

_FLIPPED: Mapping[Bound, Bound] = {
    "at_most": "at_least", "at_least": "at_most", "less_than": "more_than", "more_than": "less_than",
}  # fmt: skip
_UPPER = frozenset({"at_most", "less_than"})
_LOWER = frozenset({"at_least", "more_than"})


def plus(first: Quantity, second: Quantity) -> Quantity:
    if DATE in (first.unit, second.unit):
        return _moved(first, second) if first.unit == DATE else _moved(second, first)
    first, second = aligned(first, second, "added")
    return _made(first.number + second.number, first.unit, _joint(first, second), first, second)


def minus(first: Quantity, second: Quantity) -> Quantity:
    if first.unit == second.unit == DATE:
        days = _made(first.number - second.number, "day", _joint(first, negative(second)), first, second)
        return days._replace(counted=True)
    if second.unit == DATE:
        raise FormulaError("a date can only be subtracted from another date")
    if first.of_case and first.bound == "exact" and _is_threshold(second):
        second = second._replace(bound="exact")
    return plus(first, negative(second))


def negative(value: Quantity) -> Quantity:
    return _made(-value.number, value.unit, _FLIPPED.get(value.bound, value.bound), value)


def times(first: Quantity, second: Quantity) -> Quantity:
    """Return the product of two quantities. One factor must be a number without a unit, a rate per unit of the other
    factor, or a percentage. A product with a percentage must later be divided by 100. Raises `FormulaError` for other
    units.

    Example: £0.45 per mile times 210 miles is £94.50.
    """
    _no_date(first, second)
    for rate, taken in ((first, second), (second, first)):
        if (met := of_rate(rate, taken)) is not None:
            rate, taken = met
            value = _made(rate.number * taken.number, rate.unit, _joint_product(rate, taken), rate, taken)
            return value._replace(counted=rate.counted)
    units = (first.unit, second.unit)
    if None not in units and "percent" in units and units != ("percent", "percent"):
        unit: str | None = f"{without_rate(next(unit for unit in units if unit != 'percent'))}{HUNDREDTHS}"
    elif None in units:  # a bare figure times "3 months" from the question is not a number of months
        unit = as_count(first).unit or as_count(second).unit
        unit = without_rate(unit) if is_loose(unit) else unit
    else:
        pair = (as_count(first), second) if as_count(first).unit is None else (first, as_count(second))
        if None not in (pair[0].unit, pair[1].unit):
            raise FormulaError(f"{first.unit} multiplied by {second.unit} has no known unit")
        return times(*pair)
    value = _made(first.number * second.number, unit, _joint_product(first, second), first, second)
    return value._replace(counted=all(quantity.counted or quantity.unit is None for quantity in (first, second)))


def over(first: Quantity, second: Quantity) -> Quantity:
    _no_date(first, second)
    if not second.number:
        raise FormulaError("the formula divides by zero")
    if (second.bound in _LOWER and second.number < 0) or (second.bound in _UPPER and second.signed):
        raise FormulaError("the divisor may be zero, so there is no result")
    if second.unit and first.unit and second.unit.startswith(f"{first.unit}/"):
        unit: str | None = second.unit.removeprefix(f"{first.unit}/")
    elif second.unit:
        pair = in_one_unit(first, second)
        if pair is None and as_count(second).unit is None:
            return over(first, as_count(second))
        if pair is None:
            raise FormulaError(f"{first.unit or 'a number without a unit'} divided by {second.unit} has no known unit")
        (first, second), unit = pair, None
    else:
        unit = without_rate(first.unit) if is_loose(first.unit) else first.unit
        if unit and second.number == 100:  # 150% is 150 / 100, and 150% of an amount is amount * 150 / 100
            unit = None if unit == "percent" else unit.removesuffix(HUNDREDTHS)
    inverse = second._replace(number=1 / second.number, bound=_FLIPPED.get(second.bound, second.bound))
    value = _made(first.number / second.number, unit, _joint_product(first, inverse), first, second)
    return value._replace(counted=first.counted)


def power(base: Quantity, exponent: Quantity) -> Quantity:
    exponent = as_count(exponent)
    if base.unit or exponent.unit:
        raise FormulaError(f"a power or root of {base.unit or exponent.unit} has no known unit")
    if exponent.bound != "exact" or (
        base.bound != "exact" and (base.number <= 0 or base.signed or exponent.number <= 0)
    ):
        raise FormulaError("there is no power of a limit such as “at most 5”")
    return _made(raised(base.number, exponent.number), None, base.bound, base, exponent)


def least(values: Sequence[Quantity]) -> Quantity:
    return _extreme(values, min)


def greatest(values: Sequence[Quantity]) -> Quantity:
    return _extreme(values, max)


def _extreme(values: Sequence[Quantity], pick: Callable[[list[Fraction]], Fraction]) -> Quantity:
    """Return the least or greatest of the values, as `pick` (min or max) selects it.

    “45p a mile, up to £60” means the smaller of the two amounts, which is one exact amount. So if the question gives an
    exact figure, an upper limit inside `min` is a cap: the result is exact and not a limit. The same applies to a lower
    limit inside `max`, and to a threshold (`_is_threshold`).
    """
    values = all_aligned(values)
    caps, idle = (_UPPER, _LOWER) if pick is min else (_LOWER, _UPPER)
    own = any(value.of_case and value.bound == "exact" for value in values)
    judged = [value for value in values if not (own and (value.bound in caps or _is_threshold(value)))]
    firm = [quantity.number for quantity in judged if quantity.bound not in idle]
    bound: Bound = "exact"
    for quantity in judged:
        if quantity.bound not in idle or not firm or pick(firm) != pick([*firm, quantity.number]):
            bound = _weaker(_joint(Quantity(quantity.number, bound=bound), quantity))
    return _made(pick([value.number for value in values]), values[0].unit, bound, *values)


def _is_threshold(value: Quantity) -> bool:
    """Return whether the value is a threshold, such as the £12,570 in “income over £12,570”.

    A threshold is a strict limit (“more than”, “less than”) that a document states. A rule starts to apply at it, so
    callers use it as an exact value beside an exact figure from the question.
    """
    return not value.of_case and value.bound in _FLIPPED and _weaker(value.bound) != value.bound


def whole(value: Quantity, how: str) -> Quantity:
    """Return the value rounded down ("floor"), up ("ceil"), or to the nearest whole number ("round", with halves away
    from zero). Raises `FormulaError` if values in its unit cannot be rounded."""
    _no_date(value)
    if " " in (value.unit or ""):
        raise FormulaError(f"an amount in {value.unit} cannot be rounded to a whole number")
    number = value.number
    if how == "round":
        rounded = floor(abs(number) + Fraction(1, 2)) * (-1 if number < 0 else 1)
    else:
        rounded = floor(number) if how == "floor" else ceil(number)
    return _made(Fraction(rounded), value.unit, _weaker(value.bound), value)


def end_of_month(day: Quantity) -> Quantity:
    """Return the last day of the month of a date. Raises `FormulaError` for another quantity.

    Example: 3 February 2024 becomes 29 February 2024.
    """
    if day.unit != DATE:
        raise FormulaError("month_end needs a date")
    given = day_of(day.number)
    last = given.replace(day=calendar.monthrange(given.year, given.month)[1])
    return day._replace(number=Fraction(last.toordinal()), bound=_weaker(day.bound))


def between(first: Quantity, second: Quantity, what: str) -> Quantity:
    """Return the time from the first date to the second as a number without a unit. `what` says whether days, full
    months or full years are counted. Raises `FormulaError` if the second date is earlier.

    Example: from 31 January to 1 March 2023 are 29 days, or one full month.
    """
    if first.unit != DATE or second.unit != DATE:
        raise FormulaError(f"{what} can only be counted between two dates")
    start, end = day_of(first.number), day_of(second.number)
    if end < start:
        raise FormulaError(f"the second date, {end}, is before the first, {start}; give the earlier one first")
    months = (end.year - start.year) * 12 + end.month - start.month
    months -= _shifted(start, months) > end
    count = {"days": int(second.number - first.number), "months": months, "years": months // 12}[what]
    bound = _weaker(_joint(negative(first), second))
    return _made(Fraction(count), None, bound, first, second)


def _made(number: Fraction, unit: str | None, bound: Bound, *of: Quantity) -> Quantity:
    converted = frozenset[frozenset[int]]().union(*(quantity.converted for quantity in of))
    of_case = any(quantity.of_case for quantity in of)
    signed = any(
        quantity.signed or (bound in _UPPER and (quantity.number < 0 or quantity.bound in _LOWER)) for quantity in of
    )
    counted = any(quantity.counted for quantity in of)
    return Quantity(bounded(number), unit, bound, of_case, counted, signed, converted)


def _joint(first: Quantity, second: Quantity) -> Bound:
    """Return the bound of a result that grows with both quantities. Raises `FormulaError` if their bounds cannot be
    combined.

    Example: “at most 5” and an exact 3 give “at most”; “at most 5” and “at least 3” cannot be combined.
    """
    one, other = first.bound, second.bound
    if one == other or other == "exact":
        return one
    if one == "exact":
        return other
    for side in (_UPPER, _LOWER):
        if {one, other} <= side:
            return "less_than" if side is _UPPER else "more_than"
    raise FormulaError(f"“{one.replace('_', ' ')}” and “{other.replace('_', ' ')}” cannot be combined into one bound")


def _joint_product(first: Quantity, second: Quantity) -> Bound:
    limits = [quantity for quantity in (first, second) if quantity.bound != "exact"]
    if not limits:
        return "exact"
    if len(limits) == 1:
        factor = second if limits[0] is first else first
        flipped = _FLIPPED.get(limits[0].bound, limits[0].bound)
        return "exact" if not factor.number else limits[0].bound if factor.number > 0 else flipped
    if any(limit.number <= 0 or (limit.signed and limit.bound in _UPPER) for limit in limits):
        raise FormulaError("two limits cannot be multiplied or divided if one of them may be negative")
    return _joint(first, second) if first.bound == second.bound else _weaker(_joint(first, second))


def _weaker(bound: Bound) -> Bound:
    """Return the non-strict form of a bound: “less than 5.5”, rounded to whole numbers, becomes at most 5."""
    return "at_most" if bound in _UPPER else "at_least" if bound in _LOWER else bound


def _moved(day: Quantity, length: Quantity) -> Quantity:
    """Return a date moved by a length of time. One month after the 31st is the last day of the next month if that is
    shorter.

    Example: 31 January 2023 and one month give 28 February 2023.
    """
    kind, size = DIMENSIONS.get(length.unit or "", ("", Decimal(0)))
    if kind not in {"seconds", "months"}:
        name = (length.unit or "a bare number").replace("_", " ")
        raise FormulaError(
            f"{name} cannot be added to a date{': no calendar of holidays is known' if 'day' in name else ''}"
        )
    steps = length.number * Fraction(size) / (1 if kind == "months" else 86_400)
    if steps.denominator != 1 or abs(steps) > date.max.toordinal():
        raise FormulaError("a part of a day or month cannot be added to a date")
    start = day_of(day.number)
    end = _shifted(start, int(steps)).toordinal() if kind == "months" else day.number + steps
    return _made(Fraction(day_of(Fraction(end)).toordinal()), DATE, _joint(day, length), day, length)


def _shifted(start: date, months: int) -> date:
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if not date.min.year <= year <= date.max.year:
        raise FormulaError(
            f"{start} and {months:,} months are in the year {year:,}, not a date of the calendar (1 to 9999)"
        )
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))


def _no_date(*values: Quantity) -> None:
    if any(value.unit == DATE for value in values):
        raise FormulaError(
            "only a length of time can be added to a date, and only a date or a length of time can be subtracted from it"
        )
