"""Pictures of pages, drawn once for all tests: each drawing starts a process."""

from collections.abc import Iterator, Mapping, Sequence

import pytest

from pincite.reports.html import exhibits
from pincite.stores.originals.page_images import PageImage, WantedImage, page_images


@pytest.fixture(scope="session", autouse=True)
def pictures_drawn_once() -> Iterator[None]:
    drawn: dict[str, Mapping[int, PageImage]] = {}

    def from_memory(wanted: Sequence[WantedImage]) -> Mapping[int, PageImage]:
        key = "".join(image.model_dump_json() for image in wanted)
        if key not in drawn:
            drawn[key] = page_images(wanted)
        return drawn[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(exhibits, "page_images", from_memory)
        yield
