"""Finds the structure of a table in a grid of texts: its header rows with their spans, its unit, and the heading rows
of groups.

HTML, CSV, spreadsheets and Word files declare little of this structure. So it is found from the content of the cells,
by the same rules for all formats. If the content does not show it, the first row is the header and there are no groups.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...evidence.language.text_marks import without_struck
from ...evidence.language.words import content_stems
from ...evidence.lexicon.business_words import PARTY_LABELS
from ...evidence.lexicon.calendar_names import MONTHS_AND_DAYS
from ...evidence.lexicon.small_words import STOP_WORDS
from ...evidence.tables.cell_units import SHORT_UNIT
from ...evidence.tables.row_parts import FIGURE, is_total, stated_unit, without_mark
from ...evidence.tables.table_units import unit_stated
from ...evidence.values.periods import periods_in
from ..documents.loaded import Cell, RowGroup, Table

MOST_HEADER_ROWS = 6
STATED_AT_MOST = 20
"""The maximum number of header rows that the format may declare. Every row of the table is shown with its whole
header."""
CAPTION_CHARS = 500
"""The maximum number of characters of a caption or a sheet's name, which is stored with every table and its
passages."""
_WIDEST_LOOK = 40
"""The number of rows that are searched for the first figure."""
_YEAR = re.compile(r"\W*(?:FY|F)?\W?(?:19|20)\d\d\W*(?:[AEP]\b)?\W*")
_ENDS_A_PERIOD = re.compile(
    r"\b(?:years?|months?|quarters?|weeks?|ended|ending|as of|as at|fiscal|december|june|march|september)\b",
    re.IGNORECASE,
)

_WORD = re.compile(r"[^\W\d_]{3,}")
"""A word. A cell with one, such as “53 weeks”, is the name of a column and not a figure."""

_NUMBER = re.compile(r"\W*\d{1,3}(?:\.\d{1,3})*[a-z]?\W*", re.IGNORECASE)
"""The number of an entry in a list, such as an exhibit: “10.4.1”."""

LEVELS = 20
"""The maximum number of consecutive heading rows that nest. In a longer sequence, the rows above these are a list."""
LINES_ABOVE = 3
"""The number of lines above a table that may state its unit or period."""
_AROUND_A_UNIT = " \t\r:.*_#>"
_LAST_PART = re.compile(r"(?:,|\s[-–—])\s*([^,–—]+)$")
"""What follows the last comma or dash of a heading: “in millions” in “Income statement, in millions”."""
_PERIOD_WORDS = frozenset(
    "year years month months quarter quarters week weeks half fiscal period periods ended ending first second third fourth "
    "three six nine twelve thirteen".split()
)
_Row = Mapping[int, str]
"""The filled cells of a row, by column."""


class _Block(NamedTuple):
    first: int
    header: int
    """The number of header rows, from `first` on."""
    end: int


def shaped(
    text: str,
    cells: Sequence[Cell],
    *,
    end: int,
    base: int = 0,
    header_rows: int = 0,
    first_row_is_plain: bool = False,
    caption: str | None = None,
    sheet: str | None = None,
    above: Sequence[str] = (),
) -> tuple[Table, ...]:
    """Return the tables in the cells: one, or several if rows in the middle are new headers.

    `header_rows`: the number that the format declares, or 0. `first_row_is_plain`: whether the format does not set the
    first row off, as it could. Without figures, such a table has no header. `end`: the end of the last row in the document. `text`:
    the document's text from `base` on. `above`: the lines right above the table, in order. The unit that they state is
    the unit of the table (`unit_above`), unless the table states one.
    """
    if not cells:
        return ()
    caption, sheet = caption and caption[:CAPTION_CHARS], sheet and sheet[:CAPTION_CHARS]
    by_row: dict[int, list[Cell]] = {}
    for cell in cells:
        by_row.setdefault(cell.row, []).append(cell)
    numbers = sorted(by_row)
    rows = [
        {cell.column: value for cell in by_row[number] if (value := _shown(cell, text, base))} for number in numbers
    ]
    tables: list[Table] = []
    unit = unit_above(above)
    for block in _blocks(rows, _labelled(rows, by_row), header_rows, first_row_is_plain):
        own = [cell for number in numbers[block.first : block.end] for cell in by_row[number]]
        start = numbers[block.first]
        stop = end if block.end == len(numbers) else max(cell.end for cell in own)
        head = rows[block.first : block.first + block.header]
        unit = _unit(head, caption, rows[block.first : block.end]) or unit
        moved = _spread([_at_row(cell, start) for cell in own], block.header)
        tables.append(
            Table(
                start=own[0].start,
                end=stop,
                caption=caption,
                sheet=sheet,
                unit=unit,
                header_rows=block.header,
                cells=tuple(moved),
                groups=tuple(
                    _groups(moved, rows[block.first : block.end], block.header, start, numbers[block.first : block.end])
                ),
            )
        )
    return tuple(tables)


def unit_above(lines: Sequence[str]) -> str | None:
    """Return the unit that the heading or caption right above a table states for its figures, or None.

    It is in brackets at the end of the line, after its last comma or dash, or the whole line. A line that only states a
    period belongs to the table, so the line above it counts.

    Example: `unit_above(["Income statement, in millions of dollars", "Years ended December 31"])` gives
    `"in millions of dollars"`.
    """
    for line in reversed([line for line in lines if line.strip()][-LINES_ABOVE:]):
        text = line.strip(_AROUND_A_UNIT)
        if unit := stated_unit(text):
            return unit
        last = _LAST_PART.search(text)
        for part in (text, last[1]) if last else (text,):
            if short := SHORT_UNIT.fullmatch(part):
                return short[0]
            if (stated := unit_stated(part)) and (stated.start, stated.end) == (0, len(part)):
                return part
        if not _is_only_a_period(text):
            return None
    return None


def _is_only_a_period(text: str) -> bool:
    words = re.findall(r"\w+", text.casefold())
    months = {name.casefold() for name in MONTHS_AND_DAYS}
    return (
        "|" not in text
        and bool(words)
        and all(word.isdigit() or word in STOP_WORDS | months | _PERIOD_WORDS for word in words)
    )


def _shown(cell: Cell, text: str, base: int) -> str:
    return " ".join(without_struck(text[cell.start - base : cell.end - base]).split())


def _at_row(cell: Cell, start: int) -> Cell:
    return cell if start == 0 else cell.model_copy(update={"row": cell.row - start})


def _labelled(rows: Sequence[_Row], by_row: Mapping[int, Sequence[Cell]]) -> Sequence[_Row]:
    """Return the rows. A label that a cell of an earlier row spans into the first column is added."""
    found: list[_Row] = []
    label, until = "", 0
    for row, (number, cells) in zip(rows, sorted(by_row.items()), strict=True):
        found.append({0: label, **row} if number < until and label else row)
        first = next((cell for cell in cells if cell.column == 0), None)
        if first is not None:
            label, until = row.get(0, ""), number + first.row_span
    return found


def _blocks(rows: Sequence[_Row], labelled: Sequence[_Row], stated: int, is_plain: bool) -> Iterator[_Block]:
    found = 0 if is_plain and rows and 0 in rows[0] and not any(map(_has_figure, rows)) else _header(rows, 0)
    first, header = 0, max(min(stated, STATED_AT_MOST), found)
    at = first + header
    while at < len(rows):
        again = _header(rows, at) if _names_anew(labelled, at, rows[first : first + header]) else 0
        if again and at + again < len(rows):
            yield _Block(first, header, at)
            first, header = at, again
            at += again
        else:
            at += 1
    yield _Block(first, header, len(rows))


def _names_anew(rows: Sequence[_Row], at: int, header: Sequence[_Row]) -> bool:
    """Return whether a row in the middle begins a new header. It does if two rows have no figures or labels and one has
    several cells, or if the row repeats the header except for periods."""
    row = rows[at]
    values = [text for column, text in row.items() if column]
    if not values or _has_figure(row):
        return False
    run = 1
    while (
        at + run < len(rows) and run < MOST_HEADER_ROWS and 0 not in rows[at + run] and not _has_figure(rows[at + run])
    ):
        run += 1
    if 0 not in row:
        return any(len(rows[at + step]) > 1 for step in range(run))
    if not header or (row[0].casefold() != header[-1].get(0, "").casefold() and not _is_unit(row[0])):
        return False
    last = [text for column, text in header[-1].items() if column]
    alike = sum(
        value == other or (_is_period(value) and _is_period(other)) for value, other in zip(values, last, strict=False)
    )
    return len(values) > 1 and len(values) == len(last) and alike == len(values)


def _header(rows: Sequence[_Row], first: int) -> int:
    """Return the number of rows from `first` on that name the columns. Return 0 if the first row has figures, is a label
    with its value, or is the first of a numbered list. A table without figures has no header either, if its first row
    leaves a later column without a name."""
    if all(_NUMBER.fullmatch(row.get(0, "")) for row in rows[first : first + 2]):
        return 0
    if _is_labelled_value(rows[first]) or _are_particulars(rows[first:]):
        return 0
    body = next((at for at in range(first, min(first + _WIDEST_LOOK, len(rows))) if _has_figure(rows[at])), None)
    if body is None:
        used = {column for row in rows[first : first + _WIDEST_LOOK] for column in row}
        return int(used - {0} <= rows[first].keys())
    count = 0
    blank_before = True
    named = False
    for at in range(first, min(body, first + MOST_HEADER_ROWS)):
        row = rows[at]
        over = [text for column, text in row.items() if column]
        if named and (not over or (len(row) == 1 and over[0].endswith(":"))):
            break  # a row with only a label is the heading of a group
        labelled = 0 in row and not _is_unit(row[0])
        if named and labelled and not blank_before and not all(_is_period(cell) or _is_unit(cell) for cell in over):
            break  # a row of words
        if over:
            named = True
        blank_before = blank_before and (0 not in row or not over)
        count += 1
    if not named:
        return 1 if count else 0
    return count


def _is_labelled_value(row: _Row) -> bool:
    """Return whether a row is a label with its value, as in a form or a signature: “Tenant: | Harrow Estates Ltd”."""
    values = [text for column, text in row.items() if column]
    labelled = row.get(0, "").endswith(":") and len(values) == 1 and not values[0].endswith(":")
    return labelled and not _is_period(values[0]) and not _is_unit(values[0])


def _are_particulars(rows: Sequence[_Row]) -> bool:
    """Return whether the rows are labels with values of different kinds, and the first label is that of a party, as in
    the particulars of a contract: “Landlord | Harrow Estates Ltd” above “Deposit | £900” and “Use | Bakery”."""
    if rows[0].get(0, "").casefold() not in PARTY_LABELS or any(row.keys() - {0, 1} for row in rows):
        return False
    return len({any(map(str.isdigit, row.get(1, ""))) for row in rows[1:]}) > 1


def _has_figure(row: _Row) -> bool:
    return any(
        FIGURE.match(text) and not _is_period(text) and not _WORD.search(text) for column, text in row.items() if column
    )


def _is_period(text: str) -> bool:
    if _YEAR.fullmatch(text):
        return True
    return bool(
        re.match(r"\W*(?:[A-Za-z]|\d{1,2}\s+[A-Za-z])", text) or re.match(r"(?:19|20)\d\d\b(?!,\d)", text)
    ) and (next(iter(periods_in(text)), None) is not None)


def _is_unit(text: str) -> bool:
    return (
        unit_stated(text) is not None
        or unit_stated(f"({text})") is not None
        or re.fullmatch(r"[^\w]*[$€£¥%][^\d]*", text) is not None
    )


def _spread(cells: Sequence[Cell], header: int) -> list[Cell]:
    """Return the cells with column spans for the upper rows of a header, if the format gives none. A single cell in its
    row spans every column; other cells span the empty cells to their right."""
    widest = max((cell.column for cell in cells), default=0)
    upper: dict[int, list[Cell]] = {}
    for cell in cells:
        if cell.row < header - 1:
            upper.setdefault(cell.row, []).append(cell)
    after: dict[int, dict[int, int]] = {}
    """The next filled column after each filled column, except the table's first, for each row without spans."""
    for row, own in upper.items():
        if not any(cell.column_span > 1 for cell in own):
            filled = sorted({cell.column for cell in own if cell.column and cell.end > cell.start})
            after[row] = dict(zip(filled, [*filled[1:], widest + 1], strict=False))
    found: list[Cell] = []
    for cell in cells:
        columns = after.get(cell.row, {})
        if cell.column not in columns:
            found.append(cell)
            continue
        start = 1 if cell.column == next(iter(columns)) else cell.column
        found.append(cell.model_copy(update={"column": start, "column_span": columns[cell.column] - start}))
    return found


