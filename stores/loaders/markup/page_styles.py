"""Finds how a page shows each element by its style sheets: hidden, covered, struck out, raised, and in which order.

No browser is used, so only what is certain counts: a rule for some screens only, or with a selector that is not fully
understood, may show an element but never hides one.
"""

import re
from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Literal

from bs4 import BeautifulSoup, Tag
from bs4.element import PageElement

from .cascade import Cascade, own_values
from .colours import BLACK, WHITE, Colour
from .letters import Letters, inherited
from .overlays import find_covers, find_watermarks, is_lifted, leaves_cover
from .style_sheets import StyleRule
from .style_values import BLOCKS, INHERITED, hiding, is_bold, is_box, is_italic

Visibility = Literal["shown", "folded", "hidden"]
"""Whether a person sees an element.

- `shown`: at once
- `folded`: after opening it
- `hidden`: never
"""
Look = Literal["shown", "unseen", "barred"]
"""How text looks.

- `shown`: like any text
- `unseen`: nothing is seen in its place
- `barred`: a dark bar is seen in its place, as in a redaction
"""

_PICTURES = ["canvas", "iframe", "img", "picture", "svg", "video"]
_NEVER_SHOWN = {"audio", "canvas", "meter", "progress", "video"}
"""Elements whose text is for browsers that do not know them."""
_FLEXIBLE = {"flex", "inline-flex", "grid", "inline-grid"}
_INLINE_BOXES = {"inline-block", "inline-table", "table-cell", *_FLEXIBLE}
_MOST_AROUND = 256
_MOST_INSIDE = 50
_FIRST_LINE = 1_000
"""The maximum number of characters that certainly fit into the first line of a paragraph that is indented far to the
left."""


