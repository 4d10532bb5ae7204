"""How a quote is put on one line for a person, without a word of its own."""

from collections.abc import Sequence

from .evidence import Evidence
from .tidying import answering_cell, telling_cells, tidied


def readable(unit: Evidence, asked: Sequence[str] = ()) -> str:
    """The quote as a sentence of an answer: a table row cell by cell, other text on one line, without the number of its clause.

    `asked`: words of what is asked; of a row, they tell the cell that answers, and figures after it are left out.
    """
    if not unit.row:
        return tidied(unit.span.quote)
    return row_reading(telling_cells(unit.row, answering_cell(unit.row, unit.value, asked)))


def row_reading(row: Sequence[tuple[str, str]]) -> str:
    """A table row in the table's own words: “Grade: C; Working days: 27”."""
    return "; ".join(f"{name}: {value}" if name else value for name, value in row)


def reads_row(text: str, row: Sequence[tuple[str, str]]) -> bool:
    """Whether the text is the row's own reading, whole or as told for one of its cells."""
    return text == row_reading(row) or any(text == row_reading(telling_cells(row, at)) for at in range(len(row)))
