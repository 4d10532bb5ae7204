"""Finds words under other words or opaque boxes, which a person cannot read on the page.

- A hidden word (clipped, transparent, invisible) behind another word is left out.
- The same word printed twice with a small offset is read once: programs print bold letters and shadows so.
- A word under an opaque box is left out, and words printed on this box take its place in the line.
- Words over which other words are printed, or which a box covers in part, are marked: a person cannot read them
  reliably.
"""

import ctypes
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from operator import sub
from typing import NamedTuple, Protocol

import numpy as np
import pypdfium2.raw as pdfium

from .boxes import Box, Boxes, angles
from .drawn_objects import Cover, DrawnObjects, is_opaque
from .visibility import COVERED, Ink
from .watermarks import is_askew

_SAME_HEIGHT = 0.3
"""The minimum overlap of two rows, as a share of the lower row's height."""
_SAME_PLACE = 0.5
"""The minimum overlap of a word with the other row, as a share of the word's width."""
_MOST_BESIDE = 200
"""The maximum number of rows compared at one height; a page with more is a drawing."""
_INVISIBLE = {3, 7}
"""The text render modes that draw nothing."""
_CROSSED = 0.25
"""The minimum common area of two letters, one printed over the other, as a share of the smaller letter."""
_OFFSET = 0.35
"""The maximum offset of a letter that is printed twice, as a share of its height. Shadows have an offset of up to a
fifth."""
_POINT = 0.4
"""The width of a point or comma, as a share of a digit's width. The value is rather high, so that few figures are
examined."""
_EDGE = 0.2
"""The share of a row's height at its top and bottom that has no letters, or only parts of some."""
_IN_PART, _WHOLLY = 0.3, 0.9
"""The shares of a letter's area from which a box covers it in part, and completely."""
_STRIKES = {"Pd", "Pc"}
"""The categories of dashes and underscores, which strike out a letter over which they are printed, as `_SLASHES` do."""
_SLASHES = "/\\|=~"


class Piece(Protocol):
    """The part of a row under construction (`rows._Piece`) that this module uses."""

    words: list[str]
    lefts: list[float]
    spans: list[tuple[int, int]]
    overprinted: set[int]
    left: float
    right: float
    bottom: float
    top: float
    size: float


class _Word(NamedTuple):
    piece: Piece
    at: int

    @property
    def span(self) -> tuple[int, int]:
        return self.piece.spans[self.at]

    def mark(self) -> None:
        self.piece.overprinted.add(self.at)


class _Letter(NamedTuple):
    sign: str
    box: Box


