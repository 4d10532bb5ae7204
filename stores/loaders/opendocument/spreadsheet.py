"""Loads OpenDocument workbooks (.ods): each sheet is a heading and tables. The file stores the text that each cell
shows."""

from typing import Any, NamedTuple

from openpyxl.utils import get_column_letter

from ....evidence.language.text_marks import UNSEEN_SECTION
from ...documents.loaded import LoadedDocument
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from ..office.sheet_tables import header_rows_of, tables_of, trimmed
from .package import Package
from .paragraphs import Comment, Line, comment_of, is_switched_off, shapes_in
from .styles import DRAW, FO, OFFICE, TABLE, TEXT, Properties, Styles, formatted, has_ground, is_hidden
from .table_rows import Columns, TableField, TableRow, columns_of, fields_of, rows_of

MEDIA_TYPE = "application/vnd.oasis.opendocument.spreadsheet"


class _Sheet(NamedTuple):
    rows: list[list[TableCell]]
    """The rows of the sheet; [] for an empty row."""
    unseen: list[list[TableCell]]
    comments: list[tuple[str, Comment]]
    shapes: list[tuple[str, bool]]
    """The texts of shapes, each with whether it is hidden."""
    taken: int
    is_cut: bool


def load_spreadsheet(package: Package, limits: LoadLimits) -> LoadedDocument:
    canvas = Canvas()
    styles = package.styles()
    budget = limits.cells
    for table in package.body.iterchildren(f"{TABLE}table"):
        name = table.get(f"{TABLE}name", "")
        where = f"sheet {name}"
        sheet = _read(table, styles, budget)
        budget -= sheet.taken
        if not (sheet.rows or sheet.unseen or sheet.comments or sheet.shapes):
            canvas.issue(where, "no cells with values")
            continue
        if sheet.is_cut:
            canvas.issue(where, f"rows were not read beyond the limit of {limits.cells} cells")
        hidden = styles.of("table", table.get(f"{TABLE}style-name")).get(f"{TABLE}display") == "false"
        if hidden:
            canvas.issue(where, "a hidden sheet; not used as evidence")
            canvas.heading(UNSEEN_SECTION, 1)
        canvas.heading(name, 2 if hidden else 1)
        for rows in tables_of(sheet.rows) if sheet.rows else ():
            canvas.table(rows, sheet=name, header_rows=header_rows_of(rows))
        for text, is_off in sheet.shapes:
            if not is_off:
                canvas.block(text)
        for ref, comment in sheet.comments:
            with canvas.marked("comment", comment.author):
                canvas.block(f"[comment on {ref}] {comment.text}")
        hidden_texts = [text for text, is_off in sheet.shapes if is_off]
        if sheet.unseen or hidden_texts:
            cells = sum(map(len, sheet.unseen)) + len(hidden_texts)
            canvas.issue(where, f"{cells} cells or shapes that are hidden or show nothing; not used as evidence")
            canvas.heading(UNSEEN_SECTION, 1)
            canvas.heading(name, 2)
            canvas.table(sheet.unseen, sheet=name)
            for text in hidden_texts:
                canvas.block(text)
    return package.loaded(canvas, MEDIA_TYPE, None)


def _read(table: Any, styles: Styles, budget: int) -> _Sheet:
    sheet = _Sheet([], [], [], [], 0, False)
    columns = columns_of(table)
    taken = number = 0
    is_cut = False
    for row in rows_of(table):
        read = _cells(row, number, columns, styles, budget - taken, sheet.comments)
        times = row.repeated if read.shown or read.hidden else 1
        for again in range(times):
            taken += len(read.shown) + len(read.hidden)
            if taken > budget or read.is_cut:
                is_cut = True
                break
            if read.shown or (sheet.rows and not read.hidden):
                sheet.rows.append([_at(cell, number + again) for cell in read.shown])
            if read.hidden:
                sheet.unseen.append([_at(cell, number + again) for cell in read.hidden])
        if is_cut:
            break
        number += row.repeated
    for shapes in table.iterchildren(f"{TABLE}shapes"):
        sheet.shapes.extend(_texts(shapes, styles, is_off=False))
    trimmed(sheet.rows)
    return sheet._replace(taken=taken, is_cut=is_cut)


class _Cells(NamedTuple):
    shown: list[TableCell]
    hidden: list[TableCell]
    is_cut: bool


def _cells(
    row: TableRow,
    number: int,
    columns: Columns,
    styles: Styles,
    budget: int,
    comments: list[tuple[str, Comment]],
) -> _Cells:
    found = _Cells([], [], False)
    for field in fields_of(row.element):
        if not len(field.element) and not _value(field):
            continue
        style = field.element.get(f"{TABLE}style-name") or row.element.get(f"{TABLE}default-cell-style-name")
        style = style or columns.cell_styles.get(field.column)
        text, is_blank = _text(field, styles, styles.of("table-cell", style))
        for annotation in field.element.iterchildren(f"{OFFICE}annotation"):
            comments.append((f"{get_column_letter(field.column + 1)}{number + 1}", comment_of(annotation)))
        if not text:
            continue
        for column in range(field.column, field.column + field.repeated):
            if len(found.shown) + len(found.hidden) > budget:
                return found._replace(is_cut=True)
            hidden = is_blank or row.is_hidden or field.is_covered or column in columns.hidden
            cell = TableCell(text, column, row_span=field.row_span, column_span=field.column_span)
            (found.hidden if hidden else found.shown).append(cell)
    return found


def _at(cell: TableCell, row: int) -> TableCell:
    ref = f"{get_column_letter(cell.column + 1)}{row + 1}"
    return TableCell(cell.text, cell.column, ref=ref, row_span=cell.row_span, column_span=cell.column_span)


def _value(field: TableField) -> str:
    """Return the stored value of a cell."""
    names = ("value", "date-value", "time-value", "boolean-value", "string-value")
    return next((value for name in names if (value := field.element.get(f"{OFFICE}{name}"))), "")


def _text(field: TableField, styles: Styles, properties: Properties) -> tuple[str, bool]:
    """Return the text of a cell, and whether the sheet hides it."""
    pieces: list[str] = []
    hidden: list[str] = []
    on_paper = not has_ground(properties)
    own = {key: value for key, value in properties.items() if key != f"{FO}background-color"}
    for paragraph in field.element.iterchildren(f"{TEXT}p"):
        line = Line(paragraph, styles, on_paper=on_paper)
        hidden += line.hidden
        if is_hidden(own, on_paper=on_paper):
            hidden.append(line.text)
        else:
            pieces.append(formatted(line.text, own, ""))
    shown = " ".join(filter(str.strip, pieces))
    if shown.strip():
        return shown, False
    return " ".join(filter(str.strip, hidden)) or _value(field), True


def _texts(element: Any, styles: Styles, *, is_off: bool) -> list[tuple[str, bool]]:
    found: list[tuple[str, bool]] = []
    for shape in shapes_in(element):
        off = is_off or is_switched_off(shape)
        if shape.tag == f"{DRAW}g":
            found += _texts(shape, styles, is_off=off)
            continue
        lines = [Line(paragraph, styles, on_paper=False).text for paragraph in shape.iter(f"{TEXT}p")]
        if text := "\n".join(filter(str.strip, lines)):
            found.append((text, off))
    return found
