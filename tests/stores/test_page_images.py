"""Pictures of quotes on their pages: found where they stand, on whichever page, and never at the cost of the report."""

import base64
import hashlib
import io
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from pincite.stores.verify.page_images import PageImage, WantedImage, page_images

pytestmark = pytest.mark.spec("REP-3")

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


def test_the_part_around_the_quote_is_drawn_and_the_quote_tinted(tmp_path: Path) -> None:
    image = page_images([wanted(written(tmp_path), "The fee is due in May.")])[1]
    assert 100 < image.width < 600, "without the empty sides of the page"
    assert image.height < 400
    first, last = tinted(image)
    assert 0 < first < last < image.height


def test_a_quote_over_two_lines_is_tinted_on_both(tmp_path: Path) -> None:
    file = written(tmp_path)
    one, two = page_images(
        [wanted(file, "The fee is due in May."), wanted(file, "ten pounds.\nThe fee is due", key=2)]
    ).values()
    assert tinted(two)[1] - tinted(two)[0] > 2 * (tinted(one)[1] - tinted(one)[0])


def test_the_same_words_again_are_found_at_their_own_place(tmp_path: Path) -> None:
    """The second stands at the foot of the page, with nothing below it, so less of the page is shown."""
    file, quote = written(tmp_path), "The fee is ten pounds."
    found = page_images([wanted(file, quote), wanted(file, quote, key=2, occurrence=1)])
    assert found[1].data != found[2].data


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_turned_page_is_drawn_as_it_is_seen(tmp_path: Path, turned: int) -> None:
    image = page_images([wanted(written(tmp_path, turned=turned), "The fee is due in May.")])[1]
    first, last = tinted(image)
    assert 0 <= first < last < image.height


def test_what_cannot_be_drawn_is_left_out_and_the_rest_drawn(tmp_path: Path) -> None:
    file = written(tmp_path)
    other = tmp_path / "broken.pdf"
    other.write_bytes(b"%PDF-1.7 and nothing more")
    found = page_images(
        [
            wanted(file, "The fee is nine pounds.", key=1),
            wanted(file, "Fees", key=2, page=9),
            wanted(file, "Fees", key=3, page=1).model_copy(update={"file_sha256": "0" * 64}),
            wanted(other, "Fees", key=4, page=1),
            wanted(file, "Fees", key=5, page=1).model_copy(update={"file": tmp_path / "gone.pdf"}),
            wanted(file, "Fees", key=6, page=1),
        ]
    )
    assert list(found) == [6]


def test_words_beside_the_page_are_not_pictured(tmp_path: Path) -> None:
    file = tmp_path / "beside.pdf"
    canvas = Canvas(str(file), pagesize=A4, invariant=1)
    canvas.drawString(72, 1_200, "Nobody sees this.")
    canvas.drawString(72, 700, "Everybody sees this.")
    canvas.save()
    found = page_images([wanted(file, "Nobody sees this.", 1, 1), wanted(file, "Everybody sees this.", 2, 1)])
    assert list(found) == [2]


@pytest.mark.spec("REL-1")
def test_pictures_that_take_too_long_are_done_without(tmp_path: Path) -> None:
    assert page_images([wanted(written(tmp_path), "Fees", page=1)], seconds=0.001) == {}


def test_nothing_wanted_starts_nothing() -> None:
    assert page_images([]) == {}
