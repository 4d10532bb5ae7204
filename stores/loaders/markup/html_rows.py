"""Orders the rows of an HTML table, and joins cells that belong together."""

import re
from collections.abc import Set

from bs4 import Tag

from ..canvas import SPAN_AT_MOST, TableCell

_SIGNS_BEFORE = {"$", "€", "£", "¥", "(", "$("}
_MINUS = {"-", "−"}
_GOES_ON = re.compile(r"[\d(.—–−-]")
_SIGNS_AFTER = {")", "%", ")%", "%)"}
_TAKES_SIGN = re.compile(r"\d\)?$")
_GROUPS = {"thead": 0, "tfoot": 2}


def rows_in_order(table: Tag) -> list[Tag]:
    """Return the rows as the page shows them: the head first and the foot last, wherever they are written."""
    return sorted(
        table.find_all("tr"), key=lambda row: _GROUPS.get(row.parent.name, 1) if row.parent is not None else 1
    )


def span(cell: Tag, name: str) -> int:
    value = cell.get(name)
    return max(1, min(int(value[:9]), SPAN_AT_MOST)) if isinstance(value, str) and value.isdecimal() else 1


def with_signs(row: list[TableCell], columns: Set[int]) -> list[TableCell]:
    """Return the row with currency signs and closing brackets joined to their figures, since filings put them in
    separate cells. `columns`: the columns with figures; a dash in one of them is a nil, not a minus."""
    joined: list[TableCell] = []
    for cell in row:
        before = joined[-1] if joined else None
        sign = before is not None and (
            before.text in _SIGNS_BEFORE or (before.text in _MINUS and before.column not in columns)
        )
        if sign and _GOES_ON.match(cell.text):
            cell.text, cell.column = joined[-1].text + cell.text, joined.pop().column
        elif joined and cell.text in _SIGNS_AFTER and _TAKES_SIGN.search(joined[-1].text):
            joined[-1].text += cell.text
            continue
        joined.append(cell)
    return joined


def without_spacers(rows: list[list[TableCell]]) -> list[list[TableCell]]:
    """Return the rows without empty rows and without columns that are empty in every row."""
    used = {cell.column for row in rows for cell in row if cell.text}
    kept = [[cell for cell in row if cell.column in used] for row in rows]
    return [row for row in kept if any(cell.text for cell in row)]
