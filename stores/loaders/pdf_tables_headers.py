"""What stands over the columns of a table: its header lines with their spans, its caption and its unit."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ...evidence.table_units import unit_stated
from .pdf_rows import Row, Rule
from .pdf_tables_columns import Column
from .pdf_tables_regions import Region, is_footnote_mark, names_a_period
from .pdf_tables_values import Value, segments

_MOST_ROWS = 24
"""Rows looked at above a table: a cell of the header may be drawn line by line, each a row."""
_WIDEST_GAP = 2.5
"""Of the line height: header lines stand nearer than this to one another and to the body."""
_CAPTION_ROWS = 5
_SENTENCE = re.compile(r"[.;!?]\)?$")
_PROSE_WORDS = 14


class HeadCell(NamedTuple):
    """`line` from 0 at the top; columns from 0 for the first column of values, -1 for that of the labels; `last` is included."""

    line: int
    first: int
    last: int
    row: int
    value: Value


class Head(NamedTuple):
    cells: list[HeadCell]
    lines: int
    first_row: int
    """Index of the first row of the page that belongs to the table, its title included."""
    sections: list[int]
    """Rows between the header and the body that carry a label alone."""
    title: list[int]
    """Rows of the title above the header."""
    unit: tuple[int, int, int] | None
    """Row and offsets in it of the words that state the unit: "in millions, except per share data"."""


class _Placed(NamedTuple):
    row: int
    value: Value
    bottom: float
    size: float


Span = tuple[int, int, _Placed]
"""First and last column, and the part of a header line that stands over them."""


def read_head(rows: Sequence[Row], region: Region, rules: Sequence[Rule], skipped: set[int]) -> Head:
    first = region.lines[0].index
    label_left = min((line.label.left for line in region.lines if line.label), default=region.columns[0].left)
    over, labels, reached = _above(rows, region, label_left, skipped)
    grouped = _by_height(over)
    cells, units, columns = [], [], list(region.columns)
    mapped: list[list[Span]] = []
    for line in reversed(grouped):
        spans = _spans(line, columns, rules, mapped[0] if mapped else ())
        for start, end, one in spans:
            if start == end:
                columns[start] = columns[start]._replace(
                    left=min(columns[start].left, one.value.left), right=max(columns[start].right, one.value.right)
                )
        mapped.insert(0, spans)
    top = max((one.bottom + one.size for one in grouped[0]), default=0.0) if grouped else 0.0
    low = min(one.bottom for one in grouped[-1]) if grouped else 0.0
    beside, sections = [], []
    for one in labels:
        if one.row <= reached:
            continue
        if grouped and one.bottom > low - 0.5 * one.size:
            if one.bottom < top:
                beside.append(one)
        else:
            sections.append(one.row)
    number = 0
    for spans in mapped:
        kept = [(start, end, one) for start, end, one in spans if not _is_unit(one.value.text)]
        units += [one for _, _, one in spans if _is_unit(one.value.text)]
        cells += [HeadCell(number, start, end, one.row, one.value) for start, end, one in kept]
        number += bool(kept)
    for one in sorted(beside, key=lambda one: -one.bottom):
        if names_a_period(one.value.text) and not unit_stated(one.value.text):
            cells = [cell._replace(line=cell.line + 1) for cell in cells]
            cells.insert(0, HeadCell(0, 0, len(region.columns) - 1, one.row, one.value))
            number += 1
        else:
            cells.append(HeadCell(max(0, number - 1), -1, -1, one.row, one.value))
    used = [one.row for line in grouped for one in line] + [one.row for one in beside] + sections
    start_row = min([first, *used])
    title = _title(rows, start_row, region.after, skipped, first)
    unit = _unit(rows, [*(one.row for one in units), *(one.row for one in beside), *reversed(title)], start_row, skipped)
    return Head(cells, number, min([start_row, *title]), sorted(sections), title, unit)


def _above(
    rows: Sequence[Row], region: Region, label_left: float, skipped: set[int]
) -> tuple[list[_Placed], list[_Placed], int]:
    """What stands over the values, what stands over the labels, and the row that ends the search."""
    over: list[_Placed] = []
    labels: list[_Placed] = []
    first = region.lines[0].index
    left, right = region.columns[0].left, region.columns[-1].right
    lowest_seen = rows[first].top
    index = first - 1
    while index > region.after and first - index <= _MOST_ROWS:
        row = rows[index]
        if index in skipped or not row.words:
            break
        if is_footnote_mark(row):
            index -= 1
            continue
        if row.bottom - lowest_seen > _WIDEST_GAP * row.size or row.top < rows[first].bottom - 0.1 * row.size:
            break
        parts = segments(row)
        if len(parts) == 1 and (_is_prose(row) or _is_title(parts[0], row.size, label_left, left, right)):
            break
        for part in parts:
            placed = _Placed(index, part, row.bottom, row.size)
            of_labels = part.left < label_left + 0.3 * (left - label_left) and part.right < left + row.size
            if of_labels or left - part.right > 3 * row.size:
                labels.append(placed)
            else:
                over.append(placed)
        if len(parts) == 1 and labels and labels[-1].row == index and over and row.bottom > _highest(over):
            labels.pop()
            break
        lowest_seen = max(lowest_seen, row.top)
        index -= 1
    return over, labels, index


def _highest(over: Sequence[_Placed]) -> float:
    return max(one.bottom + one.size for one in over)


def _is_prose(row: Row) -> bool:
    return row.text.count(" ") >= _PROSE_WORDS or (row.text.count(" ") > 4 and _SENTENCE.search(row.text) is not None)


def _is_title(part: Value, size: float, label_left: float, left: float, right: float) -> bool:
    """Whether the only words of a row are set over labels and values alike, or over the middle of the table, as titles are."""
    beyond = part.right > right + 3 * size
    crosses = part.left < left - size and part.right > left + size
    if beyond or (crosses and (part.center < left or part.left < label_left + 0.3 * (left - label_left))):
        return True
    over_table = abs(part.center - (label_left + right) / 2) < 0.8 * size
    return over_table and abs(part.center - (left + right) / 2) > 1.5 * size


def _by_height(placed: Sequence[_Placed]) -> list[list[_Placed]]:
    """Lines from the top down, each from left to right."""
    lines: list[list[_Placed]] = []
    for one in sorted(placed, key=lambda one: -one.bottom):
        if lines and lines[-1][0].bottom - one.bottom < 0.4 * one.size:
            lines[-1].append(one)
        else:
            lines.append([one])
    return [sorted(line, key=lambda one: one.value.left) for line in lines]


def _spans(
    line: Sequence[_Placed], columns: Sequence[Column], rules: Sequence[Rule], below: Sequence[Span]
) -> list[Span]:
    """The columns each part of a header line stands over. `below`: those of the line under it; what stands over part of a span
    stands over all of it."""
    if len(line) == len(columns):
        return [(index, index, one) for index, one in enumerate(line)]
    spans = [(*_under(one, columns, rules), one) for one in line]
    if not _distinct(spans):
        return _nearest(line, columns)
    grown: list[Span] = []
    for position, (first, last, one) in enumerate(spans):
        low = grown[-1][1] + 1 if grown else 0
        high = spans[position + 1][0] - 1 if position + 1 < len(spans) else len(columns) - 1
        if not _ruled(one, rules, columns):
            first, last = _centered(one, max(first, low), max(last, low), low, high, columns)
        for start, end, _ in below:
            if start <= last and first <= end:
                first, last = max(low, min(first, start)), min(high, max(last, end))
        grown.append((first, last, one))
    return grown


def _under(one: _Placed, columns: Sequence[Column], rules: Sequence[Rule]) -> tuple[int, int]:
    """The columns a part is over by itself: those its rule runs over, those it overlaps, or the nearest."""
    if ruled := _ruled(one, rules, columns):
        return ruled[0], ruled[-1]
    width = one.value.right - one.value.left
    inside = [
        index
        for index, column in enumerate(columns)
        if one.value.overlap(column.left, column.right) > 0.3 * min(column.right - column.left, width)
    ]
    if inside:
        return inside[0], inside[-1]
    near = min(range(len(columns)), key=lambda index: abs(columns[index].center - one.value.center))
    return near, near


def _distinct(spans: Sequence[Span]) -> bool:
    return all(a[1] < b[0] for a, b in pairwise(spans))


def _nearest(line: Sequence[_Placed], columns: Sequence[Column]) -> list[Span]:
    """Each column given to the part whose middle is nearest; a part that gets none is left out."""
    owner = [min(range(len(line)), key=lambda i: abs(line[i].value.center - column.center)) for column in columns]
    return [(owner.index(i), len(owner) - 1 - owner[::-1].index(i), one) for i, one in enumerate(line) if i in owner]


def _centered(
    one: _Placed, first: int, last: int, low: int, high: int, columns: Sequence[Column]
) -> tuple[int, int]:
    """The columns around `first` to `last`, within `low` to `high`, that a part is centred over. Only what is wider than its
    column or names a period heads more than it lies over; of ranges with nearly the same middle the widest counts."""
    wide = first < last or one.value.right - one.value.left > 1.15 * (columns[last].right - columns[first].left)
    if not wide and not names_a_period(one.value.text):
        return first, last
    off = {
        (start, end): abs((columns[start].left + columns[end].right) / 2 - one.value.center)
        for start in range(low, first + 1)
        for end in range(last, high + 1)
    }
    least = min(off.values(), default=0.0)
    near = [span for span, distance in off.items() if distance <= min(least + 0.5 * one.size, 2 * one.size)]
    return max(near, key=lambda span: (span[1] - span[0], -off[span]), default=(first, last))


def _ruled(one: _Placed, rules: Sequence[Rule], columns: Sequence[Column]) -> list[int]:
    """The columns over which the rule right under it runs."""
    near = [
        rule
        for rule in rules
        if rule.right - rule.left > rule.top - rule.bottom
        and one.bottom - 0.5 * one.size <= rule.bottom <= one.bottom + 0.25 * one.size
        and rule.left <= one.value.center <= rule.right
    ]
    if not near:
        return []
    widest = max(near, key=lambda rule: rule.right - rule.left)
    return [
        index
        for index, column in enumerate(columns)
        if min(widest.right, column.right) - max(widest.left, column.core) > 0.5 * (column.right - column.core)
    ]


def _is_unit(text: str) -> bool:
    stated = unit_stated(text)
    return stated is not None and stated.end - stated.start >= len(text.strip("() ")) - 1


def _title(rows: Sequence[Row], start: int, after: int, skipped: set[int], first: int) -> list[int]:
    """The rows right above that are set as a title: short, and not sentences."""
    title: list[int] = []
    below = rows[start]
    for index in range(start - 1, max(after, start - 1 - _CAPTION_ROWS), -1):
        row = rows[index]
        gap = row.bottom - below.top
        if index in skipped or gap > 3 * row.size or gap < -0.8 * row.size or _is_prose(row) or row.cells > 1:
            break
        if is_footnote_mark(row):
            break
        title.insert(0, index)
        below = row
    return title


def _unit(
    rows: Sequence[Row], nearest: Sequence[int], start: int, skipped: set[int]
) -> tuple[int, int, int] | None:
    """Where the unit is stated: by the header, the title, or the end of the paragraph before the table."""
    above = [index for index in range(start - 1, max(-1, start - 6), -1) if index not in skipped]
    for index in (*nearest, *above):
        text = rows[index].text
        stated = unit_stated(text)
        if stated and (index in nearest or text[: stated.start].endswith("(") or text.endswith(":")):
            return index, stated.start, stated.end
    return None
