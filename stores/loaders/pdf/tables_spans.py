"""Finds the columns that each part of a header line spans. The rule under it decides, or its position, or the line
below it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .drawn_objects import Rule, between
from .tables_columns import Column
from .tables_regions import names_a_period
from .tables_values import Value, is_value

_TOUCHING = 0.8
"""The largest gap in points between pieces of one rule."""


class Placed(NamedTuple):
    """A part of a header line, with its text and edges, the index of its row on the page, and its height in points."""

    row: int
    value: Value
    bottom: float
    size: float


Span = tuple[int, int, Placed]
"""The first and the last column that a part of a header line spans, and this part."""


def find_spans(
    line: Sequence[Placed], columns: Sequence[Column], rules: Sequence[Rule], below: Sequence[Span]
) -> list[Span]:
    """Return the columns that each part of a header line spans. `below`: the spans of the line under it; a part above
    one column of a span spans all of its columns."""
    if len(line) == len(columns):
        return [(index, index, part) for index, part in enumerate(line)]
    if _repeats(below, len(line), len(columns)) and not any(_stacked(part, below) for part in line):
        each = len(columns) // len(line)
        return [(index * each, index * each + each - 1, part) for index, part in enumerate(line)]
    spans = [(*_under(part, columns, rules), part) for part in line]
    if not _distinct(spans):
        return _nearest(line, columns)
    alike = len(below) == len(columns) and all(
        names_a_period(part.value.text) or is_value(part.value.text) for *_, part in below
    )
    groups = len(line) == 1 and any(first < last for first, last, _ in below)
    grown: list[Span] = []
    for position, (first, last, part) in enumerate(spans):
        low = grown[-1][1] + 1 if grown else 0
        high = spans[position + 1][0] - 1 if position + 1 < len(spans) else len(columns) - 1
        stacked = None if ruled(part, rules, columns) else _stacked(part, below)
        if stacked is not None and low <= stacked[0] and stacked[1] <= high:
            grown.append((*stacked, part))
            continue
        if not ruled(part, rules, columns):
            first, last = _centered(
                part, max(first, low), max(last, low), low, high, columns, over_alike=alike or groups
            )
        for start, end, _ in below:
            if start <= last and first <= end:
                first, last = max(low, min(first, start)), min(high, max(last, end))
        grown.append((first, last, part))
    return grown


def _repeats(below: Sequence[Span], parts: int, columns: int) -> bool:
    """Return whether the line below repeats the same texts under each part: "2022 2021 2022 2021"."""
    if not 1 < parts < columns or columns % parts or len(below) != columns:
        return False
    each = columns // parts
    texts = [part.value.text for *_, part in below]
    return len(set(texts)) == each and all(texts[at] == texts[at % each] for at in range(columns))


def _stacked(part: Placed, below: Sequence[Span]) -> tuple[int, int] | None:
    """Return the columns of the part right below, if both parts are lines of one cell.

    Such parts are close together and have the same edge or centre, and no other part is below.
    """
    over = [span for span in below if part.value.overlap(span[2].value.left, span[2].value.right) > 0]
    if len(over) != 1:
        return None
    first, last, under = over[0]
    if not -0.5 * part.size < part.bottom - (under.bottom + under.size) < 0.35 * part.size:
        return None
    edge = min(abs(part.value.right - under.value.right), abs(part.value.left - under.value.left))
    middle = abs(part.value.center - under.value.center)
    aligned = edge < 0.25 * part.size or (middle < 0.25 * part.size and not names_a_period(part.value.text))
    return (first, last) if aligned else None


def _under(part: Placed, columns: Sequence[Column], rules: Sequence[Rule]) -> tuple[int, int]:
    """Return the columns that a single part of the header spans: the columns under its rule, else those it overlaps,
    else the nearest one."""
    if beneath := ruled(part, rules, columns):
        return beneath[0], beneath[-1]
    width = part.value.right - part.value.left
    inside = [
        index
        for index, column in enumerate(columns)
        if part.value.overlap(column.left, column.right) > 0.3 * min(column.right - column.left, width)
    ]
    if inside:
        return inside[0], inside[-1]
    near = min(range(len(columns)), key=lambda index: abs(columns[index].center - part.value.center))
    return near, near


def _distinct(spans: Sequence[Span]) -> bool:
    return all(a[1] < b[0] for a, b in pairwise(spans))


def _nearest(line: Sequence[Placed], columns: Sequence[Column]) -> list[Span]:
    """Return each column with the part whose centre is nearest. A part without columns is left out."""
    owner = [min(range(len(line)), key=lambda i: abs(line[i].value.center - column.center)) for column in columns]
    return [(owner.index(i), len(owner) - 1 - owner[::-1].index(i), part) for i, part in enumerate(line) if i in owner]


def _centered(
    part: Placed, first: int, last: int, low: int, high: int, columns: Sequence[Column], *, over_alike: bool
) -> tuple[int, int]:
    """Return the columns around `first` to `last`, within `low` to `high`, above which a part is centred.

    A part spans more columns than it overlaps only if it is wider than its column, names a period, or is above only
    periods or figures. For a period this is the widest range with nearly the same centre, else the narrowest.
    """
    wide = first < last or part.value.right - part.value.left > 1.15 * (columns[last].right - columns[first].left)
    if not wide and not names_a_period(part.value.text) and not over_alike:
        return first, last
    off = {
        (start, end): abs((columns[start].left + columns[end].right) / 2 - part.value.center)
        for start in range(low, first + 1)
        for end in range(last, high + 1)
    }
    if names_a_period(part.value.text) or over_alike:
        least = min(off.values(), default=0.0)
        near = [span for span, distance in off.items() if distance <= min(least + 0.5 * part.size, 2 * part.size)]
        return max(near, key=lambda span: (span[1] - span[0], -off[span]), default=(first, last))
    near = [span for span, distance in off.items() if distance <= 1.2 * part.size]
    return min(near, key=lambda span: (span[1] - span[0], off[span]), default=(first, last))


def ruled(part: Placed, rules: Sequence[Rule], columns: Sequence[Column]) -> list[int]:
    """Return the columns above which the rule right under a part runs. Pieces that touch are one rule."""
    near = sorted(
        (rule.left, rule.right)
        for rule in between(rules, part.bottom - 0.5 * part.size, part.bottom + 0.25 * part.size)
    )
    left = right = part.value.center
    for start, end in near:
        if start <= right + _TOUCHING and end >= left - _TOUCHING:
            left, right = min(left, start), max(right, end)
    for start, end in reversed(near):
        if start <= right + _TOUCHING and end >= left - _TOUCHING:
            left, right = min(left, start), max(right, end)
    return [
        index
        for index, column in enumerate(columns)
        if min(right, column.right) - max(left, column.core) > 0.5 * (column.right - column.core)
    ]