class PageStyles:
    def __init__(self, soup: BeautifulSoup, rules: Sequence[StyleRule], characters: int) -> None:
        self._cascade = cascade = Cascade(soup, rules, characters)
        self._is_scripted = soup.find("script") is not None
        has_other_sheets = _has_other_sheets(soup)
        is_dark = any("dark" in value for value in cascade.all_values("color-scheme")) or _has_dark_scheme(soup)
        self._has_grounds = soup.find(_PICTURES) is not None or soup.find(bgcolor=True) is not None
        self._has_grounds |= any(map(cascade.all_values, ("background", "background-color", "background-image")))
        self._root = Letters(
            colour=None if is_dark else BLACK,
            ground=None if is_dark or has_other_sheets else WHITE,
            is_on_ground=not (self._has_grounds and _lays_boxes_under_text(cascade)),
        )
        self._controlled = {name for tag in soup.find_all(True, {"aria-controls": True}) for name in _names(tag)}
        """The ids of the elements that a control of the page opens."""
        self._seen: dict[int, Visibility] = {}
        self._letters: dict[int, Letters] = {}
        self._covered: dict[int, Colour | None] = {}
        moves = (
            any(map(cascade.all_values, ("position", "transform", "rotate")))
            or soup.find(style=True)
            or soup.find("svg")
        )
        self._covers = (
            find_covers(soup, cascade, is_scripted=self._is_scripted) if moves and not has_other_sheets else {}
        )
        self.watermarks: dict[int, dict[str, None]] = {}
        """The words printed across an element, by the id of that element."""
        self._printed_across: set[int] = set()
        for mark in find_watermarks(soup, cascade, self.letters) if moves else ():
            around = (mark.element, *islice(mark.element.parents, _MOST_AROUND))
            if all(self.visibility(tag) == "shown" for tag in around):
                self._printed_across.add(id(mark.element))
                words = self.watermarks.setdefault(id(mark.scope), {})
                words[mark.words] = None

    @property
    def is_exhausted(self) -> bool:
        return self._cascade.is_exhausted

    def is_watermark(self, tag: Tag) -> bool:
        return id(tag) in self._printed_across

    def visibility(self, tag: Tag) -> Visibility:
        """Return whether an element as a whole is shown. For properties that inner elements may override, use
        `is_unseen`."""
        if id(tag) not in self._seen:
            self._seen[id(tag)] = self._visibility(tag)
        return self._seen[id(tag)]

    def _visibility(self, tag: Tag) -> Visibility:
        own = self._cascade.of(tag)
        shows = own.values.get("display", "none") != "none" or "display" in own.unsure
        is_opened = self._is_scripted and tag.get("id") in self._controlled
        if tag.has_attr("hidden") and not shows:
            return "folded" if is_opened or tag["hidden"] == "until-found" else "hidden"
        if tag.name in _NEVER_SHOWN:
            return "hidden"
        is_boxed = is_box(tag.name, own.values)
        by_itself = hiding({name: value for name, (value, _) in own_values(tag).items()}, is_box=is_boxed)
        by = hiding(own.values, is_box=is_boxed) if own.values else by_itself
        if "text-indent" in by and not _is_one_line(tag):
            by -= {"text-indent"}
        if by & by_itself - INHERITED:
            fades_in = self._is_scripted and by == {"opacity"}
            return "folded" if is_opened or fades_in else "hidden"
        if by and not by & own.unsure:
            if (self._is_scripted and not by <= by_itself) or by & own.opened:
                return "folded"
            return "hidden" if by - INHERITED else "shown"
        if (tag.name == "dialog" and not tag.has_attr("open") and not shows) or (tag.has_attr("popover") and not shows):
            return "folded" if self._is_scripted or tag.has_attr("popover") else "hidden"
        return "folded" if self._is_scripted and id(tag) in self._covers else "shown"

    def letters(self, tag: Tag) -> Letters:
        """Return how the letters look that are in an element itself, and not in its inner elements."""
        for inner in _from_known(tag, self._letters):
            own, outer = self._cascade.of(inner), self._letters.get(id(inner.parent), self._root)
            is_folded = self.visibility(inner) == "folded"
            self._letters[id(inner)] = inherited(outer, inner, own, is_folded=is_folded, has_grounds=self._has_grounds)
        return self._letters[id(tag)]

    def weight(self, tag: Tag) -> tuple[bool | None, bool | None]:
        """Return whether an element makes its letters bold, and whether italic; None if it leaves this to the elements
        around it."""
        values = self._cascade.of(tag).values
        bold = True if tag.name in ("b", "strong") else is_bold(values)
        return bold, True if tag.name in ("i", "em") else is_italic(values)

    def look(self, tag: Tag) -> Look:
        """Return how text that stands directly in an element looks."""
        letters, cover = self.letters(tag), self._cover(tag)
        if cover is None and not letters.is_unseen:
            return "shown"
        bar = cover or (letters.ground if letters.has_ground_colour else None)
        return "unseen" if bar is None or bar.looks_like(WHITE) else "barred"

    def _cover(self, tag: Tag) -> Colour | None:
        """Return the colour of the box that covers the text of an element; None without one."""
        if self._is_scripted or not self._covers:
            return None
        for inner in _from_known(tag, self._covered):
            outer = self._covered.get(id(inner.parent))
            if outer is not None and leaves_cover(self._cascade.of(inner)):
                outer = None
            self._covered[id(inner)] = self._covers.get(id(inner), outer)
        return self._covered[id(tag)]

    def is_struck(self, tag: Tag) -> bool:
        values = self._cascade.of(tag).values
        decorated = (values.get(name, "") for name in ("text-decoration", "text-decoration-line"))
        return tag.name in ("s", "strike", "del") or any("line-through" in value for value in decorated)

    def script(self, tag: Tag) -> Literal["super", "sub"] | None:
        """Return whether the element's text is a superscript or a subscript."""
        align = self._cascade.of(tag).values.get("vertical-align")
        if tag.name == "sup" or align == "super":
            return "super"
        return "sub" if tag.name == "sub" or align == "sub" else None

    def is_reversed(self, tag: Tag) -> bool:
        """Return whether the letters of the element run from right to left, whatever they are."""
        values = self._cascade.of(tag).values
        if tag.name == "bdo":
            return tag.get("dir") == "rtl"
        return values.get("direction") == "rtl" and values.get("unicode-bidi") in ("bidi-override", "isolate-override")

    def separation(self, tag: Tag) -> Literal["line", "gap", None]:
        """Return what stands between the element and the text beside it."""
        values = self._cascade.of(tag).values
        display = values.get("display", "")
        if tag.name in BLOCKS or tag.name == "text":
            return "line"
        if tag.name == "rt":
            return "gap"
        if tag.name == "tspan":
            return "gap" if {"x", "y", "dx", "dy"} & tag.attrs.keys() else None
        is_item = tag.parent is not None and self._cascade.of(tag.parent).values.get("display") in _FLEXIBLE
        is_beside = is_item or is_lifted(values) or values.get("float") in ("left", "right")
        if is_box(tag.name, values) and display and display not in _INLINE_BOXES and not is_beside:
            return "line"
        is_spaced = any(name.startswith(("margin", "padding", "width", "min-width")) for name in values)
        if is_beside or display == "table-cell" or (display in _INLINE_BOXES and is_spaced):
            return "gap" if _is_longer(tag, 1) else None
        return None

    def list_style(self, item: Tag) -> str:
        """Return the list styles of a list item and of its list, from the nearest on."""
        styles = [self._cascade.of(tag).values for tag in (item, item.parent) if tag is not None]
        return " ".join(values.get(name, "") for values in styles for name in ("list-style-type", "list-style"))

    def children(self, tag: Tag) -> Iterator[PageElement]:
        """Yield the children of an element in the order in which the page shows them."""
        values = self._cascade.of(tag).values
        if values.get("display") not in _FLEXIBLE:
            return iter(tag.children)
        direction = values.get("flex-direction", values.get("flex-flow", "")).replace("wrap-reverse", "")
        ordered = sorted(tag.children, key=self._order)
        return iter(reversed(ordered) if "reverse" in direction else ordered)

    def _order(self, child: PageElement) -> int:
        value = self._cascade.of(child).values.get("order", "0") if isinstance(child, Tag) else "0"
        return int(value) if re.fullmatch(r"-?\d{1,8}", value, re.ASCII) else 0


