"""Loads workbooks (.xlsx): each sheet is a heading and tables. Cells are read as shown if that is certain, with their
addresses ("B7")."""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time
from functools import partial
from zipfile import ZipFile

from openpyxl import load_workbook
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.cell.rich_text import CellRichText
from openpyxl.utils import get_column_letter, range_boundaries

from ....evidence.language.text_marks import UNSEEN_SECTION, struck
from ...documents.loaded import LoadedDocument
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from .archive import check_archive, transitional
from .cell_colours import CellLook, Recoloured
from .number_formats import Shown, shown_number
from .sheet_parts import Hidden, inline_rich_text, rich_text, sheet_comments, sheet_shapes, sheet_tables
from .sheet_tables import header_rows_of, tables_of, trimmed

EXTRACTOR = "xlsx/7 openpyxl/3"

_MERGED = re.compile(rb'<mergeCell ref="([A-Z]+[0-9]+:[A-Z]+[0-9]+)"')
_FORMULA_WITHOUT_VALUE = re.compile(rb"</f>\s*(?:(?:<v\s*/>|<v></v>)\s*)?</c>")


def load_sheets(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    """Load a workbook. Hidden sheets come under their own heading and are disclosed; struck cells are marked.

    A formula is read as its stored value; a formula without one is disclosed as unread.

    A sheet is one table, or several if an empty row is followed by a row that looks like a header.
    """
    data = transitional(data, check_archive(data, name, limits))
    archive = ZipFile(io.BytesIO(data))
    workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True, rich_text=_has_rich_text(archive))
    canvas, look = Canvas(), CellLook(workbook.loaded_theme)
    budget = limits.cells
    try:
        for sheet in workbook.worksheets:
            where = f"sheet {sheet.title}"
            hidden = sheet.sheet_state != "visible"
            if hidden:
                canvas.issue(where, "a hidden sheet; not used as evidence")
            part = archive.read(sheet._worksheet_path)
            sheet.reset_dimensions()
            disclosed = _Disclosed()
            recoloured = Recoloured.of(part, sheet_tables(archive, sheet._worksheet_path))
            is_hidden = partial(_is_hidden, hidden=Hidden.of(part), look=look, recoloured=recoloured)
            rows, unseen, taken, cut = _rows(
                sheet.iter_rows(), _merged(part), inline_rich_text(part), is_hidden, budget, disclosed
            )
            comments = sheet_comments(archive, sheet._worksheet_path)
            shapes = sheet_shapes(archive, sheet._worksheet_path)
            if not (rows or unseen or comments or shapes):
                canvas.issue(where, "no cells with values")
                continue
            if cut:
                last = (rows or unseen)[-1][0].ref
                canvas.issue(where, f"rows after {last} were not read (limit of {limits.cells} cells)")
            for reason in disclosed.reasons():
                canvas.issue(where, reason)
            if unread := len(_FORMULA_WITHOUT_VALUE.findall(part)):
                canvas.issue(
                    where, f"{unread} formulas have no stored value and were not read; open and save the file once"
                )
            budget -= taken
            if hidden:
                canvas.heading(UNSEEN_SECTION, 1)
            canvas.heading(sheet.title, 2 if hidden else 1)
            for table in tables_of(rows) if rows else ():
                canvas.table(table, sheet=sheet.title, header_rows=header_rows_of(table))
            for text, is_off in shapes:
                if not is_off:
                    canvas.block(text)
            for comment in comments:
                with canvas.marked("comment", comment.author):
                    canvas.block(f"[comment on {comment.ref}] {comment.text}")
            if unseen:
                cells = sum(map(len, unseen))
                canvas.issue(
                    where, f"{cells} cells of hidden rows or columns, or that show nothing; not used as evidence"
                )
            hidden_texts = [text for text, is_off in shapes if is_off]
            if unseen or hidden_texts:
                canvas.heading(UNSEEN_SECTION, 1)
                canvas.heading(sheet.title, 2)
                canvas.table(unseen, sheet=sheet.title)
                for text in hidden_texts:
                    canvas.block(text)
        properties = workbook.properties
    finally:
        workbook.close()
    metadata = {
        "title": properties.title,
        "author": properties.creator,
        "subject": properties.subject,
        "keywords": properties.keywords,
    }
    return canvas.document(
        media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        extractor=EXTRACTOR,
        title=properties.title or None,
        metadata={key: value for key, value in metadata.items() if value},
    )


