"""Arithmetic by code over cited values, exactly (SPEC EVI-9). No `eval`: a small grammar, read by descent."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext
from typing import Literal, get_args

from pydantic import Field

from .frozen import Frozen
from .spans import SpanId

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
]

FORMULAS: Mapping[Operation, str] = {
    "difference": "{0} - {1}",
    "ratio": "{0} / {1}",
    "percent_change": "({1} - {0}) / {0} * 100",
    "product": "{0} * {1}",
    "days_outstanding": "365 * {0} / {1}",
}
"""Named operations of a fixed number of operands: `{0}` is the first. percent_change goes from the first to the second."""

_UNITS: Mapping[tuple[str, str | None], str] = {
    ("percent_change", None): "percent",
    ("share", None): "percent",
    ("days_outstanding", None): "days",
    ("percent", None): "percent",
    ("days", None): "days",
    ("difference", "percent"): "percentage_point",  # 12% less 10% is 2 points and not 2%
}
"""Units of results that the formula alone does not show."""

DEPTH_LIMIT = 30
LENGTH_LIMIT = 500
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w{0,31})|([-+*/()]))")


_WORKING = Context(prec=60)
"""More digits than any figure of a document, so that nothing is rounded that is not said to be."""


class Operand(Frozen):
    """A value that stands in a source. `name` is how formulas call it."""

    name: str = Field(pattern=r"^[A-Za-z_]\w{0,31}$")
    value: Decimal
    unit: str | None = None
    """A currency, a unit of measure, or None for a bare number."""
    span_id: SpanId


class Calculation(Frozen):
    """A result with all that is needed to work it out again."""

    operation: str
    formula: str
    """In operand names: "(b - a) / a * 100"."""
    operands: tuple[Operand, ...]
    exact: Decimal
    """With 28 significant digits, the precision of the working."""
    result: Decimal
    """Rounded half to even to `decimals` places."""
    decimals: int = Field(ge=0, le=12)
    unit: str | None = None

    def shown(self) -> str:
        """The working in one line: “(121 - 97) / 97 × 100 = 24.7 percent (rounded to 1 decimal)”; an exact result as it is."""
        values = {operand.name: f"{operand.value:,}" for operand in self.operands}
        worked = re.sub(r"[A-Za-z_]\w*", lambda match: values.get(match.group(), match.group()), self.formula)
        worked = worked.replace("*", "×").replace(" + -", " - ")  # a star is markup where an answer is shown
        unit = f" {self.unit.replace('_', ' ')}" if self.unit else ""
        if self.exact == self.result:
            return f"{worked} = {_exactly(self.result):,}{unit}"
        places = f"{self.decimals} decimal{'' if self.decimals == 1 else 's'}"
        return f"{worked} = {self.result:,}{unit} (rounded to {places})"


def _exactly(value: Decimal) -> Decimal:
    """Without closing zeros after the point, and never as a power of ten."""
    with localcontext(_WORKING):
        return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()


class Refused(Frozen):
    """Why there is no result."""

    reason: str


def calculate(operation: Operation, operands: Sequence[Operand], *, decimals: int = 2) -> Calculation | Refused:
    """Apply a named operation. Units must fit: what is added or compared is of one unit, a ratio of like units has none."""
    names = [operand.name for operand in operands]
    if len(set(names)) != len(names):
        return Refused(reason="two operands have the same name")
    if operation in FORMULAS:
        needed = 2
        if len(operands) != needed:
            return Refused(reason=f"{operation} takes {needed} operands, not {len(operands)}")
        formula = FORMULAS[operation].format(*names)
    elif not operands:
        return Refused(reason=f"{operation} needs at least one operand")
    elif operation == "share":
        if len(names) < 2:
            return Refused(reason="share takes a part and a whole")
        parts = " + ".join(names[:-1])
        formula = f"{f'({parts})' if len(names) > 2 else parts} / {names[-1]} * 100"
    elif operation in {"sum", "average"}:
        added = " + ".join(names)
        formula = added if operation == "sum" else f"({added}) / {len(names)}"
    else:
        return _chosen(operation, operands, decimals)
    return evaluate(formula, operands, decimals=decimals, operation=operation)


def _chosen(operation: str, operands: Sequence[Operand], decimals: int) -> Calculation | Refused:
    """count, minimum, maximum: no formula, but the same proof."""
    if len({operand.unit for operand in operands}) > 1 and operation != "count":
        return Refused(reason=_unlike(operands))
    values = [operand.value for operand in operands]
    exact = Decimal(len(values)) if operation == "count" else min(values) if operation == "minimum" else max(values)
    unit = None if operation == "count" else operands[0].unit
    formula = f"{operation}({', '.join(operand.name for operand in operands)})"
    return _rounded(operation, formula, operands, exact, decimals, unit)


def evaluate(
    formula: str, operands: Sequence[Operand], *, decimals: int = 2, operation: str = "formula"
) -> Calculation | Refused:
    """Work out a formula of numbers, operand names, + - * / and brackets. Every operand must be used, and no other name may stand."""
    try:
        reader = _Reader(formula, {operand.name: operand for operand in operands})
        with localcontext(Context(prec=28)):
            exact, unit = reader.read()
    except _NotSo as error:
        return Refused(reason=str(error))
    except (DivisionByZero, InvalidOperation, Overflow):
        return Refused(reason=f"{formula}: it divides by zero, or leaves the range of numbers")
    return _rounded(operation, formula, operands, exact, decimals, _UNITS.get((operation, unit), unit))


def recompute(calculation: Calculation) -> bool:
    """Whether the working still gives what the calculation says: its operation that formula, and the formula that result."""
    named = get_args(Operation)
    if calculation.operation in named:
        operation: Operation = named[named.index(calculation.operation)]
        return calculate(operation, calculation.operands, decimals=calculation.decimals) == calculation
    again = evaluate(
        calculation.formula, calculation.operands, decimals=calculation.decimals, operation=calculation.operation
    )
    return again == calculation


def _rounded(
    operation: str, formula: str, operands: Sequence[Operand], exact: Decimal, decimals: int, unit: str | None
) -> Calculation | Refused:
    if not 0 <= decimals <= 12:
        return Refused(reason=f"decimals = {decimals}: 0 to 12 can be shown")
    try:
        with localcontext(_WORKING):
            result = exact.quantize(Decimal(1).scaleb(-decimals))
    except InvalidOperation:
        return Refused(reason=f"{formula}: the result has more digits than can be shown")
    return Calculation(
        operation=operation,
        formula=formula,
        operands=tuple(operands),
        exact=exact,
        result=result,
        decimals=decimals,
        unit=unit,
    )


def _unlike(operands: Sequence[Operand]) -> str:
    units = ", ".join(dict.fromkeys(operand.unit or "no unit" for operand in operands))
    return f"the operands are of different units: {units}"


class _NotSo(ValueError):
    """The formula cannot be worked out, and why."""


_Value = tuple[Decimal, str | None]


class _Reader:
    """sum := product (("+" | "-") product)*
    product := factor (("*" | "/") factor)*
    factor := "-" factor | number | name | "(" sum ")"
    """

    def __init__(self, formula: str, operands: Mapping[str, Operand]) -> None:
        if len(formula) > LENGTH_LIMIT:
            raise _NotSo(f"the formula is longer than {LENGTH_LIMIT} characters")
        self._tokens = _tokens(formula)
        self._operands = operands
        self._used: set[str] = set()
        self._at = 0
        self._depth = 0

    def read(self) -> _Value:
        value = self._sum()
        if self._at < len(self._tokens):
            raise _NotSo(f"“{self._tokens[self._at]}” is not expected there")
        if unused := set(self._operands) - self._used:
            raise _NotSo(f"the formula does not use {', '.join(sorted(unused))}")
        return value

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _sum(self) -> _Value:
        value = self._product()
        while self._peek() in {"+", "-"}:
            sign, other = self._next(), self._product()
            if value[1] != other[1]:
                raise _NotSo(f"{value[1] or 'a bare number'} and {other[1] or 'a bare number'} cannot be added")
            value = (value[0] + other[0] if sign == "+" else value[0] - other[0], value[1])
        return value

    def _product(self) -> _Value:
        value = self._factor()
        while self._peek() in {"*", "/"}:
            sign, other = self._next(), self._factor()
            value = _times(value, other) if sign == "*" else _over(value, other)
        return value

    def _factor(self) -> _Value:
        self._depth += 1
        if self._depth > DEPTH_LIMIT:
            raise _NotSo(f"the formula is nested deeper than {DEPTH_LIMIT}")
        try:
            token = self._next() if self._peek() else ""
            if token == "-":
                value, unit = self._factor()
                return -value, unit
            if token == "(":
                inner = self._sum()
                if not self._peek() or self._next() != ")":
                    raise _NotSo("a bracket is not closed")
                return inner
            if token in self._operands:
                self._used.add(token)
                return self._operands[token].value, self._operands[token].unit
            if token and token[0].isdigit():
                return Decimal(token), None
            raise _NotSo(f"“{token}” is no operand" if token else "the formula ends too early")
        finally:
            self._depth -= 1


def _times(left: _Value, right: _Value) -> _Value:
    if left[1] and right[1]:
        raise _NotSo(f"{left[1]} times {right[1]} has no unit known here")
    return left[0] * right[0], left[1] or right[1]


def _over(left: _Value, right: _Value) -> _Value:
    if right[1] and right[1] != left[1]:
        raise _NotSo(f"{left[1] or 'a bare number'} over {right[1]} has no unit known here")
    return left[0] / right[0], None if right[1] else left[1]


def _tokens(formula: str) -> list[str]:
    tokens, position = [], 0
    stripped = formula.rstrip()
    match_at: Callable[[str, int], re.Match[str] | None] = _TOKEN.match
    while position < len(stripped):
        match = match_at(stripped, position)
        if match is None:
            raise _NotSo(f"“{stripped[position]}” cannot stand in a formula")
        tokens.append(match.group(match.lastindex or 0))
        position = match.end()
    return tokens
