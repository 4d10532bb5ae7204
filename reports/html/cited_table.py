"""Shows evidence from a table as a table: the cited rows below the table's header, with their neighbours."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from ...evidence.language.question_language import Language
from ...evidence.model.evidence import Evidence
from ...evidence.model.frozen import Frozen
from ...evidence.report.place_words import innermost
from ...evidence.tables.row_parts import FIGURE, bare_name, parts_of
from ...stores.documents.loaded import Cell, LoadedDocument, Table
from ..shown_amounts import cell_amount

BESIDE = 2
"""The number of rows shown before and after the cited ones."""
MOST_ROWS = 24
MOST_COLUMNS = 40
_SIGN_APART = re.compile(r"(?<=[$€£¥(])\s+(?=[\d.—(])|(?<=[\d)])\s+(?=[%)])")


class ShownCell(Frozen):
    text: str
    columns: int = 1
    is_label: bool = False
    stated: bool = False
    """Whether the answer states this figure."""
    amount: str = ""
    """The figure multiplied by the scale that the table states."""
    is_figure: bool = False
    """Whether the cell's column contains figures."""


class ShownRow(Frozen):
    cells: tuple[ShownCell, ...]
    cited: bool = False
    gap: bool = False
    """Whether rows of the table before this row are left out."""


class ShownTable(Frozen):
    caption: str
    unit: str
    header: tuple[ShownRow, ...]
    body: tuple[ShownRow, ...]
    opens: bool
    """Whether the first shown row is the first of the table's body."""
    closes: bool


def cited_table(
    loaded: LoadedDocument | None, unit: Evidence, stated: Collection[str], language: Language
) -> ShownTable | None:
    """Return the table around a row of evidence, from `loaded`, or else the row alone below its column names. Return
    None for evidence that is not a table row.

    `stated`: figures of the row that the answer states.
    """
    span = unit.span
    table = (
        next((table for table in loaded.tables if table.start <= span.char_start < table.end), None) if loaded else None
    )
    shown = _from_document(loaded.text, table, unit, stated, language) if loaded and table else None
    return shown or (_alone(unit, stated, language) if unit.row else None)


def stated_figures(unit: Evidence, sentences: Sequence[str]) -> frozenset[str]:
    """Return the figures of the row that the citing sentences state; empty if they state all of them."""
    figures = [plain(text) for at, (_, text) in enumerate(unit.row) if at and FIGURE.match(text)]
    stated = frozenset(
        figure for figure in figures if any(re.search(rf"(?<![\d.,]){re.escape(figure)}(?![\d])", s) for s in sentences)
    )
    return stated if len(stated) < len(frozenset(figures)) or len(figures) == 1 else frozenset()


def plain(text: str) -> str:
    """Return a cell's text without the spaces between a sign and its figure."""
    return _SIGN_APART.sub("", " ".join(text.split()))


def _alone(unit: Evidence, stated: Collection[str], language: Language) -> ShownTable:
    amounts = _amounts(unit, language)
    names = [ShownCell(text=bare_name(name).rstrip(" :"), is_label=True) for name, _ in unit.row]
    cells = [_cell(text, at == 0 and not FIGURE.match(text), stated, amounts) for at, (_, text) in enumerate(unit.row)]
    return ShownTable(
        caption="",
        unit=parts_of(unit.row).unit,
        header=(ShownRow(cells=tuple(names)),) if any(name.text for name in names) else (),
        body=(ShownRow(cells=tuple(cells), cited=True),),
        opens=True,
        closes=True,
    )


