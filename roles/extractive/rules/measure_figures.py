"""Finds the figure of a financial statement item for a year, in cited rows. Each figure needs one row and one column;
otherwise the reason is given."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from ....evidence.tables.figure_values import value_of
from ....evidence.tables.line_items import LineItem
from ....evidence.tables.row_parts import TableRow, parts_of
from ....evidence.tables.table_cells import cell_for
from ....evidence.values.periods import Period, periods_in
from .table_lines import NoOperands

_QUARTERLY = re.compile(r"\b10-?Q\b|\bquarterly\b|\binterim\b|\bhalf[- ]year", re.IGNORECASE)
_PER_SHARE = re.compile(r"\bper\b.*\bshare|\bshares\b", re.IGNORECASE)
_COUNTS_SHARES = re.compile(r"(?:(?!\bper\b).)*\bshares\b", re.IGNORECASE)
"""Matches “Shares used in computing earnings per share”, and not “Earnings per share of common shares”."""
_NO_CASH = re.compile(r"\bnon-?\s?cash\b(?!.*\badjust)", re.IGNORECASE)
"""The heading of disclosures beside a cash flow statement. “Adjustments for non-cash items” are part of it."""
_EXPENSE_IN_BRACKETS = re.compile(
    r"\((?:expense|provision|charge)\)|\bbenefit\s*/?\s*\((?:expense|provision)", re.IGNORECASE
)
_BENEFIT_IN_BRACKETS = re.compile(r"\((?:benefit|credit|income)\)", re.IGNORECASE)
_FIRST_MONTHS = 2
"""The number of months at the start of a year in which a company may still end its fiscal year of the year before.
Companies differ in this."""


class LineFigure(NamedTuple):
    """A cell with the figure of a statement item. `key` identifies its row, and `at` is its position in the row.
    `less`: whether the formula needs the figure with the opposite sign."""

    key: str
    text: str
    column: str
    at: int
    less: bool


def line_figures(line: LineItem, year: int, rows: Sequence[TableRow]) -> tuple[LineFigure, ...] | NoOperands:
    """Return the cells of the statement item for the year, or the reason why there are none. There are several cells
    only if the item is the sum of several rows. `rows` are all of one document."""
    name = line.name.replace("_", " ")
    own = _rows_of(line, rows)
    if not own:
        return NoOperands(reason=f"no row of the statements is {name}")
    figures: dict[str, list[LineFigure]] = {}
    for row in own:
        if _QUARTERLY.search(row.above):
            return NoOperands(reason=f"{name} is only in a quarterly report, and the question asks about a year")
        found = _cell(line, year, row)
        if isinstance(found, NoOperands):
            return found
        figures.setdefault(parts_of(row.cells).label.casefold(), []).append(found)
    distinct = [{value_of(figure.text) for figure in same} for same in figures.values()]
    if any(len(values) > 1 for values in distinct) or (len(figures) > 1 and not line.several):
        if len({value for values in distinct for value in values}) > 1:
            labels = " and ".join(f"“{parts_of(row.cells).label}”" for row in own[:3])
            return NoOperands(reason=f"several rows may be {name}: {labels}", ambiguous=True)
        return (next(iter(figures.values()))[0],)
    return tuple(same[0] for same in figures.values())


def _rows_of(line: LineItem, rows: Sequence[TableRow]) -> list[TableRow]:
    """Return the rows whose label matches the statement item best. If the item is the sum of several rows, return all
    that match."""
    labelled = [
        (rank, row)
        for row in rows
        if (rank := line.rank(parts_of(row.cells).label)) is not None
        and not _is_other(line, parts_of(row.cells).heading)
    ]
    best = min((rank for rank, _ in labelled), default=0)
    return [row for rank, row in labelled if line.several or rank == best]


def _is_other(line: LineItem, heading: str) -> bool:
    """Return whether the heading of a row shows that its figures are not those of the statement item. They count
    shares, are per share although the item is not, or are of disclosures without cash flow."""
    if "eps" in line.name:
        return _COUNTS_SHARES.match(heading) is not None
    return _PER_SHARE.search(heading) is not None or _NO_CASH.search(heading) is not None


def _cell(line: LineItem, year: int, row: TableRow) -> LineFigure | NoOperands:
    parts, name = parts_of(row.cells), line.name.replace("_", " ")
    if any(map(_ends_early, (column for column, _ in row.cells))):
        reason = f"the years of “{parts.label}” end in January or February, and may be named after the year before"
        return NoOperands(reason=reason, ambiguous=True)
    chosen = cell_for(row.cells, Period(year=year))
    if chosen is None:
        return NoOperands(reason=f"“{parts.label}” has no single column of {year}")
    value = value_of(chosen.text)
    if value is None:
        return NoOperands(reason=f"“{chosen.text}” under “{chosen.column}” is not a figure of {name}")
    return LineFigure(row.key, chosen.text, chosen.column, chosen.at, _less(line, parts.label, value))


def _ends_early(column: str) -> bool:
    return any(period.month is not None and period.month <= _FIRST_MONTHS for period, _, _ in periods_in(column))


def _less(line: LineItem, label: str, value: Decimal) -> bool:
    """Return whether the row prints an expense as a negative number. The sign must then be reversed for the formula."""
    if line.name == "income_tax":
        if _EXPENSE_IN_BRACKETS.search(label):
            return True
        return value < 0 and not _BENEFIT_IN_BRACKETS.search(label)
    return line.spent and value < 0
