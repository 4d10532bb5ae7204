"""Powers and roots of exact numbers. A rational result is exact. A result with too many digits raises
`FormulaError`."""

from decimal import Context
from fractions import Fraction

from .quantity import DIGITS_LIMIT, FormulaError, decimal_of

EXPONENT_LIMIT = 100
BITS_LIMIT = 8_192
"""Maximum number of bits of a numerator and denominator together: about 2,400 digits, far more than any document needs,
calculated in microseconds."""
ROOT_DIGITS = 50
"""Number of significant digits of an irrational root or fractional power."""
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
        raise FormulaError("a root of a negative number")
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
