"""Builds the rows of a table's body: joins labels of several lines, and finds heading rows."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .rows import Row
from .tables_columns import Column, column_of
from .tables_regions import Region
from .tables_values import Line, Value

_INDENT = _SPACE = 0.25
"""The width of a space, and the least indentation, as a share of the line height."""
_FILLS = 0.6
"""The minimum share of the label column's width that a wrapped label fills. A shorter label would not need a second
line."""
_TOTAL = ("total", "net cash", "net increase", "net decrease")


_NAMES = re.compile(r"[^\W\d_]|(?:19|20)\d\d\b|\d+(?:st|nd|rd|th)?\s+[^\W\d_]")
"""The beginning of a heading row: a word or a year. A single figure is not a heading."""
_AMOUNT = re.compile(r"(?<![\d/])(?!(?:19|20)\d\d(?!,\d))\d[\d,.]*(?=[\s)]|$)(?!\s+(?:to|through|months|years)\b)")


class BodyRow(NamedTuple):
    """A row of the body. `labels`: the stretches of its label, each with the index of its row on the page."""

    labels: list[tuple[int, Value]]
    values: list[tuple[int, int, Value]]
    """The values of the row, each with its column and the index of its row on the page."""
    left: float

    @property
    def heads(self) -> bool:
        return not self.values


class Group(NamedTuple):
    """The rows `first` to `last` of the body, which belong to the heading row `head`."""

    head: int
    first: int
    last: int


def body_rows(rows: Sequence[Row], region: Region, sections: Sequence[int]) -> list[BodyRow]:
    widest = max((line.label.right for line in region.lines if line.label), default=0.0)
    body: list[BodyRow] = []
    lines = [*(Line(index, rows[index], None, (), ()) for index in sections), *region.lines]
    open_label: list[tuple[int, Value]] = []
    for position, line in enumerate(lines):
        if line.values:
            label, values = _placed(line, region.columns)
            if label is None and body and body[-1].heads and _beside(rows[body[-1].labels[-1][0]], line.row):
                open_label = body.pop().labels
            labels = [*open_label, *([(line.at, label)] if label else [])]
            left = labels[0][1].left if labels else line.row.left
            body.append(BodyRow(labels, values, left))
            open_label = []
            continue
        whole = _whole(line)
        if body and body[-1].values and not open_label and _goes_on(lines[position - 1], line):
            body[-1].labels.append((line.at, whole))
            continue
        following = lines[position + 1] if position + 1 < len(lines) else None
        if following is not None and _runs_over(line, following, widest, region.columns[0].left):
            open_label.append((line.at, whole))
            continue
        body.append(BodyRow([*open_label, (line.at, whole)], [], open_label[0][1].left if open_label else whole.left))
        open_label = []
    return body


def groups(body: Sequence[BodyRow], size: float) -> list[Group]:
    """Return the groups of rows under heading rows: by indentation, or without indentation up to the next heading row
    or total."""
    found = []
    for head, row in enumerate(body):
        if not row.heads or not _is_heading(_text(row)):
            continue
        first = head + 1
        while first < len(body) and body[first].heads:
            first += 1
        if first == len(body):
            continue
        if body[first].left > row.left + _INDENT * size:
            last = first
            while last + 1 < len(body) and body[last + 1].left > row.left + _INDENT * size:
                last += 1
        else:
            last = head
            for index in range(head + 1, len(body)):
                if body[index].heads and index > head + 1:
                    break
                if not body[index].heads:
                    last = index
                if body[index].labels and _text(body[index]).casefold().startswith(_TOTAL):
                    break
        while last > head and body[last].heads:
            last -= 1
        if last > head:
            found.append(Group(head, head + 1, last))
    return found


def _is_heading(text: str) -> bool:
    """Return whether a row without figures is a heading row. A row that states an amount is an item: "Authorized shares
    — 500"."""
    return _NAMES.match(text) is not None and (text.endswith(":") or _AMOUNT.search(text) is None)


def _text(row: BodyRow) -> str:
    return " ".join(value.text for _, value in row.labels)


def _whole(line: Line) -> Value:
    row = line.row
    return Value(0, len(row.text), row.left, row.left, row.right, row.text)


def _placed(line: Line, columns: Sequence[Column]) -> tuple[Value | None, list[tuple[int, int, Value]]]:
    """Return the label, and the values by column. Words outside all columns are part of the label."""
    values: list[tuple[int, int, Value]] = []
    label = line.label
    for words in line.texts:
        column = column_of(words, columns)
        if column is None and label is not None and not values:
            label = label._replace(end=words.end, right=words.right, text=line.row.text[label.start : words.end])
        else:
            values.append((_nearest(words, columns) if column is None else column, line.at, words))
    for value in line.values:
        column = column_of(value, columns)
        if column is None and not any(map(str.isalnum, value.text)):
            continue
        values.append((_nearest(value, columns) if column is None else column, line.at, value))
    if label is not None and label.text.endswith((" .", "..", "…", "__")):
        name = label.text.rstrip(" ._…·")
        label = label._replace(end=label.start + len(name), text=name)
    return label, values


def _nearest(value: Value, columns: Sequence[Column]) -> int:
    return min(range(len(columns)), key=lambda index: abs(columns[index].right - value.right))


def _beside(label: Row, values: Row) -> bool:
    """Return whether a label is at the height of figures that are in another row."""
    return (
        min(label.top, values.top) - max(label.bottom, values.bottom) > 0.2 * values.size and label.right < values.left
    )


def _goes_on(before: Line, line: Line) -> bool:
    """Return whether a row without figures continues the label of the row above, which has figures."""
    near = before.row.bottom - line.row.top < 0.5 * line.row.size
    return near and line.row.text[0].islower() and before.label is not None


def _runs_over(line: Line, following: Line, widest: float, values_left: float) -> bool:
    """Return whether a label without figures continues in the next row.

    It does if that row begins in lower case, or if the label fills most of its column and leaves no room for the next
    row's first word.
    """
    row = line.row
    if following.label is None or row.text.endswith((":", "–", "—")) or not following.row.words:
        return False
    if row.bottom - following.row.top > 0.6 * row.size:
        return False
    if following.row.text[0].islower():
        return True
    word = following.row.words[0]
    fills = row.right - row.left > _FILLS * (values_left - row.left)
    return (
        fills and row.right + _SPACE * row.size + word.right - word.left > widest and following.label.left >= row.left
    )
