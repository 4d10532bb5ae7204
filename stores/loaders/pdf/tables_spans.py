"""Which columns each part of a header line stands over: by the rule under it, by where it stands, by the line below it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .drawn_lines import Rule
from .tables_columns import Column
from .tables_regions import names_a_period
from .tables_values import Value, is_value

_TOUCHING = 0.8
"""Points between pieces of one rule."""


class Placed(NamedTuple):
    """A part of a header line: the index of its row on the page, and its height there in points."""

    row: int
    value: Value
    bottom: float
    size: float


Span = tuple[int, int, Placed]
"""First and last column, and the part of a header line that stands over them."""


def find_spans(
    line: Sequence[Placed], columns: Sequence[Column], rules: Sequence[Rule], below: Sequence[Span]
) -> list[Span]:
    """The columns each part of a header line stands over. `below`: those of the line under it; what stands over part of a span
    stands over all of it."""
    if len(line) == len(columns):
        return [(index, index, one) for index, one in enumerate(line)]
    if _repeats(below, len(line), len(columns)) and not any(_stacked(one, below) for one in line):
        each = len(columns) // len(line)
        return [(index * each, index * each + each - 1, one) for index, one in enumerate(line)]
    spans = [(*_under(one, columns, rules), one) for one in line]
    if not _distinct(spans):
        return _nearest(line, columns)
    alike = len(below) == len(columns) and all(
        names_a_period(one.value.text) or is_value(one.value.text) for *_, one in below
    )
    groups = len(line) == 1 and any(first < last for first, last, _ in below)
    grown: list[Span] = []
    for position, (first, last, one) in enumerate(spans):
        low = grown[-1][1] + 1 if grown else 0
        high = spans[position + 1][0] - 1 if position + 1 < len(spans) else len(columns) - 1
        stacked = None if ruled(one, rules, columns) else _stacked(one, below)
        if stacked is not None and low <= stacked[0] and stacked[1] <= high:
            grown.append((*stacked, one))
            continue
        if not ruled(one, rules, columns):
            first, last = _centered(
                one, max(first, low), max(last, low), low, high, columns, over_alike=alike or groups
            )
        for start, end, _ in below:
            if start <= last and first <= end:
                first, last = max(low, min(first, start)), min(high, max(last, end))
        grown.append((first, last, one))
    return grown


def _repeats(below: Sequence[Span], parts: int, columns: int) -> bool:
    """Whether the line under it says the same over and over, once under each part: "2022 2021 2022 2021"."""
    if not 1 < parts < columns or columns % parts or len(below) != columns:
        return False
    each = columns // parts
    texts = [one.value.text for *_, one in below]
    return len(set(texts)) == each and all(texts[at] == texts[at % each] for at in range(columns))


def _stacked(one: Placed, below: Sequence[Span]) -> tuple[int, int] | None:
    """The columns of the part right under it that it goes on in, as the upper line of one cell: set close, over that part alone,
    on one edge or middle with it."""
    over = [span for span in below if one.value.overlap(span[2].value.left, span[2].value.right) > 0]
    if len(over) != 1:
        return None
    first, last, under = over[0]
    if not -0.5 * one.size < one.bottom - (under.bottom + under.size) < 0.35 * one.size:
        return None
    edge = min(abs(one.value.right - under.value.right), abs(one.value.left - under.value.left))
    middle = abs(one.value.center - under.value.center)
    aligned = edge < 0.25 * one.size or (middle < 0.25 * one.size and not names_a_period(one.value.text))
    return (first, last) if aligned else None


def _under(one: Placed, columns: Sequence[Column], rules: Sequence[Rule]) -> tuple[int, int]:
    """The columns a part is over by itself: those its rule runs over, those it overlaps, or the nearest."""
    if beneath := ruled(one, rules, columns):
        return beneath[0], beneath[-1]
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


def _nearest(line: Sequence[Placed], columns: Sequence[Column]) -> list[Span]:
    """Each column given to the part whose middle is nearest; a part that gets none is left out."""
    owner = [min(range(len(line)), key=lambda i: abs(line[i].value.center - column.center)) for column in columns]
    return [(owner.index(i), len(owner) - 1 - owner[::-1].index(i), one) for i, one in enumerate(line) if i in owner]


def _centered(
    one: Placed, first: int, last: int, low: int, high: int, columns: Sequence[Column], *, over_alike: bool
) -> tuple[int, int]:
    """The columns around `first` to `last`, within `low` to `high`, that a part is centred over. Only what is wider than its
    column, names a period, or stands over periods or figures alone heads more than it lies over: the widest range with nearly the same
    middle where it is of periods, else the narrowest."""
    wide = first < last or one.value.right - one.value.left > 1.15 * (columns[last].right - columns[first].left)
    if not wide and not names_a_period(one.value.text) and not over_alike:
        return first, last
    off = {
        (start, end): abs((columns[start].left + columns[end].right) / 2 - one.value.center)
        for start in range(low, first + 1)
        for end in range(last, high + 1)
    }
    if names_a_period(one.value.text) or over_alike:
        least = min(off.values(), default=0.0)
        near = [span for span, distance in off.items() if distance <= min(least + 0.5 * one.size, 2 * one.size)]
        return max(near, key=lambda span: (span[1] - span[0], -off[span]), default=(first, last))
    near = [span for span, distance in off.items() if distance <= 1.2 * one.size]
    return min(near, key=lambda span: (span[1] - span[0], off[span]), default=(first, last))


def ruled(one: Placed, rules: Sequence[Rule], columns: Sequence[Column]) -> list[int]:
    """The columns over which the rule right under it runs. Pieces that touch are one rule."""
    near = sorted(
        (rule.left, rule.right)
        for rule in rules
        if rule.right - rule.left > rule.top - rule.bottom
        and one.bottom - 0.5 * one.size <= rule.bottom <= one.bottom + 0.25 * one.size
    )
    left = right = one.value.center
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
