"""Selects the rows among verified evidence from which code calculates named measures."""

import re
from collections.abc import Iterable, Sequence

from ....evidence.model.evidence import Evidence
from .measure_answers import MeasureRow, calculations, line_asked, worked
from .table_answers import rows_of
from .table_lines import NoOperands

_LINE = re.compile(r"states [\w ]+ of the (?:balance sheet|income statement|cash flow)")


def is_statement_line(unit: Evidence) -> bool:
    """Return whether the evidence is a row of a primary financial statement that its fact needs. The reason of its
    relevance states this."""
    return bool(unit.row) and _LINE.fullmatch(unit.relevance_reason) is not None


def measure_rows(units: Iterable[Evidence]) -> list[MeasureRow]:
    """Return the rows of primary financial statements among the evidence for one fact."""
    lines = [unit for unit in units if is_statement_line(unit)]
    return [MeasureRow(row, unit.relevance) for row, unit in zip(rows_of(lines), lines, strict=True)]


def measure_refused(asked: str, question: str, own: Sequence[Evidence]) -> NoOperands | None:
    """Return the reason why the measure or statement item that is asked for has no result. Return None if none is asked
    for, or if it has a result."""
    units = {str(unit.evidence_id): unit for unit in own if unit.row and not unit.premises_open}
    rows = measure_rows(units.values())
    found = worked(asked, question, rows)
    if found is None:
        line = line_asked(asked, question, rows)
        return line if isinstance(line, NoOperands) else None
    results = calculations(asked, question, found, units) if isinstance(found, tuple) else found
    return results if isinstance(results, NoOperands) else None
