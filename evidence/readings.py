"""How a quote is put on one line for a person, without a word of its own."""

import re
from collections.abc import Sequence

from .evidence import Evidence
from .table_units import unit_stated

_SIGN_APART = re.compile(r"(?<=[$€£¥(])\s+(?=[\d.—(])|(?<=[\d)])\s+(?=[%)])")
_UNIT_AT_END = re.compile(r"\s*\(([^()]+)\)$")
_FIGURE = re.compile(r"^[\s$€£¥(+\-–—−]*[\d—–-]")


def readable(unit: Evidence) -> str:
    """The quote as a sentence of an answer: a table row cell by cell, other text with its line breaks taken out."""
    return row_reading(unit.row) if unit.row else " ".join(unit.span.quote.split())


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


def _unit_apart(name: str) -> tuple[str, str]:
    match = _UNIT_AT_END.search(name)
    if match is None or not unit_stated(match[1]):
        return name, ""
    return name[: match.start()], match[1]
