"""Words that a line in a PDF strikes out are marked as in the other formats; underlines and rules of tables mark nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-11")

LINE = "Give three months or six months notice."


def text(folder: Path, *draw: Callable[[Canvas], None]) -> str:
    canvas = Canvas(str(folder / "a.pdf"), pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(72, 700, LINE)
    for stroke in draw:
        stroke(canvas)
    canvas.save()
    return load_file(folder / "a.pdf").text


def edges(words: str) -> tuple[float, float]:
    """Where these words of the line begin and end on the page."""
    before = LINE[: LINE.index(words)]
    left = 72 + stringWidth(before, "Helvetica", 12)
    return left, left + stringWidth(words, "Helvetica", 12)


def line(words: str, height: float, *, beyond: float = 0) -> Callable[[Canvas], None]:
    left, right = edges(words)
    return lambda canvas: canvas.line(left - beyond, 700 + height, right + beyond, 700 + height)


def box(words: str, height: float) -> Callable[[Canvas], None]:
    left, right = edges(words)
    return lambda canvas: canvas.rect(left, 700 + height, right - left, 0.7, stroke=0, fill=1)


@pytest.mark.parametrize("strike", [line("three months or", 3.6), box("three months or", 3.6)])
def test_words_under_a_line_or_a_thin_box_are_marked(tmp_path: Path, strike: Callable[[Canvas], None]) -> None:
    assert text(tmp_path, strike) == "Give ~~three months or~~ six months notice."


def test_a_line_for_each_word_is_one_strike(tmp_path: Path) -> None:
    drawn = [line(word, 3.6) for word in ("three", "months", "or")]
    assert text(tmp_path, *drawn) == "Give ~~three months or~~ six months notice."


@pytest.mark.parametrize(
    ("drawn", "what"),
    [
        (line("three months or", -1.5), "an underline"),
        (line("three months or", 13), "a line above"),
        (line("three months or", 3.6, beyond=60), "a line that goes on, as that of a grid"),
        (line("ee mon", 3.6), "a line through parts of words"),
    ],
)
def test_other_lines_strike_nothing(tmp_path: Path, drawn: Callable[[Canvas], None], what: str) -> None:
    assert text(tmp_path, drawn) == LINE, what


def test_a_line_that_is_drawn_over_strikes_nothing(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 12)
    left, right = edges("three months or")
    canvas.line(left, 703.6, right, 703.6)
    canvas.setFillGray(0.9)
    canvas.rect(60, 690, 400, 30, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.drawString(72, 700, LINE)
    canvas.save()
    assert load_file(tmp_path / "a.pdf").text == LINE


def test_words_that_a_comment_strikes_out_are_marked(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(72, 700, LINE)
    left, right = edges("three months or")
    corners = [left, 711, right, 711, left, 697, right, 697]
    canvas._addAnnotation(
        PDFDictionary(
            {
                "Type": PDFName("Annot"),
                "Subtype": PDFName("StrikeOut"),
                "Rect": PDFArray([left, 697, right, 711]),
                "QuadPoints": PDFArray(corners),
                "C": PDFArray([1, 0, 0]),
            }
        )
    )
    canvas.save()
    assert load_file(tmp_path / "a.pdf").text == "Give ~~three months or~~ six months notice."


def test_a_line_through_large_letters_is_a_strike(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4, invariant=1)
    canvas.setFont("Helvetica-Bold", 20)
    canvas.drawString(72, 700, "The fee is 900 pounds")
    left = 72 + stringWidth("The fee is ", "Helvetica-Bold", 20)
    canvas.line(left, 707, left + stringWidth("900", "Helvetica-Bold", 20), 707)
    canvas.save()
    assert load_file(tmp_path / "a.pdf").text == "The fee is ~~900~~ pounds"
