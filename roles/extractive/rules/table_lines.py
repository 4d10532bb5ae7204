"""Finds the table cells that a question asks for, by row label, parent rows, column and period.

The code does not guess. If two rows fit, or a period is missing, it refuses and gives the reason.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ....evidence.model.frozen import Frozen
from ....evidence.tables.figure_values import value_of
from ....evidence.tables.row_parts import (
    Figure,
    RowParts,
    TableRow,
    is_total,
    names_only_a_period,
    parts_of,
)
from ....evidence.tables.table_cells import compares, is_of
from ....evidence.tables.table_words import table_roots
from ....evidence.values.asked_periods import asked_periods
from ....evidence.values.periods import Period
from .label_match import CLOSE, NEEDED, apart_from_period, label_match, may_be_by_label

_MARK = re.compile(r"\(\s*\w{1,2}\s*\)|\*|[†‡§]")


class CitedCell(Frozen):
    """A cell of a table row. `key` identifies the row, usually by the id of its evidence. `index` is the cell's
    position in the row.

    Example: the cell “7” in the column “2023” of the row “Revenue”.
    """

    key: str
    index: int
    column: str
    text: str
    label: str
    unit: str = ""
    """The unit that the table states; "" if it states none."""


class NoOperands(Frozen):
    """The reason why no cells are chosen. `ambiguous`: whether several cells fit.

    Example: “no row of the statements is revenue”.
    """

    reason: str
    ambiguous: bool = False
    keys: tuple[str, ...] = ()
    """The keys of the rows that would fit."""
    unmatched: str | None = None
    """The thing asked about, if no row states it. The names of the subject are left out of the question's words."""


class Fit(NamedTuple):
    row: TableRow
    parts: RowParts
    figure: Figure
    score: float
    period: int
    """The index of the cell's period among the requested ones; -1 if no period is requested."""

    @property
    def line(self) -> tuple[str, str, str]:
        """What distinguishes the cell's row from other rows: document, label and heading, without the period."""
        heading = "" if names_only_a_period(self.parts.heading) else self.parts.heading
        return self.row.document, apart_from_period(self.parts.label).casefold(), heading.casefold()

    @property
    def column(self) -> tuple[object, ...]:
        """What distinguishes columns of one period: the other words of the heading, and the month or quarter in which
        the period ends."""
        named = next(iter(asked_periods(self.figure.column)[0]), None)
        beside = frozenset(table_roots(_MARK.sub(" ", apart_from_period(self.figure.column))))
        return beside, (named.month, named.quarter) if named else None

    @property
    def value(self) -> object:
        """The figure in a form for comparison: “$101,127” and “101,127” are equal."""
        value = value_of(self.figure.text)
        return self.figure.text if value is None else value

    def cell(self) -> CitedCell:
        return CitedCell(
            key=self.row.key,
            index=self.figure.at,
            column=self.figure.column,
            text=self.figure.text,
            label=self.parts.label,
            unit=self.parts.unit,
        )


def line_of(thing: str, periods: tuple[Period, ...], rows: Sequence[TableRow]) -> tuple[CitedCell, ...] | NoOperands:
    """Return one cell for each period, all from rows with one label, or the reason why there are none. `thing`: what is
    measured.

    Example: for “revenue” in 2023 and a row “Revenue” with 5 under “2022” and 7 under “2023”, it is the 7.
    """
    fits = fits_of(thing, periods, rows)
    if not fits:
        return why_none_fits(thing, periods, rows)
    wanted = range(len(periods)) if periods else (-1,)
    whole: list[tuple[float, tuple[Fit, ...]]] = []
    for own in _lines(fits, wanted):
        by_period = [[fit for fit in own if fit.period == at] for at in wanted]
        if not all(by_period):
            continue
        score = max(fit.score for fit in own)
        for cells in by_period:
            unlike = [fit for fit in cells if fit.value != cells[0].value]
            if unlike:
                whole += [(score, (cells[0],)), (score, (unlike[0],))]
                break
        else:
            with_units = (next((fit for fit in cells if fit.parts.unit), cells[0]) for cells in by_period)
            whole.append((score, tuple(with_units)))
    if not whole:
        best = max(fits, key=lambda fit: fit.score)
        lacking = [
            periods[at].label() for at in wanted if not any(fit.period == at and fit.line == best.line for fit in fits)
        ]
        return NoOperands(reason=f"“{best.parts.label}” has no figure of {' and '.join(lacking)}")
    whole.sort(key=lambda scored: -scored[0])
    score, best_line = whole[0]
    for other_score, other in whole[1:]:
        if other_score >= score - CLOSE and [fit.value for fit in other] != [fit.value for fit in best_line]:
            return two_fit(best_line, other)
    return tuple(fit.cell() for fit in best_line)


