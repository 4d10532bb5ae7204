"""The location of a quote: an exact stretch of one stored version of one document (SPEC EVI-1)."""

from typing import NewType, Self

from pydantic import Field, model_validator

from .frozen import Day, Frozen, is_empty, is_none
from .place_marks import Mark

DocumentId = NewType("DocumentId", str)
VersionId = NewType("VersionId", str)
PassageId = NewType("PassageId", str)
SpanId = NewType("SpanId", str)


class Place(Frozen):
    """The location of a stretch of text in terms that a person uses.

    Pages, paragraphs and lines are numbered from 1. `line_start` and `line_end` are inclusive. They count lines of the
    file if the format is text itself, lines of the page if the document has pages (without empty lines), and lines of
    the extracted text otherwise. Paragraphs are counted within the page, or within a document without pages. `section`
    is the path of headings, outermost first, joined by " › ". `clause` is the number of a heading or paragraph ("4.2",
    "(b)").
    """

    page: int | None = Field(default=None, ge=1)
    section: str | None = None
    clause: str | None = None
    paragraph: int | None = Field(default=None, ge=1)
    line_start: int = Field(ge=1)
    line_end: int = Field(ge=1)
    cell: str | None = None
    """The cell range of text in a table, in spreadsheet notation: "Leave!B3:D3", or "R3C2" without a sheet."""
    ocr_score: float | None = Field(default=None, ge=0, le=1, exclude_if=is_none)
    """The score of the least certain line, for text that OCR read from an image. None if the file contains the text
    itself."""
    marks: tuple[Mark, ...] = Field(default=(), exclude_if=is_empty)
    """The marks of the stretch, each kind once. A mark counts if any part of the stretch has it."""


class Span(Frozen):
    """An exact stretch of a stored text: `text[char_start:char_end] == quote`, in characters (code points), end
    exclusive.

    Only the knowledge base creates spans. The hashes identify the source file and the extracted text. `extractor` names
    the loader and its version, because another version may give other offsets for the same file.
    """

    span_id: SpanId
    document_id: DocumentId
    version_id: VersionId
    file_sha256: str
    text_sha256: str
    extractor: str
    version_date: Day | None = None
    place: Place
    char_start: int = Field(ge=0)
    char_end: int
    quote: str = Field(min_length=1)

    @model_validator(mode="after")
    def _offsets_measure_the_quote(self) -> Self:
        if self.char_end - self.char_start != len(self.quote):
            raise ValueError(
                f"span {self.span_id}: offsets {self.char_start}..{self.char_end} do not match "
                f"a quote of {len(self.quote)} characters"
            )
        return self
