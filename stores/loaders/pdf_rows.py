"""One PDF page as visual rows: what stands on one line of the page stands on one line here, in reading order.

pdfium's own line breaks are close, but it runs lines together where text objects touch ("… $ 63,758 Net income 16,026") and
splits rows whose cells it reads as paragraphs. So each word's box decides: a word that does not continue the row to the right
starts a new one, and a row that continues the one just before it on the same height is joined to it. Rows are never moved apart
from that, since pdfium follows the order in which columns were written. Boxes are asked per word, not per character.
"""

import ctypes
import math
import re
from typing import NamedTuple

import pypdfium2.raw as pdfium

_WORD = re.compile(r"[^\s\ufffe]+\ufffe?|\ufffe")
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_UNPRINTABLE = dict.fromkeys((*range(0x20), 0x7F, 0xFEFF))
_BOLD_WEIGHT = 600
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
_FORCE_BOLD = 1 << 18
_LONGEST_HEADING_WORDS = 25
"""Weight only matters for headings, so longer rows are not asked for it."""


class Row(NamedTuple):
    """A line as seen on the page, in points, with y growing upwards. `size` is the height of its tallest word's line box."""

    text: str
    left: float
    right: float
    top: float
    bottom: float
    size: float
    bold: bool


class PageRows(NamedTuple):
    number: int
    rows: list[Row]
    problem: str | None
    """Why the page has no rows, when it has none."""


class _Piece:
    """A row being put together."""

    __slots__ = ("bottom", "first", "last", "left", "right", "right_to_left", "size", "top", "words")

    def __init__(self, word: str, box: tuple[float, float, float, float], first: int, last: int) -> None:
        self.words = [word]
        self.left, self.bottom, self.right, self.top = box
        self.size = self.top - self.bottom
        self.first, self.last = first, last
        self.right_to_left = _RIGHT_TO_LEFT.search(word) is not None

    def shares_height(self, bottom: float, top: float) -> bool:
        overlap = min(self.top, top) - max(self.bottom, bottom)
        return overlap >= 0.5 * min(self.top - self.bottom, top - bottom)

    def take(self, other: "_Piece") -> None:
        if other.right <= self.left + 0.1 * self.size and not (self.right_to_left or other.right_to_left):
            self.words = other.words + self.words
            self.first = other.first
        else:
            self.words += other.words
            self.last = other.last
        self.left, self.right = min(self.left, other.left), max(self.right, other.right)
        if other.size > self.size:
            self.top, self.bottom, self.size = other.top, other.bottom, other.size


class _Boxes:
    """Line boxes of characters, turned so that text runs to the right whatever way the page is turned."""

    def __init__(self, textpage: pdfium.FPDF_TEXTPAGE, quarter_turns: int) -> None:
        self._textpage = textpage
        self._turns = quarter_turns
        self._rect = pdfium.FS_RECTF()
        self._reference = ctypes.byref(self._rect)

    def __call__(self, index: int) -> tuple[float, float, float, float]:
        pdfium.FPDFText_GetLooseCharBox(self._textpage, index, self._reference)
        rect = self._rect
        if self._turns == 0:
            return rect.left, rect.bottom, rect.right, rect.top
        if self._turns == 1:
            return rect.bottom, -rect.right, rect.top, -rect.left
        if self._turns == 2:
            return -rect.right, -rect.top, -rect.left, -rect.bottom
        return -rect.top, rect.left, -rect.bottom, rect.right


def _quarter_turns(textpage: pdfium.FPDF_TEXTPAGE, text: str) -> int:
    """How the page's text is turned, in quarters, by the first letters; 0 when they do not agree."""
    turns = set()
    for index in [m.start() for m in re.finditer(r"\w", text)][:200:20]:
        angle = pdfium.FPDFText_GetCharAngle(textpage, index)
        turns.add(round(angle / (math.pi / 2)) % 4 if angle >= 0 else 0)
    return turns.pop() if len(turns) == 1 else 0