class Overprints:
    """Resolves the overprinted words of one page. `text`: pdfium's text of the page. `patches`: boxes of annotations."""

    def __init__(
        self, text: str, boxes: Boxes, textpage: pdfium.FPDF_TEXTPAGE, drawn: DrawnObjects, patches: Sequence[Box]
    ) -> None:
        self._text = text
        self._boxes = boxes
        self._textpage = textpage
        self._drawn = drawn
        self._patches = patches
        self._opaque: dict[int, bool] = {}

    def resolve(self, pieces: Sequence[Piece], ink: Ink) -> int:
        """Empty hidden words, and add the others to `overprinted` of their piece. Returns the number of hidden words."""
        found = 0
        for piece in pieces:
            self._compare_inside(piece)
        for piece, other in _pairs(pieces):
            found += self._drop_hidden(piece, other) + self._drop_hidden(other, piece)
            found += self._compare(piece, other)
        self._resolve_covered(pieces, ink)
        return found

    def _compare_inside(self, piece: Piece) -> None:
        """Compare the words and letters of one row, since pdfium sorts what is printed at the same height."""
        for at in [at for at, word in enumerate(piece.words) if len(word) > 2 and not word.isalpha()]:
            if self._is_narrow(*piece.spans[at]):
                self._compare_letters(_Word(piece, at))
        gaps = list(map(sub, self._boxes.rights(piece.spans), piece.lefts[1:]))
        most = _CROSSED * piece.size
        if max(gaps, default=0.0) <= most:
            return
        for at, gap in enumerate(gaps):
            if gap > most and piece.words[at] and piece.words[at + 1]:
                first, second = _Word(piece, at), _Word(piece, at + 1)
                if self._repeats(second, (first,)):
                    piece.words[at + 1] = ""
                elif self._cross(first, second):
                    first.mark()
                    second.mark()

    def _is_narrow(self, start: int, end: int) -> bool:
        """Return whether a figure has more digits than its width has room for. Other words that are printed into each
        other give no words that a question has."""
        digits = sum(map(str.isdigit, self._text[start:end]))
        if digits < 2:
            return False
        first, last = self._boxes(start), self._boxes(end - 1)
        digit = first if self._text[start].isdigit() else last
        width, room = digit[2] - digit[0], last[2] - first[0]
        return room < (digits + _POINT * (end - start - digits) - 0.5) * width

    def _compare_letters(self, word: _Word) -> None:
        letters = self._letters(word)
        repeated = {
            at
            for at, letter in enumerate(letters)
            if any(_is_same(letter, before) for before in letters[max(0, at - 3) : at])
        }
        if repeated and len(word.piece.words[word.at]) == len(letters):
            shown = word.piece.words[word.at]
            word.piece.words[word.at] = "".join(sign for at, sign in enumerate(shown) if at not in repeated)
        kept = [letter for at, letter in enumerate(letters) if at not in repeated]
        if any(_crosses(one, other) for at, one in enumerate(kept) for other in kept[at + 1 : at + 4]):
            word.mark()

    def _compare(self, piece: Piece, other: Piece) -> int:
        """Compare two rows at the same height. Returns the number of words that boxes hide."""
        lower: list[_Word] = []
        upper: list[_Word] = []
        for second in self._words(other, piece.left, piece.right):
            left, right = self._extent(second)
            near = [word for word in self._words(piece, left, right) if word.piece.words[word.at]]
            if near and self._repeats(second, near):
                if under := [first for first in near if self._is_under_box(first, second)]:
                    lower, upper = lower + under, [*upper, second]
                else:
                    second.piece.words[second.at] = ""
                continue
            for first in near:
                if not self._cross(first, second):
                    continue
                if self._is_under_box(first, second):
                    lower, upper = [*lower, first], [*upper, second]
                elif self._is_under_box(second, first):
                    lower, upper = [*lower, second], [*upper, first]
                else:
                    first.mark()
                    second.mark()
        found = 0
        for below in {id(word.piece): word.piece for word in lower}.values():
            over = [word for word in upper if word.piece is not below]
            hidden = [word.at for word in _shown(below) if any(self._is_under_box(word, above) for above in over)]
            self._put_in_place(below, hidden, other if below is piece else piece, over)
            found += len(hidden)
        return found

    def _put_in_place(self, below: Piece, hidden: Sequence[int], above: Piece, upper: Sequence[_Word]) -> None:
        """Replace the hidden words of a row by the row on the box over them, if it fits between the other words.
        Otherwise its place is not certain: the hidden words become blocks, and the words over them are marked."""
        before = [at for at in range(hidden[0]) if below.words[at]]
        after = [at for at in range(hidden[-1] + 1, len(below.words)) if below.words[at]]
        room = 0.3 * below.size
        starts = self._extent(_Word(below, before[-1]))[1] - room if before else float("-inf")
        ends = self._extent(_Word(below, after[0]))[0] + room if after else float("inf")
        fits = (
            hidden[-1] - hidden[0] == len(hidden) - 1
            and all(starts <= left and right <= ends for left, right in map(self._extent, _shown(above)))
            and self._is_whole(above)
        )
        for at in hidden:
            below.words[at] = "" if fits else COVERED * len(below.words[at])
            below.overprinted.discard(at)
        if not fits:
            for word in upper:
                word.mark()
            return
        below.words[hidden[0]] = " ".join(filter(None, above.words))
        if above.overprinted:
            below.overprinted.add(hidden[0])
        above.words[:] = [""] * len(above.words)

    def _is_whole(self, piece: Piece) -> bool:
        """Return whether the row has every letter of its text objects. pdfium leaves out a letter that is printed over
        the same letter."""
        room = 0.3 * piece.size
        for start, _ in piece.spans:
            box = self._drawn.box_of(self._boxes.object(start))
            if box is None or box[0] < piece.left - room or box[2] > piece.right + room:
                return False
        return True

    def _resolve_covered(self, pieces: Sequence[Piece], ink: Ink) -> None:
        """Replace the letters that a box covers by blocks, and mark their words. Letters with ink under the box are
        visible, since something clips the box, or draws them again."""
        covers = self._drawn.over_text
        first = [min(self._orders(piece), default=0) for piece in pieces] if covers else []
        for piece, cover in _meeting(pieces, first, covers):
            if not self._is_plain_box(cover):
                continue
            for word in self._words(piece, cover.box[0], cover.box[2]):
                order = self._drawn.order(self._boxes.object(word.span[0]))
                if order is not None and order < cover.order:
                    self._cut(word, cover.box, ink)
        for piece in pieces:
            for left, bottom, right, top in self._patches:
                if bottom < piece.top and piece.bottom < top:
                    for word in self._words(piece, left, right):
                        self._cut(word, (left, bottom, right, top), None)

    def _orders(self, piece: Piece) -> list[int]:
        found = (self._drawn.order(self._boxes.object(start)) for start, _ in piece.spans)
        return [order for order in found if order is not None]

    def _cut(self, word: _Word, box: Box, ink: Ink | None) -> None:
        shown = list(word.piece.words[word.at])
        start, end = word.span
        is_cut = False
        _, bottom, _, top = self._boxes(start)
        for at, letter in enumerate(self._letters(word)):
            share = _shared(letter.box, box) / max(_area(letter.box), 0.01)
            if share < _IN_PART or not letter.sign.isalnum():
                continue
            left, _, right, _ = letter.box
            unseen = ink is not None and share > _WHOLLY and all(ink.unseen(bottom, top, (left, right)))
            if unseen and len(shown) == end - start:
                shown[at] = COVERED
            is_cut = is_cut or unseen or share <= _WHOLLY or ink is None
        if is_cut:
            word.piece.words[word.at] = "".join(shown)
            word.mark()

    def _drop_hidden(self, piece: Piece, before: Piece) -> int:
        """Remove every hidden word of a row if one of its words behind the other row is hidden. Returns their number."""
        behind = (
            start
            for at, (start, end) in enumerate(piece.spans)
            if piece.words[at] and _stands_behind(start, end, before, self._boxes)
        )
        if not any(_is_hidden(self._textpage, self._boxes.index(start)) for start in behind):
            return 0
        found = 0
        for at, (start, _) in enumerate(piece.spans):
            if piece.words[at] and _is_hidden(self._textpage, self._boxes.index(start)):
                piece.words[at] = ""
                found += 1
        return found

    def _words(self, piece: Piece, left: float, right: float) -> list[_Word]:
        """Return the visible words of a row between two edges."""
        found = []
        for at, shown in enumerate(piece.words):
            if shown and not shown.startswith(COVERED):
                word = _Word(piece, at)
                start, end = self._extent(word)
                if start < right and left < end:
                    found.append(word)
        return found

    def _extent(self, word: _Word) -> tuple[float, float]:
        start, end = word.span
        first, last = self._boxes(start), self._boxes(end - 1)
        return min(first[0], last[0]), max(first[2], last[2])

    def _letters(self, word: _Word) -> list[_Letter]:
        start, end = word.span
        return [_Letter(self._text[at], self._boxes.tight(at)) for at in range(start, end)]

    def _repeats(self, word: _Word, others: Iterable[_Word]) -> bool:
        """Return whether the same letters are printed at nearly the same place."""
        printed = [letter for other in others for letter in self._letters(other)]
        letters = [letter for letter in self._letters(word) if letter.sign.isalnum()]
        return bool(letters) and all(any(_is_same(letter, other) for other in printed) for letter in letters)

    def _cross(self, first: _Word, second: _Word) -> bool:
        """Return whether letters of two words are printed over each other. The boxes of slanted letters always overlap,
        so these are ignored."""
        printed = self._letters(second)
        if not any(_crosses(letter, other) for letter in self._letters(first) for other in printed):
            return False
        starts = [self._boxes.index(word.span[0]) for word in (first, second)]
        return not all(map(is_askew, angles(self._textpage, starts)))

    def _is_under_box(self, lower: _Word, upper: _Word) -> bool:
        """Return whether an opaque box is drawn over all letters of the first word, and under the second word."""
        first = self._drawn.order(self._boxes.object(lower.span[0]))
        last = self._drawn.order(self._boxes.object(upper.span[0]))
        if first is None or last is None:
            return False
        letters = [letter.box for letter in self._letters(lower)]
        return any(
            first < cover.order < last
            and all(_shared(letter, cover.box) >= _WHOLLY * _area(letter) for letter in letters)
            and self._hides(cover)
            for cover in self._drawn.over_text
        )

    def _hides(self, cover: Cover) -> bool:
        if cover.order not in self._opaque:
            self._opaque[cover.order] = is_opaque(cover)
        return self._opaque[cover.order]

    def _is_plain_box(self, cover: Cover) -> bool:
        """Return whether an opaque box is not a picture: a scanned page covers its own text, and shows it."""
        return not cover.is_picture and self._hides(cover)


