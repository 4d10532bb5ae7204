"""The process that draws pages. It reads the requests as JSON, and writes each finished picture as one line."""

import ctypes
import hashlib
import io
import itertools
import math
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageDraw
from pydantic import TypeAdapter
from pypdfium2 import raw

from ..loaders.worker import limit_memory
from .page_images import PageImage, WantedImage, encoded

WIDTH = 1_000
"""The width of a page in pixels. A text column's width is then sharp even on screens with a pixel ratio of two."""
TALLEST = 700
"""The maximum number of pixels of a picture's height. A taller quote is shown from its first line."""
MARGIN = 90
"""The number of pixels of the page shown above and below the quote."""
SIDE = 24
"""The number of pixels shown to the left and right of the ink."""
MOST_PIXELS = 12_000_000
QUALITY = 62
_WHITE = 235
"""The darkest grey value, of 255, in a row without ink."""
MEMORY = 2_000_000_000
_BOX = (31, 78, 121)
_TINT = (255, 236, 153)
_NOT_LETTERS = re.compile(r"[\s\u00ad\u200b\ufeff\ufffe\x00-\x1f]")
_HYPHENS = re.compile("[\u2010\u2011\u2212\u00ad-]")


class Box(NamedTuple):
    """A rectangle in pixels of the drawn page; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float


def main() -> None:
    limit_memory(MEMORY)
    wanted = TypeAdapter(list[WantedImage]).validate_json(sys.stdin.buffer.read())
    for file, group in itertools.groupby(
        sorted(wanted, key=lambda image: (str(image.file), image.page)), lambda image: image.file
    ):
        for image in _drawn(file, list(group)):
            sys.stdout.write(image.model_dump_json() + "\n")
            sys.stdout.flush()


def _drawn(file: Path, wanted: Sequence[WantedImage]) -> Iterator[PageImage]:
    try:
        data = file.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        document = pdfium.PdfDocument(data)
    except (OSError, pdfium.PdfiumError):
        return
    for number, group in itertools.groupby(wanted, lambda image: image.page):
        ours = [image for image in group if image.file_sha256 == digest]
        if not ours or number > len(document):
            continue
        try:
            yield from _on_page(document[number - 1], ours)
        except (pdfium.PdfiumError, ValueError, OSError):
            continue  # this page only


def _on_page(page: pdfium.PdfPage, wanted: Sequence[WantedImage]) -> Iterator[PageImage]:
    width, height = page.get_size()
    scale = min(WIDTH / max(width, 1), (MOST_PIXELS / max(width * height, 1)) ** 0.5)
    textpage = page.get_textpage()
    across, down = width * scale, height * scale
    boxes = {
        image.key: [
            Box(box.left * across, box.top * down, box.right * across, box.bottom * down) for box in image.boxes
        ]
        or quote_boxes(page, textpage, image.quote, image.occurrence, scale)
        for image in wanted
    }
    if not any(boxes.values()):
        return
    drawn = page.render(scale=scale).to_pil().convert("RGB")
    for image in wanted:
        seen = [box for box in boxes[image.key] if 0 <= box.left < drawn.width and 0 <= box.top < drawn.height]
        if seen:  # text may be outside the visible page
            yield _cut(drawn, seen, image.key)


def quote_boxes(
    page: pdfium.PdfPage, textpage: pdfium.PdfTextPage, quote: str, occurrence: int, scale: float
) -> list[Box]:
    """Return a box for each line of the quote, or none if it is not found.

    Stored text is pdfium's text with its rows in another order, so white space and hyphens at line ends are ignored on
    both sides. If the whole quote is not found for this reason, each of its lines is searched, and all must be found.
    """
    text = textpage.get_text_range() if textpage.count_chars() else ""
    letters, indexes = squeezed(text)
    found = _nth(letters, squeezed(quote)[0], occurrence)
    stretches = [found] if found is not None else []
    if found is None:
        reached = 0
        for line in filter(None, (squeezed(splitline)[0] for splitline in quote.splitlines())):
            at = letters.find(line, reached)
            at = at if at >= 0 else letters.find(line)
            if at < 0:
                return []
            stretches.append((at, at + len(line)))
            reached = at + len(line)
    units = _unit_offsets(text)
    boxes: list[Box] = []
    for start, end in stretches:
        first, last = units[indexes[start]], units[indexes[end - 1]]
        boxes += _boxes(page, textpage, first, last, scale)
    return boxes


def squeezed(text: str) -> tuple[str, list[int]]:
    """Return the text without white space and hyphens, and the offset of each remaining character in the text."""
    kept = [(char, at) for at, char in enumerate(text) if not _NOT_LETTERS.match(char) and not _HYPHENS.match(char)]
    return "".join(char for char, _ in kept), [at for _, at in kept]


def _nth(letters: str, quote: str, occurrence: int) -> tuple[int, int] | None:
    """Return the occurrence with this number, from 0, or else the last one; None if there is none."""
    found, at = None, letters.find(quote) if quote else -1
    for _ in range(occurrence + 1):
        if at < 0:
            break
        found = (at, at + len(quote))
        at = letters.find(quote, at + 1)
    return found


def _unit_offsets(text: str) -> list[int]:
    """Return the offset of each character in UTF-16 units, which pdfium counts."""
    return [0, *itertools.accumulate(2 if ord(char) > 0xFFFF else 1 for char in text)]


def _boxes(page: pdfium.PdfPage, textpage: pdfium.PdfTextPage, first: int, last: int, scale: float) -> list[Box]:
    """Return one box for each line from the first to the last of these text offsets."""
    start = raw.FPDFText_GetCharIndexFromTextIndex(textpage.raw, first)
    end = raw.FPDFText_GetCharIndexFromTextIndex(textpage.raw, last)
    if start < 0 or end < start:
        return []
    found: list[Box] = []
    for index in range(textpage.count_rects(start, end - start + 1)):
        left, bottom, right, top = textpage.get_rect(index)
        (x1, y1), (x2, y2) = (_on_bitmap(page, scale, *corner) for corner in ((left, top), (right, bottom)))
        box = Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        if found and min(found[-1].bottom, box.bottom) - max(found[-1].top, box.top) > 0.5 * (box.bottom - box.top):
            last_box = found.pop()
            box = Box(*map(min, last_box[:2], box[:2]), *map(max, last_box[2:], box[2:]))
        found.append(box)
    return found


def _on_bitmap(page: pdfium.PdfPage, scale: float, x: float, y: float) -> tuple[int, int]:
    """Return where a point of the page is in the drawing, for any rotation of the page."""
    width, height = page.get_size()
    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(
        page.raw,
        0,
        0,
        math.ceil(width * scale),
        math.ceil(height * scale),
        0,
        x,
        y,
        ctypes.byref(across),
        ctypes.byref(down),
    )
    return across.value, down.value


def _cut(drawn: Image.Image, boxes: Sequence[Box], key: int) -> PageImage:
    """Return the part of the page around the boxes, without empty sides. The lines of the quote are tinted, and the
    quote is framed."""
    top = _blank_row(drawn, max(0, int(min(box.top for box in boxes)) - MARGIN), 1)
    lowest = min(drawn.height, int(max(box.bottom for box in boxes)) + MARGIN, top + TALLEST)
    bottom = _blank_row(drawn, lowest - 1, -1) + 1
    part = drawn.crop((0, top, drawn.width, bottom))
    tint = Image.new("RGB", part.size, "white")
    brush = ImageDraw.Draw(tint)
    for box in boxes:
        brush.rectangle((box.left - 3, box.top - top - 2, box.right + 3, box.bottom - top + 2), fill=_TINT)
    part = ImageChops.multiply(part, tint)
    frame = (
        max(1, min(box.left for box in boxes) - 9),
        min(box.top for box in boxes) - top - 6,
        min(part.width - 2, max(box.right for box in boxes) + 9),
        min(part.height - 2, max(box.bottom for box in boxes) - top + 6),
    )
    left, right = _inked(part)
    ImageDraw.Draw(part).rounded_rectangle(frame, radius=4, outline=_BOX, width=3)
    part = part.crop((max(0, left - SIDE), 0, min(part.width, right + SIDE), part.height))
    written = io.BytesIO()
    part.save(written, "WEBP", quality=QUALITY, method=4)
    return PageImage(key=key, data=encoded(written.getvalue()), width=part.width, height=part.height)


def _inked(part: Image.Image) -> tuple[int, int]:
    """Return the first and the last column with ink in it."""
    found = part.convert("L").point(lambda shade: 255 * (shade < _WHITE)).getbbox()
    return (found[0], found[2]) if found else (0, part.width)


def _blank_row(drawn: Image.Image, row: int, step: int) -> int:
    """Return the nearest row without ink in that direction, or the row itself if there is none nearby. So no line of
    text is cut."""
    for near in range(row, row + step * MARGIN // 2, step):
        if not any(drawn.crop((0, near, drawn.width, near + 1)).convert("L").histogram()[:_WHITE]):
            return near
    return row


if __name__ == "__main__":
    main()