def _has_other_sheets(soup: BeautifulSoup) -> bool:
    """Return whether the page has style sheets that are not in its file."""
    linked = soup.find("link", rel="stylesheet") is not None
    return linked or any("@import" in sheet.get_text() for sheet in soup.find_all("style"))


def _has_dark_scheme(soup: BeautifulSoup) -> bool:
    return any("dark" in str(meta.get("content")).lower() for meta in soup.find_all("meta", {"name": "color-scheme"}))


def _lays_boxes_under_text(cascade: Cascade) -> bool:
    """Return whether some box may be under text that is outside the box. This is so for a box with a lower stacking
    level, and for one with a negative margin below it, which moves the following text up."""
    below = ("margin-bottom", "margin-block", "margin-block-end")
    return (
        any(index.startswith("-") for index in cascade.all_values("z-index"))
        or any("-" in value for name in below for value in cascade.all_values(name))
        or any("-" in (value.split()[2:3] or value.split() or [""])[0] for value in cascade.all_values("margin"))
    )


def _names(tag: Tag) -> list[str]:
    return str(tag["aria-controls"]).split()


def _from_known(tag: Tag, known: Container[int]) -> list[Tag]:
    """Return the elements around a tag that are not known yet, from the outermost on, and the tag."""
    unknown: list[Tag] = []
    here: Tag | None = tag
    while here is not None and id(here) not in known:
        unknown.append(here)
        here = here.parent
    return unknown[::-1]


def _is_one_line(tag: Tag) -> bool:
    """Return whether the element has only one line. A further line would be indented like any other."""
    inside = list(islice(tag.descendants, _MOST_INSIDE + 1))
    names = {inner.name for inner in inside if isinstance(inner, Tag)}
    return len(inside) <= _MOST_INSIDE and not names & {"br", "li", "pre", *BLOCKS} and not _is_longer(tag, _FIRST_LINE)


def _is_longer(tag: Tag, characters: int) -> bool:
    """Return whether the text of an element is certainly longer, without its white space."""
    length = 0
    for piece in islice(tag.strings, _MOST_INSIDE):
        length += len(piece.strip())
        if length > characters:
            return True
    return False