def _shown(piece: Piece) -> list[_Word]:
    return [_Word(piece, at) for at, word in enumerate(piece.words) if word]


def _pairs(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Piece]]:
    """Yield the rows that share a height and a place, in the order of the file."""
    open_pieces: list[tuple[int, Piece]] = []
    for number, piece in sorted(enumerate(pieces), key=lambda candidate: -candidate[1].top):
        open_pieces = [candidate for candidate in open_pieces if candidate[1].bottom < piece.top][-_MOST_BESIDE:]
        for other_number, other in open_pieces:
            shared = min(other.top, piece.top) - max(other.bottom, piece.bottom)
            lower = min(other.top - other.bottom, piece.top - piece.bottom)
            across = min(other.right, piece.right) - max(other.left, piece.left)
            if across > 1 and shared >= _SAME_HEIGHT * lower:
                yield (piece, other) if number < other_number else (other, piece)
        open_pieces.append((number, piece))


def _meeting(pieces: Sequence[Piece], first: Sequence[int], covers: Sequence[Cover]) -> Iterator[tuple[Piece, Cover]]:
    """Yield the rows and the boxes that have a common area. The box must be drawn later than the first words of the
    row."""
    if not pieces or not covers:
        return
    rows = np.array(
        [
            (piece.left, piece.bottom + _EDGE * piece.size, piece.right, piece.top - _EDGE * piece.size)
            for piece in pieces
        ]
    )[:, None]
    boxes = np.array([cover.box for cover in covers])[None]
    meets = (rows[..., :2] < boxes[..., 2:]).all(axis=-1) & (boxes[..., :2] < rows[..., 2:]).all(axis=-1)
    later = np.array(first)[:, None] < np.array([cover.order for cover in covers])[None]
    for row, box in np.argwhere(meets & later):
        yield pieces[row], covers[box]


