"""Names of a calculation's operands in their tables: the label of the row, and the column."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from ..lexicon.calendar_names import MONTHS
from ..model.evidence import Evidence
from ..tables.cell_units import SHORT_UNIT
from ..tables.figure_values import value_of
from ..tables.row_parts import FIGURE, names_only_a_period, without_mark
from ..tables.row_statements import column_name, row_label
from ..values.asked_periods import asked_periods
from ..values.periods import Period
from .calculations import Operand, listed
from .value_text import SCALES

_TWICE = re.compile(r"\b(\w(?:.{0,80}?\w)?)(?:[:;,]?\s+\1\b)+", re.IGNORECASE)
_UNIT_AT_END = re.compile(r"\s+[$€£¥%]$")


_NO_PERIOD = (0, 0, 0)


class OperandName(NamedTuple):
    label: str
    column: str
    """The column as it is written within a sentence: “2024”, “as of June 30, 2023”."""
    ends: tuple[int, int, int]
    """Year, month and day on which the period of the column ends. A part that the column does not name is zero."""
    amount: str


def operand_name(operand: Operand, evidence: Sequence[Evidence]) -> OperandName:
    """Return the name of an operand. Label and column are empty for an operand from prose, and for a value that
    occurs twice in its row."""
    amount = operand.text()
    unit = next((unit for unit in evidence if unit.span.span_id == operand.span_id), None)
    cells = [cell for cell in unit.row if _is_value(cell[1], operand.value)] if unit else []
    if unit is None or len(cells) != 1:
        return OperandName("", "", _NO_PERIOD, amount)
    figures = [at for at, (_, text) in enumerate(unit.row) if at and FIGURE.match(text)]
    named = [_label_cell(name, text) for name, text in unit.row[: figures[0] if figures else None]]
    column = _UNIT_AT_END.sub("", SHORT_UNIT.sub("", _TWICE.sub(r"\1", without_mark(column_name(cells[0][0])))).strip())
    column = column.replace(" (", ", ").replace("(", "").replace(")", "")
    ends = max((_end(period) for period in asked_periods(column)[0]), default=_NO_PERIOD)
    return OperandName(_TWICE.sub(r"\1", row_label(named)), _lowered(column), ends, amount)


def _label_cell(name: str, text: str) -> tuple[str, str]:
    """Return a label cell without footnote marks, and without a heading that only names a period."""
    return ("" if names_only_a_period(column_name(name).rstrip(", ")) else name, without_mark(text))


def _end(period: Period) -> tuple[int, int, int]:
    month = period.month or (period.quarter or 0) * 3
    return max(period.years(), default=0), month, period.day or 0


def described(names: Sequence[OperandName]) -> str:
    """Return the operands in words: “Net sales of $40 million (2023) and $50 million (2024) and dues of $8 million
    (2024)”. Return "" if none has a name."""
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
    """Whether the two values are equal on different scales."""
    return any(own * scale == value or value * scale == own for scale in SCALES.values())
