"""Exact arithmetic over cited values, done by code (SPEC EVI-9)."""

import re
from collections.abc import Mapping, Sequence
from decimal import Context, Decimal, InvalidOperation
from fractions import Fraction
from typing import Literal, get_args

from pydantic import Field

from ..language.question_language import Language
from ..lexicon.unit_names import DIMENSIONS, DURATIONS
from ..model.frozen import Frozen, is_empty
from ..model.spans import SpanId
from ..values.fact_types import Bound
from .formulas import calculated, without_zeros, written
from .quantity import DATE, FormulaError, Quantity, decimal_of, fraction_of
from .result_words import LANGUAGES, words_for
from .value_text import bounded_text, value_text

Operation = Literal[
    "difference",
    "sum",
    "ratio",
    "share",
    "percent_change",
    "average",
    "product",
    "count",
    "minimum",
    "maximum",
    "days_outstanding",
    "growth_rate",
]

FORMULAS: Mapping[Operation, str] = {
    "difference": "{0} - {1}",
    "ratio": "{0} / {1}",
    "percent_change": "({1} - {0}) / {0} * 100",
    "product": "{0} * {1}",
    "days_outstanding": "365 * {0} / {1}",
}
"""The formula of each operation with two operands; `{0}` is the first. percent_change is the change from the first
operand to the second."""

EXTREMES: Mapping[str, str] = {"maximum": "highest", "minimum": "lowest"}

_UNITS: Mapping[tuple[str, str | None], str] = {
    ("percent_change", None): "percent",
    ("share", None): "percent",
    ("growth_rate", None): "percent",
    ("days_outstanding", None): "days",
    ("percent", None): "percent",
    ("days", None): "days",
    ("difference", "percent"): "percentage_point",  # 12% minus 10% is 2 percentage points, not 2%
}
"""The unit of the result by operation and unit of the operands, where it does not follow from the formula."""

CASE = SpanId("question")
"""The span id of an operand that comes from the question, not from a source."""

EXACT_DIGITS = 28
_WORKING_DIGITS = 60
"""The precision of decimal steps. It is greater than the number of digits of any figure in a document, so that no
rounding goes unreported."""
_GROWTH_RATE = re.compile(r"\(\((\w+) / (\w+)\) \*\* \(1 / (\w+)\) - 1\) \* 100")


def _is_exact(bound: Bound) -> bool:
    return bound == "exact"


class Operand(Frozen):
    """A value from a source or from the question, with the name that formulas use for it.

    Example: the fee of £90, for the formula “fee * 12”.
    """

    name: str = Field(pattern=r"^[A-Za-z_]\w*$", max_length=32)
    value: Decimal
    unit: str | None = None
    """A currency, a unit of measure, a rate ("GBP/mile"), "date" for a day given as its day number, or None for a
    bare number."""
    bound: Bound = Field(default="exact", exclude_if=_is_exact)
    span_id: SpanId
    """The id of the quote that contains the value, or `CASE` for a value from the question."""

    def text(self, language: Language = "en") -> str:
        """Return the value with its unit as people write it: “$52,000”, “at most £140”."""
        return bounded_text(value_text(self.value, self.unit, language), self.bound, self.unit, language)

    def quantity(self) -> Quantity:
        """Return the operand as an exact quantity. Raises `FormulaError` if the number has too many digits.

        Example: the operand £90 is the quantity 90 with the unit “GBP”.
        """
        of_case = self.span_id == CASE
        return Quantity(fraction_of(self.name, self.value), self.unit, self.bound, of_case, counted=of_case)


