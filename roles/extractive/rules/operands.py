"""Finding the cells of tables that a question's figures are: by label, by the rows over it, by column and by period (SPEC EVI-9).

Nothing is calculated here and nothing is guessed: two rows that fit or a period that lacks is a refusal with its reason.
"""

from collections.abc import Sequence
from itertools import product

from ....evidence.model.frozen import Frozen
from ....evidence.tables.figure_values import value_of
from ....evidence.tables.row_parts import TableRow, parts_of
from ....evidence.tables.table_words import CLOSE, NEEDED, said, words_said
from ....evidence.values.asked_periods import asked_periods
from ....evidence.values.periods import Period
from .asked_figures import AskedFigures, Asking
from .table_lines import (
    CitedCell,
    Fit,
    NoOperands,
    fits_of,
    line_of,
    two_fit,
    what_lacks,
    whole_line,
    with_unit,
    without_repeats,
)

MOST_OPERANDS = 24


class Operands(Frozen):
    """The cells in the order the operation takes them: a difference is the later less the earlier, a share has the whole last."""

    operation: Asking | None
    cells: tuple[CitedCell, ...]
    how: str


def find_operands(asked: AskedFigures, rows: Sequence[TableRow]) -> Operands | NoOperands:
    """The cells for a question, or why there are none: those of the first reading that a table says in full, else of the first that
    finds any."""
    refusal: NoOperands | None = None
    partly: Operands | None = None
    for things in asked.readings:
        found = _found(asked, things, rows)
        if isinstance(found, Operands) and _joined_elsewhere(asked, things, found):
            found = NoOperands(reason=f"no row of the tables found is “{things[0]}”")
        if isinstance(found, Operands):
            if len(asked.readings) == 1 or _in_full(things, found, rows):
                return found
            partly = partly or found
            continue
        if found.ambiguous or refusal is None:
            refusal = found
        if found.ambiguous:
            break
    if refusal is not None and refusal.ambiguous:
        return refusal
    return partly or refusal or NoOperands(reason="the question names nothing that is measured")


def _joined_elsewhere(asked: AskedFigures, things: Sequence[str], found: Operands) -> bool:
    """Whether two things joined by an “and” are taken for one row whose own label does not say both: "debt and cash" is no "Debt
    repayments" under "Cash flows"."""
    if asked.operation is not None or len(asked.readings) == 1 or len(things) != 1:
        return False
    return any(said(things[0], cell.label, "", "", "").recall < NEEDED for cell in found.cells)


def _in_full(things: Sequence[str], found: Operands, rows: Sequence[TableRow]) -> bool:
    """Whether the rows found say every word of the things they are taken for."""
    by_key = {row.key: row for row in rows}
    told = [(parts_of(by_key[cell.key].cells), cell.column, by_key[cell.key].above) for cell in found.cells]
    return all(
        any(words_said(thing, parts.label, parts.heading, column, over) for parts, column, over in told)
        for thing in things
    )


def _found(asked: AskedFigures, things: Sequence[str], rows: Sequence[TableRow]) -> Operands | NoOperands:
    if asked.operation in ("share", "ratio"):
        return _of_things(asked, (*things[:-1], things[-1]), rows)
    if asked.operation is None or len(things) > 1:
        return _of_things(asked, things, rows)
    periods = asked.periods
    if asked.operation in ("difference", "percent_change"):
        return _change(asked.operation, things[0], periods, rows)
    cells = line_of(things[0], periods, rows) if len(periods) > 1 else whole_line(things[0], periods, rows)
    return cells if isinstance(cells, NoOperands) else _operands(asked.operation, cells)


def _operands(operation: Asking | None, cells: Sequence[CitedCell]) -> Operands | NoOperands:
    if len(cells) > MOST_OPERANDS:
        return NoOperands(reason=f"{len(cells)} figures would be worked on; at most {MOST_OPERANDS} are")
    values = [value_of(cell.text) for cell in cells]
    if operation in ("sum", "average", "difference", "percent_change", "share", "ratio"):
        for one, value in zip(cells, values, strict=True):
            if value is None:
                return NoOperands(reason=f"“{one.text}” under “{one.column}” is no figure")
        known = [value for value in values if value is not None]
        if operation == "percent_change" and known[0] <= 0:
            return NoOperands(reason=f"a percent change from {cells[0].text} says nothing: it is not above nought")
        if operation in ("share", "ratio") and known[-1] == 0:
            return NoOperands(reason=f"“{cells[-1].label}” is nought, and nothing is a share of it")
        if operation in ("sum", "average") and len(known) > 2:
            for at, value in enumerate(known):
                if value == sum(known) - value and cells[at].label != cells[at - 1].label:
                    return NoOperands(reason=f"“{cells[at].label}” is the sum of the other rows already")
    told = "; ".join(f"“{cell.label}” under “{cell.column}”" for cell in cells[:6])
    return Operands(operation=operation, cells=tuple(cells), how=told)


