"""Loads presentations (.pptx): one page for each slide, its title as a heading, tables in place, speaker notes after
the slide."""

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any, NamedTuple

from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.opc.package import XmlPart
from pptx.oxml import parse_xml
from pptx.shapes.base import BaseShape
from pptx.slide import Slide
from pptx.table import Table as SlideTable
from pptx.text.text import TextFrame

from ....evidence.language.text_marks import UNSEEN_SECTION
from ...documents.loaded import LoadedDocument
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from ..slide_view import end_slide
from ..stated_date import stated_date
from .archive import check_archive, transitional
from .drawing_text import A, diagram_texts, is_illegible, paragraph_text
from .slide_shapes import P, ShapesView

EXTRACTOR = "pptx/5 python-pptx/1"
_FURNITURE = {
    PP_PLACEHOLDER.DATE,
    PP_PLACEHOLDER.SLIDE_NUMBER,
    PP_PLACEHOLDER.HEADER,
    PP_PLACEHOLDER.FOOTER,
    PP_PLACEHOLDER.SLIDE_IMAGE,
}


def load_slides(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    presentation = Presentation(io.BytesIO(transitional(data, check_archive(data, name, limits))))
    canvas = Canvas()
    slides = list(presentation.slides)
    authors = _authors(presentation.part)
    after_hidden = False
    for number, slide in enumerate(slides, start=1):
        start = canvas.length
        hidden = slide._element.get("show") == "0"
        if hidden:
            canvas.heading(UNSEEN_SECTION, 1)
            canvas.issue(f"page {number}", "a hidden slide; not used as evidence")
        title = slide.shapes.title
        if title is None and after_hidden and not hidden:
            canvas.heading(f"Slide {number}", 1)
        after_hidden = hidden
        if title is not None:
            canvas.heading(_text(title.text_frame), 2 if hidden else 1)
        unseen: list[str] = []
        view = ShapesView(slide, presentation.slide_width or 0, presentation.slide_height or 0)
        texts = view.texts()
        for at in view.in_reading_order():
            shape = view.shapes[at].shape
            if title is not None and shape.shape_id == title.shape_id:
                continue
            if view.is_unseen(at):
                unseen += _every_text(shape)
            elif getattr(shape, "has_table", False):
                canvas.table(list(_rows(shape.table, view, unseen)), most_cells=limits.cells)
            elif shape.has_text_frame:
                seen = _Seen(partial(view.hides, at))
                with canvas.marked("overprinted") if view.is_overprinted(at, texts) else nullcontext():
                    canvas.block(_text(shape.text_frame, seen.hides))
                unseen += filter(str.strip, seen.hidden)
            elif getattr(shape, "has_chart", False):
                canvas.issue(f"page {number}", "a chart is not read")
            else:
                for text in diagram_texts(shape._element, slide.part):
                    canvas.block(text)
        if notes := _notes(slide):
            with canvas.marked("note"):
                canvas.block(f"Notes: {notes}")
        for comment in _comments(slide, authors):
            with canvas.marked("comment", comment.author):
                canvas.block(comment.text)
        after_hidden = after_hidden or bool(unseen)
        end_slide(canvas, number, start=start, is_last=number == len(slides), unseen=unseen)
    properties = presentation.core_properties
    metadata = {
        "title": properties.title,
        "author": properties.author,
        "subject": properties.subject,
        "keywords": properties.keywords,
    }
    declared = (properties.title or "").strip()
    if declared.casefold() in {"", "powerpoint presentation", "untitled", "presentation"}:
        first = canvas.headings[0] if canvas.headings else None
        declared = canvas.cut(first.start, first.end) if first else ""
    loaded = canvas.document(
        media_type="application/vnd.openxmlformats-officedocument.presentationml.presentation",
        extractor=EXTRACTOR,
        title=declared or None,
        metadata={key: value for key, value in metadata.items() if value},
    )
    return loaded.model_copy(update={"updated_at": stated_date(loaded.text)})


class _Seen:
    """Collects the hidden runs of a shape or a table cell. `hides`: whether a run with these properties is invisible."""

    def __init__(self, hides: Callable[[Any], bool]) -> None:
        self._hides = hides
        self.hidden: list[str] = []

    def hides(self, properties: Any) -> bool:
        is_hidden = self._hides(properties)
        if is_hidden:
            self.hidden.append(_letters(properties.getparent()))
        return is_hidden


def _every_text(shape: BaseShape) -> list[str]:
    """Return the texts of a shape, with those of a table in it."""
    bodies = (body for body in shape._element.iter() if str(body.tag).endswith("}txBody"))
    texts = ("\n".join(map(_letters, body.iter(f"{A}p"))) for body in bodies)
    return [text for text in texts if text.strip()]


def _letters(element: Any) -> str:
    return "".join(part.text or "" for part in element.iter(f"{A}t"))


def _notes(slide: Slide) -> str:
    """Return the speaker notes: every text of the notes page except its date, number, header and footer."""
    if not slide.has_notes_slide:
        return ""
    frames = (
        shape.text_frame  # type: ignore[attr-defined]
        for shape in slide.notes_slide.shapes
        if shape.has_text_frame and not (shape.is_placeholder and shape.placeholder_format.type in _FURNITURE)
    )
    return "\n".join(filter(str.strip, map(_text, frames))).strip()


class _Comment(NamedTuple):
    author: str
    text: str


def _comments(slide: Slide, authors: Mapping[str, str]) -> Iterator[_Comment]:
    """Yield the comments of reviewers on a slide."""
    for relation in slide.part.rels.values():
        if not relation.is_external and relation.reltype.endswith("/comments"):
            for comment in parse_xml(relation.target_part.blob):
                words = [part.text or "" for part in comment.iter() if part.tag in (f"{P}text", f"{A}t")]
                yield _Comment(authors.get(comment.get("authorId", ""), ""), " ".join(" ".join(words).split()))


def _authors(presentation: XmlPart) -> dict[str, str]:
    """Return the names of the reviewers by their ids."""
    blobs = (
        relation.target_part.blob
        for relation in presentation.rels.values()
        if not relation.is_external and relation.reltype.endswith(("/commentAuthors", "/authors"))
    )
    return {author.get("id", ""): author.get("name", "") for blob in blobs for author in parse_xml(blob)}


def _text(frame: TextFrame, is_hidden: Callable[[Any], bool] = is_illegible) -> str:
    return "\n".join(paragraph_text(paragraph._p, is_hidden) for paragraph in frame.paragraphs)


def _rows(table: SlideTable, view: ShapesView, unseen: list[str]) -> Iterator[list[TableCell]]:
    """Yield the rows of a table, and add its hidden texts to `unseen`."""
    for row in table.rows:
        cells = []
        for column, cell in enumerate(row.cells):
            if not cell.is_spanned:
                seen = _Seen(view.hides_in_cell(cell._tc))
                text = _text(cell.text_frame, seen.hides)
                cells.append(TableCell(text, column, row_span=cell.span_height, column_span=cell.span_width))
                unseen += filter(str.strip, seen.hidden)
        yield cells
