"""What a page shows besides letters: superscripts, struck text, and text that it hides."""

from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from docx import Document
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from PIL import Image
from pptx import Presentation
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate

from pincite import KnowledgeBase, Settings, build_graph
from pincite.evidence.language.text_marks import (
    UNSEEN_SECTION,
    is_struck,
    struck,
    without_footnote_marks,
    without_struck,
)
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-1", "EVI-2", "EVI-11")

HIDDEN_RENT = "The rent of the mill is £900 per month."


def page(tmp_path: Path, body: str, name: str = "page.html") -> LoadedDocument:
    (tmp_path / name).write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
    return load_file(tmp_path / name)


def printed(tmp_path: Path, *paragraphs: str) -> LoadedDocument:
    style = getSampleStyleSheet()["Normal"]
    SimpleDocTemplate(str(tmp_path / "page.pdf")).build([Paragraph(text, style) for text in paragraphs])
    return load_file(tmp_path / "page.pdf")


def test_a_footnote_mark_never_joins_the_figure_before_it_in_html(tmp_path: Path) -> None:
    text = page(
        tmp_path, "<p>The fee is £120<sup>1</sup>, the limit 10<sup>6</sup> ohm, from 1<sup>st</sup> May.</p>"
    ).text
    assert text == "The fee is £120¹, the limit 10⁶ ohm, from 1st May."


def test_a_footnote_mark_never_joins_the_figure_before_it_in_a_printed_page(tmp_path: Path) -> None:
    text = printed(tmp_path, "The fee is £120<super>1</super> for 10<super>6</super> ohm and CO<sub>2</sub>.").text
    assert text.replace(" .", ".") == "The fee is £120¹ for 10⁶ ohm and CO2."


def test_footnote_marks_and_struck_runs_of_a_word_file(tmp_path: Path) -> None:
    document = Document()
    paragraph = document.add_paragraph("The fee is £120")
    paragraph.add_run("1").font.superscript = True
    paragraph.add_run(", not ")
    for piece in ("£9", "00"):
        paragraph.add_run(piece).font.strike = True
    paragraph.add_run(".")
    paragraph.add_run(" Nobody reads this.").font.hidden = True
    document.save(str(tmp_path / "page.docx"))
    loaded = load_file(tmp_path / "page.docx")
    assert loaded.text == "The fee is £120¹, not ~~£900~~."
    assert any("hidden text" in issue.reason for issue in loaded.issues)


def test_footnote_marks_struck_runs_and_hidden_slides_of_a_presentation(tmp_path: Path) -> None:
    deck = Presentation()
    shown, hidden, after = (deck.slides.add_slide(deck.slide_layouts[1]) for _ in range(3))
    shown.shapes.title.text = "Sales"
    line = shown.placeholders[1].text_frame.paragraphs[0]
    for text, name, value in (("120", "lang", "en-GB"), ("1", "baseline", "30000"), (" old", "strike", "sngStrike")):
        run = line.add_run()
        run.text = text
        run.font._element.set(name, value)
    hidden.shapes.title.text = "Rejected"
    hidden._element.set("show", "0")
    after.placeholders[1].text = "Open again"
    deck.save(str(tmp_path / "deck.pptx"))
    loaded = load_file(tmp_path / "deck.pptx")
    assert "120¹ ~~old~~" in loaded.text
    headings = [loaded.text[heading.start : heading.end] for heading in loaded.headings]
    assert headings[:3] == ["Sales", UNSEEN_SECTION, "Rejected"]


def test_struck_cells_and_hidden_sheets_of_a_workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["Item", "Price"])
    book.active.append(["Lamp", 27])
    book.active["B2"].font = Font(strike=True)
    rejected = book.create_sheet("Rejected")
    rejected.append(["Item", "Price"])
    rejected.append(["Lamp", 99])
    rejected.sheet_state = "hidden"
    book.save(tmp_path / "book.xlsx")
    loaded = load_file(tmp_path / "book.xlsx")
    assert "Lamp | ~~27~~" in loaded.text
    assert loaded.text.index(UNSEEN_SECTION) < loaded.text.index("Rejected") < loaded.text.index("99")


