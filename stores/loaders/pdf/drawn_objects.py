"""Finds the thin lines and the boxes on a page. Lines show which columns a header cell spans, and which words are struck
out. Boxes may cover text."""

import ctypes
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import repeat
from operator import attrgetter
from struct import Struct
from typing import NamedTuple

import pypdfium2.raw as pdfium

from .boxes import FLOAT, INT, POINTER, Box, address_of, declared, turned

_THICKEST_RULE = 2.5
_MOST_OBJECTS = 20_000
"""The maximum number of drawn objects read on a page. A page with more is a drawing."""
_DEEPEST_FORM = 5
_MOST_CORNERS = 6
"""The maximum number of segments of a path that is a rectangle."""

_object = declared(pdfium.FPDFPage_GetObject, POINTER)
_object_of_form = declared(pdfium.FPDFFormObj_GetObject, POINTER, POINTER, ctypes.c_ulong)
_type = declared(pdfium.FPDFPageObj_GetType, INT, POINTER)
_bounds = declared(pdfium.FPDFPageObj_GetBounds, INT, POINTER, POINTER, POINTER, POINTER, POINTER)

_BOX = Struct("4f")
_PATH_OR_IMAGE = re.compile(b"[%c%c]" % (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE))


class Rule(NamedTuple):
    """A thin line on the page, in points.

    Example: the line under a heading.
    """

    left: float
    bottom: float
    right: float
    top: float


class Cover(NamedTuple):
    """A box that may be a filled rectangle, or a picture. `order`: its number in the order of drawing. It lies over
    everything with a smaller number."""

    box: Box
    order: int
    object: int
    is_picture: bool


class DrawnObjects:
    """The objects of a page in the order of drawing, with those inside forms, and their boxes rotated as those of the
    text."""

    def __init__(self, page: pdfium.FPDF_PAGE, quarter_turns: int) -> None:
        self._turns = quarter_turns
        self._objects: list[int] = []
        self._kinds: list[int] = []
        self._matrices: dict[int, pdfium.FS_MATRIX] = {}
        """The matrix of each object inside a form, by its number."""
        self._values = (FLOAT * 4)()
        self._slots = [ctypes.addressof(self._values) + at * ctypes.sizeof(FLOAT) for at in range(4)]
        self._add(pdfium.FPDFPage_CountObjects(page), _object, address_of(page), None, 0)
        rules: list[Rule] = []
        self._boxes: list[Cover] = []
        for match in _PATH_OR_IMAGE.finditer(bytes(self._kinds)):
            order = match.start()
            left, bottom, right, top = box = self._box(order)
            width, height = right - left, top - bottom
            is_picture = self._kinds[order] == pdfium.FPDF_PAGEOBJ_IMAGE
            if height < width and height <= _THICKEST_RULE < width:
                if not is_picture:
                    rules.append(Rule(left, bottom, right, top))
            elif width > _THICKEST_RULE < height:
                self._boxes.append(Cover(box, order, self._objects[order], is_picture))
        self.rules: list[Rule] = sorted(rules, key=attrgetter("bottom"))
        """The horizontal thin lines, from the bottom up. Filled boxes as thin as a line count, since many programs draw
        lines so."""

    def _add(
        self, count: int, get: Callable[..., int], container: object, matrix: pdfium.FS_MATRIX | None, depth: int
    ) -> None:
        objects = list(map(get, repeat(container), range(min(count, _MOST_OBJECTS - len(self._objects)))))
        kinds = list(map(_type, objects))
        if matrix is None and pdfium.FPDF_PAGEOBJ_FORM not in kinds:
            self._objects, self._kinds = objects, kinds
            return
        for thing, kind in zip(objects, kinds, strict=True):
            if matrix is not None:
                self._matrices[len(self._objects)] = matrix
            self._objects.append(thing)
            self._kinds.append(kind)
            if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
                form = ctypes.cast(POINTER(thing), pdfium.FPDF_PAGEOBJECT)
                inner = pdfium.FS_MATRIX()
                pdfium.FPDFPageObj_GetMatrix(form, ctypes.byref(inner))
                inner = inner if matrix is None else _product(inner, matrix)
                self._add(max(0, pdfium.FPDFFormObj_CountObjects(form)), _object_of_form, thing, inner, depth + 1)

    def _box(self, order: int) -> Box:
        _bounds(self._objects[order], *self._slots)
        box: Box = _BOX.unpack(self._values)
        if matrix := self._matrices.get(order):
            corners = [
                (x * matrix.a + y * matrix.c + matrix.e, x * matrix.b + y * matrix.d + matrix.f)
                for x in (box[0], box[2])
                for y in (box[1], box[3])
            ]
            across, up = zip(*corners, strict=True)
            box = min(across), min(up), max(across), max(up)
        return turned(box, self._turns) if self._turns else box

    @cached_property
    def _orders(self) -> dict[int, int]:
        return {thing: order for order, thing in enumerate(self._objects)}

    @cached_property
    def _first_text(self) -> int:
        return self._kinds.index(pdfium.FPDF_PAGEOBJ_TEXT) if pdfium.FPDF_PAGEOBJ_TEXT in self._kinds else 0

    def order(self, text_object: int | None) -> int | None:
        """Return the number of a text object in the order of drawing; None if it is not known."""
        return None if text_object is None else self._orders.get(text_object)

    def box_of(self, text_object: int | None) -> Box | None:
        order = self.order(text_object)
        return None if order is None else self._box(order)

    @cached_property
    def over_text(self) -> list[Cover]:
        """The boxes that are drawn after some text of the page. Whether they are opaque is not checked yet."""
        return [box for box in self._boxes if box.order > self._first_text]


