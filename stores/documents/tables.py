"""Reads stored tables: the names of columns, rows cell by cell, and the search words of a table."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ...evidence.tables.row_parts import bare_name
from ...evidence.tables.table_units import unit_stated
from ...evidence.tables.table_words import names_a_measure
from .loaded import Cell, RowGroup, Table

HEADER_CHARS = 2_000
"""The maximum number of characters of a table's header, which is shown with every passage of the table. A longer header
is cut. For comparison: a passage has 900 characters, and a header of 40 columns about 800."""
NAME_CHARS = 300
"""The maximum number of characters of a column's name."""


def column_names(table: Table, text: str) -> str | None:
    """Return the cells of the header in order, separated by bars and cut at `HEADER_CHARS`. Return None for a table
    without a header."""
    names: list[str] = []
    room = HEADER_CHARS
    for cell in table.cells:
        if cell.row >= table.header_rows:
            continue
        if room <= 0:
            names.append("…")
            break
        names.append(_shown(cell, text)[:room])
        room -= len(names[-1]) + len(" | ")
    return " | ".join(names) or None


def found_by(table: Table, text: str) -> str:
    """Return search words for passages of the table, each once: its caption, column names and unit."""
    about = (table.caption, column_names(table, text), table.unit)
    words = " ".join(part[:HEADER_CHARS] for part in about if part).replace(" | ", " ").split()
    return " ".join(dict.fromkeys(words))[:HEADER_CHARS]


def row_cells(table: Table, text: str, start: int, end: int) -> tuple[tuple[str, str], ...]:
    """Return the column name and text of each filled cell between two offsets of `text`. The name is "" if the column
    has none.

    The column name of a row's label is the parent row and the table's unit: “Current assets: (in millions)”.
    """
    return TableReader(table, text).cells(start, end)


class Row(NamedTuple):
    """A row of a table: the offsets from its first to its last filled cell, and column name and text of each."""

    start: int
    end: int
    cells: tuple[tuple[str, str], ...]


class TableReader:
    """Reads rows of one table. Create it once for several reads of the same table."""

    def __init__(self, table: Table, text: str) -> None:
        self._table, self._text = table, text
        self._names = _names(table, text)
        self._over = {  # of nested groups the innermost one, whose heading row comes last
            row: group
            for group in sorted(table.groups, key=lambda group: group.head)
            for row in range(group.first, group.last + 1)
        }
        self._headings = {group.head for group in table.groups}
        body = [cell for cell in table.cells if cell.row >= table.header_rows]
        self._body = sorted(enumerate(body), key=lambda pair: (pair[1].start, pair[1].end))
        self._starts = [cell.start for _, cell in self._body]
        self._rows: dict[tuple[int, int], tuple[Row, ...]] = {}
        """Cached rows by offsets. The cache stays small, since callers read the rows of whole passages."""

    @cached_property
    def column_names(self) -> str | None:
        """The result of the function `column_names` for this table."""
        return column_names(self._table, self._text)

    @property
    def unit(self) -> str | None:
        """The unit of the table's figures, verbatim; None if the table states none."""
        return self._table.unit

    def cells(self, start: int, end: int) -> tuple[tuple[str, str], ...]:
        """Return the result of the function `row_cells` for this table."""
        body = [cell for cell in self._between(start, end) if cell.end <= end]
        if any(cell.row not in self._headings for cell in body):
            body = [cell for cell in body if cell.row not in self._headings]
        pairs: list[tuple[str, str]] = []
        before: Cell | None = None
        for cell in body:
            value = _shown(cell, self._text)
            if not value:
                continue
            if before is not None and (before.row, before.column) == (cell.row, cell.column):
                pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]} {value}")
            elif cell.column == 0:
                name = _label_name(self._table, self._text, self._names.get(0, ""), self._over.get(cell.row))
                pairs.append((name, value))
            else:
                pairs.append((self._names.get(cell.column, ""), value))
            before = cell
        return tuple(pairs)

    def rows(self, start: int, end: int) -> tuple[Row, ...]:
        """Return the rows with text that are completely between two offsets, in order."""
        if (start, end) not in self._rows:
            self._rows[start, end] = tuple(self._read_rows(start, end))
        return self._rows[start, end]

    def _read_rows(self, start: int, end: int) -> Iterator[Row]:
        rows: dict[int, list[Cell]] = {}
        for cell in self._between(start, end):
            if cell.end > cell.start:
                rows.setdefault(cell.row, []).append(cell)
        for own in rows.values():
            first, last = min(cell.start for cell in own), max(cell.end for cell in own)
            if last <= end and (found := self.cells(first, last)):
                yield Row(first, last, found)

    def _between(self, start: int, end: int) -> Sequence[Cell]:
        """Return the cells between two offsets, in the order of the table. That is the reading order if a cell has
        several lines."""
        found = self._body[bisect_left(self._starts, start) : bisect_left(self._starts, end)]
        return [cell for _, cell in sorted(found, key=lambda pair: pair[0])]


def _names(table: Table, text: str) -> dict[int, str]:
    names: dict[int, str] = {}
    header = [cell for cell in table.cells if cell.row < table.header_rows]
    titles = _title_rows(header)
    for cell in sorted((cell for cell in header if cell.row not in titles), key=lambda cell: cell.row):
        for column in range(cell.column, cell.column + cell.column_span):
            names[column] = f"{names.get(column, '')} {_shown(cell, text)[:NAME_CHARS]}".strip()
    return names


def _title_rows(header: Sequence[Cell]) -> frozenset[int]:
    """Return the header rows with a single cell in the first column. Such a cell is a title of the table. A single cell
    above another column is part of that column's name."""
    widths = Counter(cell.row for cell in header)
    named = max(widths.values(), default=0) > 1
    first = min((cell.column for cell in header), default=0)
    return frozenset(
        cell.row
        for cell in header
        if named and widths[cell.row] == 1 and cell.column == first == 0 and cell.column_span == 1
    )


_IN_BRACKETS = re.compile(r"\w\W*\([^()]+\)\s*$")
"""A corner cell that names the table's measure before the unit, such as "Net sales (in thousands)"."""


def _label_name(table: Table, text: str, name: str, over: RowGroup | None) -> str:
    if over is not None:
        name = " ".join(text[over.start : over.end].split())[:NAME_CHARS].rstrip(" :–—") + ":"
    if table.unit is None:
        return name
    if over is None and unit_stated(name):
        name = bare_name(name) if _IN_BRACKETS.search(name) and names_a_measure(bare_name(name)) else ""
    return f"{name} ({' '.join(table.unit.split())})".strip()


def _shown(cell: Cell, text: str) -> str:
    return " ".join(text[cell.start : cell.end].split())
