"""Finds the invisible shapes of a slide, and writes the end of a slide. The loaders of presentations share this."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...evidence.language.text_marks import UNSEEN_SECTION
from ..documents.loaded import Page
from .canvas import Canvas

MOST_COMPARED = 500
"""The maximum number of shapes with which one shape is compared. A slide with more is a drawing."""

_SAME_PLACE = 0.6
"""The minimum common area of two boxes with text that are printed over each other, as a share of the larger one."""


class Box(NamedTuple):
    """A rectangle on a slide, in one unit of length; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: "Box") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def meets(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def is_at(self, other: "Box") -> bool:
        """Return whether two boxes have most of their area in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        areas = ((box.right - box.left) * (box.bottom - box.top) for box in (self, other))
        return across > 0 and down > 0 and across * down > _SAME_PLACE * max(areas)


class Placed(NamedTuple):
    shape: Any
    box: Box | None
    """The place of the shape on the slide; None if the file does not state it."""
    is_off: bool
    """Whether the shape, or a group around it, is switched off."""
    order: tuple[float, ...]
    """Sorts shapes from the top, then from the left; the shapes of a group stay together."""


class SlideView:
    """The shapes of a slide from back to front, with groups expanded, and which of them are invisible. `page`: the
    slide itself; None if its size is unknown. `covers`: whether a shape is an upright rectangle filled with one opaque
    colour."""

    def __init__(self, shapes: Sequence[Placed], page: Box | None, covers: Callable[[Any], bool]) -> None:
        self.shapes = shapes
        self._page = page
        seen = ((at, placed) for at, placed in enumerate(shapes) if not placed.is_off)
        boxes = [(at, placed.box) for at, placed in seen if placed.box is not None and covers(placed.shape)]
        self._covers = boxes[-MOST_COMPARED:]

    def in_reading_order(self) -> list[int]:
        return sorted(range(len(self.shapes)), key=lambda at: self.shapes[at].order)

    def is_unseen(self, at: int) -> bool:
        """Return whether a shape is switched off, is completely outside the slide, or lies completely under a filled
        rectangle."""
        _, box, is_off, _ = self.shapes[at]
        if is_off:
            return True
        if box is None:
            return False
        if self._page is not None and not box.meets(self._page) and box.right > box.left and box.bottom > box.top:
            return True
        return any(above > at and cover.holds(box) for above, cover in self._covers)

    def is_overprinted(self, at: int, texts: Sequence[int]) -> bool:
        """Return whether another of the shapes `texts` has its text at the same place."""
        box = self.shapes[at].box
        if box is None or at not in texts or len(texts) > MOST_COMPARED:
            return False
        others = (self.shapes[other].box for other in texts if other != at)
        return any(other is not None and other.is_at(box) for other in others)


def end_slide(canvas: Canvas, number: int, *, start: int, is_last: bool, unseen: Sequence[str]) -> None:
    """Write the invisible texts of slide `number` under their own heading, and add it to the pages. `start`: offset of
    its first character."""
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