@pytest.mark.parametrize(
    "word",
    [
        '<b style="color:#fff;background:#c00">not</b>',
        '<span aria-hidden="true">not</span>',
        "<button>not</button>",
        '<td style="color:white">not</td>',
    ],
)
def test_a_word_that_the_page_shows_stays_in_its_sentence(tmp_path: Path, word: str) -> None:
    loaded = page(tmp_path, f"<style>td {{background: black}}</style><p>The fee is {word} refundable.</p>")
    assert "The fee is not refundable." in " ".join(loaded.text.split())


@pytest.mark.parametrize(
    "style", ["display:none", "visibility: hidden", "font-size:0", "color:#ffffff", "position:absolute;left:-9999px"]
)
def test_what_a_page_certainly_hides_stands_apart_from_what_it_shows(tmp_path: Path, style: str) -> None:
    loaded = page(tmp_path, f'<p>The fee is £120.<span style="{style}"> It was waived.</span></p>')
    shown, _, hidden = loaded.text.partition(UNSEEN_SECTION)
    assert shown.strip() == "The fee is £120."
    assert hidden.strip() == "It was waived."
    assert any("not visible" in issue.reason for issue in loaded.issues)


@pytest.mark.parametrize("tag", ["s", "del", "strike", 'span style="text-decoration: line-through"'])
def test_struck_text_of_a_page_is_marked(tmp_path: Path, tag: str) -> None:
    loaded = page(tmp_path, f"<p>The fee is <{tag}>£900</{tag.split()[0]}> £950.</p>")
    assert loaded.text == "The fee is ~~£900~~ £950."


def test_blocks_inside_inline_elements_stay_in_their_cell_and_heading(tmp_path: Path) -> None:
    cells = "<tr><td><span><div>Fee</div></span></td><td><b><p>£120<sup>1</sup></p></b></td></tr>"
    loaded = page(
        tmp_path, f"<h1><span><div>Rates</div></span></h1><table><tr><th>Item</th><th>Price</th></tr>{cells}</table>"
    )
    assert loaded.text == "Rates\n\nItem | Price\nFee | £120¹"


