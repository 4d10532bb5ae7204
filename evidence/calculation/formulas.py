"""Formulas over operand names: read with `ast` and a whitelist of nodes, calculated exactly where the result is rational (SPEC EVI-9)."""

import ast
import re
from collections.abc import Mapping
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple, NoReturn

LENGTH_LIMIT = 500
"""Characters of a formula."""
DEPTH_LIMIT = 30
EXPONENT_LIMIT = 100
BITS_LIMIT = 8_192
"""Of a numerator and denominator together: some 2,400 digits, far beyond any document, and calculated in microseconds."""
DIGITS_LIMIT = 300
"""Of an operand, and places before or after its point."""
ROOT_DIGITS = 50
"""Significant digits of a root or fractional power that is not rational."""
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?(?![0-9A-Za-z_.])|[A-Za-z_][A-Za-z0-9_]{0,31}(?![0-9A-Za-z_])|\*\*|[-+*/()])")
_WRITTEN_OTHERWISE = str.maketrans({"−": "-", "–": "-", "×": "*", "÷": "/"})
_LARGEST_ROOT = 12
_HUNDREDTHS = " in hundredths"
"""Marks the unit of an amount times a percentage, until it is divided by 100."""
_BINARY: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Div: "/", ast.Pow: "^"}
_RANK: Mapping[str, int] = {"+": 1, "−": 1, "×": 2, "/": 2, "^": 4}
_ATOM = 5


class FormulaError(ValueError):
    """The formula cannot be calculated. The message is the reason."""


class Value(NamedTuple):
    number: Fraction
    unit: str | None


def calculated(formula: str, operands: Mapping[str, tuple[Decimal, str | None]]) -> Value:
    """The value of a formula in + - * / ** sqrt() and brackets. Every operand must be used, and no other name may stand.

    What is added has one unit. Of a product one factor at most has a unit, or one is a percentage and the product is divided by 100. Like
    units cancel in a quotient. Powers and roots are of bare numbers. Raises `FormulaError`, and nothing else, for any text.
    """
    tree = _tree(formula)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - {"sqrt"}
    values = {name: Value(fraction_of(name, number), unit) for name, (number, unit) in operands.items()}
    if unknown := sorted(used - set(values)):
        raise FormulaError(f"“{unknown[0]}” is no operand")
    result = _value(tree, values)
    if result.unit and result.unit.endswith(_HUNDREDTHS):
        raise FormulaError("a percentage of an amount is amount * percentage / 100")
    if unused := sorted(set(values) - used):
        raise FormulaError(f"the formula does not use {', '.join(unused)}")
    return result


def written(formula: str, operands: Mapping[str, Decimal]) -> str:
    """The formula with its operands' values, as people write it: “(50 − 40) / 40 × 100”, “(133.1 / 100)^(1 / 3) − 1”. Raises `FormulaError`."""
    try:
        return _text(_tree(formula), operands)[0]
    except KeyError as error:
        raise FormulaError(f"“{error.args[0]}” is no operand") from None


def number_text(value: Decimal) -> str:
    """“1,250.50”, “−12”: with the decimals it has, and never as a power of ten."""
    if abs(value.adjusted()) > DIGITS_LIMIT:
        return str(value)
    text = f"{abs(value):,f}"
    return f"−{text}" if value < 0 else text


def without_zeros(value: Decimal) -> Decimal:
    """Without zeros that close its decimals."""
    text = f"{value:f}" if abs(value.adjusted()) <= DIGITS_LIMIT else ""
    return Decimal(text.rstrip("0").rstrip(".")) if "." in text else value


def decimal_of(number: Fraction, digits: int) -> Decimal:
    """The number with so many significant digits."""
    with localcontext(Context(prec=digits)):
        return Decimal(number.numerator) / Decimal(number.denominator)


def _tree(formula: str) -> ast.expr:
    if len(formula) > LENGTH_LIMIT:
        raise FormulaError(f"the formula is longer than {LENGTH_LIMIT} characters")
    plain = formula.translate(_WRITTEN_OTHERWISE).replace("^", "**").rstrip()
    tokens, at = [], 0
    while at < len(plain):
        token = _TOKEN.match(plain, at)
        if token is None:
            raise FormulaError(f"“{plain[at:].lstrip()[:1]}” cannot stand in a formula")
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
                node.kind = source[node.col_offset : node.end_col_offset]  # as written: a float would round it
        level = [inner for node in level for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.expr)]
        if not level:
            return tree
    raise FormulaError(f"the formula is nested deeper than {DEPTH_LIMIT}")


def fraction_of(name: str, number: Decimal) -> Fraction:
    digits = number.as_tuple().digits
    if not number.is_finite() or abs(number.adjusted()) > DIGITS_LIMIT or len(digits) > DIGITS_LIMIT:
        raise FormulaError(f"operand {name} has more digits than are calculated with")
    return Fraction(number)


