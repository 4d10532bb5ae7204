"""Finds the header of a table: its lines with their column spans, the caption and the unit."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ....evidence.tables.table_units import unit_stated
from .drawn_objects import Rule
from .rows import Row
from .tables_regions import Region, is_footnote_mark, names_a_period
from .tables_spans import Placed, Span, find_spans, ruled
from .tables_values import Value, segments

_MOST_ROWS = 24
"""The maximum number of rows examined above a table. A header cell may have several lines, each of which is a row."""
_WIDEST_GAP, _WIDEST_GAP_TO_BODY = 2.0, 3.0
"""The largest distance between header lines, and from them to the body, as a share of the line height."""
_CAPTION_ROWS = 5
_SENTENCE = re.compile(r"[.;!?]\)?$")
_PROSE_WORDS = 14
_LONGEST_PART = 9
"""The maximum number of spaces in a part of a header line. Longer texts are cells or prose."""


class HeadCell(NamedTuple):
    """A cell of the header. `line`: from 0 at the top. `first` and `last` (included): columns, 0 for the first column
    of values, -1 for the labels."""

    line: int
    first: int
    last: int
    row: int
    value: Value


class Head(NamedTuple):
    cells: list[HeadCell]
    lines: int
    first_row: int
    """The index of the table's first row on the page, its title included."""
    sections: list[int]
    """The rows between the header and the body that have only a label."""
    caption: str | None
    unit: str | None
    """The unit of the table, verbatim, such as "in millions, except per share data"; None without one."""


def read_head(rows: Sequence[Row], region: Region, rules: Sequence[Rule], skipped: set[int]) -> Head:
    above = _above(rows, region, rules, skipped)
    columns, mapped = list(region.columns), list[list[Span]]()
    for line in reversed(above.lines):
        spans = find_spans(line, columns, rules, mapped[0] if mapped else ())
        for first, last, part in spans:
            if first == last:
                columns[first] = columns[first]._replace(
                    left=min(columns[first].left, part.value.left), right=max(columns[first].right, part.value.right)
                )
        mapped.insert(0, spans)
    cells: list[HeadCell] = []
    units: list[int] = []
    beside = [label for label in above.labels if not _is_period(label.value.text)]
    for label in above.labels:
        if _is_period(label.value.text):
            at = sum(spans[0][2].bottom > label.bottom + 0.4 * label.size for spans in mapped)
            while at and _go_on(mapped[at - 1], mapped[at] if at < len(mapped) else ()):
                at -= 1
            mapped.insert(at, [(0, len(columns) - 1, label)])
    number = 0
    for spans in mapped:
        if len(spans) == 1 and _is_unit(spans[0][2].value.text):
            units.append(spans[0][2].row)
            continue
        cells += [HeadCell(number, first, last, part.row, part.value) for first, last, part in spans]
        number += 1
    cells += [HeadCell(max(0, number - 1), -1, -1, label.row, label.value) for label in beside]
    used = [part.row for line in (*above.lines, above.labels) for part in line]
    start = min([region.lines[0].at, *used, *above.sections])
    title, lead = _title(rows, start, region.after, skipped)
    caption = _sentence(" ".join(rows[index].text for index in title or lead))
    nearest = [rows[index].text for index in (*units, *(label.row for label in above.labels), *reversed(title))]
    unit = next(filter(None, map(_unit, (*nearest, caption or ""))), None)
    return Head(cells, number, min([start, *title]), above.sections, caption, unit)


class _Above(NamedTuple):
    lines: list[list[Placed]]
    """The header lines above the columns, from the top down; the parts of each line from left to right."""
    labels: list[Placed]
    """The parts of the header above the labels, beside the lines."""
    sections: list[int]
    """The rows between the header lines and the body."""


def _above(rows: Sequence[Row], region: Region, rules: Sequence[Rule], skipped: set[int]) -> _Above:
    """Return the lines above the table: its header lines, labels and section rows, read upwards to a title, prose or a
    gap."""
    left, right = region.columns[0].left, region.columns[-1].right
    label_left = min((line.label.left for line in region.lines if line.label), default=left)
    lines: list[list[Placed]] = []
    labels: list[Placed] = []
    waiting: list[Placed] = []
    top = body_top = rows[region.lines[0].at].top
    for line in reversed(_by_height(_placed_above(rows, region, skipped))):
        size = line[0].size
        if line[0].bottom - top > _allowed(size, nearest=top == body_top) or any(
            _is_long(part.value.text) for part in line
        ):
            break
        over = [part for part in line if not _over_labels(part, label_left, left)]
        beside = [part for part in line if _over_labels(part, label_left, left)]
        if over and len(line) == 1 and _is_title(over[0].value, size, label_left, left, right):
            heads = over[0].value.left > label_left + 2 * size and ruled(over[0], rules, region.columns)
            if not heads:
                break
        if lines and not over and beside[0].value.left > label_left + 2 * size:
            break
        right = max(right, line[-1].value.right)
        if over:
            lines.insert(0, over)
            labels += [*waiting, *beside] if len(lines) > 1 else beside
            if len(lines) == 1:
                labels, sections = beside, [label.row for label in waiting]
            waiting = []
        else:
            waiting += beside
        top = max(part.bottom + part.size for part in line)
    if lines:
        return _Above(lines, sorted(labels, key=lambda label: label.bottom), sorted(sections))
    units = [label for label in waiting if _is_unit(label.value.text)]
    heads = [label.row for label in waiting if label.value.text.endswith(":") and label.value.text[0].isupper()]
    return _Above([], units, sorted(heads))


