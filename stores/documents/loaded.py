"""The result of a loader: the text of one file, and its structure.

All structure refers to `LoadedDocument.text` by character offsets (code points, end exclusive), so that every later
quote is cut verbatim from the stored text. A loader is a pure, picklable function `load(path_or_bytes) ->
LoadedDocument`.
"""

from datetime import date
from typing import Literal

from pydantic import Field

from ...evidence.model.frozen import Frozen, is_empty
from ...evidence.model.place_marks import Mark


class Page(Frozen):
    """A page, numbered from 1 in the order of the file. Pages cover the text without gaps; an unreadable page is
    empty."""

    number: int = Field(ge=1)
    start: int
    end: int


class Heading(Frozen):
    """A heading in the text. A section runs from its heading to the next heading of the same or a higher level."""

    start: int
    end: int
    level: int = Field(ge=1, le=9)


class Furniture(Frozen):
    """A running header, footer or page number. It stays in the text, since it shows the document's scope, but no
    passage contains it."""

    start: int
    end: int
    kind: Literal["header", "footer", "page_number"]


class Cell(Frozen):
    """A table cell. `row` and `column` count from 0 in the table. `ref`: the address that users see ("B7" in a sheet,
    "R7C2" in other tables)."""

    row: int
    column: int
    start: int
    end: int
    ref: str
    row_span: int = 1
    column_span: int = 1


class RowGroup(Frozen):
    """Rows of a table that belong to a heading row, such as "Current assets:".

    `start`, `end`: the offsets of the heading row's words. `head`: its row number. `first` to `last`: the rows of the
    group, from 0 in the table. Groups may nest.
    """

    start: int
    end: int
    head: int
    first: int
    last: int


class Table(Frozen):
    """A table whose cells are stretches of the text. `header_rows`: the number of rows at the top that name the
    columns. A cell of several lines becomes several cells with one row and column, in reading order."""

    start: int
    end: int
    caption: str | None = None
    sheet: str | None = None
    unit: str | None = None
    """The unit of the table's figures, verbatim, such as "in millions, except per share data"."""
    header_rows: int = 1
    cells: tuple[Cell, ...]
    groups: tuple[RowGroup, ...] = ()


class PageBox(Frozen):
    """A rectangle on a page as a viewer shows it, in shares of the page's width and height. 0 is left and top, and 1 is
    right and bottom."""

    left: float
    top: float
    right: float
    bottom: float


class ReadByOcr(Frozen):
    """A line of text that OCR read from the image of a page. `score`: the engine's score, 0 to 1, for the least certain
    part of the line, and at most the mean of its page."""

    start: int
    end: int
    score: float
    box: PageBox


class MarkedText(Frozen):
    """A stretch of the text with a mark from the file's format, such as a comment or quoted text. Stretches of one kind
    do not overlap."""

    start: int
    end: int
    mark: Mark


class LoadIssue(Frozen):
    """A part of a file that a loader could not read or had to cut. Reports disclose it (SPEC EVI-8)."""

    where: str
    """The part that could not be read, such as "page 3", "sheet Archive" or "attachment scan.png"."""
    reason: str


class LoadedDocument(Frozen):
    text: str
    media_type: str
    extractor: str
    """The name and version of the loader and its library, such as "pdf/1 pypdfium2/5.15.2". Another extractor makes a
    new version of the document."""
    title: str | None = None
    """The document's own title, from its metadata or first heading, or None. It is never the file name."""
    metadata: dict[str, str] = Field(default_factory=dict)
    """The metadata that the file declares, with keys in lower case: author, company, subject, created, sender and
    others."""
    updated_at: date | None = None
    """The document's own date, from its metadata or from an "updated", "effective" or "dated" line near its top, or
    None."""
    language: str | None = None
    pages: tuple[Page, ...] = ()
    headings: tuple[Heading, ...] = ()
    furniture: tuple[Furniture, ...] = ()
    tables: tuple[Table, ...] = ()
    ocr: tuple[ReadByOcr, ...] = Field(default=(), exclude_if=is_empty)
    """The lines that OCR read, in the order of the text."""
    marks: tuple[MarkedText, ...] = Field(default=(), exclude_if=is_empty)
    issues: tuple[LoadIssue, ...] = ()
