"""From figures that a reader points to in verified evidence to a calculation by code (SPEC EVI-9)."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from string import ascii_lowercase
from typing import Literal, NamedTuple

from .calculations import Calculation, Operand, Operation, Refused, calculate, evaluate
from .evidence import Evidence
from .facts import Fact, read_facts
from .row_statements import figure_name, row_statements
from .spans import SpanId

Reckoned = Operation | Literal["formula"]
"""A named operation, or a formula in the operands' names: a for the first, b for the second …"""

_SCALES: Mapping[Decimal, str] = {
    Decimal(1_000): "thousand",
    Decimal(1_000_000): "million",
    Decimal(10) ** 9: "billion",
}
_CURRENCY = re.compile(r"[A-Z]{3}")


class _Figure(NamedTuple):
    value: Decimal
    """As it stands, without the scale that its table states."""
    scale: Decimal
    unit: str | None
    span_id: SpanId
    in_row: bool


def reckon(
    operation: Reckoned, formula: str | None, figures: Sequence[tuple[Evidence, str]], *, decimals: int = 2
) -> Calculation | Refused:
    """Work out what is asked over figures, each named by the evidence it stands in and by its own letters.

    A figure must stand there once, as a value that code reads. Scales that tables state ("in millions") are put in, and kept apart as
    the unit where all figures share one; a bare figure of a table takes the currency that all others have.
    """
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
        return evaluate(formula or "", operands, decimals=decimals)
    return calculate(operation, operands, decimals=decimals)


def told_result(asked: str, calculation: Calculation, evidence: Sequence[Evidence]) -> str:
    """The sentence that tells a result: what was asked, the working, and what each figure out of a table is, by its row and column."""
    parts = [f"{asked.strip().rstrip('?.! ')}: {calculation.shown()}"]
    parts += [f"{operand.value:,} is {name}" for operand in calculation.operands if (name := _name(operand, evidence))]
    return "; ".join(dict.fromkeys(parts)) + "."


def _name(operand: Operand, evidence: Sequence[Evidence]) -> str:
    unit = next((one for one in evidence if one.span.span_id == operand.span_id), None)
    cells = [cell for cell in unit.row if _is_value(cell[1], operand.value)] if unit else []
    return figure_name(unit.row, cells[0]) if unit and len(cells) == 1 else ""


def _is_value(text: str, value: Decimal) -> bool:
    own = _numeric(text)
    if own is None or own.low is None:
        return False
    return own.low == value or (own.low != 0 and value != 0 and _same_digits(value, own.low))


def _read(unit: Evidence, letters: str) -> _Figure | None:
    return _in_row(unit, letters) if unit.row else _in_text(unit, letters)


def _in_row(unit: Evidence, letters: str) -> _Figure | None:
    labels = [cell for cell in unit.row if not _numeric(cell[1])]
    cells = [cell for cell in unit.row if _squeezed(cell[1]) == _squeezed(letters)]
    own = _numeric(letters)
    if len(cells) != 1 or own is None or own.low is None:
        return None
    for told in read_facts(row_statements((*labels, cells[0]))[0]):
        if told.low is None or own.low == 0 or not _same_digits(told.low, own.low):
            continue
        unit_name = told.unit or own.unit
        return _Figure(own.low, told.low / own.low, unit_name, unit.span.span_id, in_row=True)
    return _Figure(own.low, Decimal(1), own.unit, unit.span.span_id, in_row=True)


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
    scales = {one.scale for one in read}
    scale = next(iter(scales)) if len(scales) == 1 else Decimal(1)
    word = _SCALES.get(scale)
    currencies = {one.unit for one in read if one.unit}
    shared = next(iter(currencies)) if len(currencies) == 1 and _CURRENCY.fullmatch(next(iter(currencies))) else None
    return tuple(
        Operand(
            name=name,
            value=_plain(one.value if word else one.value * one.scale),
            unit=" ".join(part for part in (one.unit or (shared if one.in_row else None), word) if part) or None,
            span_id=one.span_id,
        )
        for name, one in zip(ascii_lowercase, read, strict=False)
    )


def _plain(value: Decimal) -> Decimal:
    """8,412,000 and not 8.412E+6, which says the same and reads worse."""
    return Decimal(format(value, "f"))


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _same_digits(first: Decimal, second: Decimal) -> bool:
    return first / second in {Decimal(1), *_SCALES}
