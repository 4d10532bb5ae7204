"""Builds a calculation from figures that a model names in verified evidence or in the question (SPEC EVI-9)."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from string import ascii_lowercase
from typing import Literal

from ..lexicon.unit_names import WORDS
from ..model.evidence import Evidence
from ..tables.figure_values import decimals_of
from ..values.facts import read_facts
from .calculations import CASE, Calculation, Operand, Operation, Refused, calculate, compound_growth, evaluate
from .formulas import without_grouping, without_zeros
from .operand_figures import CURRENCY, EXACTLY, NUMBER, Figure, case_text, counted, figure_at, figure_of, years_in
from .quantity import DATE
from .value_text import SCALES

Reckoned = Literal[Operation, "formula"]
"""The calculations that a model may ask for: a named operation, or a formula over operand names ("a" for the first
operand, "b" for the second, and so on)."""

_CONVERTING = frozenset(map(Decimal, (0, 1, 2, 4, 7, 12, 24, 52, 60, 100, 360, 365, 1_000)))
_RESCALES = re.compile(r"(?<![\d.,])1(?:,?000)+(?![\d.,])")
"""A factor such as 1,000 that only converts between scales, for example millions to billions."""
_IN_PERCENT = re.compile(r"\*\s*100\s*$|^\s*100\s*\*")
_LITERAL = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")


def reckon(
    operation: Reckoned,
    formula: str | None,
    figures: Sequence[tuple[Evidence | None, str]],
    *,
    decimals: int = 2,
    named: str = "formula",
    question: str | None = None,
    as_of: date | None = None,
) -> Calculation | Refused:
    """Return the calculation of an operation or a formula over the given figures, or the reason for refusing it.

    Each figure is a pair: a piece of evidence, and the figure's text as written there. The evidence is None for a
    figure of the question, which is asked on the day `as_of`. The text must occur exactly once, as a value that code
    can parse: a date, or a number with its unit, rate ("a mile") and bound ("up to").

    All amounts are converted to the smallest scale that any of them is written in. The calculation is refused if the
    scale or unit of one amount is known and that of another is not. A table figure without a currency takes the
    currency of the other figures of its document.

    `named`: the unit of a formula's result if it is not a bare number ("percent", "days"). `question`: with it, a
    formula may contain only numbers from the question, which become operands with their units; the number of years
    between two periods that the question or the figures' columns name; and conversion factors ("12" months, "100"
    percent).

    For `growth_rate`, the figures are the first value, the last value and, if the evidence states it, the number of
    years. Otherwise `formula` may give the number of years.
    """
    read: list[Figure] = []
    for unit, letters in figures:
        figure = figure_at(unit, letters, case_text(question or "", as_of))
        if figure is None:
            where = f"“{unit.span.quote[:80]}”" if unit else "the question"
            return Refused(reason=f"“{letters}” is not a single value in {where}")
        read.append(figure)
    if operation == "formula" and question is not None:
        formula, unsupported = _with_case(without_grouping(formula or ""), question, read)
        if unsupported:
            numbers = ", ".join(unsupported)
            return Refused(reason=f"{numbers} in the formula is neither in the evidence nor in the question")
    if len(read) > len(ascii_lowercase):
        return Refused(reason=f"{len(read)} figures: at most {len(ascii_lowercase)} can be calculated with")
    if (
        operation == "formula"
        and _RESCALES.search(formula or "")
        and any(figure.scale not in (None, 1) for figure in read)
    ):
        return Refused(
            reason="a formula does not change the scale of figures; state the figure itself, exactly restated (“8,738 million” is "
            "“8.738 billion”)"
        )
    if operation != "count" and (unlike := _unlike(read)):
        return Refused(reason=unlike)
    operands = _operands(read)
    if operation == "growth_rate":
        return _grown(operands, read, formula, question, decimals)
    if operation != "formula":
        return _explained(calculate(operation, operands, decimals=decimals), read)
    found = evaluate(formula or "", operands, decimals=decimals, operation=named)
    if (
        isinstance(found, Calculation)
        and named == "formula"
        and found.unit is None
        and _IN_PERCENT.search(found.formula)
    ):
        return evaluate(found.formula, operands, decimals=decimals, operation="percent")
    return _explained(found, read)


def _with_case(formula: str, question: str, read: list[Figure]) -> tuple[str, tuple[str, ...]]:
    """Return the formula with each number from the question replaced by an operand name, and the numbers that have no
    source.

    The new operands are appended to `read`.
    """
    free, unsupported = _CONVERTING | _years_between(question, read), []
    lifted: dict[str, str] = {}
    if any(name not in ascii_lowercase[: len(read)] for name in re.findall(r"\b[a-z]\b", formula)):
        return formula, ()  # the formula names an operand that does not exist

    def operand(match: re.Match[str]) -> str:
        number = match[0]
        if number not in lifted and len(read) < len(ascii_lowercase):
            given = {figure._replace(letters=number) for figure in _figures(question, Decimal(number))}
            if given and (Decimal(number) not in free or all(figure.bound == "exact" for figure in given)):
                lifted[number] = ascii_lowercase[len(read)]
                read.append(given.pop() if len(given) == 1 else counted(Decimal(number)))
        if number not in lifted and Decimal(number) not in free:
            unsupported.append(number)
        return lifted.get(number, number)

    return _LITERAL.sub(operand, formula), tuple(dict.fromkeys(unsupported))


def _figures(question: str, number: Decimal) -> list[Figure]:
    """Return the figures in the question that have the value `number`, with their units. “100%” is left out, because
    100 in a formula is a conversion factor."""
    found = []
    for fact in read_facts(question):
        figure = figure_of(fact._replace(unit=fact.unit or WORDS.get(fact.counted or "")), question)
        if figure is None or figure.unit == DATE or (figure.unit == "percent" and figure.value == 100):
            continue
        if figure.value == number:
            found.append(figure)
        elif figure.scale and figure.value * figure.scale == number:
            found.append(figure._replace(value=number, scale=Decimal(1)))
    stands = any(Decimal(numeral.replace(",", "")) == number for numeral in NUMBER.findall(question))
    return found or ([counted(number)] if stands and number != 100 else [])


def _explained(found: Calculation | Refused, read: Sequence[Figure]) -> Calculation | Refused:
    """Return the calculation or refusal unchanged, except that a refusal because of units also names two figures with
    different units."""
    other = next((figure for figure in read if figure.unit != read[0].unit), None)
    if (
        isinstance(found, Calculation)
        or other is None
        or DATE in (read[0].unit, other.unit)
        or not re.search(r"different units|no unit known|cannot be (?:added|compared)", found.reason)
    ):
        return found
    differing = (
        f"“{figure.letters}” is {f'in {figure.unit}' if figure.unit else 'a bare number'}"
        for figure in (read[0], other)
    )
    return Refused(reason=f"{found.reason}: {' and '.join(differing)}")


def _grown(
    operands: Sequence[Operand], read: Sequence[Figure], formula: str | None, question: str | None, decimals: int
) -> Calculation | Refused:
    if len(operands) == 3:
        return compound_growth(operands[0], operands[1], operands[2], decimals=decimals)
    if len(operands) != 2:
        return Refused(
            reason=f"growth_rate takes a first and a last value, and may take the years, not {len(operands)} figures"
        )
    given = formula.strip() if formula else ""
    between = read[1].years[0] - read[0].years[0] if all(len(figure.years) == 1 for figure in read) else 0
    if between < 0:
        return Refused(reason=f"“{read[0].letters}” is of {read[0].years[0]}, later than “{read[1].letters}”")
    if given.isdecimal() and len(given) < 4:
        allowed = {*_years_between(question or "", read), Decimal(between)}
        if question is not None and Decimal(given) not in allowed and not _figures(question, Decimal(given)):
            return Refused(reason=f"{given} years are neither in the evidence nor in the question")
        return compound_growth(operands[0], operands[1], int(given), decimals=decimals)
    if not between:
        return Refused(reason="a compound growth rate needs the number of years between its two values")
    return compound_growth(operands[0], operands[1], between, decimals=decimals)


def _years_between(question: str, read: Sequence[Figure]) -> set[Decimal]:
    years = {*years_in(question), *(year for figure in read for year in figure.years)}
    return {Decimal(abs(year - other)) for year in years for other in years if year != other}


def _unlike(read: Sequence[Figure]) -> str | None:
    """Return the reason why the figures cannot be used in one calculation, naming two of them. Return None if they
    can."""
    amounts = [
        figure for figure in read if figure.value and not _is_counted(figure)
    ]  # zero is the same on any scale and in any unit
    known = next((amount for amount in amounts if amount.scale is not None and amount.unit != "percent"), None)
    open_ = next((amount for amount in amounts if amount.scale is None), None)
    if known and open_:
        return f"“{known.letters}” is {known.magnitude}, and “{open_.letters}” is {open_.magnitude}"
    units = [amount for amount in amounts if amount.unit]
    for amount in amounts:
        if amount.unit is None and not amount.bare and amount.in_row and amount.scale is not None:
            other = next((two for two in units if not _lends(two, amount)), None)
            if other is not None:
                return f"“{other.letters}” is in {other.unit}, and the unit of “{amount.letters}” is not stated"
    currencies = [unit for unit in units if CURRENCY.fullmatch(unit.unit or "")]
    for currency in currencies:
        if currency.unit != currencies[0].unit:
            return (
                f"“{currencies[0].letters}” is in {currencies[0].unit}, and “{currency.letters}” is in {currency.unit}"
            )
    return None


def _is_counted(one: Figure) -> bool:
    """Return whether the figure cannot have a scale such as millions: it is a date, or a count or measurement in the
    question."""
    return one.unit == DATE or (one.span_id == CASE and not CURRENCY.fullmatch(one.unit or ""))


def _lends(one: Figure, other: Figure) -> bool:
    """Return whether `other`, a figure without a unit, may take the unit of `one`.

    A figure may take the currency of any figure in its document. It may take a percent sign only from a figure of the
    same form in its column, if the table states no unit: tables print “1.2%” in their first row and “0.9” below it.
    """
    if one.unit != "percent":
        return one.document == other.document and CURRENCY.fullmatch(one.unit or "") is not None
    alike = decimals_of(one.letters) == decimals_of(other.letters) and "," not in other.letters
    return bool(one.column) and (one.document, one.column) == (other.document, other.column) and alike


def _operands(read: Sequence[Figure]) -> tuple[Operand, ...]:
    """Return the figures as operands, converted to the smallest scale that any of the amounts is written in."""
    scale = min(_scales(figure for figure in read if figure.value), default=min(_scales(read), default=Decimal(1)))
    word = next((name for name, size in SCALES.items() if size == scale), None)
    of_all = {figure.unit for figure in read if figure.value and not _is_counted(figure)}
    made = []
    for name, figure in zip(ascii_lowercase, read, strict=False):
        unit, scaled = figure.unit, _is_scaled(figure)
        if unit is None and figure.in_row and not figure.bare and figure.scale is not None:
            unit = next((lender.unit for lender in read if lender.unit and _lends(lender, figure)), None)
        if not figure.value and len(of_all) == 1 and scaled:
            unit = next(iter(of_all))
        value = figure.value
        if figure.scale and figure.scale != (scale if scaled else 1):
            value = without_zeros(
                _plain(EXACTLY.divide(EXACTLY.multiply(figure.value, figure.scale), scale if scaled else 1))
            )
        rate = "/".join((unit, *figure.per)) if unit else None
        name_of_unit = " ".join(part for part in (rate, word if scaled else None) if part)
        made.append(
            Operand(
                name=name, value=_plain(value), unit=name_of_unit or None, bound=figure.bound, span_id=figure.span_id
            )
        )
    return tuple(made)


def _is_scaled(one: Figure) -> bool:
    """Return whether the figure is an amount that may have a scale such as millions. A percentage, or a figure in days
    or kilograms, cannot."""
    return not _is_counted(one) and (one.unit is None or CURRENCY.fullmatch(one.unit) is not None)


def _scales(read: Iterable[Figure]) -> Iterable[Decimal]:
    return (figure.scale for figure in read if figure.scale and _is_scaled(figure))


def _plain(value: Decimal) -> Decimal:
    """Return the value in a form that prints without an exponent: 8,412,000 instead of 8.412E+6.

    Example: `str(_plain(Decimal("8.412E+6")))` gives `"8412000"`.
    """
    return Decimal(format(value, "f"))