def _lines(fits: Sequence[Fit], wanted: Sequence[int]) -> Iterator[list[Fit]]:
    """Yield groups of cells that belong together: first those with one row label. If the labels differ between periods,
    yield the cells of each column."""
    lines: dict[tuple[str, str, str], list[Fit]] = {}
    for fit in fits:
        lines.setdefault(fit.line, []).append(fit)
    for own in lines.values():
        if all(len({fit.value for fit in own if fit.period == at}) < 2 for at in wanted):
            yield own
            continue
        columns: dict[tuple[object, ...], list[Fit]] = {}
        for cell in own:
            columns.setdefault(cell.column, []).append(cell)
        yield from columns.values()


def periods_of_line(thing: str, rows: Sequence[TableRow]) -> tuple[Period, ...]:
    """Return the periods of the row for `thing`, from its column headings. Return an empty tuple if a heading names no
    period, or if the row mixes quarters and years.

    Example: for “revenue” and a row with the columns “2022” and “2023”, they are 2022 and 2023.
    """
    best = max(fits_of(thing, (), rows, every=True), key=lambda fit: fit.score, default=None)
    figures = [figure for figure in best.parts.figures if not compares(figure.column)] if best else []
    named = [next(iter(asked_periods(figure.column)[0]), None) for figure in figures]
    periods = tuple(dict.fromkeys(period for period in named if period is not None))
    return periods if len(periods) == len(named) and len({bool(period.quarter) for period in periods}) < 2 else ()


def two_fit(first: Sequence[Fit], second: Sequence[Fit]) -> NoOperands:
    different = next(
        (pair for pair in zip(first, second, strict=False) if pair[0].value != pair[1].value),
        (first[0], second[0]),
    )
    cells = " and ".join(f"“{fit.parts.label}” under “{fit.figure.column}” ({fit.figure.text})" for fit in different)
    keys = tuple(dict.fromkeys(fit.row.key for fit in (*first, *second)))
    return NoOperands(reason=f"two cells fit: {cells}", ambiguous=True, keys=keys)


def fits_of(thing: str, periods: Sequence[Period], rows: Iterable[TableRow], *, every: bool = False) -> list[Fit]:
    """Return every cell that may be the figure of `thing` in one of the periods. Without periods, a cell counts only if
    its row has no other figure; with `every`, each figure counts."""
    found = []
    for row in rows:
        parts = parts_of(row.cells)
        for_heading = _stands_for_heading(parts)
        if not (for_heading or may_be_by_label(thing, parts.label)):
            continue
        figures = [figure for figure in parts.figures if not compares(figure.column)]
        if not periods and not every and len(figures) != 1:
            continue
        for figure in figures:
            match = label_match(thing, parts.label, parts.heading, figure.column, row.above)
            if match.recall < NEEDED or not (match.by_label or for_heading):
                continue
            if not periods:
                found.append(Fit(row, parts, figure, match.score, -1))
                continue
            found += [
                Fit(row, parts, figure, match.score, at)
                for at, period in enumerate(periods)
                if is_of_period(parts, figure, period)
            ]
    return found


def _stands_for_heading(parts: RowParts) -> bool:
    """Return whether the row's label says nothing by itself, such as "Total" or a year. The row then has the meaning of
    the heading above it."""
    return (
        (is_total(parts.label) and len(parts.label.split()) == 1) or names_only_a_period(parts.label) or not parts.label
    )


def is_of_period(parts: RowParts, figure: Figure, period: Period) -> bool:
    if names_only_a_period(parts.heading):
        return is_of(parts.heading, period)
    if asked_periods(figure.column)[0]:
        return is_of(figure.column, period)
    return any(is_of(text, period) for text in (parts.label, parts.heading))


def why_none_fits(thing: str, periods: Sequence[Period], rows: Sequence[TableRow]) -> NoOperands:
    near = max(
        (
            (label_match(thing, parts.label, parts.heading, "", row.above), parts.label)
            for row in rows
            if (parts := parts_of(row.cells))
        ),
        key=lambda scored: scored[0].score,
        default=None,
    )
    named = " and ".join(period.label() for period in periods)
    if near is None or near[0].recall < NEEDED:
        return NoOperands(reason=f"no table row found has all the words of “{thing}”", unmatched=thing)
    lacking = f" of {named}" if named else "; it is not said of which period or column"
    return NoOperands(reason=f"“{near[1]}” has no one figure{lacking}")
