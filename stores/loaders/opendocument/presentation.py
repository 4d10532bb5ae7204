"""Loads OpenDocument presentations (.odp). Each slide is a page, with its title as a heading, its tables in place, and
speaker notes at the end."""

from collections.abc import Iterator
from typing import Any

from ....evidence.language.text_marks import UNSEEN_SECTION
from ...documents.loaded import LoadedDocument
from ..canvas import Canvas, TableCell
from ..limits import LoadLimits
from ..slide_view import MOST_COMPARED, Box, Placed, SlideView, end_slide
from .package import Package
from .paragraphs import Line, comment_of, is_filled, is_switched_off, shapes_in, style_of
from .styles import DRAW, FO, OFFICE, OFFICE_EXTENDED, PRESENTATION, STYLE, SVG, TABLE, TEXT, Styles, points
from .table_rows import fields_of, rows_of

MEDIA_TYPE = "application/vnd.oasis.opendocument.presentation"


def load_presentation(package: Package, limits: LoadLimits) -> LoadedDocument:
    canvas = Canvas()
    styles, master_styles = package.styles(), package.styles_of_masters()
    slides = list(package.body.iterchildren(f"{DRAW}page"))
    after_hidden = False
    for number, slide in enumerate(slides, start=1):
        start = canvas.length
        page = styles.of("drawing-page", slide.get(f"{DRAW}style-name"))
        hidden = page.get(f"{PRESENTATION}visibility") == "hidden"
        if hidden:
            canvas.heading(UNSEEN_SECTION, 1)
            canvas.issue(f"page {number}", "a hidden slide; not used as evidence")
        view = _Slide(slide, package, styles, master_styles)
        title = next((at for at, placed in enumerate(view.shapes) if _is_title(placed)), None)
        if title is not None:
            canvas.heading(view.text(title), 2 if hidden else 1)
        elif after_hidden and not hidden:
            canvas.heading(f"Slide {number}", 1)
        after_hidden = hidden
        for at in view.in_reading_order():
            if at == title or view.is_unseen(at):
                continue
            for table in view.shapes[at].shape.iter(f"{TABLE}table"):
                canvas.table(view.rows(table), most_cells=limits.cells)
            canvas.block(view.text(at))
        for note in slide.iterchildren(f"{PRESENTATION}notes"):
            with canvas.marked("note"):
                spoken = "\n".join(_lines(note, styles))
                canvas.block(f"Notes: {spoken}" if spoken else "")
        for annotation in slide.iterchildren(f"{OFFICE}annotation", f"{OFFICE_EXTENDED}annotation"):
            comment = comment_of(annotation)
            with canvas.marked("comment", comment.author):
                canvas.block(comment.text)
        unseen = view.hidden_texts()
        after_hidden = after_hidden or bool(unseen)
        end_slide(canvas, number, start=start, is_last=number == len(slides), unseen=unseen)
    return package.loaded(canvas, MEDIA_TYPE, None)


def _lines(element: Any, styles: Styles) -> list[str]:
    lines = (Line(paragraph, styles, on_paper=False).text for paragraph in element.iter(f"{TEXT}p", f"{TEXT}h"))
    return [line for line in lines if line.strip()]


def _is_title(placed: Placed) -> bool:
    return placed.shape.get(f"{PRESENTATION}class") == "title" and any(map(str.strip, placed.shape.itertext()))


