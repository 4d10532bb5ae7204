"""Pictures of quotes: the part of a PDF page around a quote, with the quote framed.

Drawing runs in a separate process, since the parser is large and pages are untrusted: a hang or crash costs only the
pictures.
"""

import base64
import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from ...evidence.model.frozen import Frozen
from ..documents.loaded import PageBox
from ..loaders.own_process import start

SECONDS = 20.0
"""The time limit in seconds for all pictures of one report. One takes about 40 ms."""


class WantedImage(Frozen):
    """A quote on a page of a PDF file. `occurrence`: how often the same words occur on that page before it."""

    key: int
    file: Path
    file_sha256: str
    """The hash of the file. A file with another hash has changed, and is not drawn."""
    page: int = Field(ge=1)
    quote: str
    occurrence: int = 0
    boxes: tuple[PageBox, ...] = ()
    """The boxes of the quote's lines if OCR read them, since such a page has no text to search."""


class PageImage(Frozen):
    """A picture of `width` by `height` pixels; `data` is base64."""

    key: int
    media_type: Literal["image/webp"] = "image/webp"
    data: str
    width: int
    height: int

    def size(self) -> int:
        """Return how many bytes the picture adds to an HTML page."""
        return len(self.data)


def page_images(wanted: Sequence[WantedImage], *, seconds: float = SECONDS) -> Mapping[int, PageImage]:
    """Return the pictures of the quotes that were found on their pages in time, by their position in `wanted`."""
    if not wanted:
        return {}
    process = start(f"{__package__}.page_image_worker")
    request = json.dumps([image.model_dump(mode="json") for image in wanted]).encode()
    try:
        written, _ = process.communicate(request, timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        written, _ = process.communicate()
    found = {}
    for line in written.splitlines():
        try:
            image = PageImage.model_validate_json(line)
        except ValidationError:
            continue  # an incomplete line of a killed process
        found[image.key] = image
    return found


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
