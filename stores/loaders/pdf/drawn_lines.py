"""Finds the thin lines on a page. They show which columns a header cell spans, and which words are struck out."""

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import attrgetter
from typing import NamedTuple

import pypdfium2.raw as pdfium

from .boxes import FLOAT, INT, POINTER, Box, address_of, declared, turned

_THICKEST_RULE = 2.5
_MOST_OBJECTS = 20_000
"""The maximum number of drawn objects read on a page. A page with more is a drawing."""

_object = declared(pdfium.FPDFPage_GetObject, POINTER)
_type = declared(pdfium.FPDFPageObj_GetType, INT, POINTER)
_bounds = declared(pdfium.FPDFPageObj_GetBounds, INT, POINTER, POINTER, POINTER, POINTER, POINTER)


class Rule(NamedTuple):
    """A thin line on the page, in points."""

    left: float
    bottom: float
    right: float
    top: float


def level_rules(page: pdfium.FPDF_PAGE, quarter_turns: int) -> list[Rule]:
    """Return the horizontal thin lines of the page, from the bottom up. Filled boxes as thin as a line count, since
    many programs draw lines so."""
    found = []
    for box in _path_bounds(page):
        left, bottom, right, top = turned(box, quarter_turns) if quarter_turns else box
        width, height = right - left, top - bottom
        if height < width and height <= _THICKEST_RULE < width:
            found.append(Rule(left, bottom, right, top))
    return sorted(found, key=attrgetter("bottom"))


def _path_bounds(page: pdfium.FPDF_PAGE) -> Iterator[Box]:
    count = min(pdfium.FPDFPage_CountObjects(page), _MOST_OBJECTS)
    objects = list(map(_object, repeat(address_of(page)), range(count)))
    values = (FLOAT * 4)()
    slots = [ctypes.addressof(values) + at * ctypes.sizeof(FLOAT) for at in range(4)]
    for thing, kind in zip(objects, map(_type, objects), strict=True):
        if kind == pdfium.FPDF_PAGEOBJ_PATH and _bounds(thing, *slots):
            left, bottom, right, top = values
            yield left, bottom, right, top


def between(rules: Sequence[Rule], low: float, high: float) -> Sequence[Rule]:
    """Return the rules whose bottom is from `low` to `high`. `rules`: ordered from the bottom up."""
    bottom = attrgetter("bottom")
    return rules[bisect_left(rules, low, key=bottom) : bisect_right(rules, high, key=bottom)]
