"""Finds hidden words where other words are printed. The file's properties show that they are clipped, transparent or
invisible.

The picture of the page does not show this, since it shows the other words there. If both are printed, both are read, as
separate rows.
"""

import ctypes
from collections.abc import Sequence
from typing import Protocol

import pypdfium2.raw as pdfium

from .boxes import Boxes

_SAME_HEIGHT = 0.4
"""The minimum overlap of two rows, as a share of the lower row's height."""
_SAME_PLACE = 0.5
"""The minimum overlap of a word with the other row, as a share of the word's width."""
_MOST_BESIDE = 200
"""The maximum number of rows compared at one height. A page with more is a drawing."""
_INVISIBLE = {3, 7}
"""Text render modes that draw nothing."""


class Piece(Protocol):
    words: list[str]
    spans: list[tuple[int, int]]
    left: float
    right: float
    bottom: float
    top: float


def drop_hidden_behind(pieces: Sequence[Piece], boxes: Boxes, textpage: pdfium.FPDF_TEXTPAGE) -> int:
    """Empty the hidden words behind other rows, and return their number."""
    found = 0
    open_pieces: list[Piece] = []
    for piece in sorted(pieces, key=lambda candidate: -candidate.top):
        open_pieces = [candidate for candidate in open_pieces if candidate.bottom < piece.top][-_MOST_BESIDE:]
        for other in open_pieces:
            shared = min(other.top, piece.top) - max(other.bottom, piece.bottom)
            lower = min(other.top - other.bottom, piece.top - piece.bottom)
            across = min(other.right, piece.right) - max(other.left, piece.left)
            if across > 1 and shared >= _SAME_HEIGHT * lower:
                found += _drop(other, piece, boxes, textpage) + _drop(piece, other, boxes, textpage)
        open_pieces.append(piece)
    return found


def _drop(piece: Piece, before: Piece, boxes: Boxes, textpage: pdfium.FPDF_TEXTPAGE) -> int:
    """Remove every hidden word of a row if one of its words behind the other row is hidden."""
    behind = (
        start
        for at, (start, end) in enumerate(piece.spans)
        if piece.words[at] and _stands_behind(start, end, before, boxes)
    )
    if not any(_is_hidden(textpage, boxes.index(start)) for start in behind):
        return 0
    found = 0
    for at, (start, _) in enumerate(piece.spans):
        if piece.words[at] and _is_hidden(textpage, boxes.index(start)):
            piece.words[at] = ""
            found += 1
    return found


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
