"""Writes the sentence that states a calculated result: the result, then the working, then the names of the figures.

Each figure is named by its row label and its column, as in the table.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..language.question_language import Language, language_of
from ..language.words import root_set
from ..lexicon.calendar_names import MONTHS
from ..model.evidence import Evidence
from ..tables.cell_units import SHORT_UNIT
from ..tables.figure_values import value_of
from ..tables.row_parts import FIGURE, names_only_a_period, without_mark
from ..tables.row_statements import column_name, row_label
from ..values.asked_periods import asked_periods
from ..values.periods import Period
from .calculations import EXTREMES, Calculation, Operand, listed
from .value_text import SCALES

_RESULT: Mapping[Language, str] = {"en": "The result is", "de": "Ergebnis:", "fr": "Résultat :", "es": "Resultado:"}
_NAMES = {
    "difference": "The difference is",
    "percent_change": "The change is",
    "ratio": "The ratio is",
    "share": "The share is",
    "sum": "The sum is",
    "average": "The average is",
    "product": "The product is",
    "count": "The number is",
    "growth_rate": "The compound annual growth rate is",
}
_TWICE = re.compile(r"\b(\w(?:.{0,80}?\w)?)(?:[:;,]?\s+\1\b)+", re.IGNORECASE)
_UNIT_AT_END = re.compile(r"\s+[$€£¥%]$")
_NO_PERIOD = (0, 0, 0)


class OperandName(NamedTuple):
    label: str
    column: str
    """The column heading in the form used within a sentence: “2024”, “as of June 30, 2023”."""
    ends: tuple[int, int, int]
    """The year, month and day on which the period of the column ends. A part that the heading does not state is 0."""
    amount: str


def result_sentence(asked: str, calculation: Calculation, evidence: Sequence[Evidence], definition: str = "") -> str:
    """Return the sentence that states a result, with the working and the figures.

    Example: “The change is 25%: (50 − 40) / 40 × 100, with Net sales of $40 million (2023) and $50 million (2024).” For
    a maximum or minimum: “The highest is Bottling of $3,725 million; the others are Retail of −$174 million.”
    `definition`: the definition of the measure in the question, which is added.
    """
    names = [operand_name(operand, evidence, calculation.name or "") for operand in calculation.operands]
    if language_of(asked) != "en":
        return _in_other_words(asked, calculation, names)
    if calculation.operation in EXTREMES:
        return f"{_extreme(calculation, names)}."
    lead, figures = _lead(calculation, names, definition), described(names)
    if calculation.operation == "count":
        return f"{lead}{f': {figures}' if figures else ''}."
    working = calculation.working() + (f" ({calculation.rounding()})" if calculation.rounding() else "")
    return f"{lead}: {working}{f', with {figures}' if figures else ''}."


def _in_other_words(asked: str, calculation: Calculation, names: Sequence[OperandName]) -> str:
    """Return the result and the names of its figures without a full sentence: “Ergebnis: 310 / 80 = 3.88 (…)”. For
    questions in other languages."""
    figures = [
        f"{', '.join(part for part in (name.label, name.column) if part)}: {name.amount}"
        for name in names
        if name.label
    ]
    shown = calculation.result_text() if calculation.operation in EXTREMES else calculation.shown()
    return "; ".join((f"{_RESULT[language_of(asked)]} {shown}", *dict.fromkeys(figures))) + "."


def _extreme(calculation: Calculation, names: Sequence[OperandName]) -> str:
    """Return the sentence that names the item with the greatest or least value, and the other items. The column that
    all figures share is left out if the name of the result contains it."""
    if len({name.column for name in names}) == 1 and _contains(calculation.name or "", names[0].column):
        names = [name._replace(column="") for name in names]
    best = [
        name for name, operand in zip(names, calculation.operands, strict=True) if operand.value == calculation.exact
    ]
    others = [name for name in names if name not in best]
    lead = _opening(calculation.name or f"the {EXTREMES[calculation.operation]}")
    beside = f"; the others are {_with_amounts(others)}" if others else ""
    return f"{lead} is {_with_amounts(best)}{beside}"


def _with_amounts(names: Sequence[OperandName]) -> str:
    return described(names) or listed(list(dict.fromkeys(name.amount for name in names)))


def _lead(calculation: Calculation, names: Sequence[OperandName], definition: str) -> str:
    """Return the start of the sentence: the name of the result, and the result. The name is the one that the model
    gives in the question's words, else that of the measure, else that of the operation."""
    result = calculation.result_text()
    if calculation.name:
        return f"{_opening(calculation.name)} is {result}"
    measure, _, meaning = definition.replace(" - ", " − ").replace(" x ", " × ").partition(" = ")
    if meaning:
        last = max((name for name in names if any(name.ends)), key=lambda period: period.ends, default=None)
        of = f" ({last.column})" if last else ""
        return f"{_opening(measure)}{of} is {result} (defined as {meaning})"
    return f"{_NAMES.get(calculation.operation, _RESULT['en'])} {result}"


