"""Finds lists of contents in a text. Their lines only name sections on other pages, so they answer no question."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ...evidence.lexicon.contents_headings import FEWEST_UNSURE, PAGE, SURE_HEADINGS, UNSURE_HEADINGS

_HEADING = re.compile(
    rf"[\W\d_]*(?:(?P<sure>{SURE_HEADINGS})|{UNSURE_HEADINGS})[\W_]*(?:(?:{PAGE})[\W_]*)?",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]{2}")
_LEADER_DOTS = 3
"""The minimum number of dots of a leader."""
_OF_A_FIGURE = "0123456789$€£¥%(+−–-.,"
"""A line that ends in one of these marks and a number has several figures or an amount. It is not an entry."""
_MOST_DIGITS = 4
"""The maximum number of digits of a page number."""
_LONGEST_UNNUMBERED = 120
"""The maximum number of characters of a line without a page number inside a list: “PART II”, or the first line of a
long entry."""
UNDER_A_HEADING = 2
"""The minimum number of entries of a list below a heading."""


class _Line(NamedTuple):
    start: int
    end: int
    text: str
    page: int | None
    leader: bool


_ABOVE = _Line(0, 0, "contents", None, False)
"""The heading of the section, which stands above the text."""


@lru_cache(maxsize=1_024)
def contents_lists(text: str, section: str = "") -> tuple[tuple[int, int], ...]:
    """Return the offsets of each list of contents in `text`, from its heading or first entry to its last entry.
    `section`: the heading of the section that contains the text. It counts like “Contents” above the first line.

    An entry is a line with a label and, at its end, a page number. The page numbers never fall. The list also has a
    heading such as “Table of Contents”, or each of its entries has a leader, a row of dots before the page number.

    Example: for “Contents”, “Staff ..... 3” and “Sales ..... 9” on three lines, it returns ((0, 36),).
    """
    found: list[tuple[int, int]] = []
    heading: _Line | None = _ABOVE if _HEADING.fullmatch(section) else None
    run: list[_Line] = []
    for line in _lines(text):
        if _HEADING.fullmatch(line.text):
            found += _list_of(heading, run)
            heading, run = line, []
        elif line.page is None and len(line.text) <= _LONGEST_UNNUMBERED and line.text[-1] not in ".;:!?":
            continue
        elif line.page is not None and (not run or _follows(line, run[-1])):
            run.append(line)
        else:
            found += _list_of(heading, run)
            heading, run = None, [line] if line.page is not None else []
    return tuple(found + _list_of(heading, run))


def _lines(text: str) -> list[_Line]:
    lines = []
    position = 0
    for line in text.splitlines(keepends=True):
        if content := line.strip():
            lines.append(_line(content, position + line.index(content)))
        position += len(line)
    return lines


def _line(text: str, start: int) -> _Line:
    cells = text.strip(" \t|")
    before = cells.rstrip("0123456789")
    digits = cells[len(before) :]
    entry = before.rstrip(" \t|")
    label = entry.rstrip("._·… \t")
    leader = sum(not mark.isspace() for mark in entry[len(label) :]) >= _LEADER_DOTS
    apart = leader or (before != entry and entry[-1:] not in _OF_A_FIGURE)
    numbered = 0 < len(digits) <= _MOST_DIGITS and apart and _LETTERS.search(label)
    return _Line(start, start + len(text), text, int(digits) if numbered else None, leader)


def _follows(line: _Line, last: _Line) -> bool:
    return line.page is not None and line.page >= (last.page or 0) and line.leader == last.leader


def _list_of(heading: _Line | None, run: list[_Line]) -> list[tuple[int, int]]:
    led = all(line.leader for line in run)
    named = _HEADING.fullmatch(heading.text) if heading else None
    sure = named is not None and (led or named["sure"] is not None)
    rises = any((first.page or 0) < (second.page or 0) for first, second in pairwise(run))
    if rises and (heading or led) and len(run) >= (UNDER_A_HEADING if sure else FEWEST_UNSURE):
        first = heading if heading and heading is not _ABOVE else run[0]
        return [(first.start, run[-1].end)]
    return []
