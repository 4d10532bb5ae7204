"""Writes a table row as statements, one for each figure, so that claims can be compared with them."""

import re
from collections.abc import Sequence

from ..values.facts import Fact, read_facts
from ..values.periods import periods_in
from ..values.same_value import comparable, same_value
from .cell_units import own_fact, scaled_by
from .figure_values import scale_word
from .header_names import header_name
from .row_parts import NIL, bare_name
from .table_cells import cell_for
from .table_units import MONEY, currency_of

_FIGURE = re.compile(r"^[\s$€£¥(+\-–—−]*(?:\d|\.\d)")


def row_statements(row: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return one statement for each figure: “Revenues: Total — Year ended December 31, 2022: $66,608 million.” A row
    without a figure gives one line.

    `row`: column name and text of each cell, as stored. Every word is from the table. The table's scale (“in millions”)
    is added to each figure, except to percentages, amounts per unit, and figures that it excludes.
    """
    label = row_label(row)
    figures = [(name, text) for name, text in row if _is_figure(text)]
    if not figures:
        return (f"{label}.",) if label else ()
    return tuple(" — ".join(part for part in (label, _figure(row, cell)) if part) + "." for cell in figures)


def row_label(row: Sequence[tuple[str, str]]) -> str:
    """Return the row's label with the labels of its parent rows: “Revenues: Total”."""
    return "; ".join(_with_column(name, text) for name, text in row if not _is_figure(text) and text.strip())


def column_name(name: str) -> str:
    """Return the name of a column without its unit.

    Example: `column_name("2023 ($m)")` gives `"2023"`.
    """
    return header_name(bare_name(name)).rstrip(":")


def in_another_column(claim: str, row: Sequence[tuple[str, str]]) -> str | None:
    """Return a message if the claim gives the figure of one column for the period of another. Otherwise, or if it names
    several periods, return None.

    Example: `in_another_column("Revenue was 5 in 2023.", [("", "Revenue"), ("2022", "5"), ("2023", "7")])` gives
    `"the figure is in column “2022”; column “2023” has 7"`.
    """
    periods = {(start, end): period for period, start, end in periods_in(claim)}
    chosen = cell_for(row, next(iter(periods.values()))) if len(periods) == 1 else None
    if chosen is None:
        return None
    label = [(name, text) for name, text in row if not _is_figure(text)]
    own = _said(label, row[chosen.at])
    claimed = [fact for fact in read_facts(claim) if fact.low is not None]
    if any(_states(own, fact) for fact in claimed):
        return None
    for cell in row:
        of_a_period = bool(_FIGURE.match(cell[1])) and any(periods_in(cell[0]))
        if of_a_period and any(_states(_said(label, cell), fact) for fact in claimed):
            return f"the figure is in column “{cell[0]}”; column “{chosen.column}” has {chosen.text}"
    return None


def _said(label: Sequence[tuple[str, str]], cell: tuple[str, str]) -> str:
    """Return the statement of one cell, and its figure also without the currency of the column: claims leave it out."""
    (statement,) = row_statements((*label, cell))
    return f"{statement} {cell[1]}" if currency_of(cell[0]) else statement


def _states(statement: str, fact: Fact) -> bool:
    return any(comparable(fact, stated) and same_value(fact, stated).same for stated in read_facts(statement))


def _is_figure(text: str) -> bool:
    """Return whether a cell contains a figure, or a dash for none."""
    return bool(_FIGURE.match(text) or NIL.match(text))


def _with_column(name: str, text: str) -> str:
    name = column_name(name)
    return f"{name}: {text.strip()}" if name else text.strip()


def _figure(row: Sequence[tuple[str, str]], cell: tuple[str, str]) -> str:
    text, stated = " ".join(cell[1].split()), scaled_by(row, cell)
    scaled = _with_unit(text, stated) if stated else _with_currency(text, currency_of(cell[0]))
    column = column_name(cell[0])
    return f"{column}: {scaled}" if column else scaled


def _with_currency(text: str, currency: str | None) -> str:
    own = own_fact(text) if currency else None
    return f"{text} {currency}" if own is not None and own.unit is None else text


def _with_unit(text: str, stated: str) -> str:
    money = next((word for pattern, _, word in MONEY if pattern.search(stated)), "")
    if any(pattern.search(text) for pattern, _, _ in MONEY):
        money = ""
    return " ".join(part for part in (text, scale_word(stated), money) if part)
