"""Words of a PDF that are printed over other words are marked; what an opaque box hides is not read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-11")

FONT = "Helvetica"
LINE = "The notice period is 12 months from the date of service."
AT = 72 + stringWidth("The notice period is ", FONT, 12)
REST = "\nEither party may end this agreement at any time."


def printed(folder: Path, draw: Callable[[Canvas], None], line: str = LINE) -> LoadedDocument:
    canvas = Canvas(str(folder / "a.pdf"), pagesize=A4, invariant=1)
    canvas.setFont(FONT, 12)
    canvas.drawString(72, 700, line)
    canvas.drawString(72, 680, REST.strip())
    draw(canvas)
    canvas.save()
    return load_file(folder / "a.pdf")


def marked(loaded: LoadedDocument) -> list[str]:
    return [loaded.text[mark.start : mark.end] for mark in loaded.marks if mark.mark.kind == "overprinted"]


def over(text: str, x: float = AT, y: float = 700) -> Callable[[Canvas], None]:
    return lambda canvas: canvas.drawString(x, y, text)


def patched(
    text: str, left: float, width: float, *, bottom: float = 696, height: float = 14
) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(1)
        canvas.rect(left, bottom, width, height, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.drawString(AT, 700, text)

    return draw


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (over("24"), ["12", "24"]),
        (over("24 months"), ["12", "24"]),
        (over("24", AT + 2, 701.5), ["12", "24"]),
        (over("24", AT + stringWidth("1", FONT, 12)), ["12 months", "24"]),
        (over("XX"), ["12", "XX"]),
        (over("--"), ["12", "--"]),
        (patched("9", AT, 7), ["12", "9"]),
        (patched("24", AT, 14, bottom=704, height=8), ["12", "24"]),
        (patched("", AT - 1, 7.7), ["█2"]),
        (patched("", AT - 1, 16, bottom=704, height=8), ["12"]),
    ],
)
def test_a_value_under_another_is_marked(tmp_path: Path, draw: Callable[[Canvas], None], words: list[str]) -> None:
    assert marked(printed(tmp_path, draw)) == words


def test_a_figure_over_another_of_the_same_column_is_marked(tmp_path: Path) -> None:
    def table(canvas: Canvas) -> None:
        for row, (name, before, after) in enumerate((("Revenue", "100", "120"), ("Profit", "40", "50"))):
            canvas.drawString(72, 600 - 16 * row, name)
            canvas.drawRightString(250, 600 - 16 * row, before)
            canvas.drawRightString(330, 600 - 16 * row, after)
        canvas.drawRightString(330, 584, "55")

    (figure,) = marked(printed(tmp_path, table))
    assert figure.startswith("50")  # pdfium sorts what is printed on one line


@pytest.mark.parametrize("text", ["24", "24 months"])
def test_words_on_a_box_are_read_in_place_of_the_words_under_it(tmp_path: Path, text: str) -> None:
    width = stringWidth("12 months" if " " in text else "12", FONT, 12)
    loaded = printed(tmp_path, patched(text, AT - 0.5, width + 1))
    assert loaded.text == LINE.replace("12 months" if " " in text else "12", text) + REST
    assert not loaded.marks
    count = "2 words" if " " in text else "1 word"
    assert [issue.reason.partition(" of the file")[0] for issue in loaded.issues] == [count]


def test_lines_rewritten_on_a_box_are_read_once(tmp_path: Path) -> None:
    new = "The notice period is 24 months after the delivery."

    def rewritten(canvas: Canvas) -> None:
        canvas.setFillGray(1)
        canvas.rect(70, 674, 400, 38, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.drawString(72, 700, new)
        canvas.drawString(72, 680, REST.strip())

    loaded = printed(tmp_path, rewritten)
    assert loaded.text == new + REST
    assert not loaded.marks


def test_an_overlaid_page_is_read_as_it_looks(tmp_path: Path) -> None:
    def form(canvas: Canvas) -> None:
        canvas.beginForm("overlay")
        canvas.setFont(FONT, 12)
        patched("24", AT - 0.5, 14)(canvas)
        canvas.endForm()
        canvas.doForm("overlay")

    assert printed(tmp_path, form).text == LINE.replace("12", "24") + REST


def test_a_text_box_of_a_comment_marks_what_it_covers(tmp_path: Path) -> None:
    def comment(canvas: Canvas) -> None:
        entries = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("FreeText"),
            "Rect": PDFArray([AT - 1, 696, AT + 14, 712]),
            "Contents": PDFString("24"),
            "DA": PDFString("/Helv 12 Tf"),
        }
        canvas._addAnnotation(PDFDictionary(entries))

    assert marked(printed(tmp_path, comment)) == ["12"]


@pytest.mark.parametrize(
    "draw",
    [
        over(LINE, 72.4),
        over("12 months", AT + 0.4),
        over("______", AT, 699),
        over("\u00b4", AT + 2, 700),
        lambda canvas: [over(LINE, 72 + step / 3)(canvas) for step in range(3)],
    ],
    ids=["bold line", "bold words", "underscores", "an accent", "three times"],
)
def test_bold_letters_and_underlined_words_are_plain(tmp_path: Path, draw: Callable[[Canvas], None]) -> None:
    loaded = printed(tmp_path, draw)
    assert loaded.text.startswith(LINE + REST)
    assert not marked(loaded)
    assert loaded.text.count("months") == 1


def test_slanted_labels_of_a_chart_are_plain(tmp_path: Path) -> None:
    def chart(canvas: Canvas) -> None:
        for column, month in enumerate(("January", "February", "March", "April")):
            canvas.saveState()
            canvas.translate(100 + 60 * column, 560)
            canvas.rotate(45)
            canvas.setFont(FONT, 9)
            canvas.drawString(0, 0, month)
            canvas.restoreState()

    assert not printed(tmp_path, chart).marks


def test_a_name_on_a_line_of_underscores_is_plain(tmp_path: Path) -> None:
    assert not marked(printed(tmp_path, over("Jay Gray", 115, 701), "Name: ____________________"))


def test_a_large_initial_is_no_watermark(tmp_path: Path) -> None:
    def paragraph(canvas: Canvas) -> None:
        for line in range(6):
            canvas.drawString(72, 600 - 14 * line, f"{line}. The fee for this service is {line + 40} pounds a year.")
        canvas.drawString(96, 400, "he notice period is two months,")
        canvas.drawString(96, 386, "and it starts on the first of a month.")
        canvas.setFont(FONT, 40)
        canvas.drawString(72, 380, "T")

    loaded = printed(tmp_path, paragraph)
    assert not loaded.marks
    assert "notice period is two months" in loaded.text


@pytest.mark.parametrize(("size", "repeats"), [(18, 1), (14, 3)])
def test_small_slanted_words_across_the_lines_are_a_watermark(tmp_path: Path, size: int, repeats: int) -> None:
    def tiles(canvas: Canvas) -> None:
        for line in range(20):
            canvas.drawString(72, 600 - 14 * line, f"{line}. The fee for this service is {line + 40} pounds a year.")
        canvas.setFillGray(0.8)
        for tile in range(repeats):
            canvas.saveState()
            canvas.translate(200, 550 - 80 * tile)
            canvas.rotate(40)
            canvas.setFont(FONT, size)
            canvas.drawCentredString(0, 0, "NOT IN FORCE")
            canvas.restoreState()

    loaded = printed(tmp_path, tiles)
    assert [(mark.mark.kind, mark.mark.text) for mark in loaded.marks] == [("watermark", "NOT IN FORCE")]
    assert "FORCE" not in loaded.text
