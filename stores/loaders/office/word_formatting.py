"""Finds the formatting of a run in Word. A run without its own has that of its character style, else that of its
paragraph's style."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from docx.document import Document
from docx.table import Table

from ....evidence.language.text_marks import struck
from ..raised import lowered, note_mark, raised
from .drawing_text import A
from .word_boxes import WPS, has_ground_behind_text
from .word_notes import Notes
from .word_numbers import W

MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_DRAWN = "drawn"
"""The name of the property of letters that a text effect draws."""
_EFFECTS = (_DRAWN, "outline", "shadow", "emboss", "imprint")
_READ = ("vanish", "strike", "dstrike", "vertAlign", "color", "sz", "position", "shd", "highlight", "w", *_EFFECTS[1:])
_PATTERN = "pattern"
"""Stands for the colour of a pattern, which is not known."""
_OFF = ("false", "0", "off", "none")
_NOT_SHOWN_HERE = {f"{MC}Fallback", f"{W}txbxContent", f"{W}moveFrom", f"{W}del"}
"""Elements that are skipped: fallback versions of drawings, text boxes (which have their own paragraphs), and tracked
deletions."""
_COLOUR = re.compile(r"[0-9a-f]{6}$", re.IGNORECASE)
_WHITE = "FFFFFF"
_LEAST_CONTRAST = 8
"""The minimum difference, of 255, between letters and their ground in one of the three colours."""
_HIGHLIGHTS = {
    "yellow": "FFFF00", "green": "00FF00", "cyan": "00FFFF", "magenta": "FF00FF", "blue": "0000FF", "red": "FF0000",
    "darkBlue": "000080", "darkCyan": "008080", "darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000",
    "darkYellow": "808000", "darkGray": "808080", "lightGray": "C0C0C0", "black": "000000", "white": _WHITE,
}  # fmt: skip
_SMALLEST = 3
"""The font size in half points up to which letters are illegible."""
_NARROWEST = 5
"""The width of letters, in hundredths of their usual width, up to which they are illegible."""
_RAISED_BY = 4
"""The minimum height above the line, in half points, of text that counts as a superscript."""
_DEEPEST_STYLE = 20
_TRACKED = tuple(f"{W}{name}" for name in ("ins", "del", "moveFrom", "moveTo"))

Properties = Mapping[str, str]


class RunFormatting:
    def __init__(self, document: Document, notes: Notes) -> None:
        self._notes = notes
        self.paper = _paper(document)
        """The colour of the page; None if it is not known."""
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
            **_without_clear(self._style(character.get(f"{W}val", "")) if character is not None else {}),
            **_without_clear(_properties(direct)),
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


def is_hidden(properties: Properties, ground: str | None) -> bool:
    """Return whether the run is hidden, is illegibly small, or has the colour of what is behind it. `ground`: the colour
    of the page, table cell or drawing in which the run is; None if it is not known."""
    if _is_on(properties, "vanish") or 0 < _number(properties, "sz") <= _SMALLEST:
        return True
    if 0 < _number(properties, "w") <= _NARROWEST:
        return True
    ground = _HIGHLIGHTS.get(properties.get("highlight", "none")) or _fill(properties.get("shd", "auto"), ground)
    colour = properties.get("color", "auto")
    if any(_is_on(properties, effect) for effect in _EFFECTS):
        return False
    if ground is None or not _COLOUR.match(colour):
        return False  # letters of an automatic colour always differ from their ground
    return all(abs(int(colour[at : at + 2], 16) - int(ground[at : at + 2], 16)) < _LEAST_CONTRAST for at in (0, 2, 4))


def ground_of_table(table: Table, around: str | None) -> str | None:
    """Return the colour behind the cells of a table; None if its style gives some of them a background."""
    properties = table._tbl.find(f"{W}tblPr")
    if properties is None:
        return around
    style, depth = table.style, 0
    while style is not None and depth < _DEEPEST_STYLE:
        if any(_shade(shading) not in ("auto", "") for shading in style.element.iter(f"{W}shd")):
            return None
        style, depth = style.base_style, depth + 1
    return _shaded(properties, around)


def ground_of_cell(cell: Any, around: str | None) -> str | None:
    """Return the colour behind the text of a table cell element."""
    return _shaded(cell.find(f"{W}tcPr"), around)


def ground_of_box(paragraph: Any) -> str | None:
    """Return the colour of the text box that a paragraph element is in; None if it has no fill, or one that is not
    known."""
    shape = next(paragraph.iterancestors(f"{WPS}wsp"), None)
    fill = None if shape is None else shape.find(f"{WPS}spPr/{A}solidFill/{A}srgbClr")
    return None if fill is None or len(fill) else _fill(fill.get("val", ""), None)


def _shaded(properties: Any, around: str | None) -> str | None:
    shading = None if properties is None else properties.find(f"{W}shd")
    return around if shading is None else _fill(_shade(shading), around)


def _shade(shading: Any) -> str:
    """Return the colour of a shading element; `_PATTERN` for a pattern of two colours."""
    pattern = shading.get(f"{W}val", "clear")
    if pattern == "solid":
        colour = str(shading.get(f"{W}color", "auto"))
        return "000000" if colour == "auto" else colour
    return str(shading.get(f"{W}fill", "auto")) if pattern in ("clear", "nil") else _PATTERN


def _paper(document: Document) -> str | None:
    """Return the colour behind the paragraphs; None if a drawing may stand behind them, or the background may not be
    displayed."""
    background = document.element.find(f"{W}background")
    if has_ground_behind_text(document):
        return None
    if background is None:
        return _WHITE
    is_displayed = document.settings.element.find(f"{W}displayBackgroundShape") is not None
    return _fill(background.get(f"{W}color", "auto"), _WHITE) if is_displayed else None


def _fill(fill: str, around: str | None) -> str | None:
    """Return the colour of a fill in front of the colour `around`; None if it is not known."""
    if fill.lower() in ("auto", ""):
        return around
    return fill if _COLOUR.match(fill) else None


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
        name: _shade(element) if name == "shd" else element.get(f"{W}val", "true")
        for name, element in found.items()
        if element is not None
    } | ({_DRAWN: "true"} if any(map(_draws_letters, element)) else {})


def _draws_letters(effect: Any) -> bool:
    """Return whether an element is a text effect that draws letters in another colour than their own."""
    name = str(effect.tag).removeprefix(W14)
    if name not in ("textOutline", "shadow", "glow", "textFill"):
        return False
    return effect.find(f"{W14}gradFill") is not None if name == "textFill" else effect.find(f"{W14}noFill") is None


def _without_clear(properties: Properties) -> Properties:
    """Return the properties of a run without a shading that has no colour, which shows that of the paragraph."""
    return {name: value for name, value in properties.items() if (name, value) != ("shd", "auto")}


def _shading(paragraph_properties: Any) -> Properties:
    shading = None if paragraph_properties is None else paragraph_properties.find(f"{W}shd")
    return {} if shading is None else {"shd": _shade(shading)}


def _is_on(properties: Properties, name: str) -> bool:
    return properties.get(name, "0") not in _OFF


def _number(properties: Properties, name: str) -> int:
    value = properties.get(name, "0")
    return int(value) if value.lstrip("-").isdecimal() else 0
