"""The body of a table as rows: labels that run over several lines made one, and rows that head others found."""

from collections.abc import Sequence
from typing import NamedTuple

from .pdf_rows import Row
from .pdf_tables_columns import Column, column_of
from .pdf_tables_regions import Region
from .pdf_tables_values import WIDE, Line, Value

_INDENT = 0.25
"""Of the line height."""
_TOTAL = ("total", "net cash", "net increase", "net decrease")


class BodyRow(NamedTuple):
    """`labels`: the stretches of the label, each with the index of its row on the page; `values` by column."""

    labels: list[tuple[int, Value]]
    values: list[tuple[int, int, Value]]
    """Column, row on the page, value."""
    left: float

    @property
    def heads(self) -> bool:
        return not self.values


class Group(NamedTuple):
    """The rows `first` to `last` of the body stand under the label of row `head`."""

    head: int
    first: int
    last: int


def body_rows(rows: Sequence[Row], region: Region, sections: Sequence[int]) -> list[BodyRow]:
    widest = max((line.label.right for line in region.lines if line.label), default=0.0)
    body: list[BodyRow] = []
    lines = [*(_label_line(rows, index) for index in sections), *region.lines]
    open_label: list[tuple[int, Value]] = []
    for position, line in enumerate(lines):
        label = line.label
        if line.values or not label:
            label, values = _placed(line, region.columns)
            labels = [*open_label, *([(line.index, label)] if label else [])]
            left = labels[0][1].left if labels else line.row.left
            body.append(BodyRow(labels, values, left))
            open_label = []
            continue
        whole = _whole(line)
        if body and body[-1].values and not open_label and _goes_on(lines[position - 1], line):
            body[-1].labels.append((line.index, whole))
            continue
        following = lines[position + 1] if position + 1 < len(lines) else None
        if following is not None and _runs_over(line, following, widest):
            open_label.append((line.index, whole))
            continue
        body.append(BodyRow([*open_label, (line.index, whole)], [], open_label[0][1].left if open_label else whole.left))
        open_label = []
    return body


def groups(body: Sequence[BodyRow], size: float) -> list[Group]:
    """Which rows stand under which heading row: by indentation, or up to the next heading row or total where nothing is
    indented."""
    found = []
    for head, row in enumerate(body):
        if not row.heads:
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


def _text(row: BodyRow) -> str:
    return " ".join(value.text for _, value in row.labels)


def _label_line(rows: Sequence[Row], index: int) -> Line:
    row = rows[index]
    whole = Value(row.words[0].start, row.words[-1].end, row.left, row.left, row.right, row.text)
    return Line(index, row, whole, (), ())


def _whole(line: Line) -> Value:
    words = line.row.words
    return Value(words[0].start, words[-1].end, words[0].left, words[0].left, words[-1].right, line.row.text)


def _placed(line: Line, columns: Sequence[Column]) -> tuple[Value | None, list[tuple[int, int, Value]]]:
    """The label and the values in their columns. Words of a label that stand in no column are part of it."""
    values: list[tuple[int, int, Value]] = []
    label = line.label
    for text in line.texts:
        column = column_of(text, columns)
        if column is None and label is not None and not values:
            label = label._replace(end=text.end, right=text.right, text=line.row.text[label.start : text.end])
        elif column is not None:
            values.append((column, line.index, text))
    for value in line.values:
        column = column_of(value, columns)
        if column is None:
            column = min(range(len(columns)), key=lambda i: abs(columns[i].right - value.right))
        values.append((column, line.index, value))
    if label is not None:
        text = label.text.rstrip(" ._…·") if label.text.endswith((" .", "..", "…", "__")) else label.text
        label = label._replace(end=label.start + len(text), text=text)
    return label, values


def _goes_on(before: Line, line: Line) -> bool:
    """Whether a row without figures goes on with the label of the row above, which has them."""
    near = before.row.bottom - line.row.top < 0.5 * line.row.size
    return near and line.row.text[0].islower() and before.label is not None


def _runs_over(line: Line, following: Line, widest: float) -> bool:
    """Whether a label without figures goes on in the next row: that row begins in lower case, or there was no room for its
    first word."""
    text = line.row.text.rstrip()
    if following.label is None or text.endswith((":", "–", "—")) or not following.row.words:
        return False
    if line.row.bottom - following.row.top > 0.6 * line.row.size:
        return False
    if following.row.text[0].islower():
        return True
    word = following.row.words[0]
    room = widest - line.row.right
    return word.right - word.left + WIDE * line.row.size * 0.3 > room > -widest and following.label.left >= line.row.left
