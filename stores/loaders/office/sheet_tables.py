"""Finds the tables of a sheet: where one ends and the next begins, and which rows are headers."""

import re
from collections.abc import Iterator

from ..canvas import TableCell

_FIGURE = re.compile(r"^[\s$€£¥(+-]*\d[\d.,\s:-]*[%)]?$")
_YEAR = re.compile(r"^(?:19|20)\d\d$")


def trimmed(rows: list[list[TableCell]]) -> list[list[TableCell]]:
    """Remove the empty rows at the end of `rows`, in place, and return the rows."""
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _is_words(row: list[TableCell]) -> bool:
    return len(row) >= 2 and not any(_FIGURE.match(cell.text) and not _YEAR.match(cell.text) for cell in row)


def tables_of(rows: list[list[TableCell]]) -> Iterator[list[list[TableCell]]]:
    """Yield the tables of the sheet. After an empty row a header, or a title row above a header, starts a new table."""
    table: list[list[TableCell]] = []
    for number, row in enumerate(rows):
        if not row:
            continue
        after_gap = number > 0 and not rows[number - 1]
        titled = len(row) == 1 and number + 1 < len(rows) and _is_words(rows[number + 1])
        if table and after_gap and len(table) > 1 and (_is_words(row) or titled):
            yield table
            table = []
        table.append(row)
    yield table


def header_rows_of(table: list[list[TableCell]]) -> int:
    """Return the number of header rows. These are title rows of one cell, and a row of words below them (two rows if
    its cells are merged)."""
    titles = 0
    while titles < len(table) - 1 and len(table[titles]) == 1:
        titles += 1
    if not _is_words(table[titles]):
        return titles
    below = (
        any(cell.column_span > 1 for cell in table[titles]) and titles + 2 < len(table) and _is_words(table[titles + 1])
    )
    return titles + (2 if below else 1)