def _change(
    operation: Asking, thing: str, periods: tuple[Period, ...], rows: Sequence[TableRow]
) -> Operands | NoOperands:
    """The later less the earlier; a percent change goes from the earlier to the later. One year asked for is held against the year before."""
    periods = without_repeats(periods)
    if len(periods) == 1 and (before := _year_before(periods[0])) is not None:
        periods = (before, periods[0])
    if not periods:
        cells = whole_line(thing, (), rows)
        if not isinstance(cells, NoOperands) and len(cells) != 2:
            return NoOperands(
                reason=f"“{cells[0].label}” has figures of {len(cells)} periods, and it is not said which two"
            )
    elif len(periods) == 2:
        cells = line_of(thing, periods, rows)
    else:
        return NoOperands(reason=f"{len(periods)} periods are named, where a change has two")
    if isinstance(cells, NoOperands):
        return cells
    ordered = _in_time(cells, periods)
    if ordered is None:
        return NoOperands(reason="it cannot be told which of the two periods is the later")
    earlier, later = ordered
    return _operands(operation, (later, earlier) if operation == "difference" else (earlier, later))


def _year_before(period: Period) -> Period | None:
    if period.year is None or period.until is not None:
        return None
    return period.model_copy(update={"year": period.year - 1, "day": None, "month": None})


def _in_time(cells: Sequence[CitedCell], periods: Sequence[Period]) -> tuple[CitedCell, CitedCell] | None:
    named = (
        list(periods)
        if len(periods) == 2
        else [next(iter(asked_periods(f"{cell.column} {cell.label}")[0]), None) for cell in cells]
    )
    keys = [_time(one) for one in named]
    if keys[0] is None or keys[1] is None or keys[0] == keys[1]:
        return None
    return (cells[0], cells[1]) if keys[0] < keys[1] else (cells[1], cells[0])


def _time(period: Period | None) -> tuple[int, int, int, int] | None:
    if period is None or (period.year is None and period.quarter is None):
        return None
    return (period.year or 0, period.until or 0, period.quarter or 0, (period.month or 0) * 31 + (period.day or 0))


def _of_things(asked: AskedFigures, things: Sequence[str], rows: Sequence[TableRow]) -> Operands | NoOperands:
    """One thing over its periods, or several things of one period, all from one table."""
    if len(things) == 1:
        cells = line_of(things[0], asked.periods, rows)
        return cells if isinstance(cells, NoOperands) else _operands(asked.operation, cells)
    if asked.operation is None and len(asked.periods) > 1:
        lines = [line_of(thing, asked.periods, rows) for thing in things]
        refused = next((line for line in lines if isinstance(line, NoOperands)), None)
        return refused or _operands(None, [cell for line in lines if not isinstance(line, NoOperands) for cell in line])
    if len(asked.periods) > 1:
        return NoOperands(reason=f"{len(things)} things and {len(asked.periods)} periods are named")
    fits = [fits_of(thing, asked.periods, rows) for thing in things]
    for thing, own in zip(things, fits, strict=True):
        if not own:
            return NoOperands(reason=what_lacks(thing, asked.periods, rows))
    return _one_column(asked.operation, fits)


_NEAREST = 12


def _one_column(operation: Asking | None, fits: Sequence[Sequence[Fit]]) -> Operands | NoOperands:
    """The best cells of one document and one column, or of one row and several columns."""
    ranked = [sorted(own, key=lambda one: -one.score)[:_NEAREST] for own in fits]
    ways: list[tuple[float, tuple[Fit, ...]]] = []
    for way in product(*ranked) if len(ranked) <= 3 else zip(*(own[:1] for own in ranked), strict=True):
        one_document = len({one.row.document for one in way}) == 1
        apart = len({(one.row.key, one.figure.at) for one in way}) == len(way)
        alike = len({one.figure.column for one in way}) == 1 or len({one.row.key for one in way}) == 1
        if one_document and apart and alike:
            ways.append((sum(one.score for one in way) / len(way), way))
    if not ways:
        return NoOperands(reason="the figures asked for do not stand in one column or one row of a table")
    ways.sort(key=lambda one: -one[0])
    best = ways[0]
    close = [way for score, way in ways if score >= best[0] - CLOSE]
    for way in close[1:]:
        if [one.told for one in way] != [one.told for one in best[1]]:
            return two_fit(best[1], way)
    return _operands(operation, [one.cell() for one in with_unit(close)])
