"""Columns of prose whose lines a file writes across the page, one line of each column after the other: put back into reading order.

Most programs write one column after the other, and their order stands. Where lines side by side run on downwards and not across, they are
columns; rows of a table run across: they hold figures or few words, and their cells end where they stand.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeVar

_LEAST_LINES = 5
"""Lines side by side; with fewer it cannot be said whether they run on."""
_LEAST_GUTTER = 0.7
"""Of a line's height: the room between two columns."""
_LEAST_WORDS = 4.0
"""Of a column's line, on average: cells of a header have fewer."""
_MOST_FIGURES = 0.25
"""Of the lines of a column, how many may end in a figure."""
_RUNS_ON = 0.5
"""Of the lines of each column but its last, how many the next one goes on from: it begins with a small letter, and they end within a
sentence."""
_FIGURE_AT_END = re.compile(r"\d[)%\]]*$|^[—–-]$")
_ENDS = re.compile(r"[.!?:;…。！？]$")


class Line(Protocol):
    words: list[str]
    lefts: list[float]
    left: float
    right: float
    bottom: float
    top: float
    size: float
    cells: int


P = TypeVar("P", bound=Line)


class _Gap(NamedTuple):
    """Between two words of a line: the number of the second, and where the room is."""

    at: int
    left: float
    right: float


def in_columns(
    lines: list[P], gaps: Callable[[P], Sequence[tuple[int, float, float]]], cut: Callable[[P, int], tuple[P, P]]
) -> list[P]:
    """The lines, with each run of lines that stand in columns replaced by those of its columns, from the left. `gaps` gives the wide gaps
    of a line, and `cut` divides one before a word."""
    if sum(map(_may_be_two, lines)) < _LEAST_LINES:
        return lines
    found: list[P] = []
    at = 0
    while at < len(lines):
        run = _run(lines, at, gaps)
        columns = _columns([cut(line, gap.at) for line, gap in run]) if len(run) >= _LEAST_LINES else None
        if columns is None:
            found.append(lines[at])
            at += 1
            continue
        for column in columns:
            found += in_columns(column, gaps, cut)
        at += len(run)
    return found


def _run(lines: Sequence[P], at: int, gaps: Callable[[P], Sequence[tuple[int, float, float]]]) -> list[tuple[P, _Gap]]:
    """The lines from `at` on that leave the same room free, one below the other, and evenly."""
    best: list[tuple[P, _Gap]] = []
    for first in gaps(lines[at]) if _may_be_two(lines[at]) else ():
        run = [(lines[at], _Gap(*first))]
        left, right = first[1], first[2]
        for before, line in pairwise(lines[at:]):
            if line.cells == 1 or not _follows(before, line, run):
                break
            fitting = [
                _Gap(*gap) for gap in gaps(line) if min(right, gap[2]) - max(left, gap[1]) >= _LEAST_GUTTER * line.size
            ]
            if not fitting:
                break
            gap = max(fitting, key=lambda one: min(right, one.right) - max(left, one.left))
            left, right = max(left, gap.left), min(right, gap.right)
            run.append((line, gap))
        if len(run) > len(best):
            best = run
    return best


def _may_be_two(line: Line) -> bool:
    return line.cells > 1 and len(line.words) >= 2 * _LEAST_WORDS and not _FIGURE_AT_END.search(line.words[-1])


def _follows(before: P, line: P, run: Sequence[tuple[P, _Gap]]) -> bool:
    """Whether a line stands right below the one before it, at the distance of those above, and is set as large."""
    if line.top > before.bottom + 0.6 * before.size or not 0.8 < line.size / max(before.size, 0.1) < 1.25:
        return False
    step = before.bottom - line.bottom
    usual = run[0][0].bottom - run[1][0].bottom if len(run) > 1 else step
    return 0 < step < 1.3 * usual + 0.5


def _columns(halves: Sequence[tuple[P, P]]) -> tuple[list[P], list[P]] | None:
    """The two columns that lines were cut into; None where they are rows of a table."""
    columns = [left for left, _ in halves], [right for _, right in halves]
    return columns if all(map(_is_prose, columns)) else None


def _is_prose(column: Sequence[P]) -> bool:
    texts = [" ".join(line.words) for line in column]
    words = sum(len(line.words) for line in column) / len(column)
    figures = sum(_FIGURE_AT_END.search(text) is not None for text in texts) / len(column)
    return words >= _LEAST_WORDS and figures <= _MOST_FIGURES and sum(_goes_on(texts)) >= _RUNS_ON * (len(column) - 1)


def _goes_on(texts: Sequence[str]) -> Iterator[bool]:
    for before, after in pairwise(texts):
        yield after[:1].islower() and not _ENDS.search(before)