class _Slide(SlideView):
    """The shapes of a slide with their texts. Lengths are points."""

    def __init__(self, slide: Any, package: Package, styles: Styles, master_styles: Styles) -> None:
        self._styles = styles
        self._hidden: list[str] = []
        master = next(
            (m for m in package.masters() if m.get(f"{STYLE}name") == slide.get(f"{DRAW}master-page-name")), None
        )
        shapes = list(_placed(slide, is_off=False, order=()))
        super().__init__(shapes, _page_box(master, package), lambda shape: _covers(shape, styles))
        ground = styles.of("drawing-page", slide.get(f"{DRAW}style-name"))
        behind = {} if master is None else master_styles.of("drawing-page", master.get(f"{DRAW}style-name"))
        self._is_white = {ground.get(f"{DRAW}fill", "none"), behind.get(f"{DRAW}fill", "none")} == {"none"}
        drawn = () if master is None else _placed(master, is_off=False, order=())
        self._behind = [placed.box for placed in drawn if is_filled(placed.shape, master_styles)]
        seen = [(at, placed) for at, placed in enumerate(self.shapes) if not placed.is_off]
        self._filled = [(at, placed.box) for at, placed in seen if is_filled(placed.shape, styles)]

    def text(self, at: int) -> str:
        """Return the visible text of a shape, without its tables."""
        shape, box, _, _ = self.shapes[at]
        on_paper = self._is_white and box is not None and len(self._filled) + len(self._behind) <= MOST_COMPARED
        if on_paper:
            behind = (*self._behind, *(other for below, other in self._filled if below <= at))
            on_paper = not any(other is None or box is None or other.meets(box) for other in behind)
        pieces: list[str] = []
        for paragraph in shape.iter(f"{TEXT}p", f"{TEXT}h"):
            if next(paragraph.iterancestors(f"{TABLE}table"), None) is None:
                line = Line(paragraph, self._styles, on_paper=on_paper)
                pieces.append(line.text)
                self._hidden += line.hidden
        return "\n".join(pieces)

    def rows(self, table: Any) -> list[list[TableCell]]:
        return [
            [
                TableCell(
                    "\n".join(_lines(field.element, self._styles)),
                    field.column,
                    row_span=field.row_span,
                    column_span=field.column_span,
                )
                for field in fields_of(row.element)
                if not field.is_covered
            ]
            for row in rows_of(table)
        ]

    def hidden_texts(self) -> list[str]:
        """Return the texts of invisible shapes, and the hidden runs of shapes whose `text` was read."""
        unseen = (
            "\n".join(_lines(placed.shape, self._styles)) for at, placed in enumerate(self.shapes) if self.is_unseen(at)
        )
        return [text for text in (*unseen, *self._hidden) if text.strip()]


def _covers(shape: Any, styles: Styles) -> bool:
    """Return whether a shape is an upright rectangle filled with one opaque colour."""
    properties = style_of(shape, styles)
    kind = next(shape.iter(f"{DRAW}enhanced-geometry"), shape).get(f"{DRAW}type", "")
    is_box = shape.tag == f"{DRAW}rect" or (shape.tag == f"{DRAW}custom-shape" and kind == "rectangle")
    opaque = properties.get(f"{DRAW}opacity", "100%") == "100%" and f"{DRAW}opacity-name" not in properties
    return is_box and properties.get(f"{DRAW}fill") == "solid" and opaque and shape.get(f"{DRAW}transform") is None


def _placed(element: Any, *, is_off: bool, order: tuple[float, ...]) -> Iterator[Placed]:
    for number, shape in enumerate(shapes_in(element)):
        if shape.tag == f"{DRAW}page-thumbnail" or shape.get(f"{PRESENTATION}placeholder") == "true":
            continue
        off = is_off or is_switched_off(shape)
        if shape.tag == f"{DRAW}g":
            boxes = [box for inner in shape.iter() if (box := _box(inner)) is not None]
            top, left = min((box.top for box in boxes), default=0), min((box.left for box in boxes), default=0)
            yield from _placed(shape, is_off=off, order=(*order, top, left, number))
        else:
            box = _box(shape)
            yield Placed(shape, box, off, (*order, box.top if box else 0, box.left if box else 0, number))


def _box(shape: Any) -> Box | None:
    """Return the place of a shape in points, or None if the file does not state it, or turns the shape."""
    left, top, width, height = (points(shape.get(f"{SVG}{name}")) for name in ("x", "y", "width", "height"))
    if left is None or top is None or width is None or height is None:
        return None
    return Box(left, top, left + width, top + height)


def _page_box(master: Any, package: Package) -> Box | None:
    name = None if master is None else master.get(f"{STYLE}page-layout-name")
    for layout in package.styles_part.iter(f"{STYLE}page-layout") if name else ():
        properties = layout.find(f"{STYLE}page-layout-properties")
        if layout.get(f"{STYLE}name") == name and properties is not None:
            width, height = (points(properties.get(f"{FO}page-{side}")) for side in ("width", "height"))
            return None if width is None or height is None else Box(0, 0, width, height)
    return None
