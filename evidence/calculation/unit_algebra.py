"""Decides which units can be combined in a calculation (SPEC EVI-9): equal units, units of one system, or a rate and
the quantity to which it applies."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from ..lexicon.unit_names import DIMENSIONS, DURATIONS
from .quantity import FormulaError, Quantity

_BY_CUSTOM = frozenset({30, 31, 52, 360, 365, 366})
"""Conversion factors between weeks, days, months and years that are conventions, not exact."""


def as_count(value: Quantity) -> Quantity:
    """Return a counted quantity ("3 months") as a number without a unit, for use with a figure that is not a rate per
    that unit. Return any other quantity unchanged.
    """
    return value._replace(unit=None) if value.counted and _is_measured(value.unit) else value


def _is_measured(unit: str | None) -> bool:
    return unit in DIMENSIONS and unit not in {"percent", "percentage_point"}


def is_loose(unit: str | None) -> bool:
    """Return whether a sum or a multiple may drop the "per" part of the unit. True for money and leave ("£25 an hour",
    "25 days a year"), false for a dose."""
    top = (unit or "").partition(" ")[0].partition("/")[0]
    return (len(top) == 3 and top.isupper()) or top in DURATIONS


def without_rate(unit: str | None) -> str | None:
    """Return the unit without its "per" part: "GBP" for "GBP/mile"."""
    name, _, scale = (unit or "").partition(" ")
    return " ".join(part for part in (name.partition("/")[0], scale) if part) or None


def of_rate(rate: Quantity, taken: Quantity) -> tuple[Quantity, Quantity] | None:
    """Return a rate and a quantity in a form in which they can be multiplied: “£0.45 a mile” and 210 miles.

    Return None if `rate` is not a rate per the unit of `taken`. For a rate per year and 7 months, the result records
    that the formula must contain the conversion factor. Raises `FormulaError` if the rate cannot be applied to the
    unit.
    """
    name, _, scale = (rate.unit or "").partition(" ")
    top, *per = name.split("/")
    unit, _, rest = (taken.unit or "").partition("/")
    for at, known in enumerate(per):
        kinds = {DIMENSIONS[unit_name][0] for unit_name in (unit, known) if unit_name in DIMENSIONS}
        ratio = _ratio(unit, known)
        if ratio is not None or kinds == {"seconds", "months"}:
            whole = {max(ratio.numerator, ratio.denominator)} if ratio is not None else _BY_CUSTOM
            factor = {frozenset(whole)} if whole != {1} else set()
            left = " ".join(part for part in ("/".join((top, *per[:at], *per[at + 1 :], *rest.split())), scale) if part)
            return rate._replace(unit=left), taken._replace(unit=None, converted=taken.converted | factor)
        if unit in DIMENSIONS and len(kinds) == 1:
            raise FormulaError(f"a rate per {known} cannot be applied to {unit}")
    return None


def _ratio(unit: str, other: str) -> Fraction | None:
    """Return the number of units `other` in one `unit`, or None if neither it nor its inverse is a whole number.

    It is 7 for a week in days, 1/7 for a day in weeks, and None for miles and kilometres.
    """
    if unit == other:
        return Fraction(1)
    (unit, _, per), (other, _, of_other) = unit.partition("/"), other.partition("/")
    if per != of_other:
        return None
    (kind, size), (of, base) = DIMENSIONS.get(unit, ("", Decimal(0))), DIMENSIONS.get(other, ("-", Decimal(1)))
    ratio = Fraction(size) / Fraction(base)
    return ratio if kind == of and 1 in (ratio.numerator, ratio.denominator) else None


def aligned(first: Quantity, second: Quantity, what: str) -> tuple[Quantity, Quantity]:
    pair = in_one_unit(first, second)
    if pair is None:
        units = " and ".join(quantity.unit or "a bare number" for quantity in (first, second))
        raise FormulaError(f"{units} cannot be {what}")
    return pair


def in_one_unit(first: Quantity, second: Quantity) -> tuple[Quantity, Quantity] | None:
    """Return the two quantities converted to one unit, the smaller of the two if both belong to one system. Return None
    if they cannot be.

    Example: 2 weeks and 3 days become 14 days and 3 days.
    """
    one, other = first.unit, second.unit
    if one == other:
        return first, second
    if one is None and not first.number:  # zero is the same in every unit
        return first._replace(unit=other), second
    if other is None and not second.number:
        return first, second._replace(unit=one)
    if one is None or other is None:
        counts = as_count(first), as_count(second)
        if counts[0].unit == counts[1].unit:
            return counts
        bare, measured = (first, second) if one is None else (second, first)
        named = bare.of_case and _is_measured(measured.unit)  # "I drove 12,000"
        return (first._replace(unit=measured.unit), second._replace(unit=measured.unit)) if named else None
    if {one, other} == {"percent", "percentage_point"}:
        return first._replace(unit="percent"), second._replace(unit="percent")
    if is_loose(one) and without_rate(one) == without_rate(other):
        return first._replace(unit=without_rate(one)), second._replace(unit=without_rate(one))
    ratio = _ratio(one, other)
    if ratio is None:
        return None
    if ratio > 1:
        return first._replace(number=first.number * ratio, unit=other), second
    return first, second._replace(number=second.number / ratio, unit=one)


def all_aligned(values: Sequence[Quantity]) -> list[Quantity]:
    common = values[0]
    for other in values[1:]:
        common = aligned(common, other, "compared")[0]
    return [aligned(value, common, "compared")[0] for value in values]
