"""Finds the formatting of a run in Word: its own, else that of its character style, else that of its paragraph's
style."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from docx.document import Document
from docx.table import Table

from ....evidence.language.text_marks import struck
from ..raised import lowered, note_mark, raised
from .word_notes import Notes
from .word_numbers import W

MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_READ = ("vanish", "strike", "dstrike", "vertAlign", "color", "sz", "position", "shd", "highlight")
_OFF = ("false", "0", "off", "none")
_NOT_SHOWN_HERE = {f"{MC}Fallback", f"{W}txbxContent", f"{W}moveFrom", f"{W}del"}
"""Elements that are skipped: fallback versions of drawings, text boxes (which have their own paragraphs), and tracked deletions."""
_WHITE = re.compile(r"(?:f[8-9a-f]){3}$", re.IGNORECASE)
_SMALLEST = 2
"""The font size in half points up to which letters are illegible."""
_RAISED_BY = 4
"""The minimum height above the line, in half points, of text that counts as a superscript."""
_DEEPEST_STYLE = 20
_TRACKED = tuple(f"{W}{name}" for name in ("ins", "del", "moveFrom", "moveTo"))

Properties = Mapping[str, str]


class RunFormatting:
    def __init__(self, document: Document, notes: Notes) -> None:
        self._notes = notes
        background = document.element.find(f"{W}background")
        self.paper_is_white = background is None or not _is_dark(background.get(f"{W}color", "auto"))
        self.hidden = 0
        """The number of hidden stretches found so far."""
        self._own: dict[str, Properties] = {}
        self._base: dict[str, str] = {}
        self._resolved: dict[str, Properties] = {}
        for style in document.styles.element.iter(f"{W}style"):
            name = style.get(f"{W}styleId", "")
            self._own[name] = {**_properties(style.find(f"{W}rPr")), **_shading(style.find(f"{W}pPr"))}
            base = style.find(f"{W}basedOn")
            if base is not None:
                self._base[name] = base.get(f"{W}val", "")

    def of(self, run: Any, paragraph: Any) -> Properties:
        """Return the properties of a run element within a paragraph element, by their names in the format."""
        direct = run.find(f"{W}rPr")
        character = direct.find(f"{W}rStyle") if direct is not None else None
        style = paragraph.find(f"{W}pPr/{W}pStyle")
        return {
            **(self._style(style.get(f"{W}val", "")) if style is not None else {}),
            **_shading(paragraph.find(f"{W}pPr")),
            **(self._style(character.get(f"{W}val", "")) if character is not None else {}),
            **_properties(direct),
        }

    def note_mark(self, reference: Any) -> str:
        """Return the mark that the page shows at a reference to a note."""
        return note_mark(self._notes.number(reference))

    def _style(self, name: str) -> Properties:
        if name not in self._resolved:
            chain = [name]
            while chain[-1] in self._base and len(chain) < _DEEPEST_STYLE:
                chain.append(self._base[chain[-1]])
            found: dict[str, str] = {}
            for style in reversed(chain):
                found |= self._own.get(style, {})
            self._resolved[name] = found
        return self._resolved[name]


def shown_nodes(paragraph: Any) -> Iterator[Any]:
    """Yield the elements of a paragraph that appear in its own lines, in order."""
    for child in paragraph:
        if child.tag not in _NOT_SHOWN_HERE:
            yield child
            yield from shown_nodes(child)


def text_boxes(paragraph: Any) -> Iterator[Any]:
    """Yield the paragraphs of the text boxes that are anchored in a paragraph."""
    for child in paragraph:
        if child.tag == f"{W}txbxContent":
            yield from child.iter(f"{W}p")
        elif child.tag != f"{MC}Fallback":
            yield from text_boxes(child)


def is_revised(block: Any) -> bool:
    """Return whether a paragraph or table element has tracked changes that are neither accepted nor rejected."""
    return next(block.iter(*_TRACKED), None) is not None


def is_hidden(properties: Properties, *, on_paper: bool) -> bool:
    """Return whether the run is hidden. `on_paper`: whether only the page is behind it, and no background of a table or
    drawing."""
    if _is_on(properties, "vanish") or 0 < _number(properties, "sz") <= _SMALLEST:
        return True
    ground = _is_dark(properties.get("shd", "auto")) or properties.get("highlight", "none") not in ("none", "white")
    return on_paper and not ground and _WHITE.match(properties.get("color", "")) is not None


def is_plain_table(table: Table) -> bool:
    """Return whether nothing in the table or its style has a background."""
    places = [table._tbl]
    style = table.style
    while style is not None and len(places) < _DEEPEST_STYLE:
        places.append(style.element)
        style = style.base_style
    return not any(_is_dark(shading.get(f"{W}fill", "auto")) for place in places for shading in place.iter(f"{W}shd"))


def _is_dark(fill: str) -> bool:
    return fill.lower() != "auto" and _WHITE.match(fill) is None


def formatted(text: str, properties: Properties, before: str) -> str:
    """Return the text of a run as the page shows it. `before`: the text before the run."""
    align = properties.get("vertAlign")
    if align == "superscript" or _number(properties, "position") >= _RAISED_BY:
        text = raised(text, before)
    elif align == "subscript" or _number(properties, "position") <= -_RAISED_BY:
        text = lowered(text, before)
    return struck(text) if _is_on(properties, "strike") or _is_on(properties, "dstrike") else text


def _properties(element: Any) -> Properties:
    if element is None:
        return {}
    found = {name: element.find(f"{W}{name}") for name in _READ}
    return {
        name: element.get(f"{W}fill" if name == "shd" else f"{W}val", "true")
        for name, element in found.items()
        if element is not None
    }


def _shading(paragraph_properties: Any) -> Properties:
    shading = None if paragraph_properties is None else paragraph_properties.find(f"{W}shd")
    return {} if shading is None else {"shd": shading.get(f"{W}fill", "auto")}


def _is_on(properties: Properties, name: str) -> bool:
    return properties.get(name, "0") not in _OFF


def _number(properties: Properties, name: str) -> int:
    value = properties.get(name, "0")
    return int(value) if value.lstrip("-").isdecimal() else 0
