"""Builds a text piece by piece and records where its structure is. It is for formats that do not store their text as
one piece."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from ...evidence.model.place_marks import Mark, MarkKind
from ..documents.loaded import Cell, Furniture, Heading, LoadedDocument, LoadIssue, MarkedText, Page, Table
from .plain import UNSEEN, removed_characters
from .table_shape import LINES_ABOVE, shaped

SEPARATOR = " | "
SPAN_AT_MOST = 100
"""The maximum number of rows and columns that one cell may span; a file can declare a span of a billion."""


_PARTS_ABOVE = 3 * LINES_ABOVE
"""The number of pieces of text above a table that are searched for its unit. Lines and the breaks between them are pieces
of their own."""


class Canvas:
    """A text that is built block by block, with the offsets of its structure. Blocks are separated by a blank line.
    Text is only appended, so recorded offsets stay valid."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = self._hidden = 0
        self.headings: list[Heading] = []
        self.furniture: list[Furniture] = []
        self.tables: list[Table] = []
        self.pages: list[Page] = []
        self.issues: list[LoadIssue] = []
        self.marks: list[MarkedText] = []
        self._open_marks: set[MarkKind] = set()

    @property
    def length(self) -> int:
        return self._length

    def cut(self, start: int, end: int) -> str:
        return "".join(self._parts)[start:end]

    def write(self, piece: str) -> tuple[int, int]:
        start = self._length
        if not piece.isascii():
            piece, hidden = UNSEEN.subn("", piece)
            self._hidden += hidden
        if piece:
            self._parts.append(piece)
            self._length += len(piece)
        return start, self._length

    def block(self, text: str) -> tuple[int, int]:
        """Write a paragraph, and return its offsets. Empty text writes nothing.

        Example: the first block “Rent is due.” has the offsets 0 and 12.
        """
        text = text.strip()
        if text:
            self._part()
        return self.write(text)

    def _part(self) -> None:
        if self._length and not self._parts[-1].endswith("\n\n"):
            self.write("\n\n")

    def heading(self, text: str, level: int) -> None:
        start, end = self.block(" ".join(text.split()))
        if end > start:
            self.headings.append(Heading(start=start, end=end, level=max(1, min(level, 9))))

    def running(self, text: str, kind: str) -> None:
        start, end = self.block(text)
        if end > start:
            self.furniture.append(Furniture.model_validate({"start": start, "end": end, "kind": kind}))

    def is_marked(self, kind: MarkKind) -> bool:
        """Return whether text that is written next has a mark of this kind."""
        return kind in self._open_marks

    @contextmanager
    def marked(self, kind: MarkKind, text: str = "") -> Iterator[None]:
        """Mark the text that is written inside this context. A mark inside a mark of the same kind belongs to it."""
        if kind in self._open_marks:
            yield
            return
        start = self._length
        self._open_marks.add(kind)
        try:
            yield
        finally:
            self._open_marks.discard(kind)
        if self._length > start:
            self.marks.append(MarkedText(start=start, end=self._length, mark=Mark(kind=kind, text=text)))

    def add(self, loaded: LoadedDocument) -> None:
        """Append the text and structure of another document without pages."""
        if not loaded.text:
            return
        self._part()
        base = self._length
        self._parts.append(loaded.text)
        self._length += len(loaded.text)
        for heading in loaded.headings:
            self.headings.append(heading.model_copy(update=_moved(heading, base)))
        for stretch in loaded.marks:
            self.marks.append(stretch.model_copy(update=_moved(stretch, base)))
        for table in loaded.tables:
            cells = tuple(cell.model_copy(update=_moved(cell, base)) for cell in table.cells)
            groups = tuple(group.model_copy(update=_moved(group, base)) for group in table.groups)
            self.tables.append(table.model_copy(update={**_moved(table, base), "cells": cells, "groups": groups}))
        self.issues += loaded.issues

    def issue(self, where: str, reason: str) -> None:
        self.issues.append(LoadIssue(where=where, reason=reason))

    def table(
        self,
        rows: Sequence[Sequence["TableCell"]],
        *,
        caption: str | None = None,
        sheet: str | None = None,
        header_rows: int = 0,
        first_row_is_plain: bool = False,
        most_cells: int | None = None,
    ) -> None:
        """Write a table: one line for each row, with cells joined by " | ".

        Cells beyond `most_cells` are written as text without table structure, which is disclosed. `header_rows`: the
        number that the format declares; the content of the cells may show more. `first_row_is_plain`: whether the format
        could set a header off, and does not.
        """
        if not any(cell.text for row in rows for cell in row):
            return
        above = "".join(self._parts[-_PARTS_ABOVE:]).split("\n")
        self._part()
        start, piece = self._length, len(self._parts)
        cells: list[Cell] = []
        located_rows = 0
        for number, row in enumerate(rows):
            if number:
                self.write("\n")
            located = most_cells is None or len(cells) + len(row) <= most_cells
            located_rows += located
            for position, cell in enumerate(row):
                if position:
                    self.write(SEPARATOR)
                cell_start, cell_end = self.write(cell.text)
                if located:
                    cells.append(
                        Cell(
                            row=number,
                            column=cell.column,
                            start=cell_start,
                            end=cell_end,
                            ref=cell.ref or f"R{number + 1}C{cell.column + 1}",
                            row_span=cell.row_span,
                            column_span=cell.column_span,
                        )
                    )
        if located_rows < len(rows):
            self.issue(
                f"table {sheet or caption or len(self.tables) + 1}",
                f"rows after {located_rows} of {len(rows)} are text only, not table cells (limit of {most_cells} cells)",
            )
        self.tables += shaped(
            "".join(self._parts[piece:]),
            cells,
            end=self._length,
            base=start,
            header_rows=header_rows,
            first_row_is_plain=first_row_is_plain,
            caption=caption,
            sheet=sheet,
            above=above,
        )

    def document(self, **fields: object) -> LoadedDocument:
        return LoadedDocument.model_validate(
            {
                "text": "".join(self._parts),
                "headings": tuple(self.headings),
                "furniture": tuple(self.furniture),
                "tables": tuple(self.tables),
                "pages": tuple(self.pages),
                "marks": tuple(self.marks),
                "issues": (*self.issues, *((removed_characters(self._hidden),) if self._hidden else ())),
                **fields,
            }
        )


class _Stretch(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def _moved(stretch: _Stretch, by: int) -> dict[str, int]:
    return {"start": stretch.start + by, "end": stretch.end + by}


class TableCell:
    """A cell to write. `column`: its column in the table, counting columns that earlier cells span or skip."""

    __slots__ = ("column", "column_span", "ref", "row_span", "text")

    def __init__(
        self, text: str, column: int, *, ref: str | None = None, row_span: int = 1, column_span: int = 1
    ) -> None:
        self.text = " ".join(text.split())
        self.column = column
        self.ref = ref
        self.row_span = min(row_span, SPAN_AT_MOST)
        self.column_span = min(column_span, SPAN_AT_MOST)

    def extend_down(self) -> None:
        """Extend the cell by the row below it."""
        self.row_span = min(self.row_span + 1, SPAN_AT_MOST)
