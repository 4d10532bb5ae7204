"""Finds the positions of characters on a page, rotated so that the text runs to the right."""

import ctypes
import math
import re
from collections.abc import Callable, Sequence
from itertools import islice, repeat
from struct import Struct
from typing import Any

import pypdfium2.raw as pdfium

from .visibility import has_illegible

Box = tuple[float, float, float, float]
"""A rectangle in points: left, bottom, right, top."""
_DESCENT = 0.21
"""The part of a letter below the line, as a share of the font size. It is used for fonts that do not state it."""
POINTER, INT, FLOAT = ctypes.c_void_p, ctypes.c_int, ctypes.c_float
_RECTANGLE = Struct("4f")
"""The layout of a rectangle in pdfium's memory: left, top, right, bottom."""
_SLOTS = 1024
"""The number of rectangles that are read at once."""


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


_loose_box = declared(pdfium.FPDFText_GetLooseCharBox, INT)
_angle = declared(pdfium.FPDFText_GetCharAngle, FLOAT)
_text_object = declared(pdfium.FPDFText_GetTextObject, POINTER)
_font = declared(pdfium.FPDFTextObj_GetFont, POINTER, POINTER)

_rectangles = (FLOAT * (4 * _SLOTS))()
_slots = [ctypes.byref(_rectangles, _RECTANGLE.size * slot) for slot in range(_SLOTS)]
"""The pointers to the rectangles. To make them once halves the time of a call. They are shared, since only one thread
of a process may use pdfium."""


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
        self._objects: dict[int, int | None] = {}
        """The text object of each character whose box is known."""
        self._fonts: dict[int | None, int | None] = {}
        """The font of each text object."""
        self._states_descent: dict[int | None, bool] = {None: True}
        """Whether each font states its descent, which is how far letters reach below the line. The key is the font's
        address."""
        self.any_illegible = False
        """Whether one of the boxes read so far is too low for legible letters."""

    def index(self, position: int) -> int:
        return self._index_of[position] if self._index_of else position

    def indexes(self, positions: Sequence[int]) -> Sequence[int]:
        return [self._index_of[position] for position in positions] if self._index_of else positions

    def __call__(self, position: int) -> Box:
        box = self._known.get(position)
        return self.each((position,))[0] if box is None else box

    def each(self, positions: Sequence[int]) -> list[Box]:
        """Return the boxes of the characters, and cache them. This is faster than one call for each character."""
        indexes = self.indexes(positions)
        boxes: list[Box] = []
        for first in range(0, len(indexes), _SLOTS):
            boxes += self._read(indexes[first : first + _SLOTS])
        if self._turns:
            boxes = [turned(box, self._turns) for box in boxes]
        objects = list(map(_text_object, repeat(self._address), indexes))
        if not self._state_descents(objects):
            boxes = [
                box if self._states_descent[self._fonts[thing]] else self._extended(box, index)
                for box, thing, index in zip(boxes, objects, indexes, strict=True)
            ]
        self._known.update(zip(positions, boxes, strict=True))
        self._objects.update(zip(positions, objects, strict=True))
        self.any_illegible = self.any_illegible or has_illegible(boxes)
        return boxes

    def _read(self, indexes: Sequence[int]) -> list[Box]:
        """Return pdfium's boxes of at most `_SLOTS` characters."""
        ctypes.memset(_rectangles, 0, _RECTANGLE.size * len(indexes))
        for _ in map(_loose_box, repeat(self._address), indexes, _slots):
            pass
        found = islice(_RECTANGLE.iter_unpack(_rectangles), len(indexes))
        return [(left, bottom, right, top) for left, top, right, bottom in found]

    def _state_descents(self, objects: Sequence[int | None]) -> bool:
        """Return whether the fonts of all these text objects state their descent."""
        new = set(objects) - self._fonts.keys()
        self._fonts.update(zip(new, map(_font, new), strict=True))
        for font in set(map(self._fonts.__getitem__, new)) - self._states_descent.keys():
            self._states_descent[font] = _states_descent(font)
        return all(self._states_descent.values())

    def rights(self, spans: Sequence[tuple[int, int]]) -> list[float]:
        """Return the right edges of words."""
        known = self._known
        try:
            return [known[end - 1][2] for _, end in spans]
        except KeyError:
            return [self(end - 1)[2] for _, end in spans]

    def object(self, position: int) -> int | None:
        """Return the address of the text object that a character belongs to."""
        if position not in self._objects:
            self.each((position,))
        return self._objects[position]

    def font(self, position: int) -> int | None:
        """Return the address of a character's font."""
        return self._fonts[self.object(position)]

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
