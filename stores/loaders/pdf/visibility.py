"""Finds the invisible words of a PDF page, however they are hidden. Such words leave no ink in the picture of the page.

Text in the colour of the background leaves no ink, nor does invisible, transparent, clipped or covered text.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray
from pypdfium2 import raw

COVERED = "█"
"""The character that replaces each letter of an invisible word in a visible line."""
_SCALE = 1.0
"""The number of pixels per point. Letters of four points still leave ink."""
_LEAST_CONTRAST = 8
"""The minimum difference, of 255, between the lightest and the darkest pixel of a column with ink. Flat areas have
none, and pale grey letters some thirty."""
_MARGIN = 0.15
"""The share of a line's height at its top and bottom that is ignored. Letters and rules of other lines may reach into
it."""
_BESIDE_LINE = 2
"""The number of pixels above and below a line that show its background."""
_DRAWN = 0.95
"""The minimum share of the pixel columns with ink in a drawn line, whose ends may be slightly off."""
_SMALLEST = 1.5
"""The height of a line in points below which it is illegible."""


def is_illegible(box: tuple[float, float, float, float]) -> bool:
    """Return whether a line box (left, bottom, right, top) is too low for legible letters."""
    return 0 < box[3] - box[1] < _SMALLEST


def has_illegible(boxes: Iterable[tuple[float, float, float, float]]) -> bool:
    """Return whether `is_illegible` is true of one of the boxes."""
    return any(0 < top - bottom < _SMALLEST for _, bottom, _, top in boxes)


class Ink:
    """The picture of one page, rotated so that its text is upright."""

    def __init__(self, page: pdfium.PdfPage) -> None:
        self._left, self._bottom, self._right, self._top = page.get_bbox()
        self._pixels = _drawn(page)

    def turn(self, quarter_turns: int) -> None:
        """Rotate the picture by quarter turns, in the same direction as `boxes.turned` rotates the boxes of the text."""
        left, bottom, right, top = self._left, self._bottom, self._right, self._top
        if quarter_turns == 1:
            self._pixels, self._left, self._top = self._pixels.T[:, ::-1], bottom, -left
        elif quarter_turns == 2:
            self._pixels, self._left, self._top = self._pixels[::-1, ::-1], -right, -bottom
        elif quarter_turns == 3:
            self._pixels, self._left, self._top = self._pixels.T[::-1], -top, right

    def unseen(self, bottom: float, top: float, edges: Sequence[float]) -> list[bool]:
        """Return, for each stretch between two neighbouring `edges`, whether the line from `bottom` to `top` has no ink
        there. Positions are in points; y grows upwards."""
        margin = _MARGIN * (top - bottom)
        first, last = self._row(top - margin), self._row(bottom + margin) + 1
        if top - bottom < _SMALLEST or last <= 0 or first >= self._pixels.shape[0]:
            return [True] * (len(edges) - 1)
        band = self._pixels[max(first, 0) : last]
        inked = (band.max(axis=0) - band.min(axis=0) > _LEAST_CONTRAST).tobytes()
        page_left = self._left
        columns = [int((edge - page_left) * _SCALE) if edge > page_left else 0 for edge in edges]
        find = inked.find
        return [find(1, start, end if end > start else start + 1) < 0 for start, end in pairwise(columns)]

    def shows_line(self, line: tuple[float, float, float], bottom: float, top: float) -> bool:
        """Return whether a horizontal line (left, right, y) is visible along its whole length. A box over it would hide
        it between the words.

        Where the line crosses a vertical stroke of a letter, there is no edge beside the line. There, the ends of the
        stroke between `bottom` and `top` count as edges.
        """
        left, right, y = line
        at = self._row(y)
        columns = slice(max(self._column(left), 0) + 1, self._column(right))
        beside = self._pixels[max(at - _BESIDE_LINE, 0) : at + _BESIDE_LINE + 1, columns]
        letters = self._pixels[max(self._row(top), 0) : max(self._row(bottom), 0) + 1, columns]
        if 0 in beside.shape or 0 in letters.shape:
            return False
        return bool((_has_edge(beside) | _has_edge(letters)).mean() > _DRAWN)

    def _row(self, y: float) -> int:
        return int((self._top - y) * _SCALE)

    def _column(self, x: float) -> int:
        return int((x - self._left) * _SCALE)


def _drawn(page: pdfium.PdfPage) -> NDArray[np.uint8]:
    """Return the picture of the page in shades of grey, without the rotation that a viewer applies."""
    turns = -page.get_rotation() // 90 % 4
    width, height = (
        math.ceil(size * _SCALE) for size in (page.get_size() if turns % 2 == 0 else page.get_size()[::-1])
    )
    stride = -(-width // 4) * 4
    pixels = np.full((height, stride), 255, np.uint8)
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_Gray, pixels.ctypes.data, stride)
    try:
        raw.FPDF_RenderPageBitmap(bitmap, page.raw, 0, 0, width, height, turns, raw.FPDF_GRAYSCALE | raw.FPDF_ANNOT)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    return pixels[:, :width]


def _has_edge(band: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return, for each column of pixels in `band`, whether it has both light and dark pixels."""
    found: NDArray[np.bool_] = band.max(axis=0) - band.min(axis=0) > _LEAST_CONTRAST
    return found
