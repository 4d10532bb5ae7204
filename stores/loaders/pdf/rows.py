"""Splits one PDF page into visual rows: each line of the page is one row, in reading order.

pdfium's line breaks are nearly right. But it joins lines whose text objects touch ("… $ 63,758 Net income 16,026"), and
splits rows whose cells it takes for paragraphs. So the boxes of words decide: a word that does not continue its row to
the right starts a new row, and a row that continues the row before it at the same height is joined to it. The order of
rows is pdfium's, which follows the order in which columns were written.
"""

import ctypes
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pypdfium2.raw as pdfium

from ...documents.loaded import PageBox
from ..raised import lowered, raised
from .annotations import Comment, read_annotations
from .boxes import Box, Boxes, quarter_turns_of
from .columns import in_columns
from .drawn_objects import DrawnObjects, Rule
from .overprinted import Overprints
from .struck_words import mark_struck
from .visibility import COVERED, Ink, is_illegible
from .watermarks import is_declared_watermark, take_level, without_askew

_WORD = re.compile(r"[^\s\ufffe]+\ufffe?|\ufffe")
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_UNPRINTABLE = dict.fromkeys((*range(0x20), 0x7F, 0xFEFF))
_BOLD_WEIGHT = 600
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
_REGULAR_NAME = re.compile(rb"[-,](?:roman|regular|regu\b|book|light)", re.IGNORECASE)
"""The style in the name of a font such as “Times-Roman”. It outranks the weight, which some programs estimate too high."""
_FORCE_BOLD = 1 << 18
_WIDE_GAP = 1.0
_WIDTH, _WIDTH_OF_CAPITALS = 0.55, 0.75
"""The estimated mean width of a letter, as a share of the line height. The value is rather high, so that only real gaps
separate cells."""
_FIGURE_AT_END = re.compile(r"\d[)%\]]*$|^[—–-]$")
_ROWS_OF_FIGURES = 3
"""The minimum number of rows that end in a figure on a page that may have a table."""
_MOST_WORDS_OF_A_TABLE_ROW, _MOST_WORDS_OF_A_HEADER = 80, 14
_RAISED_SIZE, _RAISED_BY, _LOWERED_BY = 0.86, 0.15, 0.05
"""Shares of the height of the text beside it: the largest size of a superscript or subscript, the least rise of a
superscript, and the least drop of a subscript. Browsers use a size of 0.83 for both."""
_COLUMN_GAP = 0.7
"""The minimum gap between columns, as a share of the line height."""
_RAISED_WORD_SIZE = 0.8
"""The same share as `_RAISED_SIZE`, for a single word. The neighbour of such a word may be a tall sign."""
_LONGEST_HEADING_WORDS = 25
"""The maximum number of words of a row whose font weight is read, since headings are short."""


class Word(NamedTuple):
    """A word of a row, with its offsets in the row's text and its edges in points.

    Example: “due” in the row “Rent is due” has the offsets 8 and 11.
    """

    start: int
    end: int
    left: float
    right: float


class Row(NamedTuple):
    """A line of the page, in points, with y growing upwards. `size`: the height of its first word's line box."""

    text: str
    left: float
    right: float
    top: float
    bottom: float
    size: float
    bold: bool
    cells: int
    """The number of stretches of words that more than a line's height separates; at least 2 in rows of tables."""
    words: tuple[Word, ...] = ()
    """The words of the row. They are filled only on pages that look tabular, for rows that may have cells or be
    headers."""
    overprinted: tuple[tuple[int, int], ...] = ()
    """The stretches of the text over which other text, or part of a box, is printed."""


class RowReading(NamedTuple):
    """The OCR result of a row: its lowest score, and its box on the page."""

    score: float
    box: PageBox


class PageRows(NamedTuple):
    number: int
    rows: list[Row]
    problem: str | None
    """Why the page has no rows; None if it has any."""
    rules: tuple[Rule, ...] = ()
    """The horizontal rules from the bottom up. Filled only on pages that look tabular."""
    unseen: int = 0
    """The number of words in the file that are not visible on the page."""
    readings: tuple[RowReading, ...] = ()
    """The OCR result of each row, if OCR read the page."""
    watermark: str = ""
    """The words printed across the page, and the texts of stamps."""
    comments: tuple[Comment, ...] = ()


