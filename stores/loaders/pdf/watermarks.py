"""Finds watermarks: words that are slanted and large, overlap other lines, or are declared as a watermark in the
file."""

import ctypes
import math
import re
from collections.abc import Callable, Sequence
from itertools import compress, pairwise
from statistics import median
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
import pypdfium2.raw as pdfium

from .boxes import Boxes, angles

_WORD = re.compile(r"[^\s\ufffe]+")
_LEAST_SIZE = 20.0
"""The minimum size in points of slanted letters that are a watermark without crossing other words. Slanted column names
and chart legends are smaller."""
_ASKEW = math.radians(8)
_LARGER = 2.0
"""The minimum size of the letters of a horizontal watermark, as a multiple of the page's usual line height."""
_LONGEST = 60
"""The maximum number of characters of a watermark."""
_TILES = re.compile(r"(.+?)(?: \1)+$")
"""Words that are repeated all over the page."""
_MOST_TILED = 4_000
"""The maximum number of characters in which repeated words are looked for."""
_EDGE = 0.25
"""The share of a line's height at its top and bottom that may overlap neighbouring lines."""


class Piece(Protocol):
    """The part of a row under construction (`rows._Piece`) that this module uses."""

    words: list[str]
    spans: list[tuple[int, int]]
    left: float
    right: float
    bottom: float
    top: float
    size: float


P = TypeVar("P", bound=Piece)


class Askew(NamedTuple):
    text: str
    """The page's text with spaces in place of the slanted words. Its length is the same."""
    words: str


def without_askew(textpage: pdfium.FPDF_TEXTPAGE, text: str, boxes: Boxes) -> Askew:
    """Return the text without the watermark, and the watermark's words. Its letters are slanted, and large or across
    other words."""
    spans = [match.span() for match in _WORD.finditer(text)]
    found_angles = angles(textpage, boxes.indexes([start for start, _ in spans]))
    if not any(map(is_askew, set(found_angles))):
        return Askew(text, "")
    askew = list(map(is_askew, found_angles))
    slanted = list(compress(spans, askew))
    found = [span for span in slanted if _height(textpage, boxes.index(span[0])) >= _LEAST_SIZE]
    if len(found) < len(slanted):
        level = [span for span, is_slanted in zip(spans, askew, strict=True) if not is_slanted]
        found = slanted if _cross(slanted, level, boxes) else found
    if not found:
        return Askew(text, "")
    rest = list(text)
    for start, end in found:
        rest[start:end] = " " * (end - start)
    return Askew("".join(rest), _spelled(text, found))


def is_askew(angle: float) -> bool:
    """Return whether letters at this angle, in radians, are slanted on pages of any rotation."""
    off = angle % (math.pi / 2)
    return angle > 0 and min(off, math.pi / 2 - off) > _ASKEW


def _cross(slanted: Sequence[tuple[int, int]], level: Sequence[tuple[int, int]], boxes: Boxes) -> bool:
    """Return whether most of the slanted words are printed over other words. Slanted labels of charts are not."""
    places = [boxes.tight(start) for start, _ in slanted]
    others = np.array([(*boxes(start)[:2], boxes(end - 1)[2], boxes(start)[3]) for start, end in level])
    over = 0
    for left, bottom, right, top in places if level else ():
        meets = (others[:, 0] < right) & (others[:, 2] > left) & (others[:, 1] < top) & (others[:, 3] > bottom)
        over += bool(meets.any())
    return 2 * over > len(slanted)


def _height(textpage: pdfium.FPDF_TEXTPAGE, index: int) -> float:
    """Return the size of a letter in points: its font size times the scale of its text."""
    matrix = pdfium.FS_MATRIX()
    size = pdfium.FPDFText_GetFontSize(textpage, index)
    if not pdfium.FPDFText_GetMatrix(textpage, index, ctypes.byref(matrix)):
        return float(size)
    return float(size) * math.hypot(matrix.c, matrix.d)


def _spelled(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the words on one line. pdfium may break a slanted line after each letter."""
    words = text[slice(*spans[0])]
    for (start, end), (next_start, next_end) in pairwise(spans):
        single = end - start == 1 and next_end - next_start == 1 and " " not in text[end:next_start]
        words += ("" if single else " ") + text[next_start:next_end]
    tile = _TILES.match(words) if len(words) < _MOST_TILED else None
    return (tile[1] if tile else words)[:_LONGEST]


def take_level(pieces: Sequence[P], is_declared: Callable[[P], bool], boxes: Boxes) -> tuple[list[P], str]:
    """Return the rows without watermarks, and the words of the watermarks.

    A watermark is a row whose letters are much larger than the others and overlap them, or for which `is_declared` is true.
    """
    usual = median(piece.size for piece in pieces) if pieces else 0.0
    large = [piece for piece in pieces if piece.size >= _LARGER * usual and len(" ".join(piece.words)) <= _LONGEST]
    found = [
        piece
        for piece in large
        if is_declared(piece) or (_lies_over(piece, pieces, usual) and _is_large(piece, usual, boxes))
    ]
    if not found:
        return list(pieces), ""
    taken = {id(piece) for piece in found}
    words = [" ".join(piece.words) for piece in found]
    upright = all(len(word) == 1 for word in words)  # pdfium breaks vertical words after each letter
    return [piece for piece in pieces if id(piece) not in taken], ("" if upright else " ").join(words)


def _is_large(piece: Piece, usual: float, boxes: Boxes) -> bool:
    """Return whether most letters of the row are large. A row that begins with a large initial has only one large
    letter."""
    lengths = [end - start for start, end in piece.spans]
    sizes = (top - bottom for _, bottom, _, top in (boxes(start) for start, _ in piece.spans))
    return 2 * sum(compress(lengths, (size >= _LARGER * usual for size in sizes))) > sum(lengths)


def _lies_over(large: Piece, pieces: Sequence[Piece], usual: float) -> bool:
    edge = _EDGE * (large.top - large.bottom)
    return any(
        piece.size < _LARGER * usual
        and large.bottom + edge < (piece.bottom + piece.top) / 2 < large.top - edge
        and min(piece.right, large.right) - max(piece.left, large.left) > piece.size
        for piece in pieces
    )


def is_declared_watermark(textpage: pdfium.FPDF_TEXTPAGE, index: int) -> bool:
    """Return whether the file marks the letter's text as an artifact of the type watermark."""
    thing = pdfium.FPDFText_GetTextObject(textpage, index)
    for number in range(max(0, pdfium.FPDFPageObj_CountMarks(thing)) if thing else 0):
        mark = pdfium.FPDFPageObj_GetMark(thing, number)
        if _string(pdfium.FPDFPageObjMark_GetName, mark) == "Artifact":
            return _string(pdfium.FPDFPageObjMark_GetParamStringValue, mark, b"Subtype") == "Watermark"
    return False


def _string(getter: Callable[..., int], *arguments: object) -> str:
    buffer = ctypes.create_string_buffer(128)
    length = ctypes.c_ulong()
    if not getter(*arguments, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), len(buffer), ctypes.byref(length)):
        return ""
    return buffer.raw[: min(length.value, len(buffer))].decode("utf-16-le", "replace").rstrip("\0")