def _shared(one: Box, other: Box) -> float:
    across, up = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return across * up if across > 0 and up > 0 else 0.0


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _is_same(one: _Letter, other: _Letter) -> bool:
    near = _OFFSET * max(one.box[3] - one.box[1], 1.0)
    return one.sign == other.sign and abs(one.box[0] - other.box[0]) < near and abs(one.box[1] - other.box[1]) < near


def _crosses(one: _Letter, other: _Letter) -> bool:
    """Return whether one of two letters is printed over the other, so that neither can be read. Accents and the parts
    of a mathematical sign are not letters."""
    shared = _shared(one.box, other.box)
    if shared <= 0 or shared < _CROSSED * min(_area(one.box), _area(other.box)):
        return False
    if _is_letter(one.sign):
        return _is_letter(other.sign) or _strikes(other, one)
    return _is_letter(other.sign) and _strikes(one, other)


def _is_letter(sign: str) -> bool:
    return sign.isalnum() and unicodedata.category(sign) != "Lm"


def _strikes(sign: _Letter, letter: _Letter) -> bool:
    """Return whether a dash or a slash runs through a letter. An underscore below it may touch its lower end."""
    if sign.sign not in _SLASHES and unicodedata.category(sign.sign) not in _STRIKES:
        return False
    middle, quarter = (sign.box[1] + sign.box[3]) / 2, (letter.box[3] - letter.box[1]) / 4
    return letter.box[1] + quarter < middle < letter.box[3] - quarter


def _stands_behind(start: int, end: int, before: Piece, boxes: Boxes) -> bool:
    left, right = boxes(start)[0], boxes(end - 1)[2]
    return min(right, before.right) - max(left, before.left) > _SAME_PLACE * (right - left)


def _is_hidden(textpage: pdfium.FPDF_TEXTPAGE, index: int) -> bool:
    thing = pdfium.FPDFText_GetTextObject(textpage, index)
    if not thing:
        return False
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if pdfium.FPDFTextObj_GetTextRenderMode(thing) in _INVISIBLE:
        return True
    if pdfium.FPDFPageObj_GetFillColor(thing, *map(ctypes.byref, (red, green, blue, alpha))) and alpha.value == 0:
        return True
    x, y = ctypes.c_double(), ctypes.c_double()
    pdfium.FPDFText_GetCharOrigin(textpage, index, ctypes.byref(x), ctypes.byref(y))
    return _is_cut_off(pdfium.FPDFPageObj_GetClipPath(thing), x.value, y.value)


def _is_cut_off(clip: pdfium.FPDF_CLIPPATH, x: float, y: float) -> bool:
    """Return whether a point is outside the box around one of the text's clipping paths."""
    across, up = ctypes.c_float(), ctypes.c_float()
    for path in range(max(0, pdfium.FPDFClipPath_CountPaths(clip))):
        points = []
        for number in range(max(0, pdfium.FPDFClipPath_CountPathSegments(clip, path))):
            segment = pdfium.FPDFClipPath_GetPathSegment(clip, path, number)
            if pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(across), ctypes.byref(up)):
                points.append((across.value, up.value))
        if points and not (
            min(p[0] for p in points) - 1 <= x <= max(p[0] for p in points) + 1
            and min(p[1] for p in points) - 1 <= y <= max(p[1] for p in points) + 1
        ):
            return True
    return False