def _opening(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _contains(result: str, words: str) -> bool:
    return bool(words) and root_set(words) <= root_set(result)


def operand_name(operand: Operand, evidence: Sequence[Evidence], result: str = "") -> OperandName:
    """Return the name of an operand. Label and column are empty for an operand that is not from a table, and for a
    value that occurs twice in its row. `result`: the name of the calculation's result; a heading of the label that it
    contains is left out."""
    amount = operand.text()
    unit = next((unit for unit in evidence if unit.span.span_id == operand.span_id), None)
    cells = [cell for cell in unit.row if _is_value(cell[1], operand.value)] if unit else []
    if unit is None or len(cells) != 1:
        return OperandName("", "", _NO_PERIOD, amount)
    figures = [at for at, (_, text) in enumerate(unit.row) if at and FIGURE.match(text)]
    named = [
        _label_cell("" if _contains(result, column_name(name)) else name, text)
        for name, text in unit.row[: figures[0] if figures else None]
    ]
    column = _UNIT_AT_END.sub("", SHORT_UNIT.sub("", _TWICE.sub(r"\1", without_mark(column_name(cells[0][0])))).strip())
    column = column.replace(" (", ", ").replace("(", "").replace(")", "")
    ends = max((_end(period) for period in asked_periods(column)[0]), default=_NO_PERIOD)
    return OperandName(_TWICE.sub(r"\1", row_label(named)), _lowered(column), ends, amount)


def _label_cell(name: str, text: str) -> tuple[str, str]:
    """Return the cell with the label of a row, as (column heading, text), without footnote marks. A heading that only
    names a period becomes ""."""
    return ("" if names_only_a_period(column_name(name).rstrip(", ")) else name, without_mark(text))


def _end(period: Period) -> tuple[int, int, int]:
    month = period.month or (period.quarter or 0) * 3
    return max(period.years(), default=0), month, period.day or 0


def described(names: Sequence[OperandName]) -> str:
    """Return the operands as one phrase: “Net sales of $40 million (2023) and $50 million (2024) and dues of $8 million
    (2024)”. Return "" if no operand has a name."""
    known = [fromkey for fromkey in dict.fromkeys(names) if fromkey.label or fromkey.column]
    columns = {cell.column for cell in known}
    shared = columns.pop() if len(columns) == 1 else None
    by_label: dict[str, list[OperandName]] = {}
    for cell in known:
        by_label.setdefault(cell.label, []).append(cell)
    parts = []
    for label, own in by_label.items():
        amounts = listed([cell.amount if shared is not None else _dated(cell) for cell in own])
        parts.append(f"{label} of {amounts}" if label else amounts)
    text = listed(parts) if all(len(own) == 1 for own in by_label.values()) else "; ".join(parts)
    return f"{text} ({shared})" if text and shared else text


def _dated(one: OperandName) -> str:
    return f"{one.amount} ({one.column})" if one.column else one.amount


def _lowered(column: str) -> str:
    """Return the column name in lower case if it only names a period: “as of June 30, 2023” for “As of June 30,
    2023”. Months keep their capitals."""
    if not names_only_a_period(column):
        return column
    words = column.split()
    return " ".join(
        word.lower() if word.istitle() and word.casefold().strip(",.") not in MONTHS else word for word in words
    )


def _is_value(text: str, value: Decimal) -> bool:
    own = value_of(text)
    if own is None:
        return False
    return own == value or (own != 0 and value != 0 and _apart(own, value))


def _apart(own: Decimal, value: Decimal) -> bool:
    """Return whether the two values are equal apart from their scale.

    Example: `_apart(Decimal("5"), Decimal("5000000"))` gives `True`.
    """
    return any(own * scale == value or value * scale == own for scale in SCALES.values())