def _value(node: ast.expr, operands: Mapping[str, Value]) -> Value:
    match node:
        case ast.Constant(kind=str(digits)) if digits[0].isdigit():
            return Value(_bounded(Fraction(digits)), None)
        case ast.Name(id=name) if name in operands:
            return operands[name]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=inner):
            value = _value(inner, operands)
            return Value(-value.number, value.unit) if isinstance(sign, ast.USub) else value
        case ast.Call(func=ast.Name(id="sqrt"), args=[inner], keywords=[]):
            return _power(_value(inner, operands), Value(Fraction(1, 2), None))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _BINARY:
            first, second = _value(left, operands), _value(right, operands)
            return _applied(_BINARY[type(operator)], first, second)
        case _:
            raise FormulaError("a formula holds numbers, operands, + - * / **, sqrt() and brackets alone")


def _applied(operator: str, first: Value, second: Value) -> Value:
    if operator in "+−":
        if first.unit != second.unit:
            units = " and ".join(one.unit or "a bare number" for one in (first, second))
            raise FormulaError(f"{units} cannot be added")
        number = first.number + second.number if operator == "+" else first.number - second.number
        return Value(_bounded(number), first.unit)
    if operator == "×":
        if "percent" in (first.unit, second.unit) and first.unit and second.unit and first.unit != second.unit:
            amount = second.unit if first.unit == "percent" else first.unit
            return Value(_bounded(first.number * second.number), f"{amount}{_HUNDREDTHS}")
        if first.unit and second.unit:
            raise FormulaError(f"{first.unit} times {second.unit} has no unit known here")
        return Value(_bounded(first.number * second.number), first.unit or second.unit)
    if operator == "/":
        if second.unit and second.unit != first.unit:
            raise FormulaError(f"{first.unit or 'a bare number'} over {second.unit} has no unit known here")
        if not second.number:
            raise FormulaError("the formula divides by zero")
        unit = None if second.unit else first.unit
        if unit and second.number == 100:  # 150% is 150 / 100, and 150% of an amount is amount * 150 / 100
            unit = None if unit == "percent" else unit.removesuffix(_HUNDREDTHS)
        return Value(_bounded(first.number / second.number), unit)
    return _power(first, second)


def _power(base: Value, exponent: Value) -> Value:
    if base.unit or exponent.unit:
        raise FormulaError(f"a power or root of {base.unit or exponent.unit} has no unit known here")
    number, power = base.number, exponent.number
    if abs(power) > EXPONENT_LIMIT:
        raise FormulaError(f"an exponent is greater than {EXPONENT_LIMIT}")
    if number == 0 and power < 0:
        raise FormulaError("the formula divides by zero")
    if power.denominator == 1:
        if _bits(number) * abs(power.numerator) > BITS_LIMIT:
            _too_long()
        return Value(number**power.numerator, None)
    if number < 0:
        raise FormulaError("a root of a negative number")
    root = _exact_root(number, power.denominator)
    if root is not None:
        return _power(Value(root, None), Value(Fraction(power.numerator), None))
    context = Context(prec=ROOT_DIGITS + 10)
    result = context.power(decimal_of(number, context.prec), decimal_of(power, context.prec))
    if not result.is_finite() or abs(result.adjusted()) > DIGITS_LIMIT:
        _too_long()
    return Value(Fraction(Context(prec=ROOT_DIGITS).plus(result)), None)


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


def _bounded(number: Fraction) -> Fraction:
    if _bits(number) > BITS_LIMIT:
        _too_long()
    return number


def _bits(number: Fraction) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()


def _too_long() -> NoReturn:
    raise FormulaError("the formula gives more digits than are calculated with")


def _text(node: ast.expr, operands: Mapping[str, Decimal]) -> tuple[str, int]:
    """The text of a node, and its rank: what binds less tightly than its place needs goes into brackets."""
    match node:
        case ast.Name(id=name):
            return _number(operands[name])
        case ast.Constant(kind=str(digits)):
            return _number(Decimal(digits))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=name)):
            return _number(-operands[name])
        case ast.UnaryOp(op=sign, operand=inner):
            text, rank = _text(inner, operands)
            return (f"−{_within(text, rank, 3)}", 3) if isinstance(sign, ast.USub) else (text, rank)
        case ast.Call(args=[inner]):
            text, rank = _text(inner, operands)
            return (f"√{text}" if rank == _ATOM and text[0].isdigit() else f"√({text})"), _ATOM
        case ast.BinOp(op=ast.Mult(), left=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)), right=right):
            return _text(ast.UnaryOp(op=ast.USub(), operand=right), operands)  # “-1 * a” turns a sign
        case ast.BinOp(left=left, op=operator, right=right):
            return _pair(_BINARY[type(operator)], _text(left, operands), _text(right, operands))
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


def _number(value: Decimal) -> tuple[str, int]:
    return number_text(value), 3 if value < 0 else _ATOM
