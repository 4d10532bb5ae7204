"""Loads OpenDocument texts (.odt): paragraphs, lists and tables in order, headers and footers first."""

from collections.abc import Iterator
from typing import Any

from ....evidence.model.place_marks import Mark
from ...documents.loaded import LoadedDocument, MarkedText
from ..canvas import Canvas
from ..limits import LoadLimits
from .package import Package
from .paragraphs import SHAPES, is_filled, is_switched_off, style_of
from .styles import DRAW, STYLE, TEXT, has_ground
from .text_blocks import Blocks

MEDIA_TYPE = "application/vnd.oasis.opendocument.text"
_FIRST_MASTER = "Standard"


def load_text_document(package: Package, limits: LoadLimits) -> LoadedDocument:
    canvas = Canvas()
    watermark = _running(package, canvas, limits)
    blocks = Blocks(canvas, package.styles(), package.numbering(), limits)
    blocks.read(package.body, on_paper=not _has_ground_behind_text(package))
    blocks.write_notes()
    blocks.disclose()
    if watermark and canvas.length:
        canvas.marks.append(MarkedText(start=0, end=canvas.length, mark=Mark(kind="watermark", text=watermark)))
    return package.loaded(canvas, MEDIA_TYPE, blocks.title)


def _has_ground_behind_text(package: Package) -> bool:
    """Return whether a picture or a filled shape lies behind the text, or the page has a background."""
    for root, styles in ((package.body, package.styles()), (package.styles_part, package.styles_of_masters())):
        for shape in root.iter(*SHAPES) if root is not None else ():
            if style_of(shape, styles).get(f"{STYLE}run-through") == "background" and is_filled(shape, styles):
                return True
    layouts = package.styles_part.iter(f"{STYLE}page-layout-properties") if package.styles_part is not None else ()
    return any(has_ground(layout.attrib) for layout in layouts)


def _running(package: Package, canvas: Canvas, limits: LoadLimits) -> str:
    """Write the headers and footers, and return the watermarks, which are words printed across the page."""
    blocks = Blocks(canvas, package.styles_of_masters(), package.numbering(), limits)
    seen: set[tuple[str, str]] = set()
    watermarks: dict[str, None] = {}
    for part in _parts(package):
        kind = "footer" if part.tag.startswith(f"{STYLE}footer") else "header"
        for geometry in part.iter(f"{DRAW}enhanced-geometry"):
            shape = geometry.getparent()
            if geometry.get(f"{DRAW}text-path") == "true" and not is_switched_off(shape):
                watermarks[" ".join("".join(shape.itertext()).split())] = None
        lines = (
            blocks.line(line, on_paper=True).text.strip()
            for line in part.iter(f"{TEXT}p", f"{TEXT}h")
            if next(line.iterancestors(f"{DRAW}custom-shape", f"{TEXT}tracked-changes"), None) is None
        )
        text = " ".join(filter(None, lines))
        if text and (kind, text) not in seen:
            seen.add((kind, text))
            canvas.running(text, kind)
    return " · ".join(filter(None, watermarks))


def _parts(package: Package) -> Iterator[Any]:
    """Yield the headers and footers of the pages that the text uses."""
    masters = {master.get(f"{STYLE}name", ""): master for master in package.masters()}
    waiting = [
        _FIRST_MASTER,
        *(style.get(f"{STYLE}master-page-name", "") for style in package.content.iter(f"{STYLE}style")),
    ]
    used: dict[str, Any] = {}
    for name in waiting:
        if name in masters and name not in used:
            used[name] = masters[name]
            waiting.append(masters[name].get(f"{STYLE}next-style-name", ""))
    for master in used.values():
        for part in master:
            if (
                str(part.tag).startswith((f"{STYLE}header", f"{STYLE}footer"))
                and part.get(f"{STYLE}display") != "false"
            ):
                yield part
