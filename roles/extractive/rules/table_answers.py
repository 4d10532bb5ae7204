"""Answers a question for figures from cited table rows: with cells, or with a calculation over them (SPEC EVI-9)."""

from collections.abc import Iterable, Sequence

from ....evidence.calculation.calculation_builder import reckon
from ....evidence.calculation.calculations import Calculation, Refused
from ....evidence.model.evidence import Evidence
from ....evidence.model.frozen import Frozen
from ....evidence.model.subjects import PlanStep
from ....evidence.tables.figure_values import decimals_of
from ....evidence.tables.row_parts import TableRow, parts_of
from .asked_figures import figures_asked
from .label_match import NEEDED, label_match
from .operands import Operands, find_operands
from .table_lines import CitedCell, NoOperands

SHOWN_DECIMALS = 2
"""The number of decimals of averages, ratios and percentages. Sums and differences keep the decimals of their
figures."""


class TableAnswer(Frozen):
    """The cells that answer a question. `calculation`: the calculation over these cells; None if the question asks for
    the figures themselves."""

    cells: tuple[CitedCell, ...]
    units: tuple[Evidence, ...]
    """The evidence for each cell, in the order of `cells`."""
    calculation: Calculation | None


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


def answer_from_rows(fact: PlanStep, units: Sequence[Evidence]) -> TableAnswer | NoOperands | None:
    """Return the answer of the rows to a part of a question, or the reason why they give none. Return None if the part
    asks for no figures."""
    asked = figures_asked(fact)
    if asked is None:
        return None
    found = find_operands(asked, rows_of(units))
    if isinstance(found, NoOperands):
        return found
    by_id = {unit.evidence_id: unit for unit in units}
    own = tuple(by_id[cell.key] for cell in found.cells if cell.key in by_id)  # type: ignore[index]
    if asked.operation is None:
        return TableAnswer(cells=found.cells, units=own, calculation=None)
    worked = _worked(found, own)
    if isinstance(worked, Refused):
        return NoOperands(reason=worked.reason)
    return TableAnswer(cells=found.cells, units=own, calculation=worked)


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


def _worked(found: Operands, units: Sequence[Evidence]) -> Calculation | Refused:
    figures = [(unit, cell.text) for unit, cell in zip(units, found.cells, strict=True)]
    operation = found.operation
    assert operation is not None
    if operation in ("sum", "difference"):
        decimals = max(decimals_of(cell.text) for cell in found.cells)
    else:
        decimals = SHOWN_DECIMALS
    return reckon(operation, None, figures, decimals=decimals)