def _from_document(
    text: str, table: Table, unit: Evidence, stated: Collection[str], language: Language
) -> ShownTable | None:
    """Return the cited rows with their neighbours and group headings, or None if no cell of the table is cited."""
    start, end = unit.span.char_start, unit.span.char_end
    rows: dict[int, list[Cell]] = {}
    for cell in table.cells:
        if text[cell.start : cell.end].strip():
            rows.setdefault(cell.row, []).append(cell)
    body = [number for number in sorted(rows) if number >= table.header_rows]
    cited = [number for number in body if any(cell.start < end and start < cell.end for cell in rows[number])]
    if not cited:
        return None
    near = body[max(0, body.index(cited[0]) - BESIDE) : body.index(cited[-1]) + BESIDE + 1]
    heads = [group.head for group in table.groups if group.first <= cited[0] <= group.last and group.head in rows]
    shown = sorted({*heads, *near[:MOST_ROWS]})
    header = [number for number in sorted(rows) if number < table.header_rows]
    titles = [number for number in header if len(rows[number]) == 1 and len(header) > 1 and rows[number][0].column == 0]
    header = [number for number in header if number not in titles]
    columns = sorted({cell.column for number in (*header, *shown) for cell in rows[number]})[:MOST_COLUMNS]
    figures = _figure_columns(text, [cell for number in shown for cell in rows[number]])
    amounts = _amounts(unit, language)
    made_header = tuple(
        ShownRow(cells=tuple(_row(text, rows[number], columns, figures, is_header=True))) for number in header
    )
    in_unit = " ".join((table.unit or parts_of(unit.row).unit).split())
    in_header = any(in_unit.casefold() in cell.text.casefold() for row in made_header for cell in row.cells)
    return ShownTable(
        caption=_caption(text, table, [rows[number][0] for number in titles], unit),
        unit="" if in_header else in_unit,
        header=made_header,
        body=tuple(
            ShownRow(
                cells=tuple(
                    _row(text, rows[number], columns, figures, *((stated, amounts) if number in cited else ((), {})))
                ),
                cited=number in cited,
                gap=at > 0 and body.index(number) - body.index(shown[at - 1]) > 1,
            )
            for at, number in enumerate(shown)
        ),
        opens=shown[0] == body[0],
        closes=shown[-1] == body[-1],
    )


def _figure_columns(text: str, cells: Sequence[Cell]) -> frozenset[int]:
    """Return the columns with more figures than words."""
    counts: Counter[int] = Counter()
    for cell in cells:
        counts[cell.column] += 1 if FIGURE.match(plain(text[cell.start : cell.end])) else -1
    return frozenset(column for column, count in counts.items() if column and count > 0)


def _caption(text: str, table: Table, titles: Sequence[Cell], unit: Evidence) -> str:
    """Return the caption of the table and the title over its columns, without what its section heading already states."""
    section = innermost(unit.span.place)
    parts = [table.caption or "", *(text[cell.start : cell.end] for cell in titles)]
    stated = dict.fromkeys(" ".join(part.split()) for part in parts)
    return " · ".join(text for text in stated if text and not (section and section.casefold() in text.casefold()))


def _row(
    text: str,
    cells: Sequence[Cell],
    columns: Sequence[int],
    figures: Collection[int],
    stated: Collection[str] = (),
    amounts: Mapping[str, str] | None = None,
    *,
    is_header: bool = False,
) -> Iterator[ShownCell]:
    """Yield the cells of one row, one per shown column; a cell that spans several columns appears once."""
    held: dict[int, list[Cell]] = {}
    for cell in cells:
        held.setdefault(cell.column, []).append(cell)
    covered = -1
    for at, column in enumerate(columns):
        if column <= covered:
            continue
        own = held.get(column, [])
        said = " ".join(" ".join(text[cell.start : cell.end].split()) for cell in own)
        covered = max((cell.column + cell.column_span - 1 for cell in own), default=column)
        width = max(1, sum(1 for column in columns[at:] if column <= covered))
        is_label = is_header or (at == 0 and not FIGURE.match(said))
        made = _cell(said, is_label, stated, amounts or {})
        yield made.model_copy(update={"columns": width, "is_figure": column in figures})


def _cell(text: str, is_label: bool, stated: Collection[str], amounts: Mapping[str, str]) -> ShownCell:
    shown = plain(text)
    return ShownCell(
        text=shown,
        is_label=is_label,
        stated=shown in stated,
        amount=amounts.get(shown, ""),
        is_figure=FIGURE.match(shown) is not None,
    )


def _amounts(unit: Evidence, language: Language) -> dict[str, str]:
    """Return the scaled figure of each cell, by the text of the cell."""
    found = {}
    for at, (_, text) in enumerate(unit.row):
        stated = cell_amount(unit.row, at, language) if at and FIGURE.match(text) else None
        if stated is not None:
            found[plain(text)] = f"{stated.text} ({stated.exact})" if stated.exact else stated.text
    return found
