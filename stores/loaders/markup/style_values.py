"""The values of style declarations, and which of them make an element invisible."""

import re
from collections.abc import Mapping
from functools import lru_cache

_KNOWN = frozenset(
    ("display", "visibility", "opacity", "font-size", "text-indent", "left", "top", "margin-left", "clip", "clip-path", "overflow",
     "max-height", "height", "width", "transform", "color", "background", "background-color", "background-image",
     "text-decoration", "text-decoration-line", "vertical-align")
)  # fmt: skip
_HIDING = _KNOWN - {"color", "background", "background-color", "background-image", "vertical-align"}
_DECLARATION = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")
_LENGTH = re.compile(r"(-?\d*\.?\d+)(px|pt|em|rem|%|vw|vh)?$")
_SMALLEST = {"": 1.0, "px": 1.0, "pt": 1.0, "em": 0.1, "rem": 0.1, "%": 10.0}
"""The largest font size, by unit, at which letters are illegible."""
_FAR_AWAY = -999.0
_NOTHING_CLIPPED_IN = re.compile(r"rect\((?:[01](?:px)?[,\s]*){4}\)|inset\((?:50|100)%|circle\(0", re.IGNORECASE)
_SCALED_AWAY = re.compile(r"scale[xy]?\(0[,)]")
_HIDDEN = re.compile(r"\shidden(?![\w-])")
_STYLE = re.compile(r"\sstyle\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


@lru_cache(maxsize=4_096)
def declared_values(body: str) -> Mapping[str, tuple[str, bool]]:
    values = {}
    for name, value in _DECLARATION.findall(body):
        if name in _KNOWN:
            bare = value.replace("!important", "")
            values[name] = (bare.strip(), bare != value)
    return values


def declares_hidden(attributes: str) -> bool:
    """Return whether the attributes of a start tag make its element invisible. `attributes`: as written."""
    lower = f" {attributes.lower()}"
    style = _STYLE.search(lower)
    values = declared_values(style[1] or style[2] or "") if style else {}
    return bool(_HIDDEN.search(lower) or hiding({name: value for name, (value, _) in values.items()}))


def hiding(values: Mapping[str, str]) -> frozenset[str]:
    """Return the properties whose values certainly make an element invisible."""
    if _HIDING.isdisjoint(values):
        return frozenset()
    found = set()
    if values.get("display") == "none":
        found.add("display")
    if values.get("visibility") in ("hidden", "collapse"):
        found.add("visibility")
    if (opacity := _number(values.get("opacity", ""))) and opacity[0] <= 0.01:
        found.add("opacity")
    size = _number(values.get("font-size", ""))
    if size and size[0] <= _SMALLEST.get(size[1], -1):
        found.add("font-size")
    for name in ("left", "top", "margin-left", "text-indent"):
        if (moved := _number(values.get(name, ""))) and moved[0] <= _FAR_AWAY:
            found.add(name)
    if any(_NOTHING_CLIPPED_IN.match(values.get(name, "")) for name in ("clip", "clip-path")):
        found |= {"clip", "clip-path"} & values.keys()
    if values.get("overflow") == "hidden":
        for name in ("max-height", "height", "width"):
            if (room := _number(values.get(name, ""))) and room[0] <= 1 and room[1] in ("", "px"):
                found.add(name)
    if _SCALED_AWAY.search(values.get("transform", "")):
        found.add("transform")
    return frozenset(found)


def _number(text: str) -> tuple[float, str] | None:
    match = _LENGTH.match(text)
    return (float(match[1]), match[2] or "") if match else None
