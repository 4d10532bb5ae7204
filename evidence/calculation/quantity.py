"""A quantity that is calculated with: an exact number with its unit and its bound, or a day of the calendar (SPEC EVI-9)."""

from datetime import date
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from ..values.fact_types import Bound

DIGITS_LIMIT = 300
"""Of an operand, and places before or after its point."""
THIRDS_DIGITS = 28
"""Of “a third” as `numbers` reads it."""
HUNDREDTHS = " in hundredths"
"""Marks the unit of an amount times a percentage, until it is divided by 100."""
DATE = "date"
"""The unit of a day. Its number is the day's in the Gregorian calendar, 1 January of the year 1 being 1."""


class FormulaError(ValueError):
    """The formula cannot be calculated. The message is the reason."""


class Quantity(NamedTuple):
    number: Fraction
    unit: str | None = None
    """As of an operand: None, "percent", "USD million", "day", "date", a rate as "GBP/mile"."""
    bound: Bound = "exact"
    of_case: bool = False
    """Whether it rests on what the question gives."""
    counted: bool = False
    """Whether its unit only says what the question counts ("3 months"), or the days between two dates."""
    signed: bool = False
    """Whether it may be below zero though its upper limit is not: "up to £140" less £20."""
    converted: frozenset[frozenset[int]] = frozenset()
    """Factors of which the formula must hold one each, since a rate was taken of another unit: 12 for a rate per year and 7 months."""


def day_of(number: Fraction | Decimal) -> date:
    if number != int(number) or not 1 <= number <= date.max.toordinal():
        raise FormulaError("there is no such date")
    return date.fromordinal(int(number))


def fraction_of(name: str, number: Decimal) -> Fraction:
    """Exactly; a third in full is a third."""
    digits = number.as_tuple().digits
    if not number.is_finite() or abs(number.adjusted()) > DIGITS_LIMIT or len(digits) > DIGITS_LIMIT:
        raise FormulaError(f"operand {name} has more digits than are calculated with")
    exact = Fraction(number)
    near = exact.limit_denominator(100) if len(digits) == THIRDS_DIGITS else exact
    return near if decimal_of(near, THIRDS_DIGITS) == number else exact


def decimal_of(number: Fraction, digits: int) -> Decimal:
    """The number with so many significant digits."""
    with localcontext(Context(prec=digits)):
        return Decimal(number.numerator) / Decimal(number.denominator)
