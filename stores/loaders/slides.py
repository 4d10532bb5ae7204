"""Presentations (.pptx): one page per slide, its title as a heading, tables in place, speaker notes after the slide."""

import io
from collections.abc import Iterable, Iterator

from pptx import Presentation
from pptx.shapes.base import BaseShape
from pptx.shapes.group import GroupShape
from pptx.table import Table as SlideTable

from ..loaded import LoadedDocument, Page
from .archive import check_archive
from .canvas import Canvas, TableCell
from .dates import stated_date
from .limits import LoadLimits

EXTRACTOR = "pptx/1 python-pptx/1"


def load_slides(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    check_archive(data, name, limits)
    presentation = Presentation(io.BytesIO(data))
    canvas = Canvas()
    slides = list(presentation.slides)
    for number, slide in enumerate(slides, start=1):
        start = canvas.length
        title = slide.shapes.title
        if title is not None:
            canvas.heading(title.text_frame.text, 1)
        for shape in _flat(slide.shapes):
            if title is not None and shape.shape_id == title.shape_id:
                continue
            if getattr(shape, "has_table", False):
                canvas.table(list(_rows(shape.table)), most_cells=limits.cells)  # type: ignore[attr-defined]
            elif shape.has_text_frame:
                canvas.block(shape.text_frame.text.replace("\v", "\n"))  # type: ignore[attr-defined]
            elif getattr(shape, "has_chart", False):
                canvas.issue(f"page {number}", "a chart is not read")
        if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None and notes.text.strip():
            canvas.block(f"Notes: {notes.text.strip()}")
        if canvas.length == start:
            canvas.issue(f"page {number}", "no text on the slide (pictures only?)")
        elif number < len(slides):
            canvas.write("\n\n")
        if slide._element.get("show") == "0":
            canvas.issue(f"page {number}", "a hidden slide; it was read")
        canvas.pages.append(Page(number=number, start=start, end=canvas.length))
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


def _flat(shapes: Iterable[BaseShape]) -> Iterator[BaseShape]:
    """Shapes in reading order (from the top, then from the left), groups opened."""
    for shape in sorted(shapes, key=lambda s: (s.top or 0, s.left or 0)):
        if isinstance(shape, GroupShape):
            yield from _flat(shape.shapes)
        else:
            yield shape


def _rows(table: SlideTable) -> Iterator[list[TableCell]]:
    for row in table.rows:
        yield [
            TableCell(cell.text, column, row_span=cell.span_height, column_span=cell.span_width)
            for column, cell in enumerate(row.cells)
            if not cell.is_spanned
        ]