class _Piece:
    """A row under construction. `lefts`: the left edges of its words on the page. `spans`: their offsets in pdfium's
    text. `tallest`: the offset of the first character of its tallest word. `overprinted`: the positions of words that a
    person cannot read reliably."""

    __slots__ = (
        "bottom",
        "cells",
        "first",
        "last",
        "left",
        "lefts",
        "overprinted",
        "right",
        "size",
        "spans",
        "tallest",
        "top",
        "words",
    )

    def __init__(self, word: str, box: tuple[float, float, float, float], span: tuple[int, int]) -> None:
        self.words = [word]
        self.left, self.bottom, self.right, self.top = box
        self.size = self.top - self.bottom
        self.lefts = [self.left]
        self.spans = [span]
        self.overprinted: set[int] = set()
        self.tallest = span[0]
        self.cells = 1
        self.first, self.last = span[0], span[1] - 1

    def shares_height(self, bottom: float, top: float) -> bool:
        own, other = self.top - self.bottom, top - bottom
        overlap = (self.top if self.top < top else top) - (self.bottom if self.bottom > bottom else bottom)
        return overlap >= 0.5 * (own if own < other else other)

    def take(self, other: "_Piece", *, before: bool) -> None:
        gap = self.left - other.right if before else other.left - self.right
        self.cells += other.cells - (gap <= _WIDE_GAP * self.size)
        if before:
            self.size = other.size
            self.words = other.words + self.words
            self.lefts = other.lefts + self.lefts
            self.spans = other.spans + self.spans
            self.first = other.first
        else:
            self.words += other.words
            self.lefts += other.lefts
            self.spans += other.spans
            self.last = other.last
        self.left, self.right = min(self.left, other.left), max(self.right, other.right)
        if other.top - other.bottom > self.top - self.bottom:
            self.top, self.bottom = other.top, other.bottom

    def gaps(self, boxes: Boxes) -> list[tuple[int, float, float]]:
        """Return the wide gaps between words: the index of the second word, and the edges of the gap."""
        rights = boxes.rights(self.spans)
        return [
            (at, right, left)
            for at, (right, left) in enumerate(zip(rights, self.lefts[1:], strict=False), start=1)
            if left - right > _COLUMN_GAP * self.size
        ]

    def cut(self, at: int, boxes: Boxes) -> tuple["_Piece", "_Piece"]:
        """Return the words before position `at`, and the words from `at` on."""
        return self._part(0, at, boxes), self._part(at, len(self.words), boxes)

    def _part(self, first: int, last: int, boxes: Boxes) -> "_Piece":
        box = boxes(self.spans[first][0])
        part = _Piece(self.words[first], box, self.spans[first])
        part.words, part.lefts, part.spans = self.words[first:last], self.lefts[first:last], self.spans[first:last]
        part.right, part.last = boxes(part.spans[-1][1] - 1)[2], part.spans[-1][1] - 1
        part.top, part.bottom = self.top, self.bottom
        part.cells += sum(left - right > _WIDE_GAP * part.size for _, right, left in part.gaps(boxes))
        return part


class _BoldFonts:
    """Finds the bold characters of a page. Each font is read once."""

    def __init__(self, textpage: pdfium.FPDF_TEXTPAGE, boxes: Boxes) -> None:
        self._textpage = textpage
        self._boxes = boxes
        self._is_bold: dict[int | None, bool] = {}

    def has(self, position: int) -> bool:
        font = self._boxes.font(position)
        if font not in self._is_bold:
            self._is_bold[font] = _is_bold(self._textpage, self._boxes.index(position))
        return self._is_bold[font]


