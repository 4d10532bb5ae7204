"""Decides how the letters of an element look: whether they are visible, their size, their colour, and the colour behind
them. Elements inherit this from the elements around them."""

from collections.abc import Mapping
from typing import NamedTuple

from bs4 import Tag

from .cascade import Style
from .colours import BLACK, WHITE, Colour, colour_of
from .style_values import is_positioned, is_pulled, number

_INHERITED = frozenset(
    ("visibility", "font-size", "color", "-webkit-text-fill-color", "background", "background-color", "background-image", "position", "float",
     "text-shadow", "background-clip", "-webkit-background-clip", "-webkit-text-stroke", "margin", "margin-block", "margin-block-start",
     "margin-left", "margin-top", "fill", "z-index", "transform", "translate", "opacity", "box-shadow", "mix-blend-mode", "filter", "grid-area",
     "grid-column", "grid-row")
)  # fmt: skip
_DRAWING = frozenset(
    (
        "text-shadow",
        "background-clip",
        "-webkit-background-clip",
        "-webkit-text-stroke",
        "fill",
        "mix-blend-mode",
        "filter",
    )
)
"""Properties that may draw letters in another colour than their own."""
_ILLEGIBLE = 1.6
"""The font size in pixels up to which letters are illegible."""
_PIXELS = {"px": 1.0, "pt": 4 / 3, "rem": 16.0, "vw": 12.8, "vh": 8.0}
"""The length of each CSS unit in pixels. The window is assumed to have 1280 by 800 pixels."""
_NAMED_SIZES = {"small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0}
_HEADINGS = {"h1": 2.0, "h2": 1.5}
_OWN_COLOURS = {"a", "mark", "button", "input", "select", "textarea"}
"""Elements that a browser colours itself."""
_SPECIAL = {"body", "font", *_HEADINGS, *_OWN_COLOURS}
_KEPT = ("inherit", "unset", "currentcolor")
_NO_GROUND = ("none", "inherit", "initial", "unset", "0", "0 0")


class Letters(NamedTuple):
    is_visible: bool = True
    size: float = 16.0
    """The font size in pixels."""
    colour: Colour | None = BLACK
    """None if it is not known."""
    ground: Colour | None = WHITE
    """The colour of the nearest background of the elements around; None if it is not known, or a picture."""
    is_on_ground: bool = True
    """Whether the letters certainly stand on that background."""
    has_outline: bool = False
    """Whether shadows, strokes, patterns or filters may draw the letters."""

    @property
    def is_unseen(self) -> bool:
        return not self.is_visible or self.size <= _ILLEGIBLE or self.has_ground_colour

    @property
    def has_ground_colour(self) -> bool:
        """Return whether the letters are certainly invisible: they are transparent, or have the colour of their
        background."""
        if self.colour is None or self.has_outline:
            return False
        return self.colour.alpha <= 0.02 or (
            self.is_on_ground and self.ground is not None and self.colour.looks_like(self.ground)
        )


def inherited(outer: Letters, tag: Tag, own: Style, *, is_folded: bool, has_grounds: bool) -> Letters:
    """Return how the letters of an element look, from those around it. `is_folded`: the page shows a hidden element
    later. `has_grounds`: the page has pictures or coloured boxes, which may lie behind a positioned element."""
    values = own.values
    is_special = tag.name in _SPECIAL or tag.has_attr("bgcolor") or tag.has_attr("background")
    if not is_special and _INHERITED.isdisjoint(values) and _INHERITED.isdisjoint(own.unsure):
        return outer
    return Letters(
        is_visible=_visible(outer.is_visible, own, is_folded=is_folded),
        size=outer.size if is_folded else _size(outer.size, tag, own),
        colour=_colour(outer.colour, tag, own),
        ground=_ground(outer.ground, tag, own),
        is_on_ground=outer.is_on_ground and not (has_grounds and _is_moved(values)),
        has_outline=outer.has_outline or not _DRAWING.isdisjoint(values) or not _DRAWING.isdisjoint(own.unsure),
    )


def _visible(outer: bool, own: Style, *, is_folded: bool) -> bool:
    value = own.values.get("visibility")
    if value is None or value in _KEPT or is_folded:
        return outer
    return value not in ("hidden", "collapse") or "visibility" in own.unsure


def _size(outer: float, tag: Tag, own: Style) -> float:
    value = own.values.get("font-size", "")
    size = font_size(value, outer) if value else outer * _HEADINGS.get(tag.name, 1.0)
    return max(outer, 16.0) if size <= _ILLEGIBLE and "font-size" in own.unsure else size


def font_size(value: str, outer: float) -> float:
    """Return a font size in pixels. `outer`: that of the element around.

    Example: `font_size("1.5em", 16)` gives `24.0`, and `font_size("12px", 16)` gives `12.0`.
    """
    if value in _NAMED_SIZES:
        return _NAMED_SIZES[value]
    length = number(value)
    if length is None:
        within = [
            found for part in value.replace("(", ",").replace(")", ",").split(",") if (found := number(part.strip()))
        ]
        return min((font_size(f"{size}{unit}", outer) for size, unit in within if size and unit), default=outer)
    size, unit = length
    if unit in ("em", "%"):
        return outer * size / (100 if unit == "%" else 1)
    return size * _PIXELS.get(unit, 0.0 if not size else 1.0)


def _colour(outer: Colour | None, tag: Tag, own: Style) -> Colour | None:
    value = own.values.get("-webkit-text-fill-color", own.values.get("color"))
    if {"color", "-webkit-text-fill-color"} & own.unsure:
        return None
    if value is not None:
        return outer if value in _KEPT else colour_of(value)
    if tag.name == "font" and isinstance(attribute := tag.get("color"), str):
        return colour_of(attribute.lower())
    if tag.name == "body" and isinstance(attribute := tag.get("text"), str):
        return colour_of(attribute.lower())
    is_link = tag.name == "a" and tag.has_attr("href")
    return None if is_link or (tag.name in _OWN_COLOURS and tag.name != "a") else outer


def _ground(outer: Colour | None, tag: Tag, own: Style) -> Colour | None:
    if {"background", "background-color", "background-image"} & own.unsure or tag.has_attr("background"):
        return None
    if "inset" in own.values.get("box-shadow", ""):
        return None  # it is drawn over the background
    ground = outer
    if isinstance(attribute := tag.get("bgcolor"), str):
        ground = colour_of(attribute.lower())
    if tag.name == "mark":
        ground = None
    for name in ("background", "background-color", "background-image"):
        value = own.values.get(name)
        if value is not None and value not in _NO_GROUND:
            colour = colour_of(value) if name != "background-image" else None
            if colour is None or 0 < colour.alpha < 1:
                return None
            ground = colour if colour.alpha else ground
    return ground


def _is_moved(values: Mapping[str, str]) -> bool:
    """Return whether an element may be in front of another background than that of the elements around it."""
    return (
        is_positioned(values)
        or values.get("float") in ("left", "right")
        or not {"transform", "translate", "grid-area", "grid-column", "grid-row"}.isdisjoint(values)
        or is_pulled(values)
    )
