"""The thin lines drawn on a page: what a heading of a table spans, and which words are struck out."""

import ctypes
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2.raw as pdfium

from .boxes import turned

_THICKEST_RULE = 2.5
_MOST_OBJECTS = 20_000
"""A page with more marks than this is a drawing; those beyond are not looked at."""


class Rule(NamedTuple):
    """A thin line drawn on the page, in points: horizontal where it is wider than high."""

    left: float
    bottom: float
    right: float
    top: float


def find_rules(page: pdfium.FPDF_PAGE, quarter_turns: int) -> Iterator[Rule]:
    """The page's thin lines; filled boxes as thin as a line count, for that is how many programs draw them."""
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
