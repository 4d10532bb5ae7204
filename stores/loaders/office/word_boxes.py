"""Finds drawings of Word files that lie in front of the text. Only a layout of the pages shows what they cover, except
the line in which they are anchored."""

from typing import Any

from .drawing_text import A
from .word_numbers import W

WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
WPS = "{http://schemas.microsoft.com/office/word/2010/wordprocessingShape}"
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
