"""How a quote is put on one line for a person, without a word of its own."""

from collections.abc import Sequence

from .evidence import Evidence


def readable(unit: Evidence) -> str:
    """The quote as a sentence of an answer: a table row cell by cell, other text with its line breaks taken out."""
    return row_reading(unit.row) if unit.row else " ".join(unit.span.quote.split())


def row_reading(row: Sequence[tuple[str, str]]) -> str:
    """A table row in the table's own words: “Grade: C; Working days: 27”."""
    return "; ".join(f"{name}: {value}" if name else value for name, value in row)
