"""Gives the table rows among evidence, and compares a row with the figures that a question asks for."""

from collections.abc import Iterable

from ....evidence.model.evidence import Evidence
from ....evidence.model.subjects import PlanStep
from ....evidence.tables.row_parts import TableRow
from .asked_figures import figures_asked
from .table_lines import fits_of


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


def states_what_is_measured(fact: PlanStep, row: tuple[tuple[str, str], ...], over: str) -> bool:
    """Return whether a row, with the text above it (`over`), contains all words for a thing whose figures are asked
    for. False for a question that asks for no figure."""
    asked = figures_asked(fact)
    of_row = TableRow(key="", document="", cells=row, above=over)
    return asked is not None and any(fits_of(thing, (), [of_row], every=True) for thing in asked.things)


def calculates(fact: PlanStep) -> bool:
    """Return whether the fact asks for a calculation."""
    asked = figures_asked(fact)
    return asked is not None and asked.operation is not None
