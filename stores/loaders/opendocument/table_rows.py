"""Reads the rows and cells of an OpenDocument table. A file may write one row or cell for many equal ones."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .styles import TABLE

_GROUPS = {f"{TABLE}{name}" for name in ("table-rows", "table-row-group", "table-header-rows")}
_COLUMN_GROUPS = {f"{TABLE}{name}" for name in ("table-columns", "table-column-group", "table-header-columns")}
_CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
_WIDEST = 16_384
"""The maximum number of columns that a sheet can have."""
_MOST = 1_048_576
"""The maximum number of repetitions of a row or cell, which is the number of rows of a sheet."""


class TableRow(NamedTuple):
    element: Any
    repeated: int
    is_header: bool
    is_hidden: bool


class TableField(NamedTuple):
    element: Any
    column: int
    repeated: int
    row_span: int
    column_span: int
    is_covered: bool


def rows_of(table: Any, *, is_header: bool = False, is_hidden: bool = False) -> Iterator[TableRow]:
    for child in table:
        if child.tag in _GROUPS:
            hidden = is_hidden or child.get(f"{TABLE}display") == "false"
            header = is_header or child.tag == f"{TABLE}table-header-rows"
            yield from rows_of(child, is_header=header, is_hidden=hidden)
        elif child.tag == f"{TABLE}table-row":
            hidden = is_hidden or child.get(f"{TABLE}visibility") in ("collapse", "filter")
            yield TableRow(child, _count(child, "number-rows-repeated"), is_header, hidden)


class Columns(NamedTuple):
    """The columns of a sheet, counted from 0."""

    hidden: frozenset[int]
    cell_styles: dict[int, str]


def columns_of(table: Any) -> Columns:
    hidden: set[int] = set()
    cell_styles: dict[int, str] = {}
    column = 0
    for element, is_off in _columns(table, False):
        end = min(column + _count(element, "number-columns-repeated"), _WIDEST)
        if is_off or element.get(f"{TABLE}visibility") in ("collapse", "filter"):
            hidden.update(range(column, end))
        if style := element.get(f"{TABLE}default-cell-style-name"):
            cell_styles.update(dict.fromkeys(range(column, end), style))
        column = end
    return Columns(frozenset(hidden), cell_styles)


def _columns(table: Any, is_hidden: bool) -> Iterator[tuple[Any, bool]]:
    for child in table:
        if child.tag in _COLUMN_GROUPS:
            yield from _columns(child, is_hidden or child.get(f"{TABLE}display") == "false")
        elif child.tag == f"{TABLE}table-column":
            yield child, is_hidden


def fields_of(row: Any) -> Iterator[TableField]:
    column = 0
    for cell in row:
        if cell.tag in _CELLS:
            repeated = _count(cell, "number-columns-repeated")
            down, across = _count(cell, "number-rows-spanned"), _count(cell, "number-columns-spanned")
            yield TableField(cell, column, repeated, down, across, cell.tag == _CELLS[1])
            column += repeated


def _count(element: Any, name: str) -> int:
    value = element.get(f"{TABLE}{name}", "1")
    return max(1, min(int(value[:9]), _MOST)) if value.isdecimal() else 1
