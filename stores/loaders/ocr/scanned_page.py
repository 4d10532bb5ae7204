"""The OCR result of a page without text, and the signal that pages wait for OCR. Independent of the OCR engine."""

from collections.abc import Sequence

from pydantic import Field

from ....errors import IngestError
from ....evidence.model.frozen import Frozen

NO_TEXT_LAYER = "no text layer (scanned image?)"
OCR = "ocr/1"
"""The prefix of an engine's name, which is part of the extractor of each document with OCR pages."""
READ_BY_OCR = "read by OCR"
"""The prefix of the issue for a page whose text OCR has read."""
OCR_FAILED = "no text was read: OCR failed"
"""The prefix of the reason for a page on which OCR failed. The next ingest with OCR tries the page again."""


class ScansFound(IngestError):
    """A file has pages without text (`pages`, numbered from 1) for which OCR results are needed but missing."""

    def __init__(self, pages: Sequence[int]) -> None:
        super().__init__(f"{len(pages)} pages are images and wait for OCR")
        self.pages = tuple(pages)


class Stretch(Frozen):
    """A stretch of words that OCR found. `corners`: x and y in pixels of the upright image, y downwards, clockwise from the top left."""

    text: str
    score: float = Field(ge=0, le=1)
    """The engine's score: the mean over its characters."""
    corners: tuple[tuple[float, float], ...] = Field(min_length=4, max_length=4)


class ScannedPage(Frozen):
    """The OCR result of one page. The upright image is the page as a viewer shows it, turned by `quarter_turns` counterclockwise."""

    engine: str = ""
    """The name and versions of the engine."""
    width: int = 0
    height: int = 0
    """The size of the upright image in pixels."""
    pixels_per_point: float = 1.0
    quarter_turns: int = 0
    stretches: tuple[Stretch, ...] = ()
    unreadable: int = 0
    """The number of stretches that were left out, since their score shows that they are not text."""
    failure: str = ""
    """Why OCR failed; empty if it did not."""

    @property
    def score(self) -> float:
        """The mean score of its characters; 0 without any."""
        letters = sum(len(stretch.text) for stretch in self.stretches)
        return sum(stretch.score * len(stretch.text) for stretch in self.stretches) / letters if letters else 0.0
