"""Finds the tables of a PDF, with rows and cells, by the positions of words on the page.

A PDF stores no tables, only words and lines. A row of a table is a row of the page whose figures are separated from its
label and aligned with the figures of neighbouring rows. The rows above the columns are the header. The text does not
change: cells are stretches of it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...documents.loaded import Cell, RowGroup, Table
from .rows import PageRows, Row
from .tables_body import BodyRow, body_rows, groups
from .tables_columns import Column
from .tables_headers import Head, read_head
from .tables_regions import Region, find_regions
from .tables_values import Value

_ROWS_BETWEEN, _LABEL_WORDS = 7, 9
Starts = Mapping[tuple[int, int], tuple[int, int]]
"""The offsets of each row in the text, by (index of the page, index of the row)."""


class _Part(NamedTuple):
    """A table, or the part of it between two page breaks."""

    page: int
    region: Region
    head: Head
    body: list[BodyRow]
    opens_page: bool
    closes_page: bool


def find_tables(pages: Sequence[PageRows], skipped: set[tuple[int, int]], starts: Starts) -> tuple[Table, ...]:
    """Return the tables in order. A table that continues on the next page without a new header is one table. `skipped`:
    rows that are furniture."""
    furniture: dict[int, set[int]] = {}
    for page_index, row_index in skipped:
        furniture.setdefault(page_index, set()).add(row_index)
    made: list[list[_Part]] = []
    for number, page in enumerate(pages):
        if not any(row.words for row in page.rows):
            continue
        out = furniture.get(number, set())
        kept = [index for index in range(len(page.rows)) if index not in out]
        for region in find_regions(page.rows, out):
            head = read_head(page.rows, region, page.rules, out)
            first, last = min(head.first_row, region.lines[0].at), region.lines[-1].at
            part = _Part(number, region, head, [], kept[0] == first, kept[-1] == last)
            if made and _goes_on(made[-1][-1], part, page.rows):
                between = range(region.after + 1, region.lines[0].at) if made[-1][-1].page == number else head.sections
                sections = [row for row in between if row in kept]
                made[-1].append(part._replace(body=_in_columns(page, region, sections, made[-1][0].region.columns)))
            else:
                made.append([part._replace(body=body_rows(page.rows, region, head.sections))])
    return tuple(_table(parts, starts) for parts in made)


def _in_columns(page: PageRows, region: Region, sections: Sequence[int], columns: Sequence[Column]) -> list[BodyRow]:
    """Return the rows of a part, with their values in the columns of the whole table."""
    at = [min(range(len(columns)), key=lambda i: abs(columns[i].right - column.right)) for column in region.columns]
    return [
        row._replace(values=[(at[column], index, value) for column, index, value in row.values])
        for row in body_rows(page.rows, region, sections)
    ]


def _goes_on(before: _Part, part: _Part, rows: Sequence[Row]) -> bool:
    """Return whether a table without a header continues the table before it.

    It does on the same page with only labels between them, or at the top of the next page if the table before it ends
    its page.
    """
    columns, others = before.region.columns, part.region.columns
    if part.head.lines or len(columns) < len(others):
        return False
    if part.page == before.page:
        between = range(before.region.lines[-1].at + 1, part.region.lines[0].at)
        if len(between) > _ROWS_BETWEEN or any(rows[index].text.count(" ") > _LABEL_WORDS for index in between):
            return False
    elif part.page != before.page + 1 or not before.closes_page or not part.opens_page:
        return False
    size = part.region.lines[0].row.size
    return all(any(abs(a.right - b.right) < 1.5 * size for a in columns) for b in others)


def _table(parts: Sequence[_Part], starts: Starts) -> Table:
    first = parts[0]
    cells: list[Cell] = []

    def add(page: int, row: int, value: Value, at: int, column: int, across: int = 1) -> None:
        origin = starts[page, row][0]
        cells.append(
            Cell(
                row=at,
                column=column,
                start=origin + value.start,
                end=origin + value.end,
                ref=f"R{at + 1}C{column + 1}",
                column_span=across,
            )
        )

    for head in first.head.cells:
        add(first.page, head.row, head.value, head.line, head.first + 1, head.last - head.first + 1)
    header_rows = first.head.lines or int(bool(first.head.cells))
    at = header_rows
    grouped: list[RowGroup] = []
    for part in parts:
        for group in groups(part.body, part.region.lines[0].row.size):
            labels = part.body[group.head].labels
            grouped.append(
                RowGroup(
                    start=starts[part.page, labels[0][0]][0] + labels[0][1].start,
                    end=starts[part.page, labels[-1][0]][0] + labels[-1][1].end,
                    head=at + group.head,
                    first=at + group.first,
                    last=at + group.last,
                )
            )
        for body in part.body:
            for row, value in body.labels:
                add(part.page, row, value, at, 0)
            for column, row, value in body.values:
                add(part.page, row, value, at, column + 1)
            at += 1
    last = parts[-1]
    return Table(
        start=starts[first.page, first.head.first_row][0],
        end=starts[last.page, last.region.lines[-1].at][1],
        caption=first.head.caption,
        unit=first.head.unit,
        header_rows=header_rows,
        cells=tuple(cells),
        groups=tuple(grouped),
    )
