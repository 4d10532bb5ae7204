"""A quantity for calculation: an exact number with its unit and its bound, or a calendar day (SPEC EVI-9). Powers
and roots of such numbers are exact if the result is rational."""

from datetime import date
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from ..values.fact_types import Bound

DIGITS_LIMIT = 300
"""The maximum number of digits of an operand, and of places before or after its decimal point."""
THIRDS_DIGITS = 28
"""The number of digits with which `numbers` represents “a third”."""
HUNDREDTHS = " in hundredths"
"""The suffix for the unit of an amount multiplied by a percentage. It is removed when the product is divided by 100."""
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
    """Whether the quantity is, or was calculated from, a value in the question."""
    counted: bool = False
    """Whether the unit only says what the question counts ("3 months"), or the number counts days between two dates."""
    signed: bool = False
    """Whether the value may be negative although only its upper limit is known, as for “up to £140” minus £20."""
    converted: frozenset[frozenset[int]] = frozenset()
    """Sets of conversion factors. The formula must contain at least one factor of each set: a rate per year applied to
    7 months needs 12."""


def day_of(number: Fraction | Decimal) -> date:
    if number != int(number) or not 1 <= number <= date.max.toordinal():
        raise FormulaError(
            "the result is not a date of the calendar: it is not a whole day, or not in the years 1 to 9999"
        )
    return date.fromordinal(int(number))


def fraction_of(name: str, number: Decimal) -> Fraction:
    """Return the number of the operand `name` as an exact fraction. A third or similar fraction that is written with
    `THIRDS_DIGITS` digits becomes exact. Raises `FormulaError` for a number with too many digits.

    Example: 0.25 becomes 1/4; 0.3333… with 28 digits becomes 1/3.
    """
    digits = number.as_tuple().digits
    if not number.is_finite() or abs(number.adjusted()) > DIGITS_LIMIT or len(digits) > DIGITS_LIMIT:
        raise FormulaError(f"operand {name} has more than {DIGITS_LIMIT} digits, which is too many")
    exact = Fraction(number)
    near = exact.limit_denominator(100) if len(digits) == THIRDS_DIGITS else exact
    return near if decimal_of(near, THIRDS_DIGITS) == number else exact


def decimal_of(number: Fraction, digits: int) -> Decimal:
    """Return the number rounded to `digits` significant digits.

    Example: `decimal_of(Fraction(2, 3), 4)` gives `0.6667`.
    """
    with localcontext(Context(prec=digits)):
        return Decimal(number.numerator) / Decimal(number.denominator)


EXPONENT_LIMIT = 100
BITS_LIMIT = 8_192
"""The maximum number of bits of a numerator and denominator together. These are about 2,400 digits: far more than any
document needs, and calculated in microseconds."""
ROOT_DIGITS = 50
"""The number of significant digits of an irrational root or fractional power."""
_LARGEST_ROOT = 12
_TOO_LONG = "the formula gives more digits than are calculated with"


def bounded(number: Fraction) -> Fraction:
    if _bits(number) > BITS_LIMIT:
        raise FormulaError(_TOO_LONG)
    return number


def raised(number: Fraction, exponent: Fraction) -> Fraction:
    if abs(exponent) > EXPONENT_LIMIT:
        raise FormulaError(f"an exponent is greater than {EXPONENT_LIMIT}")
    if number == 0 and exponent < 0:
        raise FormulaError("the formula divides by zero")
    if exponent.denominator == 1:
        if _bits(number) * abs(exponent.numerator) > BITS_LIMIT:
            raise FormulaError(_TOO_LONG)
        return number**exponent.numerator
    if number < 0:
        raise FormulaError("the formula takes a root of a negative number")
    root = _exact_root(number, exponent.denominator)
    if root is not None:
        return raised(root, Fraction(exponent.numerator))
    context = Context(prec=ROOT_DIGITS + 10)
    result = context.power(decimal_of(number, context.prec), decimal_of(exponent, context.prec))
    if not result.is_finite() or abs(result.adjusted()) > DIGITS_LIMIT:
        raise FormulaError(_TOO_LONG)
    return Fraction(Context(prec=ROOT_DIGITS).plus(result))


def _exact_root(number: Fraction, degree: int) -> Fraction | None:
    if degree > _LARGEST_ROOT:
        return None
    roots = []
    for part in (number.numerator, number.denominator):
        if part.bit_length() > 128:
            return None
        nearest = round(part ** (1 / degree))
        roots.append(nearest)
        if nearest**degree != part:
            return None
    return Fraction(roots[0], roots[1])


def _bits(number: Fraction) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()
