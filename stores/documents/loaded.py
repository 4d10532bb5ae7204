"""What a loader gives: the canonical text of one file and the structure that addresses it.

Everything points into `LoadedDocument.text` by character offsets (code points, end exclusive), so that whatever is shown later
can be cut from the stored text letter for letter. A loader is a pure, picklable function `load(path_or_bytes) -> LoadedDocument`.
"""

from datetime import date
from typing import Literal

from pydantic import Field

from ...evidence.model.frozen import Frozen, is_empty
from ...evidence.model.marks import Mark


class Page(Frozen):
    """One page, numbered from 1 as the file counts them. Pages tile the text in order; an unreadable page is empty."""

    number: int = Field(ge=1)
    start: int
    end: int


class Heading(Frozen):
    """A heading as it stands in the text. A section runs from its heading to the next one of the same or a higher level."""

    start: int
    end: int
    level: int = Field(ge=1, le=9)


class Furniture(Frozen):
    """Running text that belongs to the page and not to what it says. Kept in the text as scope evidence, never in a passage."""

    start: int
    end: int
    kind: Literal["header", "footer", "page_number"]


class Cell(Frozen):
    """One table cell. `row` and `column` are 0-based in the table; `ref` is how a person finds it ("B7" in a sheet, "R7C2" in
    other tables)."""

    row: int
    column: int
    start: int
    end: int
    ref: str
    row_span: int = 1
    column_span: int = 1


class RowGroup(Frozen):
    """Rows of a table that stand under a row of their own: "Current assets:" over its items. `start` and `end` are the offsets of
    that row's words, `head` its number; `first` to `last` are the rows under it, 0-based in the table. Groups may nest."""

    start: int
    end: int
    head: int
    first: int
    last: int


class Table(Frozen):
    """A table whose cells stand in the text. `header_rows` counts the rows at the top that name the columns. A cell written over
    several lines is several cells of one row and column, in reading order."""

    start: int
    end: int
    caption: str | None = None
    sheet: str | None = None
    unit: str | None = None
    """What its figures are in, in its own words: "in millions, except per share data"."""
    header_rows: int = 1
    cells: tuple[Cell, ...]
    groups: tuple[RowGroup, ...] = ()


class PageBox(Frozen):
    """A stretch of a page as a viewer shows it: shares of its width and height, from 0 at its left and top to 1."""

    left: float
    top: float
    right: float
    bottom: float


class ReadByOcr(Frozen):
    """A line of text that OCR read from the image of a page. `score`, from 0 to 1: the engine's own for the least certain
    part of the line, and no higher than its mean for the page."""

    start: int
    end: int
    score: float
    box: PageBox


class MarkedText(Frozen):
    """A stretch of the text that its format sets apart. Stretches of one kind do not overlap."""

    start: int
    end: int
    mark: Mark


class LoadIssue(Frozen):
    """Something a loader could not read or had to cut; goes to the disclosure ledger (SPEC EVI-8)."""

    where: str
    """What it concerns: "page 3", "sheet Archive", "attachment scan.png"."""
    reason: str


class LoadedDocument(Frozen):
    text: str
    media_type: str
    extractor: str
    """Loader name and version with the library's version, e.g. "pdf/1 pypdfium2/5.15.2": a change of it is a new version."""
    title: str | None = None
    """As the document itself gives it (metadata or first heading); None when it gives none. Never the file name."""
    metadata: dict[str, str] = Field(default_factory=dict)
    """What the file declares of itself: author, company, subject, created, sender, … (lower-case keys)."""
    updated_at: date | None = None
    """A date the document states of itself (metadata or an "updated/effective/dated" line near the top); None without one."""
    language: str | None = None
    pages: tuple[Page, ...] = ()
    headings: tuple[Heading, ...] = ()
    furniture: tuple[Furniture, ...] = ()
    tables: tuple[Table, ...] = ()
    ocr: tuple[ReadByOcr, ...] = Field(default=(), exclude_if=is_empty)
    """In the order of the text."""
    marks: tuple[MarkedText, ...] = Field(default=(), exclude_if=is_empty)
    issues: tuple[LoadIssue, ...] = ()
