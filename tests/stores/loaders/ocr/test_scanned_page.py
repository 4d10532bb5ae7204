"""What OCR read becomes text with exact offsets, its score and its place on the page."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from pincite.evidence.report.place_words import place_in_words
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.documents.places import Places
from pincite.stores.loaders.limits import DEFAULT_LIMITS
from pincite.stores.loaders.load import load_file
from pincite.stores.loaders.ocr.scanned_page import ScannedPage, ScansFound, Stretch
from pincite.stores.loaders.pdf.pdf import load_pdf

pytest.importorskip("rapidocr", reason="needs the extra ocr")

from made_scan import as_read, images_of, scan_of, typed

pytestmark = pytest.mark.spec("ECO-5")

TERMS = ("Either party may end this lease by giving", "six months written notice.", "The rent is EUR 1,250 a month.")


def stretch(text: str, x: float, y: float, *, width: float = 300, height: float = 20, score: float = 0.95) -> Stretch:
    return Stretch(text=text, score=score, corners=((x, y), (x + width, y), (x + width, y + height), (x, y + height)))


def turned(piece: Stretch, degrees: float) -> Stretch:
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    return piece.model_copy(
        update={"corners": tuple((x * cosine - y * sine, x * sine + y * cosine) for x, y in piece.corners)}
    )


def loaded(*stretches: Stretch, quarter_turns: int = 0, width: int = 1_000, height: int = 1_400) -> LoadedDocument:
    """A PDF of one image, on which OCR found these stretches."""
    page = ScannedPage(
        engine="ocr/1 engine/2",
        width=width,
        height=height,
        pixels_per_point=2.0,
        quarter_turns=quarter_turns,
        stretches=stretches,
    )
    return load_pdf(scan_of(images_of(typed([[]]))), "scan.pdf", None, DEFAULT_LIMITS, {1: page})


def lines(document: LoadedDocument) -> list[str]:
    return [document.text[line.start : line.end] for line in document.ocr]


def test_each_line_has_its_text_its_lowest_score_and_its_box() -> None:
    found = loaded(
        stretch("Rent", 100, 140, score=0.99), stretch("1,250", 600, 142, score=0.91), stretch("Due", 100, 280)
    )
    assert found.text == "Rent 1,250\nDue"
    assert lines(found) == ["Rent 1,250", "Due"]
    assert [line.score for line in found.ocr] == [0.91, 0.947], "no line is surer than its page"
    box = found.ocr[0].box
    assert (box.left, box.top, box.right, box.bottom) == (0.1, 0.1, 0.9, round(162 / 1400, 4))
    assert "ocr/1 engine/2" in found.extractor


def test_a_place_says_that_its_text_was_read_by_ocr_and_how_surely() -> None:
    found = loaded(
        stretch("Notice is six months.", 100, 140, score=0.93), stretch("Rent is due.", 100, 165, score=0.99)
    )
    places = Places(found)
    place = places.place(0, len(found.text))
    assert place.ocr_score == 0.93
    assert place_in_words(place) == "page 1, lines 1–2, read by OCR, score 0.93"
    at = found.text.index("Rent")
    assert places.place(at, at + 4).ocr_score == 0.952


@pytest.mark.parametrize("degrees", [-2.0, 1.5])
def test_rows_of_a_crooked_scan_stay_rows(degrees: float) -> None:
    rows = [
        turned(piece, degrees)
        for number in range(12)
        for piece in (
            stretch(f"Item {number} of the list", 100, 200 + 30 * number),
            stretch(f"{number},500", 850, 200 + 30 * number, width=60),
        )
    ]
    assert lines(loaded(*rows)) == [f"Item {number} of the list {number},500" for number in range(12)]


def test_columns_of_prose_are_read_one_after_the_other() -> None:
    prose = [
        stretch(f"{side} line {number}", x, 300 + 30 * number, width=380)
        for number in range(8)
        for side, x in (("left", 80), ("right", 540))
    ]
    found = lines(loaded(stretch("A heading over both", 80, 200, width=840), *prose))
    assert found == [
        "A heading over both",
        *(f"left line {n}" for n in range(8)),
        *(f"right line {n}" for n in range(8)),
    ]


@pytest.mark.parametrize(
    ("quarter_turns", "edges"),
    [(0, (0.1, 0.2, 0.4, 0.25)), (1, (0.75, 0.1, 0.8, 0.4)), (2, (0.6, 0.75, 0.9, 0.8)), (3, (0.2, 0.6, 0.25, 0.9))],
)
def test_the_box_stands_where_the_words_stand_on_the_page_as_it_lies(
    quarter_turns: int, edges: Sequence[float]
) -> None:
    page = loaded(stretch("Words", 100, 200, width=300, height=50), quarter_turns=quarter_turns, height=1_000)
    box = page.ocr[0].box
    assert (box.left, box.top, box.right, box.bottom) == tuple(edges)


def test_only_pages_without_text_are_read_and_the_others_stay_as_they_are(tmp_path: Path) -> None:
    import pypdfium2 as pdfium

    both = pdfium.PdfDocument(typed([TERMS[:1]]))
    both.import_pages(pdfium.PdfDocument(scan_of(images_of(typed([TERMS[2:]])))))
    both.save(tmp_path / "both.pdf")
    with pytest.raises(ScansFound) as waiting:
        load_file(tmp_path / "both.pdf", scanned={})
    assert waiting.value.pages == (2,)
    unread = load_file(tmp_path / "both.pdf")
    assert unread.text.strip() == TERMS[0]
    found = load_file(tmp_path / "both.pdf", scanned={2: as_read(typed([TERMS[2:]]))[1]})
    assert found.text.splitlines() == [TERMS[0], "", TERMS[2]]
    assert lines(found) == [TERMS[2]]
    places = Places(found)
    assert places.place(0, 5).ocr_score is None
    assert places.place(found.text.index("rent"), len(found.text)).page == 2


def test_what_ocr_cannot_read_is_disclosed_page_by_page() -> None:
    pdf = scan_of(images_of(typed([TERMS, [], []])))
    pages = {
        1: as_read(typed([TERMS]))[1].model_copy(update={"unreadable": 3}),
        2: ScannedPage(engine="e", width=10, height=10),
        3: ScannedPage(engine="e", failure="took longer than 180 s; split it"),
    }
    found = load_pdf(pdf, "scan.pdf", None, DEFAULT_LIMITS, pages)
    assert found.text.strip().splitlines() == list(TERMS)
    assert [(issue.where, issue.reason.partition(" (")[0]) for issue in found.issues] == [
        ("page 2", "no text was found by OCR"),
        ("page 3", "no text was read: OCR failed"),
        ("page 1", "3 stretches could not be read by OCR"),
        ("page 1", "read by OCR"),
    ]