def _merged(part: bytes) -> dict[str, tuple[int, int]]:
    """Return the rows and columns that each merged cell spans, by its first cell."""
    spans = {}
    for match in _MERGED.finditer(part):
        left, top, right, bottom = range_boundaries(match[1].decode("ascii", "replace"))
        spans[f"{get_column_letter(left)}{top}"] = (bottom - top + 1, right - left + 1)
    return spans


def _rows(
    source: Iterable[tuple[SheetCell, ...]],
    merged: dict[str, tuple[int, int]],
    rich: dict[str, str],
    hides: Callable[[SheetCell], bool],
    budget: int,
    disclosed: "_Disclosed",
) -> tuple[list[list[TableCell]], list[list[TableCell]], int, bool]:
    """Return the rows, the rows of hidden cells, the number of cells, and whether the limit cut them. An empty row is
    []."""
    rows: list[list[TableCell]] = []
    unseen: list[list[TableCell]] = []
    taken = 0
    for row in source:
        cells: list[TableCell] = []
        kept_back: list[TableCell] = []
        for cell in row:
            if cell.value is None:
                continue
            ref = f"{get_column_letter(cell.column)}{cell.row}"
            down, across = merged.get(ref, (1, 1))
            is_hidden = hides(cell)
            value = Shown(rich[ref]) if ref in rich else shown(cell)
            if value.fixed and not value.text:
                is_hidden, value = True, Shown(str(cell.value))
            text = value.text if is_hidden else disclosed.noted(value, ref)
            if cell.has_style and cell.font.strike:
                text = struck(text)
            (kept_back if is_hidden else cells).append(
                TableCell(text, cell.column - 1, ref=ref, row_span=down, column_span=across)
            )
        if taken + len(cells) + len(kept_back) > budget:
            return trimmed(rows), unseen, taken, True
        taken += len(cells) + len(kept_back)
        if cells or (rows and not kept_back):
            rows.append(cells)
        if kept_back:
            unseen.append(kept_back)
    return trimmed(rows), unseen, taken, False


def _is_hidden(cell: SheetCell, *, hidden: Hidden, look: CellLook, recoloured: Recoloured) -> bool:
    return hidden.holds(cell.row, cell.column) or (cell.has_style and look.is_unseen(cell, recoloured))


class _Disclosed:
    """The cells of a sheet whose number format changes the number, for the disclosure."""

    def __init__(self) -> None:
        self._scaled: list[str] = []
        self._differ: list[str] = []
        self._fixed: list[str] = []

    def noted(self, value: Shown, ref: str) -> str:
        if value.scaled:
            self._scaled.append(ref)
        if value.differs:
            self._differ.append(ref)
        if value.fixed:
            self._fixed.append(ref)
        return value.text

    def reasons(self) -> Iterator[str]:
        if self._scaled:
            yield f"{_named(self._scaled)} in thousands or millions by the number format; read as shown"
        if self._fixed:
            yield f"{_named(self._fixed)} as the same text for any number by the number format; read as shown"
        if self._differ:
            yield f"{_named(self._differ)} as another number than the stored one by the number format; the stored value was read"


def _named(cells: list[str]) -> str:
    return f"{cells[0]} is shown" if len(cells) == 1 else f"{len(cells)} cells (the first is {cells[0]}) are shown"


def shown(cell: SheetCell) -> Shown:
    """Return a value as the sheet shows it for plain number and percent formats. A date is in ISO form; other formats
    give the exact stored value."""
    value = cell.value
    if isinstance(value, bool):
        return Shown("TRUE" if value else "FALSE")
    if isinstance(value, datetime):
        day = value.date().isoformat()
        return Shown(day if value.time() == time() else value.isoformat(sep=" ", timespec="seconds"))
    if isinstance(value, (date, time)):
        return Shown(value.isoformat())
    if isinstance(value, (int, float)):
        return shown_number(value, cell.number_format or "General")
    return Shown(rich_text(value) if isinstance(value, CellRichText) else str(value))


def _has_rich_text(archive: ZipFile) -> bool:
    """Return whether parts of cells are raised, lowered or struck out. Only then is this formatting read, which takes
    time."""
    for name in archive.namelist():
        if name == "xl/sharedStrings.xml" or name.startswith("xl/worksheets/"):
            part = archive.read(name)
            if b"<vertAlign" in part or b"<strike" in part:
                return True
    return False