def test_text_in_deep_nesting_is_kept(tmp_path: Path) -> None:
    loaded = page(
        tmp_path, f"<table><tr><td>a</td><td>{'<del><div>' * 120}deep{'</div></del>' * 120}</td></tr></table>"
    )
    assert "deep" in loaded.text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('<p style="display:none">The daily fee of Brackenford Ltd is £900.</p>', "not_visible"),
        ("<p><del>The daily fee of Brackenford Ltd is £900.</del></p>", "struck_out"),
        ("<p>The daily fee of Brackenford Ltd is <s>£900</s>.</p>", "struck_out"),
    ],
)
def test_what_is_hidden_or_struck_answers_nothing(tmp_path: Path, body: str, code: str) -> None:
    (tmp_path / "fees.html").write_text(
        f"<html><body><h1>Fees of Brackenford Ltd</h1>{body}<p>Brackenford Ltd lets rooms.</p></body></html>", "utf-8"
    )
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([tmp_path / "fees.html"])
        report = build_graph(kb, Settings()).invoke({"question": "What is the daily fee of Brackenford Ltd?"})["report"]
    assert not report.sufficient
    assert not any("900" in sentence.text for sentence in report.sentences)
    assert code in {rejected.code for rejected in report.rejected_evidence}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mill.md", f"# Lease of the mill\n\n<!-- {HIDDEN_RENT} -->\n"),
        ("mill.md", f"# Lease of the mill\n\n<dialog>{HIDDEN_RENT}</dialog>\n"),
        ("mill.html", f"<h1>Lease of the mill</h1><p hidden>{HIDDEN_RENT}</p>"),
    ],
)
def test_hidden_text_directly_below_a_heading_answers_nothing(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([tmp_path / name])
        report = build_graph(kb, Settings()).invoke({"question": "What is the rent of the mill?"})["report"]
    assert not report.sufficient
    assert not report.sentences
    assert {rejected.code for rejected in report.rejected_evidence} == {"not_visible"}


def test_a_mark_is_part_of_no_word_and_of_no_figure() -> None:
    assert (
        without_footnote_marks("Revenue¹ (net)² was 120³ on 5 m² of 10⁶") == "Revenue  (net)  was 120  on 5 m² of 10⁶"
    )


def test_struck_stretches_of_a_text() -> None:
    text = f"The fee is {struck('£900')} £950."
    assert without_struck(text).split() == ["The", "fee", "is", "£950."]
    assert is_struck(text, text.index("£900"), text.index("£900") + 4)
    assert not is_struck(text, 0, len(text))


def drawn(tmp_path: Path, draw: Callable[[Canvas], None]) -> LoadedDocument:
    canvas = Canvas(str(tmp_path / "drawn.pdf"))
    canvas.drawString(72, 700, "The fee is 120 euros a day.")
    draw(canvas)
    canvas.save()
    return load_file(tmp_path / "drawn.pdf")


def transparent(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    canvas.drawString(72, 650, "It was waived.")


def invisible(canvas: Canvas) -> None:
    text = canvas.beginText(72, 650)
    text.setTextRenderMode(3)
    text.textLine("It was waived.")
    canvas.drawText(text)


def white(canvas: Canvas) -> None:
    canvas.setFillColorRGB(1, 1, 1)
    canvas.drawString(72, 650, "It was waived.")


def redacted(canvas: Canvas) -> None:
    canvas.drawString(72, 650, "It was waived.")
    canvas.rect(60, 640, 200, 24, fill=1)


def pasted_over(canvas: Canvas) -> None:
    canvas.drawString(72, 650, "It was waived.")
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(60, 640, 200, 24, fill=1, stroke=0)


def off_the_page(canvas: Canvas) -> None:
    canvas.drawString(72, 3_000, "It was waived.")


def tiny(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 0.5)
    canvas.drawString(72, 650, "It was waived.")


@pytest.mark.parametrize("draw", [transparent, invisible, white, redacted, pasted_over, off_the_page, tiny])
def test_text_that_leaves_no_ink_on_a_printed_page_is_not_read(tmp_path: Path, draw: Callable[[Canvas], None]) -> None:
    loaded = drawn(tmp_path, draw)
    assert loaded.text.strip() == "The fee is 120 euros a day."


def test_a_redacted_word_shows_as_redacted_in_its_line(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(72, 650, "The buyer is Brackenford and pays soon.")
        start = 72 + stringWidth("The buyer is ", "Helvetica", 12)
        canvas.rect(start, 646, stringWidth("Brackenford", "Helvetica", 12), 16, fill=1)

    loaded = drawn(tmp_path, draw)
    assert "Brackenford" not in loaded.text
    assert "The buyer is ███████████ and pays soon." in loaded.text
    assert [issue.where for issue in loaded.issues if "cannot be seen" in issue.reason] == ["page 1"]


def test_light_letters_on_a_dark_ground_and_text_behind_a_scan_are_read(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.rect(60, 640, 300, 24, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(72, 650, "Fees of the year")
        scan = Image.effect_noise((400, 60), 90)
        canvas.drawInlineImage(scan, 72, 560, 300, 45)
        text = canvas.beginText(80, 580)
        text.setTextRenderMode(3)
        text.textLine("Words of a scan")
        canvas.drawText(text)

    loaded = drawn(tmp_path, draw)
    assert "Fees of the year" in loaded.text
    assert "Words of a scan" in loaded.text


def test_a_superscript_in_the_text_of_a_cell_never_joins_its_number(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Station", "Base pressure", "Limit"])
    sheet.append(["Chamber 1"])
    sheet["B2"] = CellRichText("10", TextBlock(InlineFont(vertAlign="superscript"), "4"), " Pa")
    sheet["C2"] = CellRichText(TextBlock(InlineFont(strike=True), "12"), " 15")
    book.save(tmp_path / "book.xlsx")
    text = load_file(tmp_path / "book.xlsx").text
    assert "10⁴ Pa" in text
    assert without_struck(text).count("12") == 0
