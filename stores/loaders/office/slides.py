"""Presentations (.pptx): one page per slide, its title as a heading, tables in place, speaker notes after the slide."""

import io
from collections.abc import Iterable, Iterator

from pptx import Presentation
from pptx.oxml import parse_xml
from pptx.shapes.base import BaseShape
from pptx.shapes.group import GroupShape
from pptx.slide import Slide
from pptx.table import Table as SlideTable
from pptx.text.text import TextFrame, _Paragraph

from ....evidence.language.text_marks import UNSEEN_SECTION, joined_struck, struck
from ...documents.loaded import LoadedDocument, Page
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from ..raised import lowered, raised
from ..stated_date import stated_date
from .archive import check_archive

EXTRACTOR = "pptx/3 python-pptx/1"

_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def load_slides(data: bytes, name: str, limits: LoadLimits) -> LoadedDocument:
    check_archive(data, name, limits)
    presentation = Presentation(io.BytesIO(data))
    canvas = Canvas()
    slides = list(presentation.slides)
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
        for shape in _flat(slide.shapes):
            if title is not None and shape.shape_id == title.shape_id:
                continue
            if _is_unseen(shape, presentation.slide_width or 0, presentation.slide_height or 0):
                unseen.append(_text(shape.text_frame) if shape.has_text_frame else "")  # type: ignore[attr-defined]
            elif getattr(shape, "has_table", False):
                canvas.table(list(_rows(shape.table)), most_cells=limits.cells)  # type: ignore[attr-defined]
            elif shape.has_text_frame:
                canvas.block(_text(shape.text_frame))  # type: ignore[attr-defined]
            elif getattr(shape, "has_chart", False):
                canvas.issue(f"page {number}", "a chart is not read")
        if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None and notes.text.strip():
            with canvas.marked("note"):
                canvas.block(f"Notes: {notes.text.strip()}")
        for comment in _comments(slide):
            with canvas.marked("comment"):
                canvas.block(comment)
        if any(map(str.strip, unseen)):
            canvas.heading(UNSEEN_SECTION, 1)
            canvas.issue(f"page {number}", f"{len(unseen)} hidden shapes; not used as evidence")
            for text in unseen:
                canvas.block(text)
            after_hidden = True
        if canvas.length == start:
            canvas.issue(f"page {number}", "no text on the slide (pictures only?)")
        elif number < len(slides):
            canvas.write("\n\n")
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


def _is_unseen(shape: BaseShape, width: int, height: int) -> bool:
    """Whether a shape is switched off, or is completely outside the slide."""
    if shape._element._nvXxPr.cNvPr.get("hidden") in ("1", "true"):
        return True
    if shape.left is None or shape.top is None or shape.width is None or shape.height is None:
        return False
    beside = shape.left + shape.width <= 0 or shape.left >= width
    return beside or shape.top + shape.height <= 0 or shape.top >= height


def _comments(slide: Slide) -> Iterator[str]:
    """The comments of reviewers on a slide."""
    for relation in slide.part.rels.values():
        if not relation.is_external and relation.reltype.endswith("/comments"):
            for comment in parse_xml(relation.target_part.blob):
                words = [part.text or "" for part in comment.iter() if part.tag in (f"{_P}text", f"{_A}t")]
                yield " ".join(" ".join(words).split())


def _text(frame: TextFrame) -> str:
    """The text as the slide shows it: struck text is marked, and superscripts are Unicode characters."""
    return "\n".join(_line(paragraph) for paragraph in frame.paragraphs)


def _line(paragraph: _Paragraph) -> str:
    pieces: list[str] = []
    for node in paragraph._p:
        if node.tag == f"{_A}br":
            pieces.append("\n")
            continue
        text = "".join(part.text or "" for part in node.iter(f"{_A}t"))
        properties = node.find(f"{_A}rPr")
        if properties is not None and int(properties.get("baseline", "0").rstrip("%") or 0) > 0:
            text = raised(text, pieces[-1] if pieces else "")
        elif properties is not None and properties.get("baseline", "0").startswith("-"):
            text = lowered(text, pieces[-1] if pieces else "")
        if properties is not None and properties.get("strike", "noStrike") != "noStrike":
            text = struck(text)
        pieces.append(text)
    return joined_struck("".join(pieces))


def _flat(shapes: Iterable[BaseShape]) -> Iterator[BaseShape]:
    """The shapes in reading order (from the top, then from the left), with groups expanded."""
    for shape in sorted(shapes, key=lambda s: (s.top or 0, s.left or 0)):
        if isinstance(shape, GroupShape):
            yield from _flat(shape.shapes)
        else:
            yield shape


def _rows(table: SlideTable) -> Iterator[list[TableCell]]:
    for row in table.rows:
        yield [
            TableCell(_text(cell.text_frame), column, row_span=cell.span_height, column_span=cell.span_width)
            for column, cell in enumerate(row.cells)
            if not cell.is_spanned
        ]