def _unit(header: Sequence[_Row], caption: str | None, rows: Sequence[_Row]) -> str | None:
    """Return the unit of the figures, from the header or the caption, or None if these state different units."""
    texts = []
    for row in header:
        over = [text for column, text in row.items() if column]
        every = over if len(over) > 1 and all(unit_stated(text) for text in over) else []
        texts += [text for column, text in row.items() if not column or len(over) == 1 or _is_all_unit(text)] + every
    found = []
    for text in (*texts, *((caption,) if caption else ())):
        stated = unit_stated(text) or (unit_stated(f"({text})") if len(text.split()) < 4 else None)
        if stated:
            offset = 0 if unit_stated(text) else 1
            found.append(text[stated.start - offset : stated.end - offset])
    return found[0] if len({unit.casefold() for unit in found}) == 1 else None


def _is_all_unit(text: str) -> bool:
    stated = unit_stated(text)
    return stated is not None and stated.end - stated.start >= len(text.strip("() ")) - 1


def _groups(
    cells: Sequence[Cell], rows: Sequence[_Row], header: int, start: int, numbers: Sequence[int]
) -> Iterator[RowGroup]:
    """Yield the groups: rows under a row with only a label, up to the next such row or to their total."""
    heads = [at for at in range(header, len(rows)) if _heads(rows, at)]
    below: dict[int, int] = {}
    """The first row below each heading row that is not a heading row."""
    for at in reversed(heads):
        below[at] = below.get(at + 1, at + 1)
    filled = {cell.row: cell for cell in reversed(cells) if cell.end > cell.start}
    for place, at in enumerate(heads):
        first = below[at]
        if first - at > LEVELS:
            continue
        after = bisect_left(heads, first, place + 1)
        stop = (heads[after] if after < len(heads) else len(rows)) - 1
        label = next(iter(rows[at].values()))
        words = set(content_stems(without_mark(label)))
        for row in range(first, stop + 1):
            row_label = rows[row].get(0, "")
            stems = set(content_stems(row_label))
            if is_total(row_label) and (words <= stems or len(without_mark(row_label).split()) == 1):
                stop = row
                break
        if first > stop:
            continue
        cell = filled[numbers[at] - start]
        yield RowGroup(
            start=cell.start,
            end=cell.end,
            head=numbers[at] - start,
            first=numbers[first] - start,
            last=numbers[stop] - start,
        )


def _heads(rows: Sequence[_Row], at: int) -> bool:
    """Return whether a row of the body is a heading row. It has a single cell of words, or only a period above the
    columns, and rows with more cells follow."""
    row = rows[at]
    if len(row) != 1 or at + 1 >= len(rows):
        return False
    ((column, text),) = row.items()
    if FIGURE.match(text) and not _is_period(text):
        return False
    return column == 0 or text.endswith(":") or _is_period(text) or _ENDS_A_PERIOD.search(text) is not None
