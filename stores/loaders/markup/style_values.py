"""Parses the values of style declarations, and decides which of them make an element invisible."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

_KNOWN = frozenset(
    ("animation", "animation-name", "background", "background-clip", "background-color", "background-image", "border-radius", "box-shadow",
     "clip", "clip-path", "color", "color-scheme", "content-visibility", "direction", "display", "filter", "flex", "flex-direction",
     "flex-flow", "flex-grow", "float", "font", "font-size", "font-style", "font-weight", "grid-area", "grid-column", "grid-row", "height", "inset",
     "left", "list-style", "list-style-type", "margin", "margin-block", "margin-block-end", "margin-block-start", "margin-bottom", "margin-left",
     "margin-top", "mask", "mask-image", "max-height", "max-width", "min-height", "min-width", "mix-blend-mode", "opacity", "order",
     "overflow", "overflow-x", "overflow-y", "padding", "padding-bottom", "padding-left", "padding-right", "padding-top", "pointer-events",
     "position", "right", "top", "bottom", "rotate", "scale", "text-decoration", "text-decoration-line", "text-indent", "text-shadow",
     "transform", "translate", "unicode-bidi", "vertical-align", "visibility", "white-space", "width", "z-index", "zoom",
     "-webkit-background-clip", "-webkit-text-fill-color", "-webkit-text-stroke")
)  # fmt: skip
INHERITED = frozenset(("visibility", "font-size"))
"""Properties that can hide an element and that the elements inside may set differently."""
BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "form", "header", "hr", "html", "main", "ol", "p", "section", "summary", "table", "td", "th", "tr", "ul",
}  # fmt: skip
_BOXES = BLOCKS | {
    "li",
    "pre",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "tbody",
    "thead",
    "tfoot",
    "center",
    "nav",
    "dialog",
    "hgroup",
}
_DECLARATION = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")
_IMPORTANT = re.compile(r"!\s*important")
_LENGTH = re.compile(r"(-?\d*\.?\d+)(px|pt|em|rem|%|vw|vh)?$")
_SIZE = re.compile(r"(?<![\w.-])(\d*\.?\d+(?:px|pt|em|rem|%|vw|vh)|0)(?=\s*/|\s|$)")
_SMALLEST = {"": 1.0, "px": 1.0, "pt": 1.0, "em": 0.1, "rem": 0.1, "%": 10.0}
"""The largest font size, by unit, at which letters are illegible."""
_SMALLEST_ZOOM = 0.05
_FAR_AWAY = -999.0
_A_SCREEN_AWAY = -100.0
_NOTHING_CLIPPED_IN = re.compile(
    r"rect\((?:[01](?:px)?[,\s]*){4}\)|inset\((?:50%|[^()]*\b100%)|circle\(0|polygon\((?:0(?:px|%)?[,\s]*)+\)",
    re.IGNORECASE,
)
_BOLD = re.compile(r"(?<![\w.-])(?:bold(?:er)?|[6-9]00)(?![\w.%-])")
_ITALIC = re.compile(r"\b(?:italic|oblique)\b")
_SCALED_AWAY = re.compile(r"scale[xy]?\(0[,)]")
_MOVED_AWAY = re.compile(r"translate(?:3d|[xy])?\(\s*(?P<across>[^,()]+)(?:,\s*(?P<down>[^,()]+))?")
_TRANSPARENT = re.compile(r"opacity\((?:0|0?\.0+|0%)\)")
_ZERO = re.compile(r"(?:-?0[a-z%.]*\s*)+|none|auto|initial|unset")
_HIDDEN = re.compile(r"\shidden(?![\w-])")
_STYLE = re.compile(r"\sstyle\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


@lru_cache(maxsize=4_096)
def declared_values(body: str) -> Mapping[str, tuple[str, bool]]:
    """Return the value of each known property, and whether it is important. Shorthands set the properties that they
    stand for.

    Example: `declared_values("color: red !important")` gives `{"color": ("red", True)}`.
    """
    values = {}
    for name, value in _DECLARATION.findall(body):
        if name in _KNOWN:
            bare = _IMPORTANT.sub("", value)
            for part, own in _expanded(name, bare.strip()):
                values[part] = (own, bare != value)
    return values


def _expanded(name: str, value: str) -> Iterator[tuple[str, str]]:
    if name == "font":
        size = _SIZE.search(value)
        if size:
            yield "font-size", size[1]
        yield "font-weight", "bold" if _BOLD.search(value) else "normal"
        yield "font-style", "italic" if _ITALIC.search(value) else "normal"
    elif name == "inset":
        sides = value.split()
        for side, at in zip(("top", "right", "bottom", "left"), (0, 1, 2, 3), strict=True):
            yield (
                side,
                sides[at]
                if at < len(sides)
                else sides[at - 2 if at - 2 < len(sides) and at > 1 else 0]
                if sides
                else "",
            )
    elif name == "overflow":
        parts = value.split() or [""]
        yield from (("overflow-x", parts[0]), ("overflow-y", parts[-1]))
    else:
        yield name, value


def declares_hidden(name: str, attributes: str) -> bool:
    """Return whether the attributes of a start tag, as written, make its element invisible.

    Example: `declares_hidden("p", "hidden")` gives `True`, and `declares_hidden("p", "class=note")` gives `False`.
    """
    lower = f" {attributes.lower()}"
    style = _STYLE.search(lower)
    declared = declared_values(style[1] or style[2] or "") if style else {}
    values = {name: value for name, (value, _) in declared.items()}
    return bool(_HIDDEN.search(lower) or hiding(values, is_box=is_box(name, values)))


def is_box(name: str, values: Mapping[str, str]) -> bool:
    """Return whether the element has a box of its own, as inline text has not. Without a box, it has no height and is
    not moved.

    Example: `is_box("p", {})` gives `True`, and `is_box("span", {})` gives `False`.
    """
    display = values.get("display", "")
    if values.get("position") in ("absolute", "fixed") or values.get("float") in ("left", "right"):
        return True
    return display not in ("inline", "contents") if display else name in _BOXES


def is_pulled(values: Mapping[str, str]) -> bool:
    """Return whether a negative margin moves an element over the elements before it."""
    sides = ("margin", "margin-left", "margin-top", "margin-block", "margin-block-start")
    return any("-" in values.get(side, "") for side in sides)


def is_positioned(values: Mapping[str, str]) -> bool:
    return values.get("position") in ("absolute", "fixed", "relative", "sticky")


def hiding(values: Mapping[str, str], *, is_box: bool) -> frozenset[str]:
    """Return the properties whose values together certainly make an element invisible."""
    if not values:
        return frozenset()
    found = set()
    if values.get("display") == "none":
        found.add("display")
    if values.get("animation", values.get("animation-name", "none")) != "none":
        return frozenset(found)  # it may end with other values
    if values.get("visibility") in ("hidden", "collapse"):
        found.add("visibility")
    if (opacity := number(values.get("opacity", ""))) and opacity[0] <= 0.01:
        found.add("opacity")
    if _TRANSPARENT.search(values.get("filter", "")):
        found.add("filter")
    if (zoom := number(values.get("zoom", ""))) and 0 < zoom[0] / (100 if zoom[1] == "%" else 1) <= _SMALLEST_ZOOM:
        found.add("zoom")
    size = number(values.get("font-size", ""))
    if size and size[0] <= _SMALLEST.get(size[1], -1):
        found.add("font-size")
    is_lifted = values.get("position") in ("absolute", "fixed")
    if _NOTHING_CLIPPED_IN.match(values.get("clip-path", "")):
        found.add("clip-path")
    if is_lifted and _NOTHING_CLIPPED_IN.match(values.get("clip", "")):
        found |= {"clip", "position"}
    if is_positioned(values):
        found |= {name for name in ("left", "top") if _is_far(values.get(name, ""))}
        found |= {"right"} if is_lifted and "left" not in values and _is_far(values.get("right", "")) else set()
        found |= {"position"} if found & {"left", "top", "right"} else set()
    return frozenset(found | (_boxed_away(values) if is_box else set()))


def _boxed_away(values: Mapping[str, str]) -> set[str]:
    """Return the properties that leave no part of a box on the screen."""
    found = set()
    if values.get("content-visibility") == "hidden":
        found.add("content-visibility")
    if _is_far(values.get("margin-left", "")) and not _has(values, "padding", "padding-left"):
        found.add("margin-left")
    indent, nowrap = number(values.get("text-indent", "")), values.get("white-space") in ("nowrap", "pre")
    clipped = {side for side in "xy" if values.get(f"overflow-{side}") in ("hidden", "clip")}
    if _is_far(values.get("text-indent", "")):
        found.add("text-indent")
    elif indent and indent[0] >= 100 and indent[1] == "%" and nowrap and "x" in clipped:
        found |= {"text-indent", "white-space", "overflow-x"}
    for side, lengths, others in (
        ("y", ("height", "max-height"), ("min-height", "padding", "padding-top", "padding-bottom")),
        ("x", ("width", "max-width"), ("min-width", "padding", "padding-left", "padding-right")),
    ):
        for name in lengths if side in clipped and not _has(values, *others) else ():
            room = number(values.get(name, ""))
            grows = not name.startswith("max") and (_has(values, "flex", "flex-grow") or values.get("flex") == "auto")
            if room and room[0] <= 1 and room[1] in ("", "px") and not grows:
                found |= {name, f"overflow-{side}"}
    if _SCALED_AWAY.search(values.get("transform", "")) or values.get("scale", "").split() == ["0"]:
        found |= {"transform", "scale"} & values.keys()
    moved = _MOVED_AWAY.search(values.get("transform", ""))
    if moved and any(_is_far(part or "") for part in moved.groups()):
        found.add("transform")
    return found


def _is_far(value: str) -> bool:
    """Return whether a distance is beyond the left or upper edge of any screen.

    Example: `_is_far("-9999px")` gives `True`, and `_is_far("12px")` gives `False`.
    """
    moved = number(value.strip())
    return moved is not None and moved[0] <= (_A_SCREEN_AWAY if moved[1] in ("vw", "vh") else _FAR_AWAY)


def _has(values: Mapping[str, str], *names: str) -> bool:
    """Return whether one of the properties is set to anything but zero.

    Example: `_has({"top": "0"}, "top")` gives `False`, and `_has({"top": "4px"}, "top")` gives `True`.
    """
    return any(not _ZERO.fullmatch(values.get(name, "0")) for name in names)


def is_bold(values: Mapping[str, str]) -> bool | None:
    """Return whether the declared weight is bold; None if none is declared.

    Example: `is_bold({"font-weight": "700"})` gives `True`, and `is_bold({})` gives `None`.
    """
    return _BOLD.search(values["font-weight"]) is not None if "font-weight" in values else None


def is_italic(values: Mapping[str, str]) -> bool | None:
    """Return whether the declared style is italic; None if none is declared.

    Example: `is_italic({"font-style": "italic"})` gives `True`, and `is_italic({})` gives `None`.
    """
    return _ITALIC.search(values["font-style"]) is not None if "font-style" in values else None


def number(text: str) -> tuple[float, str] | None:
    """Return the number and the unit of a length; None for any other value.

    Example: `number("1.5em")` gives `(1.5, "em")`, and `number("auto")` gives `None`.
    """
    match = _LENGTH.match(text)
    return (float(match[1]), match[2] or "") if match else None
