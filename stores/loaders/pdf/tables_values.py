"""Splits the rows of a page into lines of tables: a label and, after a gap, the values in columns."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .rows import Row, Word

WIDE = 0.7
"""The minimum gap between cells, as a share of the line height. A space is a quarter wide, in justified lines up to a
half."""
_TEXT_GAP = 1.2
"""The minimum gap between two stretches of words. In prose it may be wider than between a label and its figure."""
_SEGMENT_GAP = 0.55
_FIGURE = re.compile(
    r"^(?:US|C|A|NZ|HK|S|R)?[($€£¥+\-–—−~<>]*(?:\d[\d,.]*|\.\d+)(?:[)%x*]|bps|pts|pp)*(?:\([a-z\d]\))?$"
)
_NOTHING = re.compile(r"^[($€£¥]*(?:[—–-]+|n\.?m\.?|n\.?/?a\.?)[)%]*$", re.IGNORECASE)
_SIGN_BEFORE = re.compile(r"^(?:(?:US|C|A|NZ|HK|S|R)?[$€£¥]\(?|\([$€£¥]?)$")
_SIGN_AFTER = re.compile(r"^[)%]+$")
_MARK = re.compile(r"^(?:\(?[a-z\d]{1,2}\)|\*+|[†‡]+)$")
_LEADER = re.compile(r"^[._·…]{2,}$|^[.…]$")
YEAR = re.compile(r"^(?:FY)?(?:19|20)\d\d[A-Z]?$")


class Value(NamedTuple):
    """The text of a cell, with its offsets in the row's text and its edges in points. `core`: the left edge of its
    digits, without a separate currency sign.

    Example: “$ 90” in the row “Rent $ 90”: `core` is the left edge of the 9.
    """

    start: int
    end: int
    left: float
    core: float
    right: float
    text: str

    @property
    def center(self) -> float:
        return (self.left + self.right) / 2

    def overlap(self, left: float, right: float) -> float:
        return min(self.right, right) - max(self.left, left)


class Line(NamedTuple):
    """A row as a line of a table. `at`: its index on the page. `label`: None without one. `texts`: the stretches of
    words between label and values."""

    at: int
    row: Row
    label: Value | None
    texts: tuple[Value, ...]
    values: tuple[Value, ...]

    @property
    def is_data(self) -> bool:
        """Whether the line has a label and figures, or at least two figures without a label. A line with only years
        belongs to a header."""
        stated = [value for value in self.values if not YEAR.match(value.text)]
        return bool(stated) and (self.label is not None or len(self.values) > 1)


def read_line(index: int, row: Row) -> Line:
    words = [word for word in row.words if not _LEADER.match(row.text[word.start : word.end])]
    first = _first_value(row, words)
    values = tuple(_values(row, words[first:]))
    label_words = words[:first]
    if not label_words and len(values) > 1 and YEAR.match(values[0].text):
        label, values = values[0], values[1:]
        if not all(YEAR.match(value.text) for value in values):
            return Line(index, row, label, (), values)
        return Line(index, row, None, (), (label, *values))
    parts = _joined(row, label_words, _TEXT_GAP)
    return Line(index, row, parts[0] if parts else None, tuple(parts[1:]), values)


def segments(row: Row) -> list[Value]:
    """Return the separated stretches of words of a row; each year is a stretch of its own."""
    return _joined(row, row.words, _SEGMENT_GAP)


def is_value(text: str) -> bool:
    return bool(_FIGURE.match(text) or _NOTHING.match(text))


def _first_value(row: Row, words: Sequence[Word]) -> int:
    """Return the index of the first value: the first word after a wide gap, among the words at the end that may be
    values."""
    first = len(words)
    while first > 0:
        text = row.text[words[first - 1].start : words[first - 1].end]
        if not (is_value(text) or any(kind.match(text) for kind in (_SIGN_BEFORE, _SIGN_AFTER, _MARK))):
            break
        first -= 1
    while 0 < first < len(words) and (
        words[first].left - words[first - 1].right <= WIDE * row.size or _SIGN_AFTER.match(_text(row, words[first]))
    ):
        first += 1
    return first


def _text(row: Row, word: Word) -> str:
    return row.text[word.start : word.end]


def _values(row: Row, words: Sequence[Word]) -> list[Value]:
    """Return the figures, joined with separate signs and brackets. A footnote mark right after a figure is not part of
    the cell."""
    found: list[Value] = []
    sign: Word | None = None
    for word in words:
        text = _text(row, word)
        last = found[-1] if found else None
        near = last is not None and word.left - last.right <= WIDE * row.size
        if _SIGN_BEFORE.match(text):
            sign = word
        elif last is not None and _SIGN_AFTER.match(text) and sign is None:
            found[-1] = last._replace(end=word.end, right=word.right, text=row.text[last.start : word.end])
        elif near and sign is None and _MARK.match(text) and word.left - last.right <= 0.35 * row.size:  # type: ignore[union-attr]
            continue
        else:
            start = sign or word
            found.append(
                Value(start.start, word.end, start.left, word.left, word.right, row.text[start.start : word.end])
            )
            sign = None
    return found


def _joined(row: Row, words: Sequence[Word], gap: float) -> list[Value]:
    parts: list[Value] = []
    first = 0
    for at in range(1, len(words) + 1 if words else 0):
        if at < len(words):
            before, word = words[at - 1], words[at]
            near = word.left - before.right <= gap * row.size
            if near and not (YEAR.match(_text(row, word)) and YEAR.match(_text(row, before))):
                continue
        start, end = words[first], words[at - 1]
        parts.append(Value(start.start, end.end, start.left, start.left, end.right, row.text[start.start : end.end]))
        first = at
    return parts
