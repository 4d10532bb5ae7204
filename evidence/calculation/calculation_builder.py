"""From figures that a reader points to in verified evidence to a calculation by code (SPEC EVI-9)."""

import re
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from string import ascii_lowercase
from typing import Literal, NamedTuple

from ..model.evidence import Evidence
from ..model.spans import SpanId, VersionId
from ..tables.cell_units import cell_unit, is_single, own_fact
from ..tables.figure_values import scale_of, value_of
from ..tables.row_parts import parts_of
from ..values.facts import read_facts
from ..values.periods import periods_in
from .calculations import Calculation, Operand, Operation, Refused, calculate, compound_growth, evaluate
from .formulas import without_zeros
from .value_text import SCALES

_Named = Literal[
    "difference",
    "sum",
    "ratio",
    "percent_change",
    "average",
    "product",
    "count",
    "minimum",
    "maximum",
    "days_outstanding",
    "growth_rate",
]
Reckoned = _Named | Literal["formula"]
"""What a model may name: an operation, or a formula in the operands' names: a for the first, b for the second …"""

_EXACT = Context(prec=300)
_CONVERTING = frozenset(map(Decimal, (1, 2, 4, 7, 12, 24, 52, 60, 100, 360, 365, 1_000)))
LINE_OF_FIGURES = 4
"""Figures of a quote of a filing, at least, that may be a line of a table whose scale stands in its heading."""
_RESCALES = re.compile(r"(?<![\d.,])1(?:,?000)+(?![\d.,])")
"""A factor that only turns millions into billions, or back."""
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_CURRENCY = re.compile(r"[A-Z]{3}")
_IN_PERCENT = re.compile(r"\*\s*100\s*$|^\s*100\s*\*")


class _Figure(NamedTuple):
    letters: str
    value: Decimal
    """As it is written, without the scale that its table states."""
    scale: Decimal | None
    """None where nothing states it."""
    unit: str | None
    bare: bool
    """Whether it is known to have no unit."""
    span_id: SpanId
    document: VersionId
    in_row: bool
    years: tuple[int, ...]
    """Of its column, or of its row where its column names none."""

    @property
    def magnitude(self) -> str:
        if self.scale is None:
            return "on a scale that nothing states"
        word = next((name for name, scale in SCALES.items() if scale == self.scale), "")
        return f"in {word}s" if word else "in full"


