"""Words printed across a page: askew and large, over or under its other lines, or what the file itself calls a watermark."""

import ctypes
import math
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple, Protocol, TypeVar

import pypdfium2.raw as pdfium

_WORD = re.compile(r"[^\s\ufffe]+")
_LEAST_SIZE = 20.0
"""Points of a letter that stands askew; names of columns and legends of charts are smaller."""
_ASKEW = math.radians(8)
_LARGER = 2.0
"""Times the height of the page's usual line: letters of a watermark that stands level."""
_LONGEST = 60
"""Characters of a watermark."""
_EDGE = 0.25
"""Of a line's height, at its top and at its bottom, where it may reach into the lines beside it."""


class Piece(Protocol):
    """A row of words being put together, as `rows` does it."""

    words: list[str]
    left: float
    right: float
    bottom: float
    top: float
    size: float


P = TypeVar("P", bound=Piece)


class Askew(NamedTuple):
    text: str
    """The page's text with spaces for the words that stand askew, as long as it was."""
    words: str


def without_askew(textpage: pdfium.FPDF_TEXTPAGE, text: str, index: Callable[[int], int]) -> Askew:
    """Take out what stands neither level nor upright in large letters."""
    spans = [match.span() for match in _WORD.finditer(text)]
    found = [(start, end) for start, end in spans if _is_askew(textpage, index(start))]
    if not found:
        return Askew(text, "")
    rest = list(text)
    for start, end in found:
        rest[start:end] = " " * (end - start)
    return Askew("".join(rest), _spelled(text, found))


def _is_askew(textpage: pdfium.FPDF_TEXTPAGE, index: int) -> bool:
    angle = pdfium.FPDFText_GetCharAngle(textpage, index)
    if angle <= 0:
        return False
    off = angle % (math.pi / 2)
    return min(off, math.pi / 2 - off) > _ASKEW and _height(textpage, index) >= _LEAST_SIZE


def _height(textpage: pdfium.FPDF_TEXTPAGE, index: int) -> float:
    """Of a letter, in points: its font's size by how much its text is enlarged."""
    matrix = pdfium.FS_MATRIX()
    size = pdfium.FPDFText_GetFontSize(textpage, index)
    if not pdfium.FPDFText_GetMatrix(textpage, index, ctypes.byref(matrix)):
        return float(size)
    return float(size) * math.hypot(matrix.c, matrix.d)


def _spelled(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The words as they run: pdfium may break a line after each letter of a slanted one."""
    words = text[slice(*spans[0])]
    for (start, end), (next_start, next_end) in pairwise(spans):
        single = end - start == 1 and next_end - next_start == 1 and " " not in text[end:next_start]
        words += ("" if single else " ") + text[next_start:next_end]
    return words[:_LONGEST]


def take_level(pieces: Sequence[P], is_declared: Callable[[P], bool]) -> tuple[list[P], str]:
    """The rows without those that are set much larger than the others and lie over or under them, or that `is_declared` to be a watermark;
    and the words of these."""
    usual = median(piece.size for piece in pieces) if pieces else 0.0
    large = [piece for piece in pieces if piece.size >= _LARGER * usual and len(" ".join(piece.words)) <= _LONGEST]
    found = [piece for piece in large if is_declared(piece) or _lies_over(piece, pieces, usual)]
    if not found:
        return list(pieces), ""
    taken = {id(piece) for piece in found}
    return [piece for piece in pieces if id(piece) not in taken], " ".join(" ".join(piece.words) for piece in found)


def _lies_over(large: Piece, pieces: Sequence[Piece], usual: float) -> bool:
    edge = _EDGE * (large.top - large.bottom)
    return any(
        piece.size < _LARGER * usual
        and large.bottom + edge < (piece.bottom + piece.top) / 2 < large.top - edge
        and min(piece.right, large.right) - max(piece.left, large.left) > piece.size
        for piece in pieces
    )


def is_declared_watermark(textpage: pdfium.FPDF_TEXTPAGE, index: int) -> bool:
    """Whether the file marks the letter's text as an artifact of the kind watermark."""
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
