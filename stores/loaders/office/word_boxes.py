"""Finds drawings of Word files that are in front of the text or behind it. Without a layout of the pages, it is known
only that they may cover the line in which they are anchored."""

import re
from typing import Any

from docx.document import Document
from docx.oxml import parse_xml

from .drawing_text import A
from .word_numbers import W

WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
WPS = "{http://schemas.microsoft.com/office/word/2010/wordprocessingShape}"
_VML = "{urn:schemas-microsoft-com:vml}"
_OLD_SHAPES = tuple(f"{_VML}{name}" for name in ("rect", "roundrect", "oval", "shape", "group"))
_BEHIND = re.compile(r"\bz-index:\s*-")
_OWN_LINE = ("paragraph", "line")
_OWN_TEXT = ("column", "character")
_LINE = 180_000
"""The height of a line of text in English Metric Units (914,400 per inch)."""
_LETTER = 60_000
"""The width of a letter: narrow, so that a drawing beside the text does not seem to cover it."""


def may_cover(anchor: Any) -> bool:
    """Return whether a drawing is a filled shape in front of the text."""
    return _is_in_front(anchor) and any(
        properties.find(f"{A}solidFill") is not None for properties in anchor.iter(f"{WPS}spPr")
    )


def has_ground_behind_text(document: Document) -> bool:
    """Return whether a picture or a filled shape lies behind the text, anchored in the body or in a header or footer.
    Words of a watermark are no ground."""
    relations = (relation for relation in document.part.rels.values() if not relation.is_external)
    running = (relation for relation in relations if relation.reltype.endswith(("/header", "/footer")))
    roots = [document.element.body, *(parse_xml(relation.target_part.blob) for relation in running)]
    return any(_is_ground(drawing) for root in roots for drawing in root.iter(f"{WP}anchor", *_OLD_SHAPES))


def _is_ground(drawing: Any) -> bool:
    if drawing.tag in _OLD_SHAPES:
        is_behind = _BEHIND.search(drawing.get("style", "")) is not None
        return is_behind and next(drawing.iter(f"{_VML}textpath"), None) is None
    if drawing.get("behindDoc") not in ("1", "true"):
        return False
    fills = ("solidFill", "gradFill", "blipFill", "pattFill")
    shapes = (properties for properties in drawing.iter(f"{WPS}spPr", f"{WPS}style"))
    return next(drawing.iter(f"{A}blip"), None) is not None or any(
        shape.tag == f"{WPS}style" or any(shape.find(f"{A}{fill}") is not None for fill in fills) for shape in shapes
    )


def covers_own_line(paragraph: Any, text: str) -> bool:
    """Return whether a filled shape or a text box lies over the line of the paragraph element in which it is anchored."""
    return any(
        _is_over(anchor, len(text))
        for anchor in paragraph.iter(f"{WP}anchor")
        if may_cover(anchor) or (_is_in_front(anchor) and next(anchor.iter(f"{W}t"), None) is not None)
    )


def _is_in_front(anchor: Any) -> bool:
    return anchor.get("behindDoc") not in ("1", "true") and anchor.find(f"{WP}wrapNone") is not None


def _is_over(anchor: Any, letters: int) -> bool:
    across, down = (anchor.find(f"{WP}position{axis}") for axis in "HV")
    size = anchor.find(f"{WP}extent")
    if across is None or down is None or size is None:
        return False
    if across.get("relativeFrom") not in _OWN_TEXT or down.get("relativeFrom") not in _OWN_LINE:
        return False
    left, top = (int(axis.findtext(f"{WP}posOffset") or "0") for axis in (across, down))
    right, bottom = left + int(size.get("cx", "0")), top + int(size.get("cy", "0"))
    return left < letters * _LETTER and right > _LETTER and top < _LINE / 2 < bottom
