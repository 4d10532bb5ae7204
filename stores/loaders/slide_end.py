"""Ends a slide in the text of a presentation: writes its invisible texts, and adds its page."""

from collections.abc import Sequence

from ...evidence.language.text_marks import UNSEEN_SECTION
from ..documents.loaded import Page
from .canvas import Canvas


def end_slide(canvas: Canvas, number: int, *, start: int, is_last: bool, unseen: Sequence[str]) -> None:
    """Write the invisible texts of slide `number` under their own heading, and add its page. `start`: the offset of the
    slide's first character."""
    if unseen:
        canvas.heading(UNSEEN_SECTION, 1)
        canvas.issue(f"page {number}", f"{len(unseen)} hidden texts; not used as evidence")
        for text in unseen:
            canvas.block(text)
    if canvas.length == start:
        canvas.issue(f"page {number}", "no text on the slide (pictures only?)")
    elif not is_last:
        canvas.write("\n\n")
    canvas.pages.append(Page(number=number, start=start, end=canvas.length))