def _is_bold(textpage: pdfium.FPDF_TEXTPAGE, index: int) -> bool:
    flags = ctypes.c_int()
    buffer = ctypes.create_string_buffer(128)
    length = pdfium.FPDFText_GetFontInfo(textpage, index, buffer, len(buffer), ctypes.byref(flags))
    name = buffer.raw[: max(0, min(length, len(buffer)) - 1)]
    if flags.value & _FORCE_BOLD or _BOLD_NAME.search(name):
        return True
    weight = pdfium.FPDFText_GetFontWeight(textpage, index)
    return bool(weight >= _BOLD_WEIGHT) and _REGULAR_NAME.search(name) is None


def _pieces(text: str, boxes: Boxes, right_to_left: bool) -> list[_Piece]:
    pieces: list[_Piece] = []
    piece: _Piece | None = None
    for start, end in _word_spans(text, boxes):
        box = boxes(start)
        left, bottom, _, top = box
        if piece is not None:
            before = piece.lefts[-1]
            if (left >= before or right_to_left) and piece.shares_height(bottom, top):
                room = left - before
                if room > piece.size:
                    last = piece.words[-1]
                    width = _WIDTH_OF_CAPITALS if last.isupper() else _WIDTH
                    piece.cells += room > (_WIDE_GAP + width * len(last)) * piece.size
                word = text[start:end]
                if not word.isalpha():
                    word = _marked(word, start, boxes)
                if top - bottom <= _RAISED_SIZE * (piece.top - piece.bottom):
                    if _is_raised(start, piece.tallest, boxes, _RAISED_WORD_SIZE):
                        word = raised(word, piece.words[-1])
                    elif word.isdecimal() and _is_lowered(start, piece.tallest, boxes):
                        word = lowered(word, piece.words[-1])
                piece.words.append(word)
                piece.lefts.append(left)
                piece.spans.append((start, end))
                if top - bottom > piece.top - piece.bottom:
                    piece.top, piece.bottom, piece.tallest = top, bottom, start
                continue
            pieces += _ended(piece, text, boxes)
        piece = _Piece(_marked(text[start:end], start, boxes), box, (start, end))
    return pieces + _ended(piece, text, boxes) if piece is not None else pieces


def _word_spans(text: str, boxes: Boxes) -> Iterable[tuple[int, int]]:
    """Return the words of a page. pdfium joins invisibly small letters to the next word; here they are separate."""
    spans = [match.span() for match in _WORD.finditer(text)]
    first_boxes = boxes.each([start for start, _ in spans])
    last_boxes = boxes.each([end - 1 for _, end in spans])
    return _divided(spans, first_boxes, last_boxes, boxes) if boxes.any_illegible else spans


def _divided(
    spans: Sequence[tuple[int, int]], firsts: Sequence[Box], lasts: Sequence[Box], boxes: Boxes
) -> Iterator[tuple[int, int]]:
    for (start, end), first, last in zip(spans, firsts, lasts, strict=True):
        is_small = is_illegible(first)
        if is_small != is_illegible(last):
            at = next(at for at in range(start + 1, end) if is_illegible(boxes(at)) != is_small)
            yield start, at
            start = at
        yield start, end


def _marked(word: str, start: int, boxes: Boxes) -> str:
    """Return the word with raised digits and letters at its end as superscripts, and lowered ones as subscripts. The
    result has the same length."""
    last = len(word.rstrip(".,;:"))
    if last < 2 or not (word[last - 1].isdigit() or word[last - 2].isdigit()):
        return word
    for is_set, shown in ((_is_raised, raised), (_is_lowered, lowered)):
        first = last
        while first > 1 and is_set(start + first - 1, start, boxes):
            first -= 1
        if first < last:
            return word[:first] + shown(word[first:last], word[:first]) + word[last:]
    return word


def _is_raised(at: int, beside: int, boxes: Boxes, size: float = _RAISED_SIZE) -> bool:
    """Return whether the character at offset `at` is smaller than the one at `beside`, and above its line."""
    box, base = boxes(at), boxes(beside)
    height = base[3] - base[1]
    return box[3] - box[1] <= size * height and boxes.line(at) >= boxes.line(beside) + _RAISED_BY * height


