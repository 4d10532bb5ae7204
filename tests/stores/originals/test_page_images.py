"""Pictures of quotes on their pages: found where they stand, on whichever page, and never at the cost of the report."""

import base64
import hashlib
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from pincite.stores.originals.page_images import PageImage, WantedImage, page_images

pytestmark = [pytest.mark.spec("REP-3"), pytest.mark.slow]

TURNED = (0, 90, 180, 270)
LINES = ("The fee is ten pounds.", "The fee is due in May.", "", "", "", "", "", "The fee is ten pounds.")


def written(folder: Path, *, turned: int = 0) -> Path:
    file = folder / "fees.pdf"
    canvas = Canvas(str(file), pagesize=A4, invariant=1)
    for page in range(2):
        if turned:
            canvas.setPageRotation(turned)
        for number, line in enumerate(LINES if page else ("Fees",)):
            canvas.drawString(72, 500 - 40 * number, line)
        canvas.showPage()
    canvas.save()
    return file


def wanted(file: Path, quote: str, key: int = 1, page: int = 2, occurrence: int = 0) -> WantedImage:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return WantedImage(key=key, file=file, file_sha256=digest, page=page, quote=quote, occurrence=occurrence)


def tinted(image: PageImage) -> tuple[int, int]:
    """The first and the last row of the picture in which the tint of the quote shows."""
    picture = Image.open(io.BytesIO(base64.b64decode(image.data))).convert("RGB")
    rows = [
        row
        for row in range(picture.height)
        if sum(
            blue < 200 < green for _, green, blue in (picture.getpixel((x, row)) for x in range(0, picture.width, 4))
        )
        > 5
    ]
    return rows[0], rows[-1]


DUE, TEN, FEES = "The fee is due in May.", "The fee is ten pounds.", "Fees"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Mapping[int, PageImage]:
    """Pictures of several files, drawn by one process. Those of turned pages are keyed by the angle."""
    folders = [tmp_path_factory.mktemp(f"turned-{turned}") for turned in TURNED]
    plain, *turned = [written(folder, turned=angle) for folder, angle in zip(folders, TURNED, strict=True)]
    beside, broken = folders[0] / "beside.pdf", folders[0] / "broken.pdf"
    canvas = Canvas(str(beside), pagesize=A4, invariant=1)
    canvas.drawString(72, 1_200, "Nobody sees this.")
    canvas.drawString(72, 700, "Everybody sees this.")
    canvas.save()
    broken.write_bytes(b"%PDF-1.7 and nothing more")
    return page_images(
        [
            wanted(plain, DUE, 1),
            wanted(plain, f"{TEN[11:]}\n{DUE[:14]}", 2),
            wanted(plain, TEN, 3),
            wanted(plain, TEN, 4, occurrence=1),
            wanted(plain, "The fee is nine pounds.", 10),
            wanted(plain, FEES, 11, page=9),
            wanted(plain, FEES, 12, page=1).model_copy(update={"file_sha256": "0" * 64}),
            wanted(broken, FEES, 13, page=1),
            wanted(plain, FEES, 14, page=1).model_copy(update={"file": folders[0] / "gone.pdf"}),
            wanted(plain, FEES, 15, page=1),
            wanted(beside, "Nobody sees this.", 20, page=1),
            wanted(beside, "Everybody sees this.", 21, page=1),
            *(wanted(file, DUE, angle) for file, angle in zip(turned, TURNED[1:], strict=True)),
        ]
    )


def test_the_part_around_the_quote_is_drawn_and_the_quote_tinted(drawn: Mapping[int, PageImage]) -> None:
    assert 100 < drawn[1].width < 600, "without the empty sides of the page"
    assert drawn[1].height < 400
    first, last = tinted(drawn[1])
    assert 0 < first < last < drawn[1].height


def test_a_quote_over_two_lines_is_tinted_on_both(drawn: Mapping[int, PageImage]) -> None:
    one_line, two_lines = tinted(drawn[1]), tinted(drawn[2])
    assert two_lines[1] - two_lines[0] > 2 * (one_line[1] - one_line[0])


def test_the_same_words_again_are_found_at_their_own_place(drawn: Mapping[int, PageImage]) -> None:
    """The second stands at the foot of the page, with nothing below it, so less of the page is shown."""
    assert drawn[3].data != drawn[4].data


@pytest.mark.parametrize("turned", TURNED[1:])
def test_a_turned_page_is_drawn_as_it_is_seen(drawn: Mapping[int, PageImage], turned: int) -> None:
    first, last = tinted(drawn[turned])
    assert 0 <= first < last < drawn[turned].height


def test_what_cannot_be_drawn_is_left_out_and_the_rest_drawn(drawn: Mapping[int, PageImage]) -> None:
    assert [key for key in range(10, 16) if key in drawn] == [15]


def test_words_beside_the_page_are_not_pictured(drawn: Mapping[int, PageImage]) -> None:
    assert 20 not in drawn
    assert 21 in drawn


@pytest.mark.spec("REL-1")
def test_pictures_that_take_too_long_are_done_without(tmp_path: Path) -> None:
    assert page_images([wanted(written(tmp_path), "Fees", page=1)], seconds=0.001) == {}


def test_nothing_wanted_starts_nothing() -> None:
    assert page_images([]) == {}
