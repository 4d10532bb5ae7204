"""Puts columns of prose into reading order, in files that write them line by line across the page.

Most programs write one column after the other, and that order stays. Neighbouring lines are columns if they continue
downwards and not across. Rows of a table continue across: they have figures or few words, and each cell is complete.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeVar

_LEAST_LINES = 5
"""The minimum number of lines in columns. Fewer do not show whether they continue downwards."""
_LEAST_GUTTER = 0.7
"""The minimum gap between two columns, as a share of a line's height."""
_LEAST_WORDS = 4.0
"""The minimum mean number of words in a column's line. Cells of a header have fewer."""
_MOST_FIGURES = 0.25
"""The maximum share of a column's lines that may end in a figure."""
_RUNS_ON = 0.5
"""The minimum share of a column's lines that the next line continues: they end inside a sentence, and it begins in
lower case."""
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
    """A gap between two words of a line: the index of the second word, and the edges of the gap."""

    at: int
    left: float
    right: float


def in_columns(
    lines: list[P], gaps: Callable[[P], Sequence[tuple[int, float, float]]], cut: Callable[[P, int], tuple[P, P]]
) -> list[P]:
    """Return the lines in reading order. Where lines run across several columns, they are cut, and the columns follow
    each other from left to right.

    `gaps`: returns the wide gaps of a line. `cut`: divides a line before a word.
    """
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
    """Return the evenly spaced lines from index `at` on that have a gap at the same place."""
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
            gap = max(fitting, key=lambda candidate: min(right, candidate.right) - max(left, candidate.left))
            left, right = max(left, gap.left), min(right, gap.right)
            run.append((line, gap))
        if len(run) > len(best):
            best = run
    return best


def _may_be_two(line: Line) -> bool:
    return line.cells > 1 and len(line.words) >= 2 * _LEAST_WORDS and not _FIGURE_AT_END.search(line.words[-1])


def _follows(before: P, line: P, run: Sequence[tuple[P, _Gap]]) -> bool:
    """Return whether a line directly continues the run: right below, at the usual distance, and in the same size."""
    if line.top > before.bottom + 0.6 * before.size or not 0.8 < line.size / max(before.size, 0.1) < 1.25:
        return False
    step = before.bottom - line.bottom
    usual = run[0][0].bottom - run[1][0].bottom if len(run) > 1 else step
    return 0 < step < 1.3 * usual + 0.5


def _columns(halves: Sequence[tuple[P, P]]) -> tuple[list[P], list[P]] | None:
    """Return the two columns of the lines; None if they are rows of a table."""
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
