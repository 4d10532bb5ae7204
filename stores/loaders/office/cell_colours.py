"""Finds the cells of a sheet that a person cannot read: letters in the colour of the cell, tiny letters, empty number
formats."""

import colorsys
import re
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from openpyxl.cell.cell import Cell
from openpyxl.styles.colors import COLOR_INDEX
from openpyxl.utils import range_boundaries
from openpyxl.xml.functions import fromstring

_SMALLEST = 1.5
"""The maximum font size in points of letters that are illegible."""
_LEAST_CONTRAST = 8
"""The minimum difference, of 255, between letters and their ground in one of the three colours."""
_UNSET = "00000000"
"""The colour that openpyxl gives to a fill without one."""
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_THEME_ORDER = ("lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6")
"""The names of a theme's colours in the order in which cells number them."""
_CONDITIONAL = re.compile(rb"<(?:\w+:)?conditionalFormatting\b[^>]*\bsqref=\"([^\"]*)\"")
_RANGE = re.compile(r"[A-Z]{1,3}[0-9]+(?::[A-Z]{1,3}[0-9]+)?")
_SHOWS_WHITE = re.compile(r"^\[white\][^;]*$", re.IGNORECASE)

RGB = tuple[int, int, int]


class Recoloured(NamedTuple):
    """The ranges of a sheet in which a conditional format or a table style may give cells another colour: the first
    column, first row, last column and last row of each."""

    ranges: tuple[tuple[int, int, int, int], ...]

    @classmethod
    def of(cls, part: bytes, tables: Iterable[bytes]) -> Self:
        """Return the ranges of cells whose colour the sheet or its tables set, read from their XML."""
        refs = [ref for match in _CONDITIONAL.finditer(part) for ref in match[1].decode("ascii", "replace").split()]
        for table in map(fromstring, tables):
            if any(str(child.tag).endswith("}tableStyleInfo") and child.get("name") for child in table):
                refs.append(table.get("ref", ""))
        return cls(tuple(range_boundaries(ref) for ref in refs if _RANGE.fullmatch(ref)))

    def holds(self, row: int, column: int) -> bool:
        return any(left <= column <= right and top <= row <= bottom for left, top, right, bottom in self.ranges)


class CellLook:
    """Finds unreadable cells. `theme`: the XML of the workbook's theme, or nothing."""

    def __init__(self, theme: bytes | str | None) -> None:
        self._theme = _theme_colours(theme)
        self._known: dict[tuple[int, bool], tuple[bool, bool]] = {}

    def is_unseen(self, cell: Cell, recoloured: Recoloured) -> bool:
        """Return whether the style of the cell shows none of its letters."""
        key = (cell._style_id, isinstance(cell.value, str))
        if key not in self._known:
            self._known[key] = (_is_blank(cell), self._has_colour_of_ground(cell))
        is_blank, has_colour_of_ground = self._known[key]
        return is_blank or (has_colour_of_ground and not recoloured.holds(cell.row, cell.column))

    def _has_colour_of_ground(self, cell: Cell) -> bool:
        form, fill = cell.number_format, cell.fill
        ground = _WHITE if fill.fill_type is None else self._colour(getattr(fill, "fgColor", None))
        if fill.fill_type not in (None, "solid") or ground is None:
            return False  # a pattern, or a colour that is not known
        is_white = _SHOWS_WHITE.match(form or "") and not isinstance(cell.value, str)
        colour = cell.font.color
        letters = _WHITE if is_white else self._colour(colour)
        if letters is None:
            if colour is not None and colour.type == "theme":
                return False  # a colour that is not known
            letters = _BLACK
        return all(abs(letter - behind) < _LEAST_CONTRAST for letter, behind in zip(letters, ground, strict=True))

    def _colour(self, colour: Any) -> RGB | None:
        if colour is None or colour.rgb == _UNSET:
            return None
        if colour.type == "rgb" and isinstance(colour.rgb, str):
            found = _of_hex(colour.rgb)
        elif colour.type == "indexed":
            found = _of_hex(COLOR_INDEX[colour.indexed]) if colour.indexed < len(COLOR_INDEX) else None
        elif colour.type == "theme" and colour.theme < len(self._theme):
            found = self._theme[colour.theme]
        else:
            found = None
        return _tinted(found, colour.tint or 0.0) if found else None


def _is_blank(cell: Cell) -> bool:
    """Return whether the cell has a number format that shows no value, also no text, or illegibly small letters."""
    form = cell.number_format
    is_empty = bool(form) and ";" in form and not form.replace(";", "").strip()
    return is_empty or (cell.font.sz or _SMALLEST + 1) <= _SMALLEST


def _of_hex(digits: str) -> RGB | None:
    if not re.fullmatch(r"[0-9A-Fa-f]{6,8}", digits):
        return None
    return int(digits[-6:-4], 16), int(digits[-4:-2], 16), int(digits[-2:], 16)


def _tinted(colour: RGB, tint: float) -> RGB:
    """Return the colour, made lighter (tint above 0) or darker."""
    hue, light, saturation = colorsys.rgb_to_hls(*(part / 255 for part in colour))
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    red, green, blue = colorsys.hls_to_rgb(hue, light, saturation)
    return round(red * 255), round(green * 255), round(blue * 255)


def _theme_colours(theme: bytes | str | None) -> list[RGB | None]:
    if not theme:
        return []
    found: dict[str, RGB | None] = {}
    for scheme in fromstring(theme).iter():
        if str(scheme.tag).endswith("}clrScheme"):
            for colour in scheme:
                digits = colour[0].get("lastClr", colour[0].get("val", "")) if len(colour) else ""
                found[str(colour.tag).rsplit("}", 1)[-1]] = _of_hex(digits)
    return [found.get(name) for name in _THEME_ORDER]
