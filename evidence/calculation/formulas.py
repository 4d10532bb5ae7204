"""Formulas over operand names. They are parsed with `ast`, with a whitelist of nodes, and a rational result is
calculated exactly (SPEC EVI-9)."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from .quantity import DIGITS_LIMIT, HUNDREDTHS, THIRDS_DIGITS, FormulaError, Quantity, fraction_of
from .quantity_arithmetic import (
    between,
    end_of_month,
    greatest,
    least,
    minus,
    negative,
    over,
    plus,
    power,
    times,
    whole,
)

LENGTH_LIMIT = 500
"""The maximum number of characters of a formula."""
DEPTH_LIMIT = 30
FUNCTIONS: Mapping[str, str] = {
    "min": "min", "max": "max", "floor": "rounded down", "ceil": "rounded up", "round": "rounded", "sqrt": "√",
    "days": "days", "months": "full months", "years": "full years", "month_end": "last day of the month of ",
}  # fmt: skip
"""How each function of a formula is displayed in English, by its name."""


class Notation(NamedTuple):
    """How a language writes numbers and the functions of a formula."""

    marks: str = ",."
    """The mark between groups of three digits, then the decimal mark."""
    functions: Mapping[str, str] = FUNCTIONS
    between: str = ", "
    """The text between the values of a function."""
    to: str = " to "
    """The text between the two dates of a count."""


ENGLISH = Notation()
_COUNTING = frozenset({"days", "months", "years"})
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?(?![0-9A-Za-z_.])|[A-Za-z_][A-Za-z0-9_]{0,31}(?![0-9A-Za-z_])|\*\*|[-+*/(),])")
_WRITTEN_OTHERWISE = str.maketrans({"−": "-", "–": "-", "×": "*", "÷": "/"})
_APPLIED: Mapping[type[ast.operator], Callable[[Quantity, Quantity], Quantity]] = {
    ast.Add: plus, ast.Sub: minus, ast.Mult: times, ast.Div: over, ast.Pow: power,
}  # fmt: skip
_BINARY: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Div: "/", ast.Pow: "^"}
_RANK: Mapping[str, int] = {"+": 1, "−": 1, "×": 2, "/": 2, "^": 4}
_ATOM = 5


def calculated(formula: str, operands: Mapping[str, Quantity]) -> Quantity:
    """Return the value of a formula with + - * / **, brackets and `FUNCTIONS`. Raises `FormulaError`, and no other
    exception, if the formula cannot be calculated.

    Every operand must be used, and no other name is allowed. Added values must have one unit, or two units of one
    system. In a product, at most one factor may have a unit. There are two exceptions: one factor is a rate per unit of
    the other (£0.45 per mile times 210 miles), or one factor is a percentage and the product is divided by 100. Equal
    units cancel in a quotient. Powers and roots take numbers without a unit. A length of time can be added to a date.

    Example: “a / b” with 6 km and 2 km is 3, without a unit.
    """
    tree = _tree(formula)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - set(FUNCTIONS)
    if unknown := sorted(used - set(operands)):
        raise FormulaError(f"“{unknown[0]}” is not an operand")
    result = _value(tree, operands)
    if result.unit and result.unit.endswith(HUNDREDTHS):
        raise FormulaError("the formula for a percentage of an amount must be amount * percentage / 100")
    held = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} | {
        operand.number for operand in operands.values()
    }
    if lacking := [names for names in result.converted if not names & held]:
        raise FormulaError(f"the rate is per another unit; the formula needs the factor {min(lacking[0])}")
    if unused := sorted(set(operands) - used):
        raise FormulaError(f"the formula does not use {', '.join(unused)}")
    return result


def without_grouping(formula: str) -> str:
    """Return the formula without thousands separators: "1000" for "1,000"."""
    return _GROUPED.sub("", formula)


def written(formula: str, operands: Mapping[str, Decimal | str], notation: Notation = ENGLISH) -> str:
    """Return the formula with the operands' values, as people write it. Raises `FormulaError` if the formula is
    invalid.

    Examples: “(50 − 40) / 40 × 100”, “min(0.45 × 210, 60)”, “3 March 2026 + 14 days”.
    """
    try:
        return _text(_tree(formula), operands, notation)[0]
    except KeyError as error:
        raise FormulaError(f"“{error.args[0]}” is not an operand") from None


def number_text(value: Decimal, marks: str = ENGLISH.marks) -> str:
    """Return the number as text (“1,250.50”, “−12”, “2/3”). It keeps the decimals that the number has, and has no
    exponent. `marks`: see `Notation`."""
    if abs(value.adjusted()) > DIGITS_LIMIT:
        return str(value)
    exact = fraction_of("", value) if len(value.as_tuple().digits) == THIRDS_DIGITS else value
    text = (
        f"{abs(exact.numerator)}/{exact.denominator}"
        if exact != value and isinstance(exact, Fraction)
        else f"{abs(value):,f}".translate(str.maketrans(ENGLISH.marks, marks))
    )
    return f"−{text}" if value < 0 else text


def without_zeros(value: Decimal) -> Decimal:
    """Return the value without trailing zeros in its decimals.

    Example: `without_zeros(Decimal("12.500"))` gives `12.5`.
    """
    text = f"{value:f}" if abs(value.adjusted()) <= DIGITS_LIMIT else ""
    return Decimal(text.rstrip("0").rstrip(".")) if "." in text else value


def _tree(formula: str) -> ast.expr:
    if len(formula) > LENGTH_LIMIT:
        raise FormulaError(f"the formula is longer than {LENGTH_LIMIT} characters")
    plain = without_grouping(formula).translate(_WRITTEN_OTHERWISE).replace("^", "**").rstrip()
    tokens, at = [], 0
    while at < len(plain):
        token = _TOKEN.match(plain, at)
        if token is None:
            raise FormulaError(f"“{plain[at:].lstrip()[:1]}” is not allowed in a formula")
        tokens.append(token[1])
        at = token.end()
    source = " ".join(tokens)
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaError(f"“{formula.strip()[:80]}” is not a complete formula") from None
    level: list[ast.AST] = [tree]
    for _ in range(DEPTH_LIMIT + 1):
        for node in level:
            if isinstance(node, ast.Constant):
                node.kind = source[
                    node.col_offset : node.end_col_offset
                ]  # the number as written, since a float would round it
        level = [inner for node in level for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.expr)]
        if not level:
            return tree
    raise FormulaError(f"the formula is nested deeper than {DEPTH_LIMIT}")


def _value(node: ast.expr, operands: Mapping[str, Quantity]) -> Quantity:
    match node:
        case ast.Constant(kind=str(digits)) if digits[0].isdigit():
            return Quantity(Fraction(digits))
        case ast.Name(id=name) if name in operands:
            return operands[name]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=inner):
            value = _value(inner, operands)
            return negative(value) if isinstance(sign, ast.USub) else value
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS and args:
            return _called(name, [_value(arg, operands) for arg in args])
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _APPLIED:
            return _APPLIED[type(operator)](_value(left, operands), _value(right, operands))
        case _:
            raise FormulaError(
                f"a formula may contain only numbers, operands, + - * / **, brackets and {', '.join(FUNCTIONS)}"
            )


def _called(name: str, values: Sequence[Quantity]) -> Quantity:
    if name in {"min", "max"}:
        return (least if name == "min" else greatest)(values)
    if len(values) != (2 if name in _COUNTING else 1):
        raise FormulaError(f"{name} does not take {len(values)} values")
    if name == "month_end":
        return end_of_month(values[0])
    if name in _COUNTING:
        return between(values[0], values[1], name)
    return power(values[0], Quantity(Fraction(1, 2))) if name == "sqrt" else whole(values[0], name)


def _text(node: ast.expr, operands: Mapping[str, Decimal | str], notation: Notation) -> tuple[str, int]:
    """Return the text of a syntax node and its operator precedence. An operand with a lower precedence than its
    operator is put in brackets."""
    match node:
        case ast.Name(id=name):
            return _number(operands[name], notation)
        case ast.Constant(kind=str(digits)):
            return _number(Decimal(digits), notation)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=name)) if isinstance(value := operands[name], Decimal):
            return _number(-value, notation)
        case ast.UnaryOp(op=sign, operand=inner):
            text, rank = _text(inner, operands, notation)
            return (f"−{_within(text, rank, 3)}", 3) if isinstance(sign, ast.USub) else (text, rank)
        case ast.Call(func=ast.Name(id="sqrt"), args=[inner]):
            text, rank = _text(inner, operands, notation)
            return (f"√{text}" if rank == _ATOM and text[0].isdigit() else f"√({text})"), _ATOM
        case ast.Call(func=ast.Name(id=name), args=args):
            if name == "month_end":
                return f"{notation.functions[name]}{_within(*_text(args[0], operands, notation), _ATOM)}", _ATOM
            joint = notation.to if name in _COUNTING else notation.between
            return f"{notation.functions[name]}({joint.join(_text(arg, operands, notation)[0] for arg in args)})", _ATOM
        case ast.BinOp(op=ast.Mult(), left=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)), right=right):
            return _text(ast.UnaryOp(op=ast.USub(), operand=right), operands, notation)  # “-1 * a” is shown as “−a”
        case ast.BinOp(left=left, op=operator, right=right):
            return _pair(_BINARY[type(operator)], _text(left, operands, notation), _text(right, operands, notation))
    raise FormulaError("not a formula")


def _pair(operator: str, first: tuple[str, int], second: tuple[str, int]) -> tuple[str, int]:
    rank = _RANK[operator]
    if operator == "^":
        return f"{_within(*first, _ATOM)}^{_within(*second, _ATOM)}", rank
    if operator == "+" and second[1] == 3:
        operator, second = "−", (second[0][1:], _ATOM)
    left = _within(*first, rank) if first[1] != 3 else first[0]
    right = _within(*second, rank + (operator in "−/"))
    if right.startswith("−"):
        right = f"({right})"
    return f"{left} {operator} {right}", rank


def _within(text: str, rank: int, needed: int) -> str:
    return text if rank >= needed else f"({text})"


def _number(value: Decimal | str, notation: Notation) -> tuple[str, int]:
    if isinstance(value, str):
        return value, _ATOM
    text = number_text(value, notation.marks)
    return text, 3 if value < 0 else _RANK["/"] if "/" in text else _ATOM
