"""Finds struck-out words on a PDF page. A thin line crosses the middle of their letters and ends where they end."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple, Protocol

from .boxes import Boxes
from .drawn_objects import Rule, between
from .visibility import Ink

_MIDDLE = (0.28, 0.66)
"""The position of a strike in the height of a line box. An underline is below 0.2, and a rule of a table at 0 or 1."""
_COVERED = 0.7
"""The minimum struck share of a word's width. A comma after the word is often not struck."""
_BEYOND = 0.6
"""How far a strike may extend beyond its words, as a share of a line's height. Lines of grids and forms extend
farther."""
_SEEN = 0.7
"""The minimum share of the crossed words with ink below the line. A dash has none."""
_THICKEST = 0.18
"""The largest thickness of a strike, as a share of a line's height. A thicker line covers the word."""


class Piece(Protocol):
    """The part of a row under construction (`rows._Piece`) that this module uses."""

    words: list[str]
    spans: list[tuple[int, int]]
    bottom: float
    top: float


def mark_struck(pieces: Iterable[Piece], lines: Sequence[Rule], boxes: Boxes, ink: Ink) -> None:
    """Put "~~" around the struck words of each row, in place. `lines`: the horizontal lines."""
    level = sorted((line for line in lines if line.right > line.left), key=attrgetter("bottom"))
    if not level:
        return
    for piece in pieces:
        near = [
            line
            for line in between(level, piece.bottom, piece.top)
            if piece.bottom < line.bottom and line.top < piece.top and _is_drawn(line, piece, ink)
        ]
        if near:
            _mark(piece, near, boxes, ink)


def _is_drawn(line: Rule, piece: Piece, ink: Ink) -> bool:
    """Return whether the line is visible. Its ends are not checked, since the stated bounds of a line exceed its ink by
    up to its thickness."""
    end = min(line.top - line.bottom, (line.right - line.left) / 4)
    middle = (line.left + end, line.right - end, (line.top + line.bottom) / 2)
    return ink.shows_line(middle, piece.bottom, piece.top)


def _mark(piece: Piece, near: Sequence[Rule], boxes: Boxes, ink: Ink) -> None:
    """Mark the struck words of one row. Each word is compared with its own box, since a row may have words of several
    heights."""
    words = [_Word(*boxes(start)[:2], boxes(end - 1)[2], boxes(start)[3]) for start, end in piece.spans]
    struck = [False] * len(words)
    for line in _joined(near, _BEYOND * (piece.top - piece.bottom)):
        under = [at for at, word in enumerate(words) if word.is_crossed_by(line)]
        ends_there = under and words[under[0]].reach().left < line.left and line.right < words[under[-1]].reach().right
        if ends_there and sum(words[at].shows_below(line, ink) for at in under) > _SEEN * len(under):
            for at in under:
                struck[at] = True
    for at, is_struck in enumerate(struck):
        if is_struck and not (at and struck[at - 1]):
            piece.words[at] = f"~~{piece.words[at]}"
        if is_struck and not (at + 1 < len(struck) and struck[at + 1]):
            piece.words[at] = f"{piece.words[at]}~~"


class _Word(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float

    def is_crossed_by(self, line: Rule) -> bool:
        height = self.top - self.bottom
        at = (line.top + line.bottom) / 2 - self.bottom
        covered = min(line.right, self.right) - max(line.left, self.left)
        return (
            _MIDDLE[0] * height < at < _MIDDLE[1] * height
            and line.top - line.bottom < _THICKEST * height
            and covered > _COVERED * max(self.right - self.left, 0.1)
        )

    def shows_below(self, line: Rule, ink: Ink) -> bool:
        """Return whether the word's letters have ink below the line that crosses them. A file may have invisible words
        under a line."""
        return not any(ink.unseen(self.bottom, line.bottom - 0.3, (self.left, self.right)))

    def reach(self) -> "_Word":
        """Return how far a strike through the word may extend beyond it."""
        beyond = _BEYOND * (self.top - self.bottom)
        return self._replace(left=self.left - beyond, right=self.right + beyond)


def _joined(lines: Sequence[Rule], gap: float) -> list[Rule]:
    """Return the lines, with adjoining lines of one height merged. Some programs draw one line for each word."""
    joined: list[Rule] = []
    last_at: dict[int, int] = {}
    """The last line of each height, in half points."""
    for line in sorted(lines, key=lambda rule: rule.left):
        height = round(line.bottom + line.top)
        near = next((last_at[at] for at in (height, height - 1, height + 1) if at in last_at), None)
        if near is not None and line.left - joined[near].right < gap:
            joined[near] = joined[near]._replace(right=max(joined[near].right, line.right))
        else:
            near = len(joined)
            joined.append(line)
        last_at[height] = near
    return joined