class Calculation(Frozen):
    """A result, with everything that is needed to compute it again.

    Example: “fee * 12” with a fee of £90 has the result £1,080.
    """

    operation: str
    formula: str
    """The formula over operand names: "(b - a) / a * 100"."""
    operands: tuple[Operand, ...]
    exact: Decimal
    """The result with 28 significant digits. The steps before it are exact, except that irrational roots have 50
    digits."""
    result: Decimal
    """The result rounded to `decimals` places, halves to even."""
    decimals: int = Field(ge=0, le=12)
    unit: str | None = None
    bound: Bound = Field(default="exact", exclude_if=_is_exact)
    """Whether the result is exact or a limit. Three times “up to £140” is at most £420."""
    name: str = Field(default="", exclude_if=is_empty)
    """The name of the result, if a model gives one in words of the question ("Amcor's quick ratio at 30 June 2023")."""

    def working(self, language: Language = "en") -> str:
        """Return the formula with the values of the operands: “(121 − 97) / 97 × 100”. A maximum, minimum or count is
        described in English words."""
        values = [operand.text() for operand in self.operands]
        if self.operation in EXTREMES:
            return f"the {EXTREMES[self.operation]} of {words_for('en').listed(values)}"
        if self.operation == "count":
            return f"the number of figures in {words_for('en').listed(values)}"
        named = _named_units(self.operands)
        try:
            shown = {operand.name: _shown(operand, named, language) for operand in self.operands}
            return written(self.formula, shown, words_for(language).notation())
        except FormulaError:  # the report was edited after it was written
            return self.formula

    def result_text(self, language: Language = "en") -> str:
        """Return the result as text with its unit and bound. Trailing zeros are kept only if the result is rounded.

        Example: “£1,080” for the formula “fee * 12” with a fee of £90.
        """
        value = without_zeros(self.result) if self.exact == self.result else self.result
        return bounded_text(value_text(value, self.unit, language), self.bound, self.unit, language)

    def rounding(self, language: Language = "en") -> str:
        """Return “rounded to 1 decimal”, or "" if the result is exact."""
        if self.exact == self.result:
            return ""
        rounded = words_for(language).rounded
        return rounded.one if self.decimals == 1 else rounded.many.format(count=self.decimals)

    def stated_in(self, text: str) -> bool:
        """Return whether the text contains the result and the working, as one of the languages writes them. For a
        maximum, minimum or count, the result is enough."""
        return any(self._characteristic(language) in text for language in LANGUAGES)

    def _characteristic(self, language: Language) -> str:
        if self.operation == "count":
            return self.result_text(language)
        if self.operation in EXTREMES:
            best = (max if self.operation == "maximum" else min)(self.operands, key=lambda operand: operand.value)
            return best.text(language)
        return self.working(language)

    def shown(self) -> str:
        """Return the working and the result on one line: “(121 − 97) / 97 × 100 = 24.7% (rounded to 1 decimal)”."""
        rounding = f" ({self.rounding()})" if self.rounding() else ""
        return f"{self.working()} = {self.result_text()}{rounding}"


def _named_units(operands: Sequence[Operand]) -> frozenset[str]:
    """Return the units that a working shows beside the values of the operands.

    If the calculation has dates (“3 March 2026 + 14 days”), these are units of time. If it has two units of one kind,
    such as grams and milligrams, these are units of measure.
    """
    units = {operand.unit for operand in operands if operand.unit}
    measured = {unit: kind for unit in units for kind, _ in (DIMENSIONS.get(unit.partition("/")[0], ("", 0)),) if kind}
    if DATE in units:
        return frozenset({DATE} | (units & DURATIONS))
    mixed = {kind for kind in measured.values() if list(measured.values()).count(kind) > 1}
    return frozenset(measured) if mixed else frozenset()


def _shown(operand: Operand, named: frozenset[str], language: Language) -> Decimal | str:
    return value_text(operand.value, operand.unit, language) if operand.unit in named else operand.value


class Refused(Frozen):
    """The reason why a calculation has no result."""

    reason: str


