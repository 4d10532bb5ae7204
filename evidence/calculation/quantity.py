"""A quantity for calculation: an exact number with its unit and its bound, or a calendar day (SPEC EVI-9)."""

from datetime import date
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from ..values.fact_types import Bound

DIGITS_LIMIT = 300
"""Maximum number of digits of an operand, and of places before or after its decimal point."""
THIRDS_DIGITS = 28
"""Number of digits with which `numbers` represents “a third”."""
HUNDREDTHS = " in hundredths"
"""Suffix for the unit of an amount multiplied by a percentage. It is removed when the product is divided by 100."""
DATE = "date"
"""The unit of a date. Its number is the day number in the Gregorian calendar, where 1 January of year 1 is day 1."""


class FormulaError(ValueError):
    """A formula cannot be calculated. The message is the reason."""


class Quantity(NamedTuple):
    number: Fraction
    unit: str | None = None
    """The unit, as in `Operand.unit`: None, "percent", "USD million", "day", "date", or a rate such as "GBP/mile"."""
    bound: Bound = "exact"
    of_case: bool = False
    """Whether the quantity depends on a value from the question."""
    counted: bool = False
    """Whether the unit only says what the question counts ("3 months"), or the number counts days between two dates."""
    signed: bool = False
    """Whether the value may be negative although only an upper limit is known: "up to £140" minus £20."""
    converted: frozenset[frozenset[int]] = frozenset()
    """Sets of conversion factors; the formula must contain at least one of each set. A rate per year applied to 7
    months needs 12."""


def day_of(number: Fraction | Decimal) -> date:
    if number != int(number) or not 1 <= number <= date.max.toordinal():
        raise FormulaError("the result is not a date of the calendar")
    return date.fromordinal(int(number))


def fraction_of(name: str, number: Decimal) -> Fraction:
    """Return the number of the operand `name` as an exact fraction. A third or similar fraction that is written with
    `THIRDS_DIGITS` digits becomes exact. Raises `FormulaError` for a number with too many digits."""
    digits = number.as_tuple().digits
    if not number.is_finite() or abs(number.adjusted()) > DIGITS_LIMIT or len(digits) > DIGITS_LIMIT:
        raise FormulaError(f"operand {name} has more digits than are calculated with")
    exact = Fraction(number)
    near = exact.limit_denominator(100) if len(digits) == THIRDS_DIGITS else exact
    return near if decimal_of(near, THIRDS_DIGITS) == number else exact


def decimal_of(number: Fraction, digits: int) -> Decimal:
    """Return the number rounded to `digits` significant digits."""
    with localcontext(Context(prec=digits)):
        return Decimal(number.numerator) / Decimal(number.denominator)
