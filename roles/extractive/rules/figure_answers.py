"""Answers a question for figures from verified table rows: with cells, or with a calculation over them (SPEC EVI-9)."""

import re
from collections.abc import Iterable, Sequence

from ....evidence.calculation.calculation_builder import reckon
from ....evidence.calculation.calculations import Calculation, Refused
from ....evidence.model.evidence import Evidence
from ....evidence.model.frozen import Frozen
from ....evidence.model.subjects import PlanStep
from ....evidence.tables.figure_values import decimals_of
from ....evidence.tables.row_parts import TableRow
from .asked_figures import figures_asked
from .measure_answers import calculations, definition_of, line_asked, worked
from .operands import Operands, find_operands
from .table_answers import rows_of
from .table_lines import CitedCell, NoOperands

SHOWN_DECIMALS = 2
"""The number of decimals of averages, ratios and percentages. Sums and differences keep the decimals of their
figures."""
_LINE = re.compile(r"states [\w ]+ of the (?:balance sheet|income statement|cash flow)")


class FigureAnswer(Frozen):
    """The rows that answer a question for figures, and a calculation over them or the requested cells."""

    units: tuple[Evidence, ...]
    cells: tuple[CitedCell, ...] = ()
    """The cells of the rows, in the order of `units`. Empty for the lines of primary statements of a named measure."""
    calculation: Calculation | None = None
    """None if the question asks for the cells themselves."""
    of_statements: bool = False
    """Whether it is a named measure or an item of primary statements."""
    definition: str = ""
    """The definition of the calculated measure."""


def is_statement_line(unit: Evidence) -> bool:
    """Return whether the evidence is a row of a primary financial statement that its fact needs. The reason of its
    relevance states this."""
    return bool(unit.row) and _LINE.fullmatch(unit.relevance_reason) is not None


def measure_rows(units: Iterable[Evidence]) -> list[TableRow]:
    """Return the different rows of the primary statements in one report: the report with the most relevant row."""
    lines = {unit.evidence_id: unit for unit in units if is_statement_line(unit)}
    best = max(lines.values(), key=lambda unit: unit.relevance, default=None)
    return rows_of(unit for unit in lines.values() if best and unit.span.version_id == best.span.version_id)


def figure_answers(
    fact: PlanStep, question: str, units: Sequence[Evidence]
) -> tuple[FigureAnswer, ...] | NoOperands | None:
    """Return the answers of the rows to a fact: the cells or the calculation, and for a named measure one calculation
    for each year. Return the reason if there is no answer, and None if the fact asks for no figure.

    A named measure such as "quick ratio" and a statement item such as "net income" are answered only from lines of
    primary statements. `question`: the whole question.
    """
    by_id = {str(unit.evidence_id): unit for unit in units if unit.row}
    lines = measure_rows(by_id.values())
    measured = worked(fact.text, question, lines)
    results = calculations(fact.text, question, measured, by_id) if isinstance(measured, tuple) else measured
    if isinstance(results, tuple):
        definition = definition_of(fact.text, question)
        return tuple(
            FigureAnswer(units=used, calculation=made, of_statements=True, definition=definition)
            for made, used in results
        )
    line = results or line_asked(fact.text, question, lines)
    if isinstance(line, NoOperands):
        return line
    if line is not None:
        cell = CitedCell(key=line.key, index=line.at, column=line.column, text=line.text, label="")
        return (FigureAnswer(units=(by_id[line.key],), cells=(cell,), of_statements=True),)
    asked = figures_asked(fact)
    if asked is None:
        return None
    found = find_operands(asked, rows_of(by_id.values()))
    if isinstance(found, NoOperands):
        return found
    answer = FigureAnswer(units=tuple(by_id[cell.key] for cell in found.cells), cells=found.cells)
    if asked.operation is None:
        return (answer,)
    made = _calculated(found, answer.units)
    if isinstance(made, Refused):
        return NoOperands(reason=made.reason)
    return (answer.model_copy(update={"calculation": made}),)


def _calculated(found: Operands, units: Sequence[Evidence]) -> Calculation | Refused:
    figures = [(unit, cell.text) for unit, cell in zip(units, found.cells, strict=True)]
    assert found.operation is not None
    keeps_decimals = found.operation in ("sum", "difference")
    decimals = max(decimals_of(cell.text) for cell in found.cells) if keeps_decimals else SHOWN_DECIMALS
    return reckon(found.operation, None, figures, decimals=decimals)
