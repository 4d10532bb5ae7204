"""The columns of a table, told from where its values stand."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .pdf_tables_values import Line, Value

_SAME_EDGE = 0.6
"""Of the line height: right edges this near are one column's; a closing bracket or a percent sign stands out by less."""
_TEXT_SUPPORT = 0.4


class Column(NamedTuple):
    """Edges in points, `left` with the currency signs that stand before the figures."""

    left: float
    core: float
    right: float
    support: int

    @property
    def center(self) -> float:
        return (self.left + self.right) / 2


def find_columns(lines: Sequence[Line]) -> list[Column]:
    """Columns of figures, and before them columns of words that enough lines fill; from left to right."""
    size = lines[0].row.size
    figures = _clustered([line.values for line in lines], size)
    if not figures:
        return []
    texts = [
        column
        for column in _clustered([line.texts for line in lines], size)
        if column.support >= max(2, _TEXT_SUPPORT * len(lines)) and column.right <= figures[0].core
    ]
    return texts + figures


def column_of(value: Value, columns: Sequence[Column]) -> int | None:
    """The column a value stands in: the one it overlaps most; None when it stands beside all of them."""
    best = max(range(len(columns)), key=lambda i: _shared(value, columns[i]), default=None)
    return best if best is not None and _shared(value, columns[best]) > 0 else None


def _shared(value: Value, column: Column) -> float:
    return min(value.right, column.right) - max(value.core, column.core)


def _clustered(rows: Sequence[Sequence[Value]], size: float) -> list[Column]:
    values = [value for row in rows for value in row]
    columns = _by_overlap(values)
    if any(len({column_of(value, columns) for value in row}) < len(row) for row in rows):
        columns = _by_right_edge(values, size)
    return columns


def _by_overlap(values: Iterable[Value]) -> list[Column]:
    columns: list[Column] = []
    for value in sorted(values, key=lambda one: one.core):
        last = columns[-1] if columns else None
        if last and last.right - value.core > 0.25 * min(value.right - value.core, last.right - last.core):
            columns[-1] = _widened(last, value)
        else:
            columns.append(Column(value.left, value.core, value.right, 1))
    return columns


def _by_right_edge(values: Iterable[Value], size: float) -> list[Column]:
    columns: list[Column] = []
    edge = 0.0
    for value in sorted(values, key=lambda one: one.right):
        if columns and value.right - edge <= _SAME_EDGE * size:
            columns[-1] = _widened(columns[-1], value)
        else:
            columns.append(Column(value.left, value.core, value.right, 1))
        edge = value.right
    return columns


def _widened(column: Column, value: Value) -> Column:
    return Column(
        min(column.left, value.left),
        min(column.core, value.core),
        max(column.right, value.right),
        column.support + 1,
    )
