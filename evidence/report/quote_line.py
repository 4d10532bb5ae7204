"""Writes a quote on one line for people, without adding words."""

import re
from collections.abc import Collection, Sequence
from itertools import combinations

from ..model.evidence import Evidence
from ..tables.cell_units import scaled_by
from ..tables.header_names import header_name, is_sentence
from ..tables.row_parts import FIGURE, NIL, bare_name, stated_unit
from .shown_part import answering_cell, answering_cells, tidied

_SIGN_APART = re.compile(r"(?<=[$€£¥(])\s+(?=[\d.—(])|(?<=[\d)])\s+(?=[%)])")
_YEAR = re.compile(r"(?:FY)?(?:19|20)\d\d$")
_FIGURE = re.compile(r"^[\s$€£¥(+\-–—−]*[\d—–-]")


def readable(unit: Evidence, asked: Sequence[str] = ()) -> str:
    """Return the quote as a sentence of an answer. A table row is written cell by cell, other text on one line without
    its clause number.

    `asked`: the asked words. In a row they select the cell that answers, and the figures after it are left out.

    Example: “4.1 Rent is due monthly; and” becomes “Rent is due monthly”.
    """
    if not unit.row:
        return tidied(unit.span.quote)
    return row_reading(answering_cells(unit.row, answering_cell(unit.row, unit.value, asked)))


def readable_cells(unit: Evidence, cells: Collection[int]) -> str:
    """Return the text of a table row: its first cell, its cells without a figure, and the figures at `cells`."""
    row = [cell for at, cell in enumerate(unit.row) if at in cells or at == 0 or not FIGURE.match(cell[1])]
    return row_reading(row)


def row_reading(row: Sequence[tuple[str, str]]) -> str:
    """Return a table row in the table's own words: “Grade: C; Working days: 27”.

    A row whose label has no column name of its own reads “Net sales — Year ended December 31, 2021: $10,765; 2020:
    $9,800 (in millions)”. Its parent rows come first (“Current assets: Inventories — …”). The common beginning of the
    column names appears once, and so does a name of several columns. The unit follows the last figure in that unit. A
    sentence that introduces the table is not part of a name.
    """
    parts: list[str] = []
    after_label, before, unit = False, "", ""
    for at, (full_name, value) in enumerate(row):
        name, shown = header_name(bare_name(full_name)), _SIGN_APART.sub("", value)
        own = _unit_beside(row, at) if at else ""
        if unit and own != unit:
            parts[-1] += f" ({unit})"
        unit = own
        is_label = not _FIGURE.match(value) and (not name or name.endswith(":") or bool(stated_unit(full_name)))
        repeated = name == before and len(name.split()) >= _LONG_NAME
        short = name if after_label or not parts else _without_repeated(name, before)
        silent = not name or repeated or (is_sentence(name) and is_sentence(value))
        part = shown if silent else f"{short.rstrip(':')}{'' if short.endswith('?') else ':'} {shown}"
        if after_label:
            parts[-1] += f" — {part}"
        else:
            parts.append(part)
        after_label, before = is_label, "" if is_label else name
    return "; ".join(parts) + (f" ({unit})" if unit else "")


def _unit_beside(row: Sequence[tuple[str, str]], at: int) -> str:
    """Return the unit that the table states for the figure, if neither its column nor its row shows it."""
    name, value = row[at]
    stated = scaled_by(row, (name, "0" if NIL.match(value) else value))
    shown = (header_name(bare_name(name)), *(text for _, text in row))
    return "" if any(stated in text for text in shown) else stated


def reads_row(text: str, row: Sequence[tuple[str, str]]) -> bool:
    """Return whether the text is a reading of the row: complete, for one of its cells, or without some of its
    figures.

    Example: `reads_row("Revenue — 2022: 5", [("", "Revenue"), ("2022", "5"), ("2023", "7")])` gives `True`.
    """
    if text == row_reading(row) or any(text == row_reading(answering_cells(row, at)) for at in range(len(row))):
        return True
    figures = [at for at, (_, value) in enumerate(row) if at and FIGURE.match(value)]
    stated = [at for at in figures if _SIGN_APART.sub("", row[at][1]) in text]
    if len(stated) > _MOST_FIGURES:
        return False
    some = (set(kept) for size in range(1, len(stated) + 1) for kept in combinations(stated, size))
    left_out = set(figures)
    return any(
        text == row_reading([cell for at, cell in enumerate(row) if at in kept or at not in left_out]) for kept in some
    )


_LONG_NAME = 8
"""The minimum number of words of a name of several columns that appears only once."""
_MOST_FIGURES = 8
"""The maximum number of figures in a row for which `reads_row` tries combinations."""


def _without_repeated(name: str, before: str) -> str:
    """Return the name without the words that it shares with the preceding name, if the rest begins with a year or a
    capital.

    Example: `_without_repeated("Year ended 2022", "Year ended 2023")` gives `"2022"`.
    """
    words, others = name.split(), before.split()
    shared = 0
    while shared < min(len(words), len(others)) - 1 and words[shared] == others[shared]:
        shared += 1
    while shared and _YEAR.match(words[shared]) and not _YEAR.match(others[shared]):
        shared -= 1  # "Price unit" before "Price 2025": "Price" appears only once
    while shared and not (
        _YEAR.match(words[shared]) or (words[shared][0].isupper() and _ends_apart(words[shared - 1]))
    ):
        shared -= 1
    return " ".join(words[shared:])


def _ends_apart(word: str) -> bool:
    """Return whether a phrase may end with this word: "Three Months Ended", "December 31,"."""
    return word.casefold() in {"ended", "ending"} or word.endswith(",")
