"""The thin lines on a page. They show which columns a header cell spans, and which words are struck out."""

import ctypes
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2.raw as pdfium

from .boxes import turned

_THICKEST_RULE = 2.5
_MOST_OBJECTS = 20_000
"""Most drawn objects read on a page; a page with more is a drawing."""


class Rule(NamedTuple):
    """A thin line on the page, in points: horizontal if it is wider than high."""

    left: float
    bottom: float
    right: float
    top: float


def find_rules(page: pdfium.FPDF_PAGE, quarter_turns: int) -> Iterator[Rule]:
    """The thin lines of the page, including filled boxes as thin as a line, since many programs draw lines so."""
    values = [ctypes.c_float() for _ in range(4)]
    references = [ctypes.byref(value) for value in values]
    for index in range(min(pdfium.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        thing = pdfium.FPDFPage_GetObject(page, index)
        if pdfium.FPDFPageObj_GetType(thing) != pdfium.FPDF_PAGEOBJ_PATH:
            continue
        if not pdfium.FPDFPageObj_GetBounds(thing, *references):
            continue
        box = (values[0].value, values[1].value, values[2].value, values[3].value)
        left, bottom, right, top = turned(box, quarter_turns) if quarter_turns else box
        if min(right - left, top - bottom) <= _THICKEST_RULE < max(right - left, top - bottom):
            yield Rule(left, bottom, right, top)
