"""Finds the table cells that a question asks for, by row label, parent rows, column and period (SPEC EVI-9).

This code calculates nothing and does not guess. If two rows fit, or a period is missing, it refuses and gives the
reason.
"""

from collections.abc import Sequence
from itertools import product

from ....evidence.model.frozen import Frozen
from ....evidence.tables.figure_values import value_of
from ....evidence.tables.row_parts import TableRow
from ....evidence.values.periods import Period
from .asked_figures import AskedFigures, Asking
from .table_lines import (
    CitedCell,
    Fit,
    NoOperands,
    fits_of,
    line_of,
    periods_of_line,
    two_fit,
    why_none_fits,
)

MOST_OPERANDS = 24


class Operands(Frozen):
    """The cells in the order that the operation needs. For a difference the later one is first, for a share the whole
    is last."""

    operation: Asking | None
    cells: tuple[CitedCell, ...]


def find_operands(asked: AskedFigures, rows: Sequence[TableRow]) -> Operands | NoOperands:
    """Return the cells that a question asks for, or the reason why there are none."""
    if len(asked.things) > 1:
        return _of_things(asked, rows)
    thing, periods = asked.things[0], asked.periods
    if asked.operation in ("difference", "percent_change"):
        return _change(asked.operation, thing, periods, rows)
    if asked.operation is not None and not periods:
        periods = periods_of_line(thing, rows)
    if asked.operation is not None and len(periods) < 2:
        return NoOperands(reason="only one period is named" if periods else "no period is named")
    cells = line_of(thing, periods, rows)
    return cells if isinstance(cells, NoOperands) else _operands(asked.operation, cells)


def _operands(operation: Asking | None, cells: Sequence[CitedCell]) -> Operands | NoOperands:
    if len(cells) > MOST_OPERANDS:
        return NoOperands(reason=f"{len(cells)} figures are needed; at most {MOST_OPERANDS} are")
    values = [value_of(cell.text) for cell in cells]
    if operation in ("sum", "average", "difference", "percent_change", "share", "ratio"):
        for operand, value in zip(cells, values, strict=True):
            if value is None:
                return NoOperands(reason=f"“{operand.text}” under “{operand.column}” is no figure")
        known = [value for value in values if value is not None]
        if operation == "percent_change" and known[0] <= 0:
            return NoOperands(reason=f"a percent change from {cells[0].text} has no meaning: it is not above zero")
        if operation in ("share", "ratio") and known[-1] == 0:
            return NoOperands(reason=f"“{cells[-1].label}” is zero, and a share of zero has no meaning")
        if operation in ("sum", "average") and len(known) > 2:
            for at, value in enumerate(known):
                if value == sum(known) - value and cells[at].label != cells[at - 1].label:
                    return NoOperands(reason=f"“{cells[at].label}” is the sum of the other rows already")
    return Operands(operation=operation, cells=tuple(cells))


def _change(
    operation: Asking, thing: str, periods: tuple[Period, ...], rows: Sequence[TableRow]
) -> Operands | NoOperands:
    """Return the two cells of a change, the later value minus the earlier. For a percent change the earlier cell comes
    first. A question with a single year compares it with the year before."""
    if len(periods) == 1 and periods[0].year is not None and periods[0].until is None:
        before = periods[0].model_copy(update={"year": periods[0].year - 1, "day": None, "month": None})
        periods = (before, periods[0])
    if len(periods) != 2:
        return NoOperands(reason=f"{len(periods)} periods are named, where a change has two")
    cells = line_of(thing, periods, rows)
    if isinstance(cells, NoOperands):
        return cells
    ordered = _in_time(cells, periods)
    if ordered is None:
        return NoOperands(reason="it is not clear which of the two periods is later")
    earlier, later = ordered
    return _operands(operation, (later, earlier) if operation == "difference" else (earlier, later))


def _in_time(cells: Sequence[CitedCell], periods: Sequence[Period]) -> tuple[CitedCell, CitedCell] | None:
    keys = [_time(period) for period in periods]
    if keys[0] is None or keys[1] is None or keys[0] == keys[1]:
        return None
    return (cells[0], cells[1]) if keys[0] < keys[1] else (cells[1], cells[0])


def _time(period: Period) -> tuple[int, int, int, int] | None:
    if period.year is None and period.quarter is None:
        return None
    return (period.year or 0, period.until or 0, period.quarter or 0, (period.month or 0) * 31 + (period.day or 0))


def _of_things(asked: AskedFigures, rows: Sequence[TableRow]) -> Operands | NoOperands:
    """Return the cells of the part and of the whole. They must be from one table and of one period. If there are none,
    return the reason."""
    if len(asked.periods) > 1:
        return NoOperands(reason=f"{len(asked.things)} things and {len(asked.periods)} periods are named")
    fits = [fits_of(thing, asked.periods, rows) for thing in asked.things]
    for thing, own in zip(asked.things, fits, strict=True):
        if not own:
            return why_none_fits(thing, asked.periods, rows)
    return _one_column(asked.operation, fits)


_NEAREST = 12


def _one_column(operation: Asking | None, fits: Sequence[Sequence[Fit]]) -> Operands | NoOperands:
    """Return the best matching cells of one document that are all in one column or all in one row. Return the reason if
    there are none, or if others match as well."""
    ranked = [sorted(own, key=lambda fit: fit.distance)[:_NEAREST] for own in fits]
    ways: list[tuple[int, tuple[Fit, ...]]] = []
    for way in product(*ranked):
        one_document = len({fit.row.document for fit in way}) == 1
        apart = len({(fit.row.key, fit.figure.at) for fit in way}) == len(way)
        alike = len({fit.figure.column for fit in way}) == 1 or len({fit.row.key for fit in way}) == 1
        if one_document and apart and alike:
            ways.append((sum(fit.distance for fit in way), way))
    if not ways:
        return NoOperands(reason="the figures are not in one column or one row of a table")
    least = min(distance for distance, _ in ways)
    best, *others = (way for distance, way in ways if distance == least)
    for way in others:
        if [fit.value for fit in way] != [fit.value for fit in best]:
            return two_fit(best, way)
    return _operands(operation, [fit.cell() for fit in best])
