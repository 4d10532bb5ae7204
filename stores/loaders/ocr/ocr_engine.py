"""Reads one PDF page by OCR with RapidOCR, without a network. The wheel of RapidOCR contains the PP-OCR models, which
onnxruntime runs.

It works in a guarded process, on one page at a time and with one thread. Several processes read several pages at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray

from ....errors import IngestError
from .scanned_page import OCR, ScannedPage, Stretch

if TYPE_CHECKING:
    from pathlib import Path

    from ..limits import LoadLimits

DPI = 200
LONGEST_SIDE = 2_000
"""The length of a page's longer side in pixels, 180 dpi for a letter page. The time grows with the area, and 150 dpi
are enough for 10-point text."""
READABLE = 0.5
"""The minimum score of text, the engine's own default. A stretch with a lower score is a picture, a stain or a
signature."""
UPRIGHT = 0.8
"""The mean score below which a page is also read upside down. Upright pages have at least 0.98, upside-down pages 0.4
to 0.7."""
_DASH, _ONE = "—", "一"
"""A single dash, which means zero in a table, and the Chinese numeral for one, with which the models confuse it."""
_TALL = 1.5
"""The minimum ratio of height to width of a stretch that runs up or down the page."""


def engine_name() -> str:
    """Return the name and versions of the engine. A page that another engine read is read again. Raises IngestError
    without the extra `ocr`."""
    try:
        return f"{OCR} rapidocr/{version('rapidocr')} onnxruntime/{version('onnxruntime')}"
    except PackageNotFoundError:
        raise IngestError("reading scanned pages needs the extra ocr; run `pip install 'pincite[ocr]'`") from None


def recognise_page(path: Path, password: str | None, number: int, limits: LoadLimits) -> ScannedPage:
    """Return the text in the image of one page of a PDF file; pages are numbered from 1. Raises IngestError."""
    if path.stat().st_size > limits.file_bytes:
        raise IngestError(f"{path.name}: more than {limits.file_bytes} bytes; split it")
    document = pdfium.PdfDocument(path.read_bytes(), password=password)
    try:
        page = document[number - 1]
        scale = min(DPI / 72, LONGEST_SIDE / max(1.0, *page.get_size()))
        image = page.render(scale=scale, grayscale=True).to_numpy()
    finally:
        document.close()
    return recognise_image(image, scale)


def recognise_image(image: NDArray[np.uint8], pixels_per_point: float) -> ScannedPage:
    """Return the text of a grey image. The image is first turned upright if its lines run up, down or upside down."""
    grey = image.reshape(image.shape[:2])
    best = _read(grey, pixels_per_point, 0)
    turns: Sequence[int] = ()
    if _runs_along_the_side(best):
        turns = (1, 3)
    elif best.stretches and best.score < UPRIGHT:
        turns = (2,)
    for quarter_turns in turns:
        other = _read(np.rot90(grey, quarter_turns), pixels_per_point, quarter_turns)
        if other.score > best.score or _runs_along_the_side(best):
            best = other
        if best.score >= UPRIGHT:
            break
    return best


def _read(grey: NDArray[np.uint8], pixels_per_point: float, quarter_turns: int) -> ScannedPage:
    found = _engine()(np.repeat(np.ascontiguousarray(grey)[:, :, None], 3, axis=2))
    stretches, unreadable = [], 0
    for text, score, corners in zip(
        found.txts or (), found.scores or (), found.boxes if found.boxes is not None else (), strict=True
    ):
        clean = " ".join(text.split())
        clean = _DASH if clean == _ONE else clean
        if clean and score >= READABLE:
            points = tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)
            stretches.append(Stretch(text=clean, score=round(min(1.0, float(score)), 3), corners=points))
        elif clean:
            unreadable += 1
    return ScannedPage(
        engine=engine_name(),
        width=grey.shape[1],
        height=grey.shape[0],
        pixels_per_point=pixels_per_point,
        quarter_turns=quarter_turns,
        stretches=tuple(stretches),
        unreadable=unreadable,
    )


def _runs_along_the_side(page: ScannedPage) -> bool:
    """Return whether most stretches of text, by length, are taller than wide."""
    tall = wide = 0.0
    for stretch in page.stretches:
        (x1, y1), (x2, y2), _, (x4, y4) = stretch.corners
        across, down = float(np.hypot(x2 - x1, y2 - y1)), float(np.hypot(x4 - x1, y4 - y1))
        if down > _TALL * across:
            tall += down
        else:
            wide += across
    return tall > wide


@cache
def _engine() -> Any:
    """Return the OCR engine, which is created once in a process. Its detection of upside-down lines is off, since it
    turned one line in ten of upright scans."""
    import cv2
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,
            "Global.text_score": 0.0,
            "Global.max_side_len": LONGEST_SIDE,
            "Rec.rec_batch_num": 1,  # a batch is padded to its longest line: slower on one thread, and more memory
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )
