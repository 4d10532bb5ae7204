"""How a quote is put on one line for a person, without a word of its own."""

import re
from collections.abc import Sequence

from .evidence import Evidence
from .table_units import unit_stated
from .tidying import answering_cell, telling_cells, tidied

_SIGN_APART = re.compile(r"(?<=[$€£¥(])\s+(?=[\d.—(])|(?<=[\d)])\s+(?=[%)])")
_UNIT_AT_END = re.compile(r"\s*\(([^()]+)\)$")
_FIGURE = re.compile(r"^[\s$€£¥(+\-–—−]*[\d—–-]")


def readable(unit: Evidence, asked: Sequence[str] = ()) -> str:
    """The quote as a sentence of an answer: a table row cell by cell, other text on one line, without the number of its clause.

    `asked`: words of what is asked; of a row, they tell the cell that answers, and figures after it are left out.
    """
    if not unit.row:
        return tidied(unit.span.quote)
    return row_reading(telling_cells(unit.row, answering_cell(unit.row, unit.value, asked)))


def row_reading(row: Sequence[tuple[str, str]]) -> str:
    """A table row in the table's own words: “Grade: C; Working days: 27”.

    A row whose label has no column name of its own reads “Net sales — 2021: $10,765; 2020: $9,800 (in millions)”, with the rows it
    stands under before it: “Current assets: Inventories — 2021: $5”.
    """
    parts: list[str] = []
    unit, after_label = "", False
    for name, value in row:
        name, stated = _unit_apart(name)
        unit = unit or stated
        shown = _SIGN_APART.sub("", value)
        labels = not _FIGURE.match(value) and (not name or name.endswith(":") or bool(stated))
        part = f"{name.rstrip(':')}: {shown}" if name else shown
        if after_label and parts:
            parts[-1] += f" — {part}"
        else:
            parts.append(part)
        after_label = labels
    return "; ".join(parts) + (f" ({unit})" if unit else "")


def reads_row(text: str, row: Sequence[tuple[str, str]]) -> bool:
    """Whether the text is the row's own reading, whole or as told for one of its cells."""
    return text == row_reading(row) or any(text == row_reading(telling_cells(row, at)) for at in range(len(row)))


def _unit_apart(name: str) -> tuple[str, str]:
    match = _UNIT_AT_END.search(name)
    if match is None or not unit_stated(match[1]):
        return name, ""
    return name[: match.start()], match[1]
