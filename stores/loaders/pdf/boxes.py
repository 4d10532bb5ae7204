"""The positions of characters on a page, rotated so that its text runs to the right."""

import ctypes
import math
import re
from itertools import islice

import pypdfium2.raw as pdfium


class Boxes:
    """Line boxes of the text's characters (left, bottom, right, top), rotated so that the text runs to the right."""

    def __init__(self, textpage: pdfium.FPDF_TEXTPAGE, quarter_turns: int, index_of: list[int] | None) -> None:
        self._textpage = textpage
        self._turns = quarter_turns
        self._index_of = index_of
        self._rect = pdfium.FS_RECTF()
        self._reference = ctypes.byref(self._rect)

    def index(self, position: int) -> int:
        return self._index_of[position] if self._index_of else position

    def __call__(self, position: int) -> tuple[float, float, float, float]:
        index = self._index_of[position] if self._index_of else position
        pdfium.FPDFText_GetLooseCharBox(self._textpage, index, self._reference)
        rect = self._rect
        if self._turns == 0:
            return rect.left, rect.bottom, rect.right, rect.top
        return turned((rect.left, rect.bottom, rect.right, rect.top), self._turns)


def turned(box: tuple[float, float, float, float], quarter_turns: int) -> tuple[float, float, float, float]:
    left, bottom, right, top = box
    if quarter_turns == 1:
        return bottom, -right, top, -left
    if quarter_turns == 2:
        return -right, -top, -left, -bottom
    return -top, left, -bottom, right


def quarter_turns_of(textpage: pdfium.FPDF_TEXTPAGE, text: str) -> int:
    """The rotation of the page's text in quarter turns counterclockwise, by its first letters; 0 if they disagree."""
    turns = set()
    for match in islice(re.finditer(r"\w", text), 0, 200, 20):
        angle = pdfium.FPDFText_GetCharAngle(textpage, match.start())
        turns.add(-round(angle / (math.pi / 2)) % 4 if angle >= 0 else 0)  # pdfium measures clockwise
    return turns.pop() if len(turns) == 1 else 0
