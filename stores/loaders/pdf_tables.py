"""Tables of a PDF: rows and cells told from where words stand on the page, over the text as it is.

No table is drawn in a PDF, only words and lines. A row of a table is a row of the page whose figures stand apart from its label and
under those of its neighbours; what stands over the columns heads them. Nothing is written: cells are stretches of the text.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..loaded import Cell, RowGroup, Table
from .pdf_rows import PageRows
from .pdf_tables_body import BodyRow, body_rows, groups
from .pdf_tables_headers import Head, read_head
from .pdf_tables_regions import Region, find_regions
from .pdf_tables_values import Value

Starts = Mapping[tuple[int, int], tuple[int, int]]
"""Offsets in the text of each row, by (index of the page, index of the row)."""


class _Found(NamedTuple):
    page: int
    region: Region
    head: Head
    body: list[BodyRow]
    opens_page: bool
    closes_page: bool


def find_tables(pages: Sequence[PageRows], skipped: set[tuple[int, int]], starts: Starts, text: str) -> tuple[Table, ...]:
    """The tables in order. `skipped` rows are furniture. A table that goes on over a page without a new header stays one."""
    made: list[list[_Found]] = []
    for number, page in enumerate(pages):
        if not any(row.words for row in page.rows):
            continue
        for found in _on_page(number, page, {index for at, index in skipped if at == number}):
            if made and _goes_on(made[-1][-1], found):
                made[-1].append(found)
            else:
                made.append([found])
    return tuple(_table(parts, pages, starts, text) for parts in made)


def _on_page(number: int, page: PageRows, skipped: set[int]) -> list[_Found]:
    found = []
    kept = [index for index, row in enumerate(page.rows) if index not in skipped]
    for region in find_regions(page.rows, skipped):
        head = read_head(page.rows, region, page.rules, skipped)
        body = body_rows(page.rows, region, head.sections)
        first, last = min(head.first_row, region.lines[0].index), region.lines[-1].index
        found.append(_Found(number, region, head, body, kept[0] == first, kept[-1] == last))
    return found


def _goes_on(before: _Found, found: _Found) -> bool:
    """Whether a table without a header is the rest of the one that ends the page before."""
    columns, others = before.region.columns, found.region.columns
    if found.page != before.page + 1 or not before.closes_page or not found.opens_page or found.head.lines:
        return False
    size = found.region.lines[0].row.size
    return len(columns) == len(others) and all(
        abs(a.right - b.right) < 1.5 * size for a, b in zip(columns, others, strict=True)
    )


def _table(parts: Sequence[_Found], pages: Sequence[PageRows], starts: Starts, text: str) -> Table:
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
    title = [pages[first.page].rows[index].text for index in first.head.title]
    return Table(
        start=starts[first.page, first.head.first_row][0],
        end=starts[last.page, last.region.lines[-1].index][1],
        caption=" ".join(title) or None,
        unit=_unit(first, starts, text),
        header_rows=header_rows,
        cells=tuple(cells),
        groups=tuple(grouped),
    )


def _unit(found: _Found, starts: Starts, text: str) -> str | None:
    if found.head.unit is None:
        return None
    row, start, end = found.head.unit
    origin = starts[found.page, row][0]
    return text[origin + start : origin + end]
