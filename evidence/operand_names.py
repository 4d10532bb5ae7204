"""What the operands of a calculation are called in their tables: the label of the row, and the column."""

import re
from calendar import month_name
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from .asked_periods import asked_periods
from .calculations import Operand, listed
from .evidence import Evidence
from .figure_values import value_of
from .row_parts import FIGURE, names_only_a_period, without_mark
from .row_statements import column_name, row_label
from .value_text import SCALES, value_text

_TWICE = re.compile(r"\b(\w+)(?:[:;,]?\s+\1\b)+", re.IGNORECASE)
_MONTHS = frozenset(name.casefold() for name in month_name if name)


class OperandName(NamedTuple):
    label: str
    column: str
    """As it stands within a sentence: “2024”, “as of June 30, 2023”."""
    years: frozenset[int]
    """Those that the column names."""
    amount: str


def operand_name(operand: Operand, evidence: Sequence[Evidence]) -> OperandName:
    """The names are empty for an operand of prose, and for a value that stands twice in its row."""
    amount = value_text(operand.value, operand.unit)
    unit = next((one for one in evidence if one.span.span_id == operand.span_id), None)
    cells = [cell for cell in unit.row if _is_value(cell[1], operand.value)] if unit else []
    if unit is None or len(cells) != 1:
        return OperandName("", "", frozenset(), amount)
    figures = [at for at, (_, text) in enumerate(unit.row) if at and FIGURE.match(text)]
    label = _TWICE.sub(r"\1", row_label(unit.row[: figures[0] if figures else None]))
    column = without_mark(column_name(cells[0][0])).replace(" (", ", ").replace("(", "").replace(")", "")
    periods = asked_periods(column)[0]
    years = frozenset(year for period in periods for year in period.years())
    return OperandName(label, _lowered(column), years, amount)


def described(names: Sequence[OperandName]) -> str:
    """“Net sales of $40 million (2023) and $50 million (2024) and dues of $8 million (2024)”; "" where none has a name."""
    known = [one for one in dict.fromkeys(names) if one.label or one.column]
    columns = {one.column for one in known}
    shared = columns.pop() if len(columns) == 1 else None
    by_label: dict[str, list[OperandName]] = {}
    for one in known:
        by_label.setdefault(one.label, []).append(one)
    parts = []
    for label, own in by_label.items():
        amounts = listed([one.amount if shared is not None else _dated(one) for one in own])
        parts.append(f"{label} of {amounts}" if label else amounts)
    told = listed(parts) if all(len(own) == 1 for own in by_label.values()) else "; ".join(parts)
    return f"{told} ({shared})" if told and shared else told


def _dated(one: OperandName) -> str:
    return f"{one.amount} ({one.column})" if one.column else one.amount


def _lowered(column: str) -> str:
    """“as of June 30, 2023” for “As of June 30, 2023”: only months keep their capitals in the name of a period."""
    if not names_only_a_period(column):
        return column
    words = column.split()
    return " ".join(
        one.lower() if one.istitle() and one.casefold().strip(",.") not in _MONTHS else one for one in words
    )


def _is_value(text: str, value: Decimal) -> bool:
    own = value_of(text)
    if own is None:
        return False
    return own == value or (own != 0 and value != 0 and _apart(own, value))


def _apart(own: Decimal, value: Decimal) -> bool:
    """Whether one is the other on another scale."""
    return any(own * scale == value or value * scale == own for scale in SCALES.values())
