"""From figures that a reader points to in verified evidence to a calculation by code (SPEC EVI-9)."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from string import ascii_lowercase
from typing import Literal, NamedTuple

from .calculations import Calculation, Operand, Operation, Refused, calculate, evaluate
from .evidence import Evidence
from .facts import Fact, read_facts
from .figure_values import value_of
from .row_parts import NIL, parts_of
from .row_statements import row_statements
from .spans import SpanId

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
]
Reckoned = _Named | Literal["formula"]
"""What a model may name: an operation, or a formula in the operands' names: a for the first, b for the second …"""

_SCALES: Mapping[Decimal, str] = {
    Decimal(1_000): "thousand",
    Decimal(1_000_000): "million",
    Decimal(10) ** 9: "billion",
}
_CONVERTING = frozenset(map(Decimal, (1, 2, 4, 7, 12, 24, 52, 60, 100, 360, 365, 1_000)))
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_CURRENCY = re.compile(r"[A-Z]{3}")


class _Figure(NamedTuple):
    value: Decimal
    """As it stands, without the scale that its table states."""
    scale: Decimal
    unit: str | None
    span_id: SpanId
    in_row: bool


def reckon(
    operation: Operation | Literal["formula"],
    formula: str | None,
    figures: Sequence[tuple[Evidence, str]],
    *,
    decimals: int = 2,
    named: str = "formula",
    question: str | None = None,
) -> Calculation | Refused:
    """Work out what is asked over figures, each named by the evidence it stands in and by its own letters.

    A figure must stand there once, as a value that code reads. Scales that tables state ("in millions") are put in, and kept apart as
    the unit where all figures share one; a bare figure of a table takes the currency that all others have. `named`: what a formula's
    result is, where that is no bare number ("percent", "days"). `question`: where it is given, a formula holds no other numbers than its
    own, the figures of the asker's case, and those that only convert ("12" months, "100" percent).
    """
    if operation == "formula" and question is not None and (untold := _untold(formula or "", question)):
        return Refused(reason=f"{', '.join(untold)} in the formula stands neither in the evidence nor in the question")
    if len(figures) > len(ascii_lowercase):
        return Refused(reason=f"{len(figures)} figures: at most {len(ascii_lowercase)} can be worked on")
    read: list[_Figure] = []
    for unit, letters in figures:
        figure = _read(unit, letters)
        if figure is None:
            return Refused(reason=f"“{letters}” is no single value in “{unit.span.quote[:80]}”")
        read.append(figure)
    operands = _operands(read)
    if operation == "formula":
        return evaluate(formula or "", operands, decimals=decimals, operation=named)
    return calculate(operation, operands, decimals=decimals)


def _untold(formula: str, question: str) -> tuple[str, ...]:
    """The numbers of a formula that neither the question gives nor a conversion needs."""
    given = {Decimal(one.replace(",", "")) for one in _NUMBER.findall(question)}
    return tuple(one for one in _NUMBER.findall(formula) if Decimal(one) not in given | _CONVERTING)


def _read(unit: Evidence, letters: str) -> _Figure | None:
    return _in_row(unit, letters) if unit.row else _in_text(unit, letters)


def _in_row(unit: Evidence, letters: str) -> _Figure | None:
    """The figure of the cells that are written so; None where they are not all of one scale and unit."""
    labels = [cell for cell in unit.row if not _numeric(cell[1]) and not NIL.match(cell[1])]
    cells = [cell for cell in unit.row if _squeezed(cell[1]) == _squeezed(letters)]
    value = value_of(letters)
    if value is None or not cells:
        return None
    read = {_in_cell(unit, labels, cell, value) for cell in cells}
    return read.pop() if len(read) == 1 else None


def _in_cell(unit: Evidence, labels: Sequence[tuple[str, str]], cell: tuple[str, str], value: Decimal) -> _Figure:
    own = _numeric(cell[1])
    bare = (cell[0], re.sub(r"[()]", "", cell[1]))  # brackets say less than nothing, and hide the scale behind them
    told = [one for text in row_statements((*labels, bare))[:1] for one in read_facts(text) if one.low is not None]
    for one in told:
        if one.low is not None and value != 0 and _same_digits(abs(one.low), abs(value)):
            scale, name = abs(one.low) / abs(value), one.unit or (own.unit if own else None)
            name = None if scale == 1 and _of_untold_scale(unit, value) else name
            return _Figure(value, scale, name, unit.span.span_id, in_row=True)
    name = own.unit if own and not _of_untold_scale(unit, value) else None
    return _Figure(value, Decimal(1), name, unit.span.span_id, in_row=True)


def _of_untold_scale(unit: Evidence, value: Decimal) -> bool:
    """Whether the figure may be in thousands or millions though its table does not say so, as in the discussion of a filing: to call it
    dollars would be to say too much."""
    whole = value == value.to_integral_value()
    return unit.source.authority == "filing" and whole and not parts_of(unit.row).unit


def _in_text(unit: Evidence, letters: str) -> _Figure | None:
    quote = unit.span.quote
    places = [match.start() for match in re.finditer(rf"(?<![\d.,]){re.escape(letters.strip())}(?![\d]|[.,]\d)", quote)]
    if len(places) != 1 or not letters.strip():
        return None
    end = places[0] + len(letters.strip())
    found = [fact for fact in read_facts(quote) if fact.start < end and places[0] < fact.end and _single(fact)]
    if len(found) != 1 or found[0].low is None:
        return None
    return _Figure(found[0].low, Decimal(1), found[0].unit, unit.span.span_id, in_row=False)


def _numeric(text: str) -> Fact | None:
    facts = [fact for fact in read_facts(text) if _single(fact)]
    return facts[0] if len(facts) == 1 and not re.search(r"[^\W\d_]{3,}", text) else None


def _single(fact: Fact) -> bool:
    return (
        fact.low is not None
        and fact.low == fact.high
        and fact.bound == "exact"
        and fact.kind not in {"date", "period", "ordinal"}
    )


def _operands(read: Sequence[_Figure]) -> tuple[Operand, ...]:
    scales = {one.scale for one in read if one.value} or {one.scale for one in read}  # nil is nil at any scale
    scale = next(iter(scales)) if len(scales) == 1 else Decimal(1)
    word = _SCALES.get(scale)
    currencies = {one.unit for one in read if one.unit}
    shared = next(iter(currencies)) if len(currencies) == 1 and _CURRENCY.fullmatch(next(iter(currencies))) else None
    return tuple(
        Operand(
            name=name,
            value=_plain(one.value if word else one.value * one.scale),
            unit=(
                " ".join(part for part in (one.unit or (shared if one.in_row else None), word) if part)
                or (_unit_of_all(read) if not one.value else None)
                or None
            ),
            span_id=one.span_id,
        )
        for name, one in zip(ascii_lowercase, read, strict=False)
    )


def _unit_of_all(read: Sequence[_Figure]) -> str | None:
    """The unit of all figures but those that are nil, which have none of their own."""
    units = {one.unit for one in read if one.value}
    return next(iter(units)) if len(units) == 1 else None


def _plain(value: Decimal) -> Decimal:
    """8,412,000 and not 8.412E+6, which says the same and reads worse."""
    return Decimal(format(value, "f"))


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _same_digits(first: Decimal, second: Decimal) -> bool:
    return first / second in {Decimal(1), *_SCALES}