def _is_lowered(at: int, beside: int, boxes: Boxes) -> bool:
    box, base = boxes(at), boxes(beside)
    height = base[3] - base[1]
    ends_lower = box[3] <= base[3] - _RAISED_BY * height and box[3] - box[1] <= _RAISED_SIZE * height
    return ends_lower and boxes.line(at) <= boxes.line(beside) - _LOWERED_BY * height


def _ended(piece: _Piece, text: str, boxes: Boxes) -> list[_Piece]:
    """Return the piece with its right edge. Text of another row (".50") that pdfium joined to its last word becomes a
    separate piece."""
    start, end = piece.spans[-1]
    _, bottom, right, top = boxes(end - 1)
    piece.right = max(piece.right, right)
    piece.last = end - 1
    if end - start == 1 or piece.shares_height(bottom, top):
        return [piece]
    for position in range(start + 1, end):
        box = boxes(position)
        if not piece.shares_height(box[1], box[3]):
            piece.words[-1] = piece.words[-1][: position - start]
            piece.spans[-1] = (start, position)
            rest = _Piece(text[position:end], box, (position, end))
            return _ended(piece, text, boxes) + _ended(rest, text, boxes)
    return [piece]


def _joined(pieces: list[_Piece], right_to_left: bool) -> list[_Piece]:
    """Return the pieces, with each joined to the row before it if it continues that row at the same height."""
    rows: list[_Piece] = []
    for piece in pieces:
        if rows and rows[-1].shares_height(piece.bottom, piece.top):
            row = rows[-1]
            before = piece.right <= row.left + 0.1 * row.size and not right_to_left
            if before or right_to_left or piece.left >= row.right - 0.3 * row.size:
                row.take(piece, before=before)
                continue
        rows.append(piece)
    return rows


def _character_indexes(textpage: pdfium.FPDF_TEXTPAGE, text: str) -> list[int] | None:
    """Return pdfium's character index of each code point of the text, or None if both are the same, as nearly
    always."""
    units = len(text.encode("utf-16-le", "surrogatepass")) // 2
    if units == len(text) and pdfium.FPDFText_CountChars(textpage) == units:
        return None
    indexes, unit = [], 0
    for character in text:
        indexes.append(max(0, pdfium.FPDFText_GetCharIndexFromTextIndex(textpage, unit)))
        unit += 2 if ord(character) > 0xFFFF else 1
    return indexes


def read_page(textpage: pdfium.FPDF_TEXTPAGE, text: str, page: pdfium.FPDF_PAGE, ink: Ink, number: int) -> PageRows:
    """Return the rows of one page in reading order, with its watermark and comments. `text`: pdfium's text of the whole
    page."""
    indexes = _character_indexes(textpage, text) if text else None
    turns = quarter_turns_of(textpage, text) if text else 0
    ink.turn(turns)
    notes = read_annotations(page, turns)
    boxes = Boxes(textpage, turns, indexes)
    text, slanted = without_askew(textpage, text, boxes)
    right_to_left = _RIGHT_TO_LEFT.search(text) is not None
    bold_fonts = _BoldFonts(textpage, boxes)
    placed, level = take_level(
        _pieces(text, boxes, right_to_left),
        lambda piece: is_declared_watermark(textpage, boxes.index(piece.first)),
        boxes,
    )
    pieces = _joined(placed, right_to_left)
    if not right_to_left:
        pieces = in_columns(pieces, lambda piece: piece.gaps(boxes), lambda piece, at: piece.cut(at, boxes))
    drawn = DrawnObjects(page, turns)
    rules = tuple(drawn.rules) if text.strip() else ()
    if not right_to_left:
        mark_struck(pieces, (*rules, *notes.strikes), boxes, ink)
    tabular = not right_to_left and sum(map(_ends_in_a_figure, pieces)) >= _ROWS_OF_FIGURES
    unseen = sum(_covered(piece, ink, boxes) for piece in pieces)
    unseen += Overprints(text, boxes, textpage, drawn, notes.patches).resolve(
        [piece for piece in pieces if any(piece.words)], ink
    )
    rows = []
    for piece in pieces:
        shown = _shown(" ".join(filter(None, piece.words))).strip()
        if not shown:
            continue
        bold = len(piece.words) <= _LONGEST_HEADING_WORDS and bold_fonts.has(piece.first) and bold_fonts.has(piece.last)
        words = _words(piece, shown, boxes) if tabular and _may_hold_cells(piece) else ()
        over = _overprinted(piece, shown) if piece.overprinted else ()
        edges = (piece.left, piece.right, piece.top, piece.bottom)
        rows.append(Row(shown, *edges, piece.size, bold, piece.cells, words, over))
    watermark = " · ".join(dict.fromkeys(filter(None, (slanted, level, *notes.stamps))))
    return PageRows(
        number,
        rows,
        None,
        rules if tabular else (),
        unseen,
        watermark=watermark,
        comments=notes.comments,
    )


