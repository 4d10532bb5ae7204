"""Workbooks (.xlsx): each sheet a heading and a table; cells as shown where that is plain, under their own names ("B7")."""

import io
import re
import zipfile
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from openpyxl import load_workbook
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.utils import get_column_letter

from ..loaded import LoadedDocument
from .archive import check_archive
from .canvas import Canvas, TableCell
from .limits import LoadLimits

EXTRACTOR = "xlsx/1 openpyxl/3"

_PLAIN_FORMAT = re.compile(
    r'^(?P<before>(?:"[^"]*"|[$€£¥]|\[\$(?P<symbol>[^-\]]*)[^\]]*\])?)\s*(?P<digits>#,##0|0|#)(?:\.(?P<decimals>0+))?(?P<percent>%?)(?P<after>(?:\s*"[^"]*")?)$'
)


def load_sheets(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    """Hidden sheets are read and disclosed. Formulas count by the value stored with them; one without is disclosed as unread."""
    check_archive(data, name, limits)
    workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    canvas = Canvas()
    budget = limits.cells
    try:
        for sheet in workbook.worksheets:
            if sheet.sheet_state != "visible":
                canvas.issue(f"sheet {sheet.title}", "a hidden sheet; it was read")
            sheet.reset_dimensions()
            rows, taken, cut = _rows(sheet.iter_rows(), budget)
            if not rows:
                canvas.issue(f"sheet {sheet.title}", "no cells with values")
                continue
            if cut:
                canvas.issue(
                    f"sheet {sheet.title}",
                    f"rows after {rows[-1][0].ref} were not read (limit of {limits.cells} cells)",
                )
            budget -= taken
            canvas.heading(sheet.title, 1)
            canvas.table(rows, sheet=sheet.title)
        properties = workbook.properties
    finally:
        workbook.close()
    for where in _unread_formulas(data):
        canvas.issue(*where)
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


def _rows(source: Iterable[tuple[SheetCell, ...]], budget: int) -> tuple[list[list[TableCell]], int, bool]:
    """The rows that hold values, the number of their cells, and whether the budget cut them off."""
    rows: list[list[TableCell]] = []
    taken = 0
    for row in source:
        cells = [
            TableCell(shown(cell), cell.column - 1, ref=f"{get_column_letter(cell.column)}{cell.row}")
            for cell in row
            if cell.value is not None
        ]
        if not cells:
            continue
        if taken + len(cells) > budget:
            return rows, taken, True
        taken += len(cells)
        rows.append(cells)
    return rows, taken, False


def shown(cell: SheetCell) -> str:
    """A value as the sheet shows it for plain number and percent formats; dates in ISO; else the stored value, exactly."""
    value = cell.value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    if isinstance(value, (int, float)):
        return _number(value, cell.number_format or "General")
    return str(value)


def _number(value: float, form: str) -> str:
    exact = Decimal(repr(value))
    match = _PLAIN_FORMAT.match(form.split(";")[0])
    if match is None:
        return f"{exact.normalize():f}" if exact == exact.to_integral_value() or "E" in str(exact) else str(exact)
    if match["percent"]:
        exact *= 100
    places = len(match["decimals"] or "")
    grouped = "," if "," in match["digits"] else ""
    before = match["symbol"] if match["symbol"] is not None else match["before"].strip('"')
    sign = "-" if exact < 0 else ""
    return f"{sign}{before}{abs(exact):{grouped}.{places}f}{match['percent']}{match['after'].replace(chr(34), '')}"


def _unread_formulas(data: bytes) -> Iterable[tuple[str, str]]:
    """Sheets whose formulas were stored without their values (as programs do that never calculate)."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.namelist():
            if not re.fullmatch(r"xl/worksheets/[^/]+\.xml", entry):
                continue
            count = len(re.findall(rb"</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>", archive.read(entry)))
            if count:
                yield (
                    entry.rsplit("/", 1)[-1],
                    f"{count} formulas have no stored value and were not read; open and save the file once",
                )
