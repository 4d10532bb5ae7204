"""Finds the table cells that a question asks for, by row label, parent rows, column and period.

The code does not guess. If two rows fit, or a period is missing, it refuses and gives the reason.
"""

from collections.abc import Iterable, Sequence
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
from ....evidence.values.asked_periods import asked_periods
from ....evidence.values.periods import Period
from .label_match import apart_from_period, label_match


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
    unmatched: str | None = None
    """The thing asked about, if no row states it. The names of the subject are left out of the question's words."""


class Fit(NamedTuple):
    row: TableRow
    parts: RowParts
    figure: Figure
    distance: int
    """See `LabelMatch`."""
    period: int
    """The index of the cell's period among the requested ones; -1 if no period is requested."""

    @property
    def line(self) -> tuple[str, str, str]:
        """What distinguishes the cell's row from other rows: document, label and heading, without the period."""
        heading = "" if names_only_a_period(self.parts.heading) else self.parts.heading
        return self.row.document, apart_from_period(self.parts.label).casefold(), heading.casefold()

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
    fits = nearest(fits_of(thing, periods, rows))
    if not fits:
        return why_none_fits(thing, periods, rows)
    wanted = range(len(periods)) if periods else (-1,)
    lines: dict[tuple[str, str, str], list[Fit]] = {}
    for fit in fits:
        lines.setdefault(fit.line, []).append(fit)
    whole = []
    for own in lines.values():
        by_period = [[fit for fit in own if fit.period == at] for at in wanted]
        for cells in by_period:
            if unlike := [fit for fit in cells if fit.value != cells[0].value]:
                return two_fit(cells, unlike)
        if all(by_period):
            whole.append([next((fit for fit in cells if fit.parts.unit), cells[0]) for cells in by_period])
    if not whole:
        given = {fit.period for fit in fits if fit.line == fits[0].line}
        lacking = [periods[at].label() for at in wanted if at not in given]
        return NoOperands(reason=f"“{fits[0].parts.label}” has no figure of {' and '.join(lacking)}")
    for other in whole[1:]:
        if [fit.value for fit in other] != [fit.value for fit in whole[0]]:
            return two_fit(whole[0], other)
    return tuple(fit.cell() for fit in whole[0])


def nearest(fits: Sequence[Fit]) -> list[Fit]:
    """Return the cells whose label and column differ least from the words of the question."""
    least = min((fit.distance for fit in fits), default=0)
    return [fit for fit in fits if fit.distance == least]


def periods_of_line(thing: str, rows: Sequence[TableRow]) -> tuple[Period, ...]:
    """Return the periods of the row for `thing`, from its column headings. Return an empty tuple if a heading names no
    period, or if the row mixes quarters and years.

    Example: for “revenue” and a row with the columns “2022” and “2023”, they are 2022 and 2023.
    """
    best = min(fits_of(thing, (), rows, every=True), key=lambda fit: fit.distance, default=None)
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
    return NoOperands(reason=f"two cells fit: {cells}", ambiguous=True)


def fits_of(thing: str, periods: Sequence[Period], rows: Iterable[TableRow], *, every: bool = False) -> list[Fit]:
    """Return every cell that may be the figure of `thing` in one of the periods. Without periods, a cell counts only if
    its row has no other figure; with `every`, each figure counts."""
    found = []
    for row in rows:
        parts = parts_of(row.cells)
        for_heading = _stands_for_heading(parts)
        figures = [figure for figure in parts.figures if not compares(figure.column)]
        if not periods and not every and len(figures) != 1:
            continue
        for figure in figures:
            match = label_match(thing, parts.label, parts.heading, figure.column, row.above)
            if match is None or not (match.by_label or for_heading):
                continue
            if not periods:
                found.append(Fit(row, parts, figure, match.distance, -1))
                continue
            found += [
                Fit(row, parts, figure, match.distance, at)
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
    labels = (
        parts.label
        for row in rows
        if label_match(thing, (parts := parts_of(row.cells)).label, parts.heading, "", row.above)
    )
    near = next(labels, None)
    named = " and ".join(period.label() for period in periods)
    if near is None:
        return NoOperands(reason=f"no table row found has all the words of “{thing}”", unmatched=thing)
    lacking = f" of {named}" if named else "; it is not said of which period or column"
    return NoOperands(reason=f"“{near}” has no one figure{lacking}")
