"""Finds the positions of the shapes of a slide, and the invisible shapes."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from pptx.oxml import parse_xml
from pptx.shapes.base import BaseShape
from pptx.shapes.group import GroupShape
from pptx.slide import Slide

from ..slide_view import MOST_COMPARED, Box, Placed, SlideView
from .drawing_text import A, has_outline, is_illegible, is_switched_off

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_FILLS = ("noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill")
_PLAIN_FILL = "1"
"""The fill style of a theme with one colour."""
_FLAT_BACKGROUNDS = ("1001", "0", "1000")
"""Background styles of a theme with one colour, or none."""


class _Scale(NamedTuple):
    """Converts coordinates inside a group to those of the slide: `x * across + left`, `y * down + top`."""

    across: float = 1.0
    left: float = 0.0
    down: float = 1.0
    top: float = 0.0


def placed(shapes: Iterable[BaseShape]) -> list[Placed]:
    """Return the shapes from back to front, with groups expanded."""
    return list(_placed(shapes, _Scale(), False, ()))


def _placed(shapes: Iterable[BaseShape], scale: _Scale, is_off: bool, order: tuple[float, ...]) -> Iterator[Placed]:
    for number, shape in enumerate(shapes):
        off = is_off or is_switched_off(shape._element)
        own = (*order, shape.top or 0, shape.left or 0, number)
        if isinstance(shape, GroupShape):
            yield from _placed(shape.shapes, _inside(shape, scale), off, own)
        else:
            yield Placed(shape, _box(shape, scale), off, own)


def _box(shape: BaseShape, scale: _Scale) -> Box | None:
    if shape.left is None or shape.top is None or shape.width is None or shape.height is None:
        return None
    return Box(
        shape.left * scale.across + scale.left,
        shape.top * scale.down + scale.top,
        (shape.left + shape.width) * scale.across + scale.left,
        (shape.top + shape.height) * scale.down + scale.top,
    )


def _inside(group: GroupShape, outer: _Scale) -> _Scale:
    box, place = _box(group, outer), group._element.find(f"{P}grpSpPr/{A}xfrm")
    start, size = (None, None) if place is None else (place.find(f"{A}chOff"), place.find(f"{A}chExt"))
    if box is None or start is None or size is None:
        return outer
    width, height = int(size.get("cx", "0")), int(size.get("cy", "0"))
    across = (box.right - box.left) / width if width else outer.across
    down = (box.bottom - box.top) / height if height else outer.down
    return _Scale(across, box.left - int(start.get("x", "0")) * across, down, box.top - int(start.get("y", "0")) * down)


class ShapesView(SlideView):
    """The shapes of a slide with their invisible letters. An animated shape has no certain place. Lengths are English
    Metric Units (914,400 per inch)."""

    def __init__(self, slide: Slide, width: int, height: int) -> None:
        animated = {target.get("spid") for target in slide._element.iter(f"{P}spTgt")}
        shapes = [
            found._replace(box=None) if str(found.shape.shape_id) in animated else found
            for found in placed(slide.shapes)
        ]
        super().__init__(shapes, Box(0, 0, width, height), lambda shape: _covers(shape._element))
        self._ground = Ground(slide)
        seen = [(at, shape) for at, shape in enumerate(self.shapes) if not shape.is_off]
        self._opaque = [(at, shape.box) for at, shape in seen if not _is_clear(shape.shape._element)]
        self._on_ground: dict[int, bool] = {}

    def hides(self, at: int, properties: Any) -> bool:
        """Return whether a run in a shape is invisible: illegibly small, or in the colour right behind it."""
        if is_illegible(properties) or self._ground.fill_of(self.shapes[at].shape._element).has_colour_of(properties):
            return True
        return self._ground.has_colour_of(properties) and self._stands_on_ground(at)

    def hides_in_cell(self, cell: Any) -> Callable[[Any], bool]:
        """Return the function that finds the invisible runs of a table cell element."""
        fill = Fill(self._ground, cell.find(f"{A}tcPr/{A}solidFill"))
        return lambda properties: is_illegible(properties) or fill.has_colour_of(properties)

    def texts(self) -> list[int]:
        """Return the positions of the visible shapes with text."""
        return [
            at
            for at, (shape, *_) in enumerate(self.shapes)
            if shape.has_text_frame and shape.text_frame.text.strip() and not self.is_unseen(at)
        ]

    def _stands_on_ground(self, at: int) -> bool:
        if at not in self._on_ground:
            shape, box, _, _ = self.shapes[at]
            behind = [*(other for below, other in self._opaque if below <= at), *self._ground.boxes]
            self._on_ground[at] = (
                box is not None
                and _is_clear(shape._element)
                and len(behind) <= MOST_COMPARED
                and not any(other is None or other.meets(box) for other in behind)
            )
        return self._on_ground[at]


def _covers(shape: Any) -> bool:
    """Return whether the shape is an upright rectangle filled with one opaque colour."""
    properties = shape.find(f"{P}spPr")
    if properties is None:
        return False
    form, fill, place = (properties.find(f"{A}{name}") for name in ("prstGeom", "solidFill", "xfrm"))
    if form is None or form.get("prst") != "rect" or fill is None or place is None or place.get("rot", "0") != "0":
        return False
    return next(fill.iter(f"{A}alpha"), None) is None


class Ground:
    """The background of a slide, if it has one known colour. `boxes`: where a shape of the slide's layout or master is
    in front of it."""

    def __init__(self, slide: Slide) -> None:
        self._colours = _theme_colours(slide)
        layers = (slide.slide_layout, slide.slide_layout.slide_master)
        self.boxes = [
            other.box
            for layer in layers
            for other in placed(layer.shapes)
            if not other.shape.is_placeholder and not _is_clear(other.shape._element)
        ]
        self._colour = self._of(slide)

    def has_colour_of(self, properties: Any) -> bool:
        return self._colour is not None and self.letters_in(properties) == self._colour

    def fill_of(self, shape: Any) -> "Fill":
        """Return the fill of a shape, by its own properties or its style."""
        own = shape.find(f"{P}spPr")
        if own is not None and any(own.find(f"{A}{name}") is not None for name in _FILLS):
            return Fill(self, own.find(f"{A}solidFill"))
        style = shape.find(f"{P}style/{A}fillRef")
        return Fill(self, style if style is not None and style.get("idx") == _PLAIN_FILL else None)

    def colour_in(self, fill: Any) -> str | None:
        """Return the colour of an element with one opaque colour, which is not made lighter or darker."""
        return self._named(fill[0]) if fill is not None and len(fill) and not len(fill[0]) else None

    def letters_in(self, properties: Any) -> str | None:
        """Return the colour of the letters of a run with these properties; None if it is not known."""
        return None if has_outline(properties) else self.colour_in(properties.find(f"{A}solidFill"))

    def _of(self, slide: Slide) -> str | None:
        for layer in (slide, slide.slide_layout, slide.slide_layout.slide_master):
            ground = layer._element.find(f"{P}cSld/{P}bg")
            if ground is None:
                continue
            fill, style = ground.find(f"{P}bgPr/{A}solidFill"), ground.find(f"{P}bgRef")
            if style is not None:
                fill = style if style.get("idx") in _FLAT_BACKGROUNDS else None
            return self._named(fill[0]) if fill is not None and len(fill) and not len(fill[0]) else None
        return "FFFFFF"

    def _named(self, colour: Any) -> str | None:
        if colour.tag == f"{A}srgbClr":
            return str(colour.get("val", "")).upper()
        return self._colours.get(colour.get("val", "")) if colour.tag == f"{A}schemeClr" else None


class Fill(NamedTuple):
    """The fill right behind some text. `element`: None if it has none, or more than one colour."""

    ground: Ground
    element: Any

    def has_colour_of(self, properties: Any) -> bool:
        """Return whether the run with these properties has the colour of the fill."""
        if self.element is None:
            return False
        colour = self.ground.colour_in(self.element)
        return colour is not None and colour == self.ground.letters_in(properties)


def _is_clear(shape: Any) -> bool:
    """Return whether a shape certainly has no fill, by its properties or as a text box without a style."""
    properties = shape.find(f"{P}spPr")
    fill = next((name for name in _FILLS if properties is not None and properties.find(f"{A}{name}") is not None), None)
    if fill is not None or shape.tag != f"{P}sp":
        return fill == "noFill" and shape.tag == f"{P}sp"
    box = shape.find(f"{P}nvSpPr/{P}cNvSpPr")
    return box is not None and box.get("txBox") in ("1", "true") and shape.find(f"{P}style") is None


def _theme_colours(slide: Slide) -> dict[str, str]:
    """Return the colours of the slide's theme by the names that slides use."""
    master = slide.slide_layout.slide_master
    found: dict[str, str] = {}
    own = (relation for layer in (slide, slide.slide_layout) for relation in layer.part.rels.values())
    if any(relation.reltype.endswith("/themeOverride") for relation in own):
        return found
    for relation in master.part.rels.values():
        if relation.is_external or not relation.reltype.endswith("/theme"):
            continue
        for colour in parse_xml(relation.target_part.blob).iterfind(f"{A}themeElements/{A}clrScheme/*"):
            if len(colour):
                found[colour.tag.removeprefix(A)] = colour[0].get("lastClr", colour[0].get("val", "")).upper()
    names = master._element.find(f"{P}clrMap")
    for layer in (slide.slide_layout, slide):
        mapping = layer._element.find(f"{P}clrMapOvr/{A}overrideClrMapping")
        names = names if mapping is None else mapping
    return found | {name: found[of] for name, of in (names.attrib if names is not None else {}).items() if of in found}
