"""Reads the styles of an OpenDocument file, and decides how they format or hide a stretch of text."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....evidence.language.text_marks import struck
from ..raised import lowered, raised

_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
OFFICE, STYLE, TEXT, TABLE, DRAW, PRESENTATION, SVG, FO = (
    _NAMESPACE % name
    for name in ("office", "style", "text", "table", "drawing", "presentation", "svg-compatible", "xsl-fo-compatible")
)
DC = "{http://purl.org/dc/elements/1.1/}"
OFFICE_EXTENDED = "{http://openoffice.org/2009/office}"
"""The XML namespace of LibreOffice's extensions of the standard."""
_DEEPEST_STYLE = 20
_WHITE = re.compile(r"#(?:f[8-9a-f]){3}$", re.IGNORECASE)
_LENGTH = re.compile(r"(-?\d*\.?\d+)(cm|mm|in|pt|pc|px)")
_POINTS = {"cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72.0, "pt": 1.0, "pc": 12.0, "px": 0.75}
_SMALLEST = 1.0
"""The font size in points up to which letters are illegible."""

Properties = Mapping[str, str]
"""The attributes of a style and its ancestors, by qualified name."""


class Styles:
    """The styles of a file. `sources`: its parts with styles, the most general first."""

    def __init__(self, *sources: Any) -> None:
        self._elements: dict[tuple[str, str], Any] = {}
        self._resolved: dict[tuple[str, str], Properties] = {}
        for source in sources:
            for element in source.iter(f"{STYLE}style", f"{STYLE}default-style") if source is not None else ():
                key = (element.get(f"{STYLE}family", ""), element.get(f"{STYLE}name", ""))
                self._elements[key] = element

    def of(self, family: str, name: str | None) -> Properties:
        """Return the properties of a style, with what it inherits."""
        key = (family, name or "")
        if key not in self._resolved:
            found: dict[str, str] = {}
            for element in reversed([*self._chain(family, key[1])]):
                found.update(element.attrib)
                for properties in element:
                    if str(properties.tag).endswith("-properties"):
                        found.update(properties.attrib)
            self._resolved[key] = found
        return self._resolved[key]

    def names(self, family: str, name: str | None) -> list[str]:
        """Return the names of a style and its ancestors, without the default style."""
        return [element.get(f"{STYLE}name", "") for element in self._chain(family, name or "")][:-1]

    def _chain(self, family: str, name: str) -> Iterator[Any]:
        for _ in range(_DEEPEST_STYLE):
            element = self._elements.get((family, name))
            if element is None:
                break
            yield element
            if not name:
                return
            name = element.get(f"{STYLE}parent-style-name", "")
        if (family, "") in self._elements and name:
            yield self._elements[family, ""]


def points(length: str | None) -> float | None:
    """Return a length in points; None for a length that is relative or missing.

    Example: `points("1in")` gives `72.0`, and `points("50%")` gives `None`.
    """
    match = _LENGTH.fullmatch(length or "")
    return float(match[1]) * _POINTS[match[2]] if match else None


def is_hidden(properties: Properties, *, on_paper: bool) -> bool:
    """Return whether a run is hidden. `on_paper`: whether only a white page is behind the run and its paragraph."""
    size = points(properties.get(f"{FO}font-size"))
    if properties.get(f"{TEXT}display") == "none" or (size is not None and size <= _SMALLEST):
        return True
    is_drawn = properties.get(f"{STYLE}text-outline") == "true" or properties.get(f"{FO}text-shadow", "none") != "none"
    return on_paper and not is_drawn and is_white(properties.get(f"{FO}color", "")) and not has_ground(properties)


def has_ground(properties: Properties) -> bool:
    """Return whether a style has a background other than white."""
    if properties.get(f"{DRAW}fill", "none") not in ("none", "solid"):
        return True  # a gradient or a picture
    colour = properties.get(f"{FO}background-color", "transparent")
    return colour != "transparent" and not is_white(colour)


def is_white(colour: str) -> bool:
    return _WHITE.match(colour) is not None


def formatted(text: str, properties: Properties, before: str) -> str:
    """Return the text of a run as the page shows it. `before`: the text before the run."""
    position = properties.get(f"{STYLE}text-position", "0%").split()[0]
    if position == "sub" or position.startswith("-"):
        text = lowered(text, before)
    elif position == "super" or position.rstrip("%") not in ("", "0"):
        text = raised(text, before)
    line = properties.get(f"{STYLE}text-line-through-style")
    kind = properties.get(f"{STYLE}text-line-through-type")
    is_struck = (line or kind) is not None and "none" not in (line, kind)  # either may be left out
    return struck(text) if is_struck else text
