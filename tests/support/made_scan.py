"""Scanned PDFs: pages that are images, and what an OCR engine would give for them."""

import io
from collections.abc import Sequence
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from pincite.stores.loaders.ocr.ocr_engine import engine_name
from pincite.stores.loaders.ocr.scanned_page import ScannedPage, Stretch

DPI = 150
SIZE = (300, 200)
"""Points of a page: small pages are read in a second."""


def typed(pages: Sequence[Sequence[str]], *, size: tuple[int, int] = SIZE) -> bytes:
    """A PDF with text: for each page its lines."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=size, invariant=1)
    for lines in pages:
        for number, line in enumerate(lines):
            canvas.setFont("Times-Roman", 12)
            canvas.drawString(20, size[1] - 30 - 20 * number, line)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def images_of(pdf: bytes, *, dpi: float = DPI) -> list[Image.Image]:
    document = pdfium.PdfDocument(pdf)
    return [page.render(scale=dpi / 72, grayscale=True).to_pil() for page in document]


def scan_of(images: Sequence[Image.Image], *, dpi: float = DPI) -> bytes:
    """A PDF whose pages are these images."""
    file = io.BytesIO()
    images[0].save(file, "PDF", resolution=dpi, save_all=True, append_images=list(images[1:]))
    return file.getvalue()


def as_read(pdf: bytes, *, score: float = 0.97) -> dict[int, ScannedPage]:
    """Each line of a PDF with text as an engine gives it that reads the image of the page without a mistake."""
    found = {}
    scale = DPI / 72
    for number, page in enumerate(pdfium.PdfDocument(pdf), 1):
        width, height = page.get_size()
        textpage = page.get_textpage()
        stretches = []
        for index in range(textpage.count_rects()):
            left, bottom, right, top = textpage.get_rect(index)
            x1, x2, y1, y2 = left * scale, right * scale, (height - top) * scale, (height - bottom) * scale
            text = " ".join(textpage.get_text_bounded(left, bottom, right, top).split())
            if text:
                stretches.append(Stretch(text=text, score=score, corners=((x1, y1), (x2, y1), (x2, y2), (x1, y2))))
        found[number] = ScannedPage(
            engine=engine_name(),
            width=round(width * scale),
            height=round(height * scale),
            pixels_per_point=scale,
            stretches=tuple(stretches),
        )
    return found


def keep(folder: Path, file_sha256: str, pages: dict[int, ScannedPage]) -> None:
    """Put pages where an ingest keeps those that it has read. `folder`: the tenant's part of a knowledge base."""
    kept = folder / "ocr" / engine_name().replace("/", "-").replace(" ", "_") / file_sha256
    kept.mkdir(parents=True)
    for number, page in pages.items():
        (kept / f"{number}.json").write_text(page.model_dump_json())
