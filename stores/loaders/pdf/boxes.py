"""The positions of characters on a page, rotated so that its text runs to the right."""

import ctypes
import math
import re
from itertools import islice

import pypdfium2.raw as pdfium

Box = tuple[float, float, float, float]
_DESCENT = 0.21
"""Part of a letter below the line, as a share of the font size, for fonts that do not state it."""


class Boxes:
    """Line boxes of the text's characters (left, bottom, right, top), rotated so that the text runs to the right.

    pdfium takes the height of a line box from the font. Some programs (LibreOffice 7) state no descent; then the box of "y" reaches below the
    line and the box of "0" does not, so that plain figures look raised. Such boxes are extended below the line here.
    """

    def __init__(self, textpage: pdfium.FPDF_TEXTPAGE, quarter_turns: int, index_of: list[int] | None) -> None:
        self._textpage = textpage
        self._turns = quarter_turns
        self._index_of = index_of
        self._rect = pdfium.FS_RECTF()
        self._reference = ctypes.byref(self._rect)
        self._matrix = pdfium.FS_MATRIX()
        self._known: dict[int, Box] = {}
        self._descents: dict[int, bool] = {}
        """Whether a font states its descent, by its address."""

    def index(self, position: int) -> int:
        return self._index_of[position] if self._index_of else position

    def __call__(self, position: int) -> Box:
        if position not in self._known:
            self._known[position] = self._box(position)
        return self._known[position]

    def _box(self, position: int) -> Box:
        index = self._index_of[position] if self._index_of else position
        pdfium.FPDFText_GetLooseCharBox(self._textpage, index, self._reference)
        rect = self._rect
        box = rect.left, rect.bottom, rect.right, rect.top
        if self._turns:
            box = turned(box, self._turns)
        if self._states_descent(index):
            return box
        return box[0], min(box[1], self._line(index) - _DESCENT * self._size(index)), box[2], box[3]

    def line(self, position: int) -> float:
        """The height of the line on which a character stands."""
        return self._line(self.index(position))

    def _line(self, index: int) -> float:
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(self._textpage, index, ctypes.byref(x), ctypes.byref(y))
        return turned((x.value, y.value, x.value, y.value), self._turns)[1] if self._turns else y.value

    def _size(self, index: int) -> float:
        size = float(pdfium.FPDFText_GetFontSize(self._textpage, index))
        if pdfium.FPDFText_GetMatrix(self._textpage, index, ctypes.byref(self._matrix)):
            size *= math.hypot(self._matrix.c, self._matrix.d)
        return size

    def _states_descent(self, index: int) -> bool:
        thing = pdfium.FPDFText_GetTextObject(self._textpage, index)
        font = pdfium.FPDFTextObj_GetFont(thing) if thing else None
        if not font:
            return True
        address = ctypes.addressof(font.contents)
        if address not in self._descents:
            descent = ctypes.c_float()
            found = pdfium.FPDFFont_GetDescent(font, 1.0, ctypes.byref(descent))
            self._descents[address] = not found or descent.value != 0
        return self._descents[address]


def turned(box: Box, quarter_turns: int) -> Box:
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
