"""Writes the blocks of an OpenDocument text to a canvas: paragraphs, headings, lists, tables, and what is anchored in
them."""

from contextlib import ExitStack, nullcontext
from typing import Any

from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from .lists import Numbering
from .paragraphs import Changes, Comment, Line, Note, is_filled, is_switched_off, shapes_in
from .styles import DRAW, OFFICE, STYLE, TABLE, TEXT, Styles, has_ground
from .table_rows import TableRow, fields_of, rows_of

_QUOTATIONS = ("Quotations", "Quote", "Intense_20_Quote")
"""The built-in styles of quotations, which every language stores under these names."""
_LINES = (f"{TEXT}p", f"{TEXT}h")
_SKIPPED = {f"{TEXT}tracked-changes", f"{TEXT}sequence-decls", f"{OFFICE}forms", f"{TEXT}variable-decls"}


class Blocks:
    def __init__(self, canvas: Canvas, styles: Styles, numbering: Numbering, limits: LoadLimits) -> None:
        self.hidden = self.may_cover = self.revised = 0
        self.notes: list[Note] = []
        self.comments: list[Comment] = []
        self.title: str | None = None
        self._canvas = canvas
        self._styles = styles
        self._numbering = numbering
        self._limits = limits
        self._changes = Changes()

    def read(self, element: Any, *, on_paper: bool = True, label: str = "") -> None:
        """Write the blocks in `element` to the canvas. `label`: the text that the page shows before the first paragraph."""
        for child in element:
            name = child.tag
            if not isinstance(name, str) or name in _SKIPPED:
                continue
            if name in _LINES:
                self._paragraph(child, on_paper, label)
                label = ""
            elif name == f"{TEXT}list":
                self._list(child, on_paper, "", 0)
            elif name == f"{TABLE}table":
                self._table(child, on_paper)
            elif name == f"{TEXT}section" and child.get(f"{TEXT}display") in ("none", "condition"):
                if child.get(f"{TEXT}is-hidden", "true") == "true":
                    self.hidden += 1
                else:
                    self._section(child, on_paper)
            elif name == f"{TEXT}section":
                self._section(child, on_paper)
            elif name.startswith(DRAW):
                self._shape(child)
            else:
                self.read(child, on_paper=on_paper, label=label)

    def _section(self, section: Any, on_paper: bool) -> None:
        ground = has_ground(self._styles.of("section", section.get(f"{TEXT}style-name")))
        self.read(section, on_paper=on_paper and not ground)

    def write_notes(self) -> None:
        """Write footnotes and endnotes, then comments, after the text."""
        for kind in ("footnote", "endnote"):
            for note in [*self.notes]:
                if note.kind == kind:
                    self.read(note.body, label=f"[{kind} {note.number}]" if note.number else f"[{kind}]")
        for at, comment in enumerate(self.comments):
            with self._canvas.marked("comment", comment.author):
                self._canvas.block(f"[comment {at}] {comment.text}")

    def disclose(self) -> None:
        for count, reason in (
            (self.hidden, "stretches of hidden text were not read"),
            (self.revised, "paragraphs have tracked changes that are not accepted; deleted text was not read"),
            (self.may_cover, "filled shapes may cover text, which was read; only a PDF of the file settles this"),
        ):
            if count:
                self._canvas.issue("text", f"{count} {reason}")

    def line(self, paragraph: Any, *, on_paper: bool) -> Line:
        """Return a paragraph's text. Its notes and comments are stored and written later."""
        line = Line(paragraph, self._styles, on_paper=on_paper)
        self.hidden += len(line.hidden)
        self.notes += line.notes
        self.comments += line.comments
        return line

    def _paragraph(self, paragraph: Any, on_paper: bool, label: str) -> None:
        line = self.line(paragraph, on_paper=on_paper)
        text = line.text
        names = self._styles.names("paragraph", paragraph.get(f"{TEXT}style-name"))
        level = paragraph.get(f"{TEXT}outline-level", "1") if paragraph.tag == _LINES[1] else ""
        if level.isdecimal() and text.strip() and paragraph.get(f"{TEXT}is-list-header") != "true":
            label = label or self._numbering.heading(int(level))
        if text.strip() and label:
            text = f"{label} {text.lstrip()}"
        if level.isdecimal():
            self._canvas.heading(text, int(level))
        elif "Title" in names:
            self.title = self.title or text.strip() or None
            self._canvas.heading(text, 1)
        else:
            with ExitStack() as marks:
                if any(name in _QUOTATIONS for name in names):
                    marks.enter_context(self._canvas.marked("quoted"))
                if self._changes.touch(paragraph):
                    self.revised += 1
                    marks.enter_context(self._canvas.marked("revised"))
                self._canvas.block(text)
        for shape in line.shapes:
            self._shape(shape)

    def _list(self, element: Any, on_paper: bool, style: str, depth: int) -> None:
        style = element.get(f"{TEXT}style-name", style)
        if depth == 0:
            self._numbering.start(element, style)
        for item in element:
            if item.tag not in (f"{TEXT}list-item", f"{TEXT}list-header"):
                continue
            label = ""
            if item.tag == f"{TEXT}list-item" and next(item.iterchildren(*_LINES), None) is not None:
                label = self._numbering.label(style, depth + 1, item.get(f"{TEXT}start-value"))
            for child in item:
                if child.tag == f"{TEXT}list":
                    self._list(child, on_paper, style, depth + 1)
                elif child.tag in _LINES:
                    self._paragraph(child, on_paper, label)
                    label = ""
        if depth == 0:
            self._numbering.end(element, style)

    def _shape(self, shape: Any) -> None:
        """Read the text of a shape or text box, with what is inside it."""
        if is_switched_off(shape):
            self.hidden += any(map(str.strip, shape.itertext()))
            return
        if shape.tag in (f"{DRAW}g", f"{DRAW}frame", f"{DRAW}a"):
            for inner in shape:
                if inner.tag == f"{DRAW}text-box" or inner.tag == f"{TABLE}table":
                    self.read(inner if inner.tag != f"{TABLE}table" else [inner], on_paper=False)
                elif inner.tag in (f"{DRAW}object", f"{DRAW}object-ole"):
                    self._canvas.issue("text", "an embedded object (a chart, a formula or a sheet) is not read")
            for inner in shapes_in(shape):
                self._shape(inner)
            return
        front = self._styles.of("graphic", shape.get(f"{DRAW}style-name")).get(f"{STYLE}run-through") == "foreground"
        if front and not any(map(str.strip, shape.itertext())) and is_filled(shape, self._styles):
            self.may_cover += 1
        self.read(shape, on_paper=False)

    def _table(self, table: Any, on_paper: bool) -> None:
        rows = list(rows_of(table))
        changes = sum(self._changes.touch(line) for line in table.iter(*_LINES))
        self.revised += changes
        on_paper = on_paper and not has_ground(self._styles.of("table", table.get(f"{TABLE}style-name")))
        with self._canvas.marked("revised") if changes else nullcontext():
            self._canvas.table(
                [self._cells(row, on_paper) for row in rows if not row.is_hidden],
                header_rows=max(1, sum(row.is_header for row in rows)),
                most_cells=self._limits.cells,
            )

    def _cells(self, row: TableRow, on_paper: bool) -> list[TableCell]:
        ground = has_ground(self._styles.of("table-row", row.element.get(f"{TABLE}style-name")))
        cells: list[TableCell] = []
        for field in fields_of(row.element):
            if field.is_covered:
                continue
            own = has_ground(self._styles.of("table-cell", field.element.get(f"{TABLE}style-name")))
            text = self.cell_text(field.element, on_paper=on_paper and not ground and not own)
            cells.append(TableCell(text, field.column, row_span=field.row_span, column_span=field.column_span))
        return cells

    def cell_text(self, cell: Any, *, on_paper: bool) -> str:
        """Return the text of everything in a cell."""
        pieces: list[str] = []
        for paragraph in cell.iter(*_LINES):
            if not _is_elsewhere(paragraph, cell):
                pieces.append(self.line(paragraph, on_paper=on_paper).text)
        return "\n".join(pieces)


def _is_elsewhere(paragraph: Any, cell: Any) -> bool:
    """Return whether a paragraph is in a note, a comment or a hidden shape of the cell."""
    for outer in paragraph.iterancestors():
        if outer is cell:
            return False
        if outer.tag in (f"{TEXT}note", f"{OFFICE}annotation") or is_switched_off(outer):
            return True
    return False