def _is_bold(textpage: pdfium.FPDF_TEXTPAGE, index: int, buffer: ctypes.Array[ctypes.c_char]) -> bool:
    weight = pdfium.FPDFText_GetFontWeight(textpage, index)
    if weight >= _BOLD_WEIGHT:
        return True
    flags = ctypes.c_int()
    length = pdfium.FPDFText_GetFontInfo(textpage, index, buffer, len(buffer), ctypes.byref(flags))
    name = buffer.raw[: max(0, min(length, len(buffer)) - 1)]
    return bool(flags.value & _FORCE_BOLD) or _BOLD_NAME.search(name) is not None


def _pieces(text: str, boxes: _Boxes, index_of: list[int] | None) -> list[_Piece]:
    pieces: list[_Piece] = []
    current: _Piece | None = None

    def add(word: str, start: int, end: int) -> None:
        nonlocal current
        first, last = (index_of[start], index_of[end - 1]) if index_of else (start, end - 1)
        left, bottom, right, top = boxes(first)
        if end - start > 1:
            _, last_bottom, right, last_top = boxes(last)
            overlap = min(top, last_top) - max(bottom, last_bottom)
            if overlap < 0.3 * min(top - bottom, last_top - last_bottom):
                for position in range(start, end):
                    add(text[position], position, position + 1)
                return
        clean = word.replace("\ufffe", "-").translate(_UNPRINTABLE)
        if not clean:
            return
        piece = _Piece(clean, (left, bottom, right, top), first, last)
        if (
            current is not None
            and current.shares_height(bottom, top)
            and (left >= current.right - 0.5 * current.size or current.right_to_left or piece.right_to_left)
        ):
            glued = end - start == 1 and start > 0 and not text[start - 1].isspace() and text[start - 1] != "\ufffe"
            if glued:
                current.words[-1] += clean
                current.right, current.last = max(current.right, right), last
            else:
                current.take(piece)
            return
        current = piece
        pieces.append(piece)

    for match in _WORD.finditer(text):
        add(match.group(), match.start(), match.end())
    return pieces


def _joined(pieces: list[_Piece]) -> list[_Piece]:
    """Pieces that continue the row just before them, at its height and beside it, become part of it."""
    rows: list[_Piece] = []
    for piece in pieces:
        if rows:
            row = rows[-1]
            beside = piece.left >= row.right - 0.3 * row.size or piece.right <= row.left + 0.1 * row.size
            if beside and row.shares_height(piece.bottom, piece.top):
                row.take(piece)
                continue
        rows.append(piece)
    return rows


def _character_indexes(textpage: pdfium.FPDF_TEXTPAGE, text: str) -> list[int] | None:
    """For each code point of the text, pdfium's character index; None when they are the same (nearly always)."""
    units = len(text.encode("utf-16-le", "surrogatepass")) // 2
    if units == len(text) and pdfium.FPDFText_CountChars(textpage) == units:
        return None
    indexes, unit = [], 0
    for character in text:
        indexes.append(max(0, pdfium.FPDFText_GetCharIndexFromTextIndex(textpage, unit)))
        unit += 2 if ord(character) > 0xFFFF else 1
    return indexes


def read_page(textpage: pdfium.FPDF_TEXTPAGE, text: str) -> list[Row]:
    """The rows of one page. `text` is pdfium's own text of the whole page, whose words are placed here."""
    if not text:
        return []
    boxes = _Boxes(textpage, _quarter_turns(textpage, text))
    pieces = _joined(_pieces(text, boxes, _character_indexes(textpage, text)))
    buffer = ctypes.create_string_buffer(128)
    return [
        Row(
            text=" ".join(piece.words),
            left=piece.left,
            right=piece.right,
            top=piece.top,
            bottom=piece.bottom,
            size=piece.size,
            bold=len(piece.words) <= _LONGEST_HEADING_WORDS
            and _is_bold(textpage, piece.first, buffer)
            and _is_bold(textpage, piece.last, buffer),
        )
        for piece in pieces
    ]
