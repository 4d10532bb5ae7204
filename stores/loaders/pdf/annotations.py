"""Finds the annotations of PDF pages: strike-out lines, comments and stamps."""

import ctypes
from typing import NamedTuple

import pypdfium2.raw as pdfium

from .boxes import Box, turned
from .drawn_objects import Rule

_MOST = 20_000
"""The maximum number of annotations read on one page."""
_LONGEST = 10_000
"""The maximum number of characters of one comment."""
_COMMENTS = {
    pdfium.FPDF_ANNOT_TEXT,
    pdfium.FPDF_ANNOT_FREETEXT,
    pdfium.FPDF_ANNOT_HIGHLIGHT,
    pdfium.FPDF_ANNOT_UNDERLINE,
    pdfium.FPDF_ANNOT_SQUIGGLY,
    pdfium.FPDF_ANNOT_STRIKEOUT,
    pdfium.FPDF_ANNOT_CARET,
}
_STAMPS = {pdfium.FPDF_ANNOT_STAMP, pdfium.FPDF_ANNOT_WATERMARK}
_SHAPES = {pdfium.FPDF_ANNOT_SQUARE, pdfium.FPDF_ANNOT_POLYGON}
_READ = _COMMENTS | _STAMPS | _SHAPES


class Comment(NamedTuple):
    author: str
    text: str


class Annotations(NamedTuple):
    strikes: tuple[Rule, ...]
    """Horizontal lines at half the height of struck-out text, one for each line of text."""
    patches: tuple[Box, ...]
    """The places of text boxes and filled boxes, which cover what is printed there, or are written over it."""
    comments: tuple[Comment, ...]
    stamps: tuple[str, ...]
    """The texts of the stamps, or the names of their pictures: "Draft"."""


def read_annotations(page: pdfium.FPDF_PAGE, quarter_turns: int) -> Annotations:
    """Return the visible annotations of a page."""
    strikes: list[Rule] = []
    patches: list[Box] = []
    comments: list[Comment] = []
    stamps: list[str] = []
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        kind = pdfium.FPDFAnnot_GetSubtype(annotation)
        is_hidden = kind not in _READ or pdfium.FPDFAnnot_GetFlags(annotation) & pdfium.FPDF_ANNOT_FLAG_HIDDEN
        if not is_hidden and _is_patch(annotation, kind):
            patches.append(_place(annotation, quarter_turns))
        if not is_hidden and kind in _COMMENTS | _STAMPS:
            text = _string(annotation, b"Contents")
            if kind == pdfium.FPDF_ANNOT_STRIKEOUT:
                strikes += _strikes(annotation, quarter_turns)
            if kind in _STAMPS:
                stamps.append(text or _string(annotation, b"Name"))
            elif text:
                comments.append(Comment(_string(annotation, b"T"), text))
        pdfium.FPDFPage_CloseAnnot(annotation)
    return Annotations(tuple(strikes), tuple(patches), tuple(comments), tuple(filter(None, stamps)))


def _is_patch(annotation: pdfium.FPDF_ANNOTATION, kind: int) -> bool:
    return kind == pdfium.FPDF_ANNOT_FREETEXT or (
        kind in _SHAPES
        and bool(pdfium.FPDFAnnot_HasKey(annotation, b"IC"))
        and not pdfium.FPDFAnnot_HasKey(annotation, b"CA")
    )


def _place(annotation: pdfium.FPDF_ANNOTATION, quarter_turns: int) -> Box:
    place = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(annotation, ctypes.byref(place))
    box = (place.left, place.bottom, place.right, place.top)
    return turned(box, quarter_turns) if quarter_turns else box


def _strikes(annotation: pdfium.FPDF_ANNOTATION, quarter_turns: int) -> list[Rule]:
    quad = pdfium.FS_QUADPOINTSF()
    found = []
    for line in range(min(pdfium.FPDFAnnot_CountAttachmentPoints(annotation), _MOST)):
        if pdfium.FPDFAnnot_GetAttachmentPoints(annotation, line, ctypes.byref(quad)):
            across, up = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
            box = (min(across), min(up), max(across), max(up))
            left, bottom, right, top = turned(box, quarter_turns) if quarter_turns else box
            found.append(Rule(left, (bottom + top) / 2, right, (bottom + top) / 2))
    return found


def _string(annotation: pdfium.FPDF_ANNOTATION, key: bytes) -> str:
    length = min(pdfium.FPDFAnnot_GetStringValue(annotation, key, None, 0), 2 * _LONGEST)
    if length <= 2:
        return ""
    buffer = (ctypes.c_ushort * (length // 2))()
    pdfium.FPDFAnnot_GetStringValue(annotation, key, buffer, length)
    return " ".join(bytes(buffer).decode("utf-16-le", "replace").rstrip("\0").split())
