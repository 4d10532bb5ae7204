"""Splits a table row into its label, its parent rows, and its figures with their columns."""

import re
from functools import lru_cache
from typing import NamedTuple

from ..language.words import content_stems
from ..model.frozen import Frozen
from ..values.asked_periods import GAP, asked_periods
from .table_units import unit_stated

FIGURE = re.compile(
    r"^[\s$€£¥(+\-–—−]*(?:(?:US|NT|RM|S|A|C|HK|R)?\$\s?\(?|USD|EUR|GBP|CHF)?\s?(?:\d|\.\d)|^[\s$€£¥(]*[—–−-][\s—–−%)-]*$"
)
"""A cell with a figure, or with a dash for zero."""
NIL = re.compile(r"^[\s$€£¥(]*[—–−-][\s—–−%)-]*$")
_MARK = re.compile(r"(?:\s*+(?:\(\d{1,2}\)|\([a-z]\)|\[\d{1,2}\]|\*++|†++|‡++|[¹²³⁴⁵⁶⁷⁸⁹]++))++\s*+$|\s*+\.++\s*+$")
"""A footnote mark or dots at the end of a label. The quantifiers of the pattern are possessive (no backtracking), since
thirty asterisks before a letter would otherwise take exponential time."""
_MARKS_AT_MOST = 400
"""The number of characters at the end of a label that are searched for marks."""
_UNIT_AT_END = re.compile(r"\s*\(([^()]+)\)\s*$")
_TOTAL = re.compile(r"^\W*(?:grand |sub-?)?totals?\b", re.IGNORECASE)


class TableRow(Frozen):
    """A row of a table. `key`: an id that the caller chooses, such as that of its evidence. `cells`: column name and
    text of each filled cell, label first, as `stores.documents.tables.row_cells` returns them. `above`: title, section
    and caption of the table.

    Example: the cells “Revenue”, “5” under “2022” and “7” under “2023”.
    """

    key: str
    document: str
    cells: tuple[tuple[str, str], ...]
    above: str = ""


class Figure(NamedTuple):
    at: int
    """The position of the cell in the row."""
    column: str
    text: str


class RowParts(NamedTuple):
    label: str
    heading: str
    """The labels of the parent rows."""
    figures: tuple[Figure, ...]
    unit: str
    """The unit that the table states for its figures; "" if it states none."""


@lru_cache(maxsize=65_536)
def parts_of(cells: tuple[tuple[str, str], ...]) -> RowParts:
    figures = [Figure(at, name, text) for at, (name, text) in enumerate(cells) if FIGURE.match(text)]
    words = [(at, name, text) for at, (name, text) in enumerate(cells) if not FIGURE.match(text)]
    if figures and figures[0].at == 0 and len(cells) > 1:
        first = figures.pop(0)  # the row's label is a year or a range of figures: "1-90 days"
        words.insert(0, (0, first.column, first.text))
    before = figures[0].at if figures else len(cells)
    label = " ".join(without_mark(text) for at, _, text in words if at < before)
    heading = " ".join(dict.fromkeys(bare_name(name).rstrip(" :") for _, name, _ in words if bare_name(name)))
    unit = next((stated for name, _ in cells if (stated := stated_unit(name))), "")
    return RowParts(label, heading, tuple(figures), unit)


def stated_unit(name: str) -> str:
    """Return the unit in brackets at the end of a name (“in millions, except per share data”), or "" if there is none."""
    match = _UNIT_AT_END.search(name)
    return match[1] if match and unit_stated(match[0].strip()) else ""


@lru_cache(maxsize=65_536)
def without_mark(text: str) -> str:
    """Return a label without the footnote marks at its end.

    Example: `without_mark("Net income (1)")` gives `"Net income"`.
    """
    text = text.strip()
    end = max(0, len(text) - _MARKS_AT_MOST)
    shorn = text[:end] + _MARK.sub("", text[end:])
    return shorn if re.search(r"\w", shorn) else text


def bare_name(name: str) -> str:
    """Return a column name without the unit in brackets at its end.

    Example: `bare_name("Revenue (in millions)")` gives `"Revenue"`.
    """
    match = _UNIT_AT_END.search(name)
    if match is None or not unit_stated(match[0].strip()):
        return name.strip()
    return name[: match.start()].strip()


def is_total(label: str) -> bool:
    return _TOTAL.match(label) is not None


def names_only_a_period(name: str) -> bool:
    """Return whether the row's name states only a period, such as “As of December 31, 2018:”."""
    periods, cut = asked_periods(name)
    left = set(content_stems(cut.replace(GAP, " ")))
    return bool(periods) and not left - _OF_TIME


_OF_TIME = frozenset(content_stems("years year ended ending end fiscal months quarter weeks period december balance"))