def is_opaque(cover: Cover) -> bool:
    """Return whether the box hides what is under it: a picture, or a rectangle with an opaque fill or a thick line."""
    thing = ctypes.cast(POINTER(cover.object), pdfium.FPDF_PAGEOBJECT)
    if pdfium.FPDFPageObj_HasTransparency(thing):
        return False
    if cover.is_picture:
        return True
    if not _is_rectangle(thing):
        return False
    filled, stroked, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
    pdfium.FPDFPath_GetDrawMode(thing, ctypes.byref(filled), ctypes.byref(stroked))
    if filled.value:
        return True
    pdfium.FPDFPageObj_GetStrokeWidth(thing, ctypes.byref(width))
    left, bottom, right, top = cover.box
    return bool(stroked.value) and 2 * width.value >= min(right - left, top - bottom)


def _is_rectangle(path: pdfium.FPDF_PAGEOBJECT) -> bool:
    """Return whether the path is an upright rectangle: straight lines between points of two columns and two rows."""
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(path, ctypes.byref(matrix))
    segments = pdfium.FPDFPath_CountSegments(path)
    if not 0 < segments <= _MOST_CORNERS or ((matrix.b or matrix.c) and (matrix.a or matrix.d)):
        return False
    across, up = set(), set()
    x, y = ctypes.c_float(), ctypes.c_float()
    for number in range(segments):
        segment = pdfium.FPDFPath_GetPathSegment(path, number)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO:
            return False
        pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        across.add(round(x.value, 1))
        up.add(round(y.value, 1))
    return len(across) <= 2 >= len(up)


def _product(inner: pdfium.FS_MATRIX, outer: pdfium.FS_MATRIX) -> pdfium.FS_MATRIX:
    return pdfium.FS_MATRIX(
        inner.a * outer.a + inner.b * outer.c,
        inner.a * outer.b + inner.b * outer.d,
        inner.c * outer.a + inner.d * outer.c,
        inner.c * outer.b + inner.d * outer.d,
        inner.e * outer.a + inner.f * outer.c + outer.e,
        inner.e * outer.b + inner.f * outer.d + outer.f,
    )


def between(rules: Sequence[Rule], low: float, high: float) -> Sequence[Rule]:
    """Return the rules whose bottom is from `low` to `high`. `rules`: ordered from the bottom up."""
    bottom = attrgetter("bottom")
    return rules[bisect_left(rules, low, key=bottom) : bisect_right(rules, high, key=bottom)]