def reckon(
    operation: Operation | Literal["formula"],
    formula: str | None,
    figures: Sequence[tuple[Evidence, str]],
    *,
    decimals: int = 2,
    named: str = "formula",
    question: str | None = None,
) -> Calculation | Refused:
    """Calculate what is asked over figures, each named by the evidence it stands in and by its own letters.

    A figure must stand there once, as a value that code reads. All amounts are brought to one scale, the smallest of those they are
    written in; where the scale or the unit of one is known and that of another is not, nothing is calculated. A bare figure of a table
    takes the currency that the others of its document have. `named`: what a formula's result is, where that is no bare number
    ("percent", "days"). `question`: where it is given, a formula holds no other numbers than its own, the figures of the asker's case,
    the years between two periods that it or the figures' columns name, and those that only convert ("12" months, "100" percent).
    For `growth_rate` the figures are the first value, the last and, where the evidence states it, the number of years; `formula` may give it.
    """
    if len(figures) > len(ascii_lowercase):
        return Refused(reason=f"{len(figures)} figures: at most {len(ascii_lowercase)} can be calculated with")
    read: list[_Figure] = []
    for unit, letters in figures:
        figure = _read(unit, letters)
        if figure is None:
            return Refused(reason=f"“{letters}” is no single value in “{unit.span.quote[:80]}”")
        read.append(figure)
    if operation == "formula" and question is not None and (unsupported := _unsupported(formula or "", question, read)):
        return Refused(
            reason=f"{', '.join(unsupported)} in the formula stands neither in the evidence nor in the question"
        )
    if operation == "formula" and _RESCALES.search(formula or "") and any(one.scale not in (None, 1) for one in read):
        return Refused(
            reason="a formula does not change the scale of figures; state the figure itself, exactly restated (“8,738 million” is “8.738 billion”)"
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


def _explained(found: Calculation | Refused, read: Sequence[_Figure]) -> Calculation | Refused:
    """A refusal for units, with two of the figures that differ in them."""
    other = next((one for one in read if one.unit != read[0].unit), None)
    if isinstance(found, Calculation) or other is None or not re.search(r"\bunits?\b|added", found.reason):
        return found
    differing = (f"“{one.letters}” is {f'in {one.unit}' if one.unit else 'a bare number'}" for one in (read[0], other))
    return Refused(reason=f"{found.reason}: {' and '.join(differing)}")


def _grown(
    operands: Sequence[Operand], read: Sequence[_Figure], formula: str | None, question: str | None, decimals: int
) -> Calculation | Refused:
    if len(operands) == 3:
        return compound_growth(operands[0], operands[1], operands[2], decimals=decimals)
    if len(operands) != 2:
        return Refused(
            reason=f"growth_rate takes a first and a last value, and may take the years, not {len(operands)} figures"
        )
    given = formula.strip() if formula else ""
    between = read[1].years[0] - read[0].years[0] if all(len(one.years) == 1 for one in read) else 0
    if between < 0:
        return Refused(reason=f"“{read[0].letters}” is of {read[0].years[0]}, later than “{read[1].letters}”")
    if given.isdecimal() and len(given) < 4:
        allowed = _years_between(question or "", read) | _numbers_in(question or "")
        if question is not None and Decimal(given) not in allowed | {Decimal(between)}:
            return Refused(reason=f"{given} years stand neither in the evidence nor in the question")
        return compound_growth(operands[0], operands[1], int(given), decimals=decimals)
    if not between:
        return Refused(reason="a compound growth rate needs the number of years between its two values")
    return compound_growth(operands[0], operands[1], between, decimals=decimals)


def _unsupported(formula: str, question: str, read: Sequence[_Figure]) -> tuple[str, ...]:
    """The numbers of a formula that neither the question gives nor a conversion needs."""
    allowed = _numbers_in(question) | _CONVERTING | _years_between(question, read)
    return tuple(one for one in _NUMBER.findall(formula) if Decimal(one.replace(",", "")) not in allowed)


def _numbers_in(text: str) -> set[Decimal]:
    """Those in digits and in words: "two nights"."""
    in_words = {fact.low for fact in read_facts(text) if fact.low is not None and fact.low == fact.high}
    return in_words | {Decimal(one.replace(",", "")) for one in _NUMBER.findall(text)}


def _years_between(question: str, read: Sequence[_Figure]) -> set[Decimal]:
    years = {*_years_in(question), *(year for one in read for year in one.years)}
    return {Decimal(abs(one - other)) for one in years for other in years if one != other}


def _years_in(text: str) -> tuple[int, ...]:
    periods = [period for period, _, _ in periods_in(text)]
    return tuple(dict.fromkeys(year for one in periods for year in sorted(one.years())))


def _read(unit: Evidence, letters: str) -> _Figure | None:
    return _in_row(unit, letters) if unit.row else _in_text(unit, letters)


def _in_row(unit: Evidence, letters: str) -> _Figure | None:
    """The figure of the cells that are written so; None where they are not all of one scale and unit."""
    cells = [cell for cell in unit.row if _squeezed(cell[1]) == _squeezed(letters)]
    value = value_of(letters)
    if value is None or not cells:
        return None
    found = {_in_cell(unit, cell, value)._replace(years=()) for cell in cells}
    if len(found) != 1:
        return None
    years = _years_in(cells[0][0]) or _years_in(parts_of(unit.row).label) if len(cells) == 1 else ()
    return found.pop()._replace(years=years)


def _in_cell(unit: Evidence, cell: tuple[str, str], value: Decimal) -> _Figure:
    found = cell_unit(unit.row, cell)
    own, fact = scale_of(cell[1]), own_fact(cell[1])
    if fact is not None and fact.low is not None and found.unit == "percentage_point":
        value = fact.low.copy_sign(value)  # basis points are hundredths
    scale, name = found.scale, found.unit
    if scale is None and not parts_of(unit.row).unit and not _of_unstated_scale(unit, value):
        scale = Decimal(1)
    if scale is None and name and _CURRENCY.fullmatch(name):
        name = None  # to call it dollars would be to say too much
    return _Figure(
        cell[1].strip(),
        _EXACT.divide(value, own),
        scale,
        name,
        found.bare,
        unit.span.span_id,
        unit.source.version_id,
        True,
        (),
    )


def _of_unstated_scale(unit: Evidence, value: Decimal) -> bool:
    """Whether the figure may be in thousands or millions though its table does not say so, as in the discussion of a filing."""
    return unit.source.authority == "filing" and value == value.to_integral_value()


def _in_text(unit: Evidence, letters: str) -> _Figure | None:
    quote, wanted = unit.span.quote, letters.strip()
    places = [match.start() for match in re.finditer(rf"(?<![\d.,]){re.escape(wanted)}(?![\d]|[.,]\d)", quote)]
    if len(places) != 1 or not wanted:
        return None
    end = places[0] + len(wanted)
    found = [fact for fact in read_facts(quote) if fact.start < end and places[0] < fact.end and is_single(fact)]
    if len(found) != 1 or found[0].low is None:
        return None
    fact, low = found[0], found[0].low
    scale: Decimal | None = scale_of(fact.text)
    if (
        scale == 1
        and unit.source.authority == "filing"
        and len(_NUMBER.findall(quote)) >= LINE_OF_FIGURES
        and _of_unstated_scale(unit, low)
    ):
        return _Figure(
            fact.text, low, None, None, fact.unit is None, unit.span.span_id, unit.source.version_id, False, ()
        )
    return _Figure(
        fact.text,
        _EXACT.divide(low, scale_of(fact.text)),
        scale,
        fact.unit,
        fact.unit is None,
        unit.span.span_id,
        unit.source.version_id,
        False,
        (),
    )


def _unlike(read: Sequence[_Figure]) -> str | None:
    """Why the figures cannot be in one calculation, naming two of them; None where they can."""
    amounts = [one for one in read if one.value]  # nil is nil on any scale and in any unit
    known = next((one for one in amounts if one.scale is not None and one.unit != "percent"), None)
    open_ = next((one for one in amounts if one.scale is None), None)
    if known and open_:
        return f"“{known.letters}” is {known.magnitude}, and “{open_.letters}” is {open_.magnitude}"
    units = [one for one in amounts if one.unit]
    for one in amounts:
        if one.unit is None and not one.bare and one.in_row and one.scale is not None:
            other = next((two for two in units if not _lends(two, one)), None)
            if other is not None:
                return f"“{other.letters}” is in {other.unit}, and what “{one.letters}” is in is not stated"
    currencies = [one for one in units if _CURRENCY.fullmatch(one.unit or "")]
    for one in currencies:
        if one.unit != currencies[0].unit:
            return f"“{currencies[0].letters}” is in {currencies[0].unit}, and “{one.letters}” is in {one.unit}"
    return None


def _lends(one: _Figure, other: _Figure) -> bool:
    """Whether a bare figure may be taken to be in the currency of another of its document."""
    return one.document == other.document and _CURRENCY.fullmatch(one.unit or "") is not None


def _operands(read: Sequence[_Figure]) -> tuple[Operand, ...]:
    """The figures on the smallest scale that amounts among them are written in."""
    scale = min(_scales(one for one in read if one.value), default=min(_scales(read), default=Decimal(1)))
    word = next((name for name, size in SCALES.items() if size == scale), None)
    currency = next((one.unit for one in read if one.unit and _CURRENCY.fullmatch(one.unit)), None)
    of_all = {one.unit for one in read if one.value}
    made = []
    for name, one in zip(ascii_lowercase, read, strict=False):
        unit, scaled = one.unit, one.unit is None or _CURRENCY.fullmatch(one.unit) is not None
        if unit is None and one.in_row and not one.bare and one.scale is not None:
            unit = currency
        if not one.value and len(of_all) == 1:
            unit = next(iter(of_all))
        value = one.value
        if scaled and one.scale and one.scale != scale:
            value = without_zeros(_plain(_EXACT.divide(_EXACT.multiply(one.value, one.scale), scale)))
        name_of_unit = " ".join(part for part in (unit, word if scaled else None) if part)
        made.append(Operand(name=name, value=_plain(value), unit=name_of_unit or None, span_id=one.span_id))
    return tuple(made)


def _scales(read: Iterable[_Figure]) -> Iterable[Decimal]:
    """Of amounts; a percentage and what is measured in days or kilograms is on no scale."""
    return (one.scale for one in read if one.scale and (one.unit is None or _CURRENCY.fullmatch(one.unit)))


def _plain(value: Decimal) -> Decimal:
    """8,412,000 and not 8.412E+6, which says the same and reads worse."""
    return Decimal(format(value, "f"))


def _squeezed(text: str) -> str:
    return "".join(text.split())