def _placed_above(rows: Sequence[Row], region: Region, skipped: set[int]) -> list[Placed]:
    placed: list[Placed] = []
    first = region.lines[0].at
    top = rows[first].top
    for index in range(first - 1, max(region.after, first - 1 - _MOST_ROWS), -1):
        row = rows[index]
        if index in skipped or not row.words or row.bottom - top > _allowed(row.size, nearest=top == rows[first].top):
            break
        if row.top < rows[first].bottom - 0.1 * row.size:
            break
        if is_footnote_mark(row):
            continue
        parts = segments(row)
        if len(parts) == 1 and _is_prose(row):
            break
        placed += [Placed(index, part, row.bottom, row.size) for part in parts]
        top = max(top, row.top)
    return placed


def _allowed(size: float, *, nearest: bool) -> float:
    return (_WIDEST_GAP_TO_BODY if nearest else _WIDEST_GAP) * size


def _over_labels(part: Placed, label_left: float, left: float) -> bool:
    of_labels = part.value.left < label_left + 0.3 * (left - label_left) and part.value.right < left + part.size
    return of_labels or left - part.value.right > 3 * part.size


def _is_long(text: str) -> bool:
    return text.count(" ") > _LONGEST_PART


def _is_prose(row: Row) -> bool:
    return row.text.count(" ") >= _PROSE_WORDS or (row.text.count(" ") > 4 and _SENTENCE.search(row.text) is not None)


def _is_title(part: Value, size: float, label_left: float, left: float, right: float) -> bool:
    """Return whether the row looks like a title: its only words are above both labels and values, or above the table's
    middle."""
    beyond = part.right > right + 3 * size
    crosses = part.left < left - size and part.right > left + size
    if beyond or (crosses and (part.center < left or part.left < label_left + 0.3 * (left - label_left))):
        return True
    over_table = abs(part.center - (label_left + right) / 2) < 0.8 * size
    return over_table and abs(part.center - (left + right) / 2) > 1.5 * size


def _by_height(placed: Sequence[Placed]) -> list[list[Placed]]:
    """Return the parts as lines from the top down, each from left to right."""
    lines: list[list[Placed]] = []
    for part in sorted(placed, key=lambda candidate: -candidate.bottom):
        if lines and lines[-1][0].bottom - part.bottom < 0.4 * part.size:
            lines[-1].append(part)
        else:
            lines.append([part])
    return [sorted(line, key=lambda part: part.value.left) for line in lines]


def _go_on(spans: Sequence[Span], below: Sequence[Span]) -> bool:
    """Return whether a part of one line continues in the next line, above the same single column."""
    return bool(
        {first for first, last, _ in spans if first == last} & {first for first, last, _ in below if first == last}
    )


def _is_period(text: str) -> bool:
    """Return whether a text beside the header, above the labels, belongs to every column: "Years ended December 31,"."""
    return names_a_period(text) and unit_stated(text) is None


def _is_unit(text: str) -> bool:
    stated = unit_stated(text)
    return stated is not None and stated.end - stated.start >= len(text.strip("() ")) - 1


def _title(rows: Sequence[Row], start: int, after: int, skipped: set[int]) -> tuple[list[int], list[int]]:
    """Return the title rows right above the table. For a table without a title, also return the rows of the paragraph
    before it, if that ends with a colon."""
    rising: list[int] = []
    below = rows[start]
    for index in range(start - 1, max(after, start - 1 - _CAPTION_ROWS), -1):
        row = rows[index]
        gap = row.bottom - below.top
        if index in skipped or gap > 3 * row.size or gap < -0.8 * row.size or row.cells > 1 or is_footnote_mark(row):
            break
        rising.append(index)
        below = row
    if rising and rows[rising[0]].text.endswith(":"):
        lead = rising[:1]
        for above, index in pairwise(rising):
            if rows[index].bottom - rows[above].top > 0.5 * rows[index].size or _SENTENCE.search(rows[index].text):
                break
            lead.append(index)
        return [], lead[::-1]
    title: list[int] = []
    for index in rising:
        text = rows[index].text
        if _is_prose(rows[index]) or _SENTENCE.search(text) or text[0].islower():
            break
        title.append(index)
    return title[::-1], []


def _sentence(text: str) -> str | None:
    """Return the last sentence of the text, which introduces the table, or None.

    Example: `_sentence("It grew. The table shows sales.")` gives `"The table shows sales."`.
    """
    return re.split(r"(?<=[a-z)\d][.;!?])\s+(?=[A-Z])", text)[-1] or None


def _unit(text: str) -> str | None:
    stated = unit_stated(text)
    return text[stated.start : stated.end] if stated else None
