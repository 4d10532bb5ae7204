"""Finds the positions of characters on a page, rotated so that the text runs to the right."""

import ctypes
import math
import re
from collections.abc import Callable, Sequence
from itertools import islice, repeat
from struct import Struct
from typing import Any

import pypdfium2.raw as pdfium

Box = tuple[float, float, float, float]
"""A rectangle in points: left, bottom, right, top."""
_DESCENT = 0.21
"""The part of a letter below the line, as a share of the font size. It is used for fonts that do not state it."""
POINTER, INT, FLOAT = ctypes.c_void_p, ctypes.c_int, ctypes.c_float
_RECTANGLE = Struct("4f")
"""The layout of a rectangle in pdfium's memory: left, top, right, bottom."""


def declared(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    """Return a function of pdfium that takes and returns addresses. Without `arguments`, which is fastest, every
    argument is a `c_void_p` or an index.

    pypdfium2 declares pointer types, so that each call makes and checks objects: it takes 0.5 µs, not 0.2 to 0.3. `map`
    calls such a function for many characters without running Python code between the calls.
    """
    address = address_of(function).value
    assert address is not None
    return ctypes.PYFUNCTYPE(result, *arguments)(address)


def address_of(handle: Any) -> ctypes.c_void_p:
    return ctypes.cast(handle, POINTER)


_loose_box = declared(pdfium.FPDFText_GetLooseCharBox, INT, POINTER, INT, POINTER)
_angle = declared(pdfium.FPDFText_GetCharAngle, FLOAT)
_text_object = declared(pdfium.FPDFText_GetTextObject, POINTER)
_font = declared(pdfium.FPDFTextObj_GetFont, POINTER, POINTER)


class Boxes:
    """The line boxes of a text's characters, rotated so that the text runs to the right.

    pdfium takes the height of a line box from the font. Some programs (LibreOffice 7) do not state the descent, which
    is the part of letters below the line. Then the box of "y" reaches below the line and the box of "0" does not, so
    that plain figures look raised. In that case, the boxes that do not reach below the line are extended here.
    """

    def __init__(self, textpage: pdfium.FPDF_TEXTPAGE, quarter_turns: int, index_of: list[int] | None) -> None:
        self._textpage = textpage
        self._address = address_of(textpage)
        self._turns = quarter_turns
        self._index_of = index_of
        self._matrix = pdfium.FS_MATRIX()
        self._known: dict[int, Box] = {}
        self._states_descent: dict[int | None, bool] = {None: True}
        """Whether each font states its descent, which is how far letters reach below the line. The key is the font's
        address."""

    def index(self, position: int) -> int:
        return self._index_of[position] if self._index_of else position

    def __call__(self, position: int) -> Box:
        box = self._known.get(position)
        return self.each((position,))[0] if box is None else box

    def each(self, positions: Sequence[int]) -> list[Box]:
        """Return the boxes of the characters, and cache them. This is faster than one call for each character."""
        indexes = [self._index_of[position] for position in positions] if self._index_of else positions
        found = (FLOAT * (4 * len(indexes)))()
        start = ctypes.addressof(found)
        slots = range(start, start + _RECTANGLE.size * len(indexes), _RECTANGLE.size)
        for _ in map(_loose_box, repeat(self._address), indexes, slots):
            pass
        boxes = [(left, bottom, right, top) for left, top, right, bottom in _RECTANGLE.iter_unpack(found)]
        if self._turns:
            boxes = [turned(box, self._turns) for box in boxes]
        fonts = list(map(_font, map(_text_object, repeat(self._address), indexes)))
        for font in set(fonts) - self._states_descent.keys():
            self._states_descent[font] = _states_descent(font)
        if not all(map(self._states_descent.__getitem__, set(fonts))):
            boxes = [
                box if self._states_descent[font] else self._extended(box, index)
                for box, font, index in zip(boxes, fonts, indexes, strict=True)
            ]
        self._known.update(zip(positions, boxes, strict=True))
        return boxes

    def rights(self, spans: Sequence[tuple[int, int]]) -> list[float]:
        """Return the right edges of words."""
        known = self._known
        try:
            return [known[end - 1][2] for _, end in spans]
        except KeyError:
            return [self(end - 1)[2] for _, end in spans]

    def object(self, position: int) -> int | None:
        """Return the address of the text object that a character belongs to."""
        found: int | None = _text_object(self._address, self.index(position))
        return found

    def tight(self, position: int) -> Box:
        """Return the box around the ink of a character."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        pdfium.FPDFText_GetCharBox(self._textpage, self.index(position), *map(ctypes.byref, (left, right, bottom, top)))
        box = left.value, bottom.value, right.value, top.value
        return turned(box, self._turns) if self._turns else box

    def _extended(self, box: Box, index: int) -> Box:
        return box[0], min(box[1], self._line(index) - _DESCENT * self._size(index)), box[2], box[3]

    def line(self, position: int) -> float:
        """Return the height of the line to which a character belongs."""
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


def _states_descent(font: int | None) -> bool:
    descent = ctypes.c_float()
    found = pdfium.FPDFFont_GetDescent(ctypes.cast(POINTER(font), pdfium.FPDF_FONT), 1.0, ctypes.byref(descent))
    return not found or descent.value != 0


def turned(box: Box, quarter_turns: int) -> Box:
    left, bottom, right, top = box
    if quarter_turns == 1:
        return bottom, -right, top, -left
    if quarter_turns == 2:
        return -right, -top, -left, -bottom
    return -top, left, -bottom, right


def angles(textpage: pdfium.FPDF_TEXTPAGE, indexes: Sequence[int]) -> list[float]:
    """Return the clockwise angles of these characters in radians, or -1 for a character without one."""
    return list(map(_angle, repeat(address_of(textpage)), indexes))


def quarter_turns_of(textpage: pdfium.FPDF_TEXTPAGE, text: str) -> int:
    """Return the rotation of the page's text in counterclockwise quarter turns, by its first letters.

    Example: it is 0 for upright text, and 1 for text that runs from the bottom to the top of the page. If the letters
    differ, it is 0.
    """
    turns = set()
    for match in islice(re.finditer(r"\w", text), 0, 200, 20):
        angle = pdfium.FPDFText_GetCharAngle(textpage, match.start())
        turns.add(-round(angle / (math.pi / 2)) % 4 if angle >= 0 else 0)  # pdfium measures clockwise
    return turns.pop() if len(turns) == 1 else 0