def calculate(operation: Operation, operands: Sequence[Operand], *, decimals: int = 2) -> Calculation | Refused:
    """Return the result of a named operation, or the reason why there is none. Values that are added or compared must
    have one unit. A ratio of two values in one unit has no unit.

    Example: the sum of £3 and £4 is £7; the sum of £3 and 4 days is refused.
    """
    names = [operand.name for operand in operands]
    if len(set(names)) != len(names):
        return Refused(reason=f"two operands have the same name, “{_twice(names)}”; give each its own")
    if operation in FORMULAS:
        needed = 2
        if len(operands) != needed:
            return Refused(reason=f"{operation} takes {needed} operands, not {len(operands)}")
        formula = FORMULAS[operation].format(*names)
    elif not operands:
        return Refused(reason=f"{operation} needs at least one operand")
    elif operation == "share":
        if len(names) < 2:
            return Refused(reason=f"share takes a part and a whole, and only “{names[0]}” is given")
        parts = " + ".join(names[:-1])
        formula = f"{f'({parts})' if len(names) > 2 else parts} / {names[-1]} * 100"
    elif operation in {"sum", "average"}:
        added = " + ".join(names)
        formula = added if operation == "sum" else f"({added}) / {len(names)}"
    elif operation == "growth_rate":
        return Refused(reason="a compound growth rate needs the number of years")
    elif operation == "count":
        return _rounded(operation, f"count({', '.join(names)})", operands, Quantity(Fraction(len(names))), decimals)
    elif len({operand.unit for operand in operands}) > 1:
        return Refused(reason="the operands are of different units")
    else:
        formula = f"{'min' if operation == 'minimum' else 'max'}({', '.join(names)})"
    return evaluate(formula, operands, decimals=decimals, operation=operation)


def _twice(names: Sequence[str]) -> str:
    return next(name for at, name in enumerate(names) if name in names[:at])


def compound_growth(first: Operand, last: Operand, years: int | Operand, *, decimals: int = 2) -> Calculation | Refused:
    """Return the compound annual growth rate from the first value to the last. `years` is the number of years
    between them, as a number or as a cited value.

    Example: from 100 to 121 in 2 years is 10%.
    """
    if first.value <= 0 or last.value <= 0:
        return Refused(reason="a compound growth rate needs two values above zero")
    if (years.value if isinstance(years, Operand) else years) < 1:
        return Refused(reason="a compound growth rate needs at least one year between its two values")
    span = years.name if isinstance(years, Operand) else str(years)
    formula = f"(({last.name} / {first.name}) ** (1 / {span}) - 1) * 100"
    operands = (first, last, years) if isinstance(years, Operand) else (first, last)
    return evaluate(formula, operands, decimals=decimals, operation="growth_rate")


def evaluate(
    formula: str, operands: Sequence[Operand], *, decimals: int = 2, operation: str = "formula"
) -> Calculation | Refused:
    """Return the result of a formula in the syntax of `formulas.calculated`, or the reason why there is none.

    Example: “fee * 12” with a fee of £90 is £1,080.
    """
    try:
        value = calculated(formula, {operand.name: operand.quantity() for operand in operands})
    except FormulaError as error:
        return Refused(reason=str(error))
    unit = _UNITS.get((operation, value.unit), value.unit)
    return _rounded(operation, formula, operands, value._replace(unit=unit), decimals)


def recompute(calculation: Calculation) -> bool:
    """Return whether the calculation is reproducible: its operation gives the same formula, and its formula gives the
    same result.

    The name of the result is not compared.

    Example: “fee * 12” with a fee of £90 and the result 1,080 is; with the result 1,000 it is not.
    """
    calculation, named = calculation.model_copy(update={"name": ""}), get_args(Operation)
    if calculation.operation == "growth_rate":
        if not _GROWTH_RATE.fullmatch(calculation.formula) or any(
            operand.value <= 0 for operand in calculation.operands
        ):
            return False
    elif calculation.operation in named:
        operation: Operation = named[named.index(calculation.operation)]
        return calculate(operation, calculation.operands, decimals=calculation.decimals) == calculation
    again = evaluate(
        calculation.formula, calculation.operands, decimals=calculation.decimals, operation=calculation.operation
    )
    return again == calculation


def _rounded(
    operation: str, formula: str, operands: Sequence[Operand], value: Quantity, decimals: int
) -> Calculation | Refused:
    if not 0 <= decimals <= 12:
        return Refused(reason=f"decimals = {decimals}: 0 to 12 can be shown")
    try:
        working = decimal_of(value.number, _WORKING_DIGITS)
        result = Context(prec=_WORKING_DIGITS).quantize(working, Decimal(1).scaleb(-decimals))
    except InvalidOperation:
        return Refused(reason=f"{formula}: the result has more digits than can be shown")
    return Calculation(
        operation=operation,
        formula=formula,
        operands=tuple(operands),
        exact=decimal_of(value.number, EXACT_DIGITS),
        result=result,
        decimals=decimals,
        unit=value.unit,
        bound=value.bound,
    )
