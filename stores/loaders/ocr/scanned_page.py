"""A page without text as OCR reads it, and which pages of a file wait for that. Knows no OCR engine."""

from collections.abc import Sequence

from pydantic import Field

from ....errors import IngestError
from ....evidence.model.frozen import Frozen

NO_TEXT_LAYER = "no text layer (scanned image?)"
OCR = "ocr/1"
"""Begins the name of what reads pages; part of the extractor of each document with such pages."""
READ_BY_OCR = "read by OCR"
"""How an issue begins that says so of pages whose text is in."""
OCR_FAILED = "no text was read: OCR failed"
"""How the reason of a page begins on which OCR failed. The next ingest with OCR tries it again."""


class ScansFound(IngestError):
    """Raised where a file is read with OCR and the text of these pages, numbered from 1, is not given with it."""

    def __init__(self, pages: Sequence[int]) -> None:
        super().__init__(f"{len(pages)} pages are images and wait for OCR")
        self.pages = tuple(pages)


class Stretch(Frozen):
    """Words that OCR found side by side. `corners`: x and y in pixels of the upright image, y downwards, clockwise from the top left."""

    text: str
    score: float = Field(ge=0, le=1)
    """The engine's own, the mean of its characters."""
    corners: tuple[tuple[float, float], ...] = Field(min_length=4, max_length=4)


class ScannedPage(Frozen):
    """What OCR found on one page. The upright image is the page as a viewer shows it, turned by `quarter_turns` counterclockwise."""

    engine: str = ""
    """What read it, with its version."""
    width: int = 0
    height: int = 0
    """Of the upright image, in pixels."""
    pixels_per_point: float = 1.0
    quarter_turns: int = 0
    stretches: tuple[Stretch, ...] = ()
    unreadable: int = 0
    """Stretches left out, since their score says that what was read of them is no text."""
    failure: str = ""
    """Why OCR failed; empty where it did not."""

    @property
    def score(self) -> float:
        """The mean score of its characters; 0 without any."""
        letters = sum(len(stretch.text) for stretch in self.stretches)
        return sum(stretch.score * len(stretch.text) for stretch in self.stretches) / letters if letters else 0.0
