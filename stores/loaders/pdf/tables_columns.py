"""Finds the columns of a table by the positions of its values."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .tables_values import Line, Value

_SAME_EDGE = 0.6
"""The largest distance between right edges in one column, as a share of the line height. A closing bracket or a percent
sign protrudes by less."""
_TEXT_SUPPORT = 0.4
_NEAR = 1.0
"""The maximum distance of columns that are one column with differently aligned values, as a share of the line height.
No line may fill both."""
_STRAY = 2
"""Dashes and dots. They make no column unless a figure is above or below them."""
_MARK = re.compile(r"\([a-z\d]\)")


class Column(NamedTuple):
    """A column with its edges in points; `left` includes the currency signs before the figures."""

    left: float
    core: float
    right: float
    support: int

    @property
    def center(self) -> float:
        return (self.left + self.right) / 2


def find_columns(lines: Sequence[Line]) -> list[Column]:
    """Return the columns of figures, and before them the columns of words with enough lines; from left to right."""
    size = lines[0].row.size
    figures = _without_marks(_clustered([line.values for line in lines], size), lines)
    if not figures:
        return []
    texts = [
        column
        for column in _clustered([line.texts for line in lines], size)
        if column.support >= max(2, _TEXT_SUPPORT * len(lines)) and column.right <= figures[0].core
    ]
    return texts + figures


def widened(columns: Sequence[Column], values: Iterable[Value]) -> list[Column]:
    """Return the columns with the values of one more line, in existing columns or in new ones."""
    wider = list(columns)
    for value in values:
        index = column_of(value, columns)
        if index is None:
            wider.append(Column(value.left, value.core, value.right, 1))
        else:
            wider[index] = _widened(wider[index], value)
    return sorted(wider, key=lambda column: column.core)


def column_of(value: Value, columns: Sequence[Column]) -> int | None:
    """Return the column of a value: the one it overlaps most; None if it overlaps none."""
    best, most = None, 0.0
    core, right = value.core, value.right
    for index, column in enumerate(columns):
        column_core, column_right = column.core, column.right
        shared = (right if right < column_right else column_right) - (core if core > column_core else column_core)
        if shared > most:
            best, most = index, shared
    return best


def _clustered(rows: Sequence[Sequence[Value]], size: float) -> list[Column]:
    values = [value for row in rows for value in row]
    columns = _by_overlap(values)
    if any(len({column_of(value, columns) for value in row}) < len(row) for row in rows):
        columns = _by_right_edge(values, size)
    filled = [{column_of(value, columns) for value in row} for row in rows]
    merged: list[Column] = []
    members: set[int | None] = set()
    for index, column in enumerate(columns):
        near = bool(merged) and column.core - merged[-1].right < _NEAR * size
        if near and not any(index in row and row & members for row in filled):
            last = merged[-1]
            merged[-1] = Column(
                min(last.left, column.left), last.core, max(last.right, column.right), last.support + column.support
            )
            members.add(index)
        else:
            merged.append(column)
            members = {index}
    return merged


def _without_marks(columns: Sequence[Column], lines: Sequence[Line]) -> list[Column]:
    """Return the columns, except those of footnote marks that are slightly apart from the figures of another column."""
    texts: list[set[str]] = [set() for _ in columns]
    for line in lines:
        for value in line.values:
            index = column_of(value, columns)
            if index is not None:
                texts[index].add(value.text)
    return [
        column
        for index, column in enumerate(columns)
        if any(character.isalnum() for text in texts[index] for character in text) or column.support > _STRAY
        if not (
            index
            and len(texts[index]) <= 2
            and all(_MARK.match(text) for text in texts[index])
            and 2 * column.support <= columns[index - 1].support
            and column.core - columns[index - 1].right < 2 * lines[0].row.size
        )
    ]


def _by_overlap(values: Iterable[Value]) -> list[Column]:
    columns: list[Column] = []
    for value in sorted(values, key=lambda candidate: candidate.core):
        last = columns[-1] if columns else None
        if last and last.right - value.core > 0.25 * min(value.right - value.core, last.right - last.core):
            columns[-1] = _widened(last, value)
        else:
            columns.append(Column(value.left, value.core, value.right, 1))
    return columns


def _by_right_edge(values: Iterable[Value], size: float) -> list[Column]:
    columns: list[Column] = []
    edge = 0.0
    for value in sorted(values, key=lambda candidate: candidate.right):
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