def _covered(piece: _Piece, ink: Ink, boxes: Boxes) -> int:
    """Replace the invisible words of a row by blocks, empty a completely invisible row, and return the number of
    invisible words.

    The row as a whole is checked first. Then words without ink are checked at their own height, since a row may have
    words of several heights.
    """
    has_small = boxes.any_illegible and any(is_illegible(boxes(start)) for start, _ in piece.spans)
    in_order = piece.lefts == sorted(piece.lefts)
    edges = (*piece.lefts, piece.right) if in_order else (piece.left, piece.right)
    if not has_small and not any(ink.unseen(piece.bottom, piece.top, edges)):
        return 0
    hidden = [_is_unseen(*span, boxes, ink) for span in piece.spans]
    worded = [any(map(str.isalnum, word)) for word in piece.words]
    if any(worded) and all(unseen for unseen, letters in zip(hidden, worded, strict=True) if letters):
        found = len(piece.words)
        piece.words = [""] * found
        return found
    found = 0
    for at, (word, unseen) in enumerate(zip(piece.words, hidden, strict=True)):
        if unseen and (sum(map(str.isalnum, word)) > 1 or is_illegible(boxes(piece.spans[at][0]))):
            piece.words[at] = COVERED * len(word)
            found += 1
    return found


def _is_unseen(start: int, end: int, boxes: Boxes, ink: Ink) -> bool:
    if is_illegible(boxes(start)):
        return True
    (left, bottom, right, top), last = boxes(start), boxes(end - 1)
    return all(ink.unseen(bottom, top, (min(left, last[0]), max(right, last[2]))))


def _shown(text: str) -> str:
    return text.replace("\ufffe", "-").translate(_UNPRINTABLE)


def _ends_in_a_figure(piece: _Piece) -> bool:
    return _FIGURE_AT_END.search(piece.words[-1]) is not None


def _may_hold_cells(piece: _Piece) -> bool:
    words = len(piece.words)
    if piece.cells > 1 or words <= _MOST_WORDS_OF_A_HEADER:
        return words <= _MOST_WORDS_OF_A_TABLE_ROW
    return words <= _MOST_WORDS_OF_A_TABLE_ROW and _ends_in_a_figure(piece)


def _overprinted(piece: _Piece, shown: str) -> tuple[tuple[int, int], ...]:
    """Return the stretches of overprinted words in the text of the row, with the spaces between them."""
    found: list[tuple[int, int]] = []
    position, follows = 0, False
    for at, word in enumerate(piece.words):
        if not (clean := _shown(word)):
            continue
        start = shown.index(clean, position)
        position = start + len(clean)
        if at in piece.overprinted:
            start = found.pop()[0] if follows else start
            found.append((start, position))
        follows = at in piece.overprinted
    return tuple(found)


def _words(piece: _Piece, shown: str, boxes: Boxes) -> tuple[Word, ...]:
    words, position = [], 0
    for word, left, (_, end) in zip(piece.words, piece.lefts, piece.spans, strict=True):
        clean = _shown(word)
        if not clean:
            continue
        position = shown.index(clean, position)
        words.append(Word(position, position + len(clean), left, boxes(end - 1)[2]))
        position += len(clean)
    return tuple(words)
