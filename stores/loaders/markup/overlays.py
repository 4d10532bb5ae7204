"""Words and boxes that a page lays over its text: watermarks, and boxes that certainly cover all text of an element.

Without a browser, the place of a box is known only if it fills the element that it is positioned in. All other boxes
hide nothing.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag

from .cascade import Cascade, Style
from .colours import WHITE, Colour, colour_of
from .letters import Letters
from .style_values import is_positioned, is_pulled, number

_LONGEST = 60
"""The maximum number of characters of a watermark."""
_MOST_INSIDE = 20
"""The maximum number of elements inside a watermark."""
_LARGE_SLANTED = 26.0
_LARGE_LEVEL = 32.0
"""The minimum font size of a watermark in pixels, for slanted and for level words. Smaller slanted words are names of
chart axes."""
_ASKEW = 8.0
"""Degrees."""
_PALE = 64
"""The maximum difference of a channel (of 255) between pale letters and the background."""
_HALF = 0.5
_ROTATED = re.compile(r"rotate[z]?\(\s*(-?\d*\.?\d+)(deg|rad|turn|grad)?|matrix\(\s*(-?\d*\.?\d+)[,\s]+(-?\d*\.?\d+)")
_HEADING = re.compile("h[1-6]")
_DEGREES = {"deg": 1.0, "rad": 180 / math.pi, "turn": 360.0, "grad": 0.9}
_RESHAPED = (
    "transform", "translate", "scale", "rotate", "clip-path", "clip", "filter", "mask", "mask-image", "mix-blend-mode", "max-width", "max-height",
    "margin", "margin-top", "margin-left", "margin-bottom", "margin-block", "margin-block-start", "margin-block-end",
)  # fmt: skip
"""Properties that may leave some of the element visible although a box covers it."""
_MOST_ROUND = 8.0
"""The maximum radius in pixels of rounded corners that cut off no text."""
_AS_IS = ("none", "normal", "0", "0px")
_PLACE = frozenset(
    ("position", "top", "left", "right", "bottom", "width", "height", "display", "visibility", "opacity", "background",
     "background-color", "background-image", "z-index", "transform", "clip-path", *_RESHAPED)
)  # fmt: skip


LettersOf = Callable[[Tag], Letters]


class Watermark(NamedTuple):
    element: Tag
    words: str
    scope: Tag
    """The element whose text it is printed across."""


def find_watermarks(soup: BeautifulSoup, cascade: Cascade, letters: LettersOf) -> Iterator[Watermark]:
    """Yield the elements that are watermarks: short and large, and slanted, or laid over the page and pale."""
    found: set[int] = set()
    for tag in soup.find_all(True):
        own = cascade.of(tag)
        if not (is_lifted(own.values) or is_askew(own.values)) or (tag.parent is not None and id(tag.parent) in found):
            continue
        if not _leaves_its_place(tag, cascade):
            continue
        words = _short_text(tag)
        if not words or sum(map(str.isalpha, words)) < 2 or letters(tag).is_unseen:
            continue
        inside = [tag, *islice((inner for inner in tag.descendants if isinstance(inner, Tag)), _MOST_INSIDE + 1)]
        if len(inside) <= _MOST_INSIDE and _is_watermark(inside, cascade, letters):
            found.update(map(id, inside))
            yield Watermark(tag, words, _scope(tag, cascade, words))


def _leaves_its_place(tag: Tag, cascade: Cascade) -> bool:
    """Return whether an element may lie across the text around it. A heading that is only slanted does not: it has its
    own space on the page."""
    around = (cascade.of(outer).values for outer in (tag, *islice(tag.parents, _MOST_INSIDE)))
    return any(
        is_positioned(values) or "translate" in values.get("transform", "") or is_pulled(values) for values in around
    )


def _is_watermark(inside: list[Tag], cascade: Cascade, letters: LettersOf) -> bool:
    styles = [cascade.of(tag).values for tag in inside]
    size = max(letters(tag).size for tag in inside)
    if any(map(is_askew, styles)):
        return size >= _LARGE_SLANTED
    is_heading = any(_HEADING.fullmatch(tag.name) for tag in inside)
    is_behind = not is_heading and any(values.get("pointer-events") == "none" for values in styles)
    is_pale = any(_is_faint(values) for values in styles) or any(_looks_pale(letters(tag)) for tag in inside)
    return size >= _LARGE_LEVEL and (is_behind or is_pale)


def _is_faint(values: Mapping[str, str]) -> bool:
    opacity = number(values.get("opacity", ""))
    return opacity is not None and opacity[0] / (100 if opacity[1] == "%" else 1) <= _HALF


def _looks_pale(letters: Letters) -> bool:
    colour, ground = letters.colour, letters.ground
    if colour is None or ground is None:
        return False
    return colour.alpha <= _HALF or (not colour.looks_like(WHITE) and colour.distance(ground) <= _PALE)


def is_lifted(values: Mapping[str, str]) -> bool:
    return values.get("position") in ("absolute", "fixed")


def is_askew(values: Mapping[str, str]) -> bool:
    """Return whether an element is rotated by an angle that is not near a right angle.

    Example: `is_askew({"transform": "rotate(45deg)"})` gives `True`, and `is_askew({"transform": "rotate(90deg)"})`
    gives `False`.
    """
    for name in ("transform", "rotate"):
        value = values.get(name, "")
        match = _ROTATED.search(value if name == "transform" else f"rotate({value})")
        if match is None:
            continue
        if match[3]:
            degrees = math.degrees(math.atan2(float(match[4]), float(match[3])))
        else:
            degrees = float(match[1]) * _DEGREES[match[2] or "deg"]
        off = degrees % 90
        if min(off, 90 - off) > _ASKEW:
            return True
    return False


def _short_text(tag: Tag) -> str:
    """Return the text of an element on one line; "" if it is too long for a watermark."""
    pieces: list[str] = []
    length = 0
    for piece in islice(tag.strings, _MOST_INSIDE * 2):
        pieces.append(" ".join(piece.split()))
        length += len(pieces[-1])
        if length > _LONGEST:
            return ""
    return " ".join(filter(None, pieces))


def _scope(tag: Tag, cascade: Cascade, words: str) -> Tag:
    """Return the element across which the words are printed. It is the nearest element with other text in which they
    are positioned."""
    here = tag
    for parent in tag.parents:
        values = cascade.of(here).values
        if parent.parent is None or parent.name in ("body", "html", "[document]") or values.get("position") == "fixed":
            break
        if is_positioned(cascade.of(parent).values) or not is_lifted(values):
            if _short_text(parent) != words:
                return parent
            here = parent
    return _page(tag)


def _page(tag: Tag) -> Tag:
    """Return the outermost element around a tag: the body of the page if it has one."""
    outermost = tag
    for parent in tag.parents:
        if parent.name == "body":
            return parent
        outermost = parent
    return outermost


def find_covers(soup: BeautifulSoup, cascade: Cascade, *, is_scripted: bool) -> dict[int, Colour]:
    """Return the colours of the boxes that certainly cover an element, by the id of that element.

    Scripts remove boxes that cover a whole page, such as a start screen, so in a page with scripts these do not count.
    """
    found: dict[int, Colour] = {}
    holders: dict[int, Tag | None] = {}
    """The nearest positioned element around each element, or the page."""
    for tag in soup.find_all(True):
        own, parent = cascade.of(tag), tag.parent
        outer = holders.get(id(parent))
        holders[id(tag)] = tag if is_positioned(own.values) else outer
        if not is_lifted(own.values):
            continue
        colour = _covering(own)
        holder = _page(tag) if own.values["position"] == "fixed" else outer
        if colour is None or holder is None or (own.values["position"] == "fixed" and parent is not holder):
            continue
        if is_scripted and holder.name in ("body", "html"):
            continue
        if not _overflows(cascade.of(holder)) and "position" not in cascade.of(holder).unsure:
            found[id(holder)] = colour
    return found


def _covering(own: Style) -> Colour | None:
    """Return the colour of an opaque box that fills the element in which it is positioned. Return None for any other
    box."""
    values = own.values
    radius = number(values.get("border-radius", "0"))
    if (
        radius is None
        or radius[1] == "%"
        or radius[0] > _MOST_ROUND
        or _PLACE & (own.unsure | own.opened)
        or any(values.get(name, "none") not in _AS_IS for name in _RESHAPED)
        or _is_faint(values)
    ):
        return None
    if values.get("display") == "none" or values.get("visibility") in ("hidden", "collapse") or "animation" in values:
        return None
    if (
        values.get("z-index", "0").startswith("-")
        or (opacity := number(values.get("opacity", "1"))) is None
        or opacity[0] < 1
    ):
        return None
    across = _fills(values, ("left", "right"), "width", ("100%", "100vw"))
    down = _fills(values, ("top", "bottom"), "height", ("100%", "100vh"))
    grounds = [values[name] for name in ("background", "background-color") if name in values]
    colour = colour_of(grounds[-1]) if across and down and grounds and "background-image" not in values else None
    return colour if colour is not None and colour.alpha >= 1 else None


def _fills(values: Mapping[str, str], sides: tuple[str, str], size: str, whole: tuple[str, str]) -> bool:
    """Return whether a box reaches from one side of its element to the other."""
    first, last = (_is_zero(values, side) for side in sides)
    return first and (values[size] in whole if values.get(size, "auto") != "auto" else last)


def _is_zero(values: Mapping[str, str], name: str) -> bool:
    length = number(values.get(name, ""))
    return length is not None and length[0] == 0


def _overflows(own: Style) -> bool:
    """Return whether the text of an element may be larger than its box."""
    clips = own.values.get("overflow-y") in ("hidden", "clip")
    heights = {"height", "max-height"}
    return not clips and bool(heights & own.values.keys() or heights & own.unsure)


def leaves_cover(own: Style) -> bool:
    """Return whether an element may stand before or beside a box that covers the element around it."""
    values = own.values
    return (
        is_positioned(values)
        or "position" in own.unsure
        or values.get("float") in ("left", "right")
        or not {"opacity", "transform", "translate", "filter", "mix-blend-mode", "z-index"}.isdisjoint(values)
        or is_pulled(values)
    )
