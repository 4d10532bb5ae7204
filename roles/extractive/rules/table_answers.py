"""Gives the table rows among evidence, and compares a row with the figures that a question asks for."""

from collections.abc import Iterable

from ....evidence.model.evidence import Evidence
from ....evidence.model.subjects import PlanStep
from ....evidence.tables.row_parts import TableRow, parts_of
from .asked_figures import figures_asked
from .label_match import NEEDED, label_match


def rows_of(units: Iterable[Evidence]) -> list[TableRow]:
    """Return the table rows among the evidence. The key of a row is the id of its evidence."""
    return [
        TableRow(
            key=unit.evidence_id,
            document=unit.span.version_id,
            cells=unit.row,
            above=above(unit.source.title, unit.span.place.section),
        )
        for unit in units
        if unit.row
    ]


def above(title: str, section: str | None) -> str:
    """Return the title of the document and the section of a table, as one text. Questions are compared with it as well
    as with the rows.

    Example: `above("Annual report", "Income statement")` gives `"Annual report Income statement"`.
    """
    return f"{title} {section or ''}".strip()


def row_relevance(fact: PlanStep, row: tuple[tuple[str, str], ...], over: str) -> float:
    """Return the relevance of a row, 0 to 1, by its label and by the text above it (`over`). It is 0 for a row about
    something else, and for a question that asks for no figure."""
    asked = figures_asked(fact)
    parts = parts_of(row)
    if asked is None or not parts.figures:
        return 0.0
    matches = [
        label_match(thing, parts.label, parts.heading, column, over)
        for thing in asked.things
        for column in dict.fromkeys(figure.column for figure in parts.figures)
    ]
    return max((match.recall for match in matches if match.recall >= NEEDED), default=0.0)


def calculates(fact: PlanStep) -> bool:
    """Return whether the fact asks for a calculation."""
    asked = figures_asked(fact)
    return asked is not None and asked.operation is not None
