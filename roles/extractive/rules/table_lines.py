"""The cells of the one line of a table that a thing asked for is: by label, by the rows over it, by column and by period.

Nothing is guessed: two lines that fit, or a period that lacks, is a refusal with its reason.
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
    apart_from_period,
    is_total,
    names_only_a_period,
    parts_of,
)
from ....evidence.tables.table_cells import compares, is_of
from ....evidence.tables.table_words import CLOSE, NEEDED, may_be_by_label, said, table_roots
from ....evidence.values.asked_periods import asked_periods
from ....evidence.values.periods import Period

_MARK = re.compile(r"\(\s*\w{1,2}\s*\)|\*|[†‡§]")


class CitedCell(Frozen):
    """One cell: `key` is its row's, `index` its place among the row's cells."""

    key: str
    index: int
    column: str
    text: str
    label: str
    unit: str = ""
    """What its table says its figures are in."""


class NoOperands(Frozen):
    """Why there are none. `ambiguous`: several would fit."""

    reason: str
    ambiguous: bool = False
    keys: tuple[str, ...] = ()
    """The rows that would fit."""


class Fit(NamedTuple):
    row: TableRow
    parts: RowParts
    figure: Figure
    score: float
    period: int
    """Which of the periods asked for; -1 where none is."""

    @property
    def line(self) -> tuple[str, str, str]:
        """What tells one line of figures from another: document, label and heading, without periods."""
        heading = "" if names_only_a_period(self.parts.heading) else self.parts.heading
        return self.row.document, apart_from_period(self.parts.label).casefold(), heading.casefold()

    @property
    def column(self) -> tuple[object, ...]:
        """What tells a column from others of the same period: what it says beside it, and the day it ends on."""
        named = next(iter(asked_periods(self.figure.column)[0]), None)
        beside = frozenset(table_roots(_MARK.sub(" ", apart_from_period(self.figure.column))))
        return beside, (named.month, named.quarter) if named else None

    @property
    def told(self) -> object:
        """The figure, however it is written: “$101,127” in one table is “101,127” in another."""
        value = value_of(self.figure.text)
        return self.figure.text if value is None else value

    def cell(self) -> CitedCell:
        one = self.figure
        return CitedCell(
            key=self.row.key,
            index=one.at,
            column=one.column,
            text=one.text,
            label=self.parts.label,
            unit=self.parts.unit,
        )


def line_of(thing: str, periods: tuple[Period, ...], rows: Sequence[TableRow]) -> tuple[CitedCell, ...] | NoOperands:
    """One cell for each period, all of one line."""
    fits = fits_of(thing, periods, rows)
    if not fits:
        return NoOperands(reason=what_lacks(thing, periods, rows))
    wanted = range(len(periods)) if periods else (-1,)
    whole: list[tuple[float, tuple[Fit, ...]]] = []
    for own in _lines(fits, wanted):
        told = [[one for one in own if one.period == at] for at in wanted]
        if not all(told):
            continue
        score = max(one.score for one in own)
        for cells in told:
            unlike = [one for one in cells if one.told != cells[0].told]
            if unlike:
                whole += [(score, (cells[0],)), (score, (unlike[0],))]
                break
        else:
            whole.append((score, tuple(next((one for one in cells if one.parts.unit), cells[0]) for cells in told)))
    if not whole:
        best = max(fits, key=lambda one: one.score)
        lacking = [
            periods[at].label() for at in wanted if not any(fit.period == at and fit.line == best.line for fit in fits)
        ]
        return NoOperands(reason=f"“{best.parts.label}” has no figure of {' and '.join(lacking)}")
    whole.sort(key=lambda one: -one[0])
    score, best_line = whole[0]
    for other_score, other in whole[1:]:
        if other_score >= score - CLOSE and [one.told for one in other] != [one.told for one in best_line]:
            return two_fit(best_line, other)
    return tuple(one.cell() for one in best_line)


def _lines(fits: Sequence[Fit], wanted: Sequence[int]) -> Iterator[list[Fit]]:
    """The cells line by line; where a line has several of one period, column by column."""
    lines: dict[tuple[str, str, str], list[Fit]] = {}
    for fit in fits:
        lines.setdefault(fit.line, []).append(fit)
    for own in lines.values():
        if all(len({one.told for one in own if one.period == at}) < 2 for at in wanted):
            yield own
            continue
        columns: dict[tuple[object, ...], list[Fit]] = {}
        for one in own:
            columns.setdefault(one.column, []).append(one)
        yield from columns.values()


def periods_of_line(thing: str, rows: Sequence[TableRow]) -> tuple[Period, ...]:
    """The periods of the row that is the thing asked for, by its columns; none where one column names none, or quarters stand beside years."""
    best = max(fits_of(thing, (), rows, every=True), key=lambda one: one.score, default=None)
    figures = [one for one in best.parts.figures if not compares(one.column)] if best else []
    named = [next(iter(asked_periods(figure.column)[0]), None) for figure in figures]
    periods = tuple(dict.fromkeys(period for period in named if period is not None))
    return periods if len(periods) == len(named) and len({bool(period.quarter) for period in periods}) < 2 else ()


def two_fit(first: Sequence[Fit], second: Sequence[Fit]) -> NoOperands:
    one, other = next(
        (pair for pair in zip(first, second, strict=False) if pair[0].told != pair[1].told),
        (first[0], second[0]),
    )
    told = " and ".join(f"“{fit.parts.label}” under “{fit.figure.column}” ({fit.figure.text})" for fit in (one, other))
    keys = tuple(dict.fromkeys(fit.row.key for fit in (*first, *second)))
    return NoOperands(reason=f"two cells fit: {told}", ambiguous=True, keys=keys)


def fits_of(thing: str, periods: Sequence[Period], rows: Iterable[TableRow], *, every: bool = False) -> list[Fit]:
    """Every cell that may be the thing, of a period asked for; without one a row answers by its only figure, or by `every` one."""
    found = []
    for row in rows:
        parts = parts_of(row.cells)
        for_heading = _stands_for_heading(parts)
        if not (for_heading or may_be_by_label(thing, parts.label)):
            continue
        figures = [one for one in parts.figures if not compares(one.column)]
        if not periods and not every and len(figures) != 1:
            continue
        for figure in figures:
            told = said(thing, parts.label, parts.heading, figure.column, row.above)
            if told.recall < NEEDED or not (told.by_label or for_heading):
                continue
            if not periods:
                found.append(Fit(row, parts, figure, told.score, -1))
                continue
            found += [
                Fit(row, parts, figure, told.score, at)
                for at, period in enumerate(periods)
                if is_of_period(parts, figure, period)
            ]
    return found


def _stands_for_heading(parts: RowParts) -> bool:
    """Whether a row without words of its own tells of what stands over it: "Total", or a year."""
    return (
        (is_total(parts.label) and len(parts.label.split()) == 1) or names_only_a_period(parts.label) or not parts.label
    )


def is_of_period(parts: RowParts, figure: Figure, period: Period) -> bool:
    if names_only_a_period(parts.heading):
        return is_of(parts.heading, period)
    if asked_periods(figure.column)[0]:
        return is_of(figure.column, period)
    return any(is_of(text, period) for text in (parts.label, parts.heading))


def what_lacks(thing: str, periods: Sequence[Period], rows: Sequence[TableRow]) -> str:
    near = max(
        (
            (said(thing, parts.label, parts.heading, "", row.above), parts.label)
            for row in rows
            if (parts := parts_of(row.cells))
        ),
        key=lambda one: one[0].score,
        default=None,
    )
    named = " and ".join(period.label() for period in periods)
    if near is None or near[0].recall < NEEDED:
        return f"no row of the tables found is “{thing}”"
    return f"“{near[1]}” has no one figure{f' of {named}' if named else '; it is not said of which period or column'}"
