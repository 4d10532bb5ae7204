"""The OCR result of a page without text, and the error for pages that wait for OCR. It does not depend on the
engine."""

from collections.abc import Sequence

from pydantic import Field

from ....errors import IngestError
from ....evidence.model.frozen import Frozen

NO_TEXT_LAYER = "no text layer (scanned image?)"
OCR = "ocr/1"
"""The prefix of an engine's name. The name is part of the extractor of each document with OCR pages."""
READ_BY_OCR = "read by OCR"
"""The prefix of the issue for a page whose text OCR has read."""
OCR_FAILED = "no text was read: OCR failed"
"""The prefix of the issue for a page on which OCR failed. The next ingest with OCR tries the page again."""


class ScansFound(IngestError):
    """Raised for a file with pages without text (`pages`, numbered from 1), whose OCR results are missing."""

    def __init__(self, pages: Sequence[int]) -> None:
        super().__init__(f"{len(pages)} pages are images and wait for OCR")
        self.pages = tuple(pages)


class Stretch(Frozen):
    """A stretch of words that OCR found. `corners`: x and y in pixels of the upright image, clockwise from the top
    left; y grows downwards.

    Example: “Rent is due” with the score 0.97 and its four corners.
    """

    text: str
    score: float = Field(ge=0, le=1)
    """The engine's score, the mean over the characters of the stretch, 0 to 1."""
    corners: tuple[tuple[float, float], ...] = Field(min_length=4, max_length=4)


class ScannedPage(Frozen):
    """The OCR result of one page. The upright image is the page as a viewer shows it, turned counterclockwise by
    `quarter_turns`."""

    engine: str = ""
    """The name and versions of the engine."""
    width: int = 0
    height: int = 0
    """The size of the upright image in pixels."""
    pixels_per_point: float = 1.0
    quarter_turns: int = 0
    stretches: tuple[Stretch, ...] = ()
    unreadable: int = 0
    """The number of stretches that were left out because their score shows that they are not text."""
    failure: str = ""
    """Why OCR failed; "" if it did not."""

    @property
    def score(self) -> float:
        """The mean score of the page's characters; 0 without any."""
        letters = sum(len(stretch.text) for stretch in self.stretches)
        return sum(stretch.score * len(stretch.text) for stretch in self.stretches) / letters if letters else 0.0
