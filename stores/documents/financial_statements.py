"""Finds the primary financial statements of the whole company among the tables of a document."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...evidence.lexicon.finance.statement_signs import BALANCE_SHEET_ROWS, CASH_FLOW_ROWS, INCOME_STATEMENT_ROWS
from ...evidence.model.frozen import Frozen
from ...evidence.tables.line_items import StatementKind
from .loaded import LoadedDocument, Table
from .places import Places
from .tables import row_cells

ABOVE = 400
"""The number of characters above a table that are searched for its title, if neither its caption nor its section has
it."""
SIGNS = 2
"""The minimum number of matching patterns from `_ROWS`. A single matching row may be in any table."""


def _patterns(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_TITLES: tuple[tuple[StatementKind, re.Pattern[str]], ...] = (
    (
        "cash_flow",
        re.compile(r"\bstatements? of (?:consolidated )?cash flows?\b|\bcash flow statements?\b", re.IGNORECASE),
    ),
    (
        "balance_sheet",
        re.compile(
            r"\bbalance sheets?\b|\bstatements? of (?:consolidated )?financial (?:position|condition)\b", re.IGNORECASE
        ),
    ),
    (
        "income_statement",
        re.compile(
            r"\bstatements? of (?:consolidated )?(?:net )?(?:income|operations|earnings|profit (?:or|and) loss)\b|\bincome statements?\b",
            re.IGNORECASE,
        ),
    ),
)
_ROWS: tuple[tuple[StatementKind, tuple[re.Pattern[str], ...]], ...] = (
    ("cash_flow", _patterns(*CASH_FLOW_ROWS)),
    ("balance_sheet", _patterns(*BALANCE_SHEET_ROWS)),
    ("income_statement", _patterns(*INCOME_STATEMENT_ROWS)),
)
_CONSOLIDATED = re.compile(r"\bconsolidated\b|\bstatements? of\b|\bbalance sheets?\b", re.IGNORECASE)
_NOT_THE_WHOLE = re.compile(
    r"\bsegment|\breconciliation|\bnon-gaap|\bobligor|\bguarant|\bparent company\b|\bpro forma|\bcomprehensive income\b|\bheld for sale\b"
    r"|\bimpact of\b|\bschedule [ivx]+\b|\bsummarized\b|\bselected\b|\bquarterly results\b",
    re.IGNORECASE,
)
_IN_A_NOTE = re.compile(r"\bnotes? (?:to\b|\d)|\bimpact of\b|\bguarant|\bobligor", re.IGNORECASE)
_RECAST = re.compile(
    r"\b(?:as (?:previously )?reported|reported|restated|impact|adjustments?|level \d|eliminations?)\b", re.IGNORECASE
)


_DISCUSSED = re.compile(r"\bdiscussion and analysis\b|\bresults of operations\b|\bliquidity\b", re.IGNORECASE)


class StatementTable(Frozen):
    """A table that is a primary statement. `index`: its position in `LoadedDocument.tables`."""

    kind: StatementKind
    index: int


class StatementRow(Frozen):
    """A row of a table: its label, its cells with their column names (label first), and its offsets in the text.
    `under`: the heading row above it, or None."""

    label: str
    under: str | None
    cells: tuple[tuple[str, str], ...]
    start: int
    end: int


def statement_tables(loaded: LoadedDocument) -> tuple[StatementTable, ...]:
    """Return the primary statements in the order of the document.

    Of several candidates of a kind, those on the page with the plainest title count. A statement with separate tables
    for two periods is two tables.
    """
    places = Places(loaded)
    candidates = [
        _Candidate(kind=kind, number=index, page=places.place(table.start, table.end).page, plain=plain, signs=signs)
        for index, table in enumerate(loaded.tables)
        if (read := _kind(loaded, table, places)) is not None
        for kind, plain, signs in [read]
    ]
    kept: list[_Candidate] = []
    for kind, _ in _ROWS:
        own = [table for table in candidates if table.kind == kind]
        if own:
            best = max(own, key=lambda table: (table.plain, table.signs, -table.number))
            pages = {best.page, (best.page or 0) + 1}
            kept += [
                table
                for table in own
                if table is best or (table.page in pages and table.number >= best.number and table.plain == best.plain)
            ]
    return tuple(
        StatementTable(kind=statement.kind, index=statement.number)
        for statement in sorted(kept, key=lambda statement: statement.number)
    )


class _Candidate(NamedTuple):
    """A table with enough rows of a statement to be one."""

    kind: StatementKind
    number: int
    page: int | None
    plain: int
    """How clearly the table is titled as a statement. It is 2 if its caption, header or section is such a title, and 1
    if the text above it is. A table in a discussion of results gets 2 less."""
    signs: int


def _kind(loaded: LoadedDocument, table: Table, places: Places) -> tuple[StatementKind, int, int] | None:
    labels = [" ".join(loaded.text[cell.start : cell.end].split()) for cell in table.cells if cell.column == 0]
    header = " ".join(loaded.text[cell.start : cell.end] for cell in table.cells if cell.row < table.header_rows)
    counted = [(sum(any(sign.search(label) for label in labels) for sign in signs), kind) for kind, signs in _ROWS]
    found = next(((count, kind) for count, kind in counted if count >= SIGNS + (kind == "income_statement")), None)
    path = places.place(table.start, table.end).section or ""
    if found is None or _RECAST.search(header) or _IN_A_NOTE.search(path):
        return None
    count, kind = found
    pattern = next(pattern for held, pattern in _TITLES if held == kind)
    titled = table.caption is not None and pattern.search(table.caption) is not None
    if _NOT_THE_WHOLE.search((table.caption or "") if titled else f"{table.caption or ''} {path}"):
        return None  # a caption that is the title overrides the heading above, which may belong to the page before
    near = " ".join((table.caption or "", header, path.rpartition(" › ")[2]))
    above = loaded.text[max(0, table.start - ABOVE) : table.start]
    title = next((text for text in (near, above) if pattern.search(text)), None)
    if title is None or not _CONSOLIDATED.search(title):
        return None
    return kind, (2 if title is near else 1) - 2 * bool(_DISCUSSED.search(path)), count


def rows_of(table: Table, text: str) -> Iterator[StatementRow]:
    """Yield the rows of the table below its header, in order."""
    numbers = sorted({cell.row for cell in table.cells if cell.row >= table.header_rows})
    for number in numbers:
        own = [cell for cell in table.cells if cell.row == number and text[cell.start : cell.end].strip()]
        labels = [cell for cell in own if cell.column == 0]
        if not labels:
            continue
        start, end = min(cell.start for cell in own), max(cell.end for cell in own)
        over = [group for group in table.groups if group.first <= number <= group.last and group.head != number]
        inner = max(over, key=lambda group: group.head, default=None)
        yield StatementRow(
            label=" ".join(" ".join(text[cell.start : cell.end] for cell in labels).split()),
            under=" ".join(text[inner.start : inner.end].split()) if inner else None,
            cells=row_cells(table, text, start, end),
            start=start,
            end=end,
        )
