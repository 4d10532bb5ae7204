"""Finds the tables of a page: runs of rows with aligned values."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .rows import Row
from .tables_columns import Column, column_of, find_columns, widened
from .tables_values import YEAR, Line, read_line

_FEWEST_ROWS, _FEWEST_ROWS_OF_ONE_COLUMN = 2, 3
_LABELS_IN_A_RUN = 7
"""The maximum number of rows without values between two rows with values. More of them are prose."""
_WIDEST_GAP = 3.5
"""The largest distance between rows of one table, as a share of the line height."""
_PROSE_WORDS = 7
_PERIOD = re.compile(
    r"\b(?:ended|ending|months|weeks|years?|quarters?|fiscal|as of|as at|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|"
    r"july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|FY\d+|Q[1-4])\b",
    re.IGNORECASE,
)
_MARKS = re.compile(r"(?:\(?[a-z\d]{1,2}\)|\*++|[†‡])(?:\s*+,?\s*+(?:\(?[a-z\d]{1,2}\)|\*++))*")


class Region(NamedTuple):
    """The rows of one table. `lines`: the rows of its body in order, with those that have only a label."""

    lines: list[Line]
    columns: list[Column]
    after: int
    """The index of the last row above it that belongs to another table, or -1."""


def names_a_period(text: str) -> bool:
    return _PERIOD.search(text) is not None or YEAR.match(text) is not None


def is_footnote_mark(row: Row) -> bool:
    """Return whether a row has only raised marks. They are drawn apart from their row, and mean nothing alone."""
    return len(row.text) <= 12 and _MARKS.fullmatch(row.text) is not None


def find_regions(rows: Sequence[Row], skipped: set[int]) -> list[Region]:
    """Return the tables of one page in the order of the text. `skipped`: indexes of furniture."""
    regions: list[Region] = []
    open_lines: list[Line] = []
    open_columns: list[Column] = []
    waiting: list[Line] = []

    def close() -> None:
        lines = [*open_lines, *_continued(open_lines, waiting)]
        open_lines.clear()
        open_columns.clear()
        waiting.clear()
        columns = find_columns(lines) if lines else []
        if _is_table(lines, columns):
            regions.append(Region(lines, columns, regions[-1].lines[-1].at if regions else -1))

    for index, row in enumerate(rows):
        if index in skipped or is_footnote_mark(row):
            continue
        line = read_line(index, row)
        before = waiting[-1] if waiting else open_lines[-1] if open_lines else None
        if before is not None and _apart(before.row, row):
            close()
        if line.is_data:
            if open_lines and not _fits(line, open_columns):
                close()
            open_lines += [*waiting, line]
            open_columns[:] = widened(open_columns, line.values)
            waiting.clear()
        elif open_lines:
            if _only_labels(line, min(column.left for column in open_columns)) and len(waiting) < _LABELS_IN_A_RUN:
                waiting.append(line)
            else:
                close()
    close()
    return regions


def _apart(before: Row, row: Row) -> bool:
    gap = before.bottom - row.top
    return gap > _WIDEST_GAP * max(row.size, before.size) or gap < -1.6 * max(row.size, before.size)


def _only_labels(line: Line, left: float) -> bool:
    """Return whether a row without figures may belong to the body: it is in the label column, and not above values."""
    if line.values or line.texts:
        return False
    if line.row.right <= left:
        return True
    return (
        line.row.left < left and line.row.text.count(" ") < _PROSE_WORDS and line.row.right < left + 4 * line.row.size
    )


def _fits(line: Line, columns: Sequence[Column]) -> bool:
    """Return whether a row's values are aligned with those of the rows before it."""
    under = sum(column_of(value, columns) is not None for value in line.values)
    return 2 * under >= min(len(line.values), len(columns))


def _continued(lines: Sequence[Line], waiting: Sequence[Line]) -> list[Line]:
    """Return the next row, in a list, if it continues the label of the last row; otherwise an empty list."""
    if lines and waiting and waiting[0].row.text[0].islower():
        last, row = lines[-1].row, waiting[0].row
        if last.bottom - row.top < 0.5 * row.size and abs(row.left - last.left) < 3 * row.size:
            return [waiting[0]]
    return []


def _is_table(lines: Sequence[Line], columns: Sequence[Column]) -> bool:
    data = [line for line in lines if line.values]
    if _is_contents(data):
        return False
    if len(columns) > 1:
        aligned = sum(column.support for column in columns if column.support > 1)
        return len(data) >= _FEWEST_ROWS and aligned >= 0.6 * sum(column.support for column in columns)
    if len(data) < _FEWEST_ROWS_OF_ONE_COLUMN:
        return False
    edges = sorted(value.right for line in data for value in line.values)
    near = sum(abs(edge - edges[len(edges) // 2]) <= line.row.size for edge, line in zip(edges, data, strict=False))
    return near >= 0.6 * len(data)


def _is_contents(data: Sequence[Line]) -> bool:
    """Return whether the values are a list of page numbers: rising whole numbers."""
    numbers = [line.values[-1].text for line in data]
    if any(len(line.values) > 1 for line in data) or not all(re.fullmatch(r"\d{1,3}", number) for number in numbers):
        return False
    return all(int(a) <= int(b) for a, b in pairwise(numbers))
