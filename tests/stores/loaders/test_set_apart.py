"""What a file sets apart from its plain statements, each with a file made by a real writer: quotations, comments, notes, watermarks, and what
its page hides."""

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from docx import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from openpyxl.comments import Comment
from openpyxl.styles import Font
from pptx import Presentation
from pptx.util import Inches
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfgen.canvas import Canvas

from pincite import KnowledgeBase, Settings, build_graph
from pincite.evidence.language.text_marks import UNSEEN_SECTION
from pincite.evidence.model.place_marks import Mark
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.documents.places import Places
from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-1", "EVI-2", "EVI-11")

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def written(folder: Path, name: str, text: str) -> LoadedDocument:
    (folder / name).write_text(text, encoding="utf-8")
    return load_file(folder / name)


def marks(loaded: LoadedDocument, words: str) -> tuple[Mark, ...]:
    """How a citation of these words is marked."""
    at = loaded.text.index(words)
    return Places(loaded).place(at, at + len(words)).marks


def kinds(loaded: LoadedDocument, words: str) -> list[str]:
    return [mark.kind for mark in marks(loaded, words)]


def parts(loaded: LoadedDocument) -> tuple[str, str]:
    """What the page shows, and what it hides."""
    shown, _, hidden = loaded.text.partition(UNSEEN_SECTION)
    return shown.strip("# \n"), hidden.strip()


class TestMarkdown:
    def test_comments_and_titles_of_links_are_not_on_the_page(self, tmp_path: Path) -> None:
        text = 'The fee is £120<!-- it was £900 --> a day.\n\n<!--\nNever £7.\n-->\nSee [it](a.md "or £55").\n'
        loaded = written(tmp_path, "a.md", text)
        shown, hidden = parts(loaded)
        assert shown.split("\n")[0] == "The fee is £120 a day."
        assert shown.split("\n")[5] == "See [it](a.md)."  # lines keep their numbers
        assert hidden.split("\n\n") == ["it was £900", "Never £7.", "or £55"]

    def test_what_looks_like_a_comment_in_code_stays(self, tmp_path: Path) -> None:
        text = "`<!-- a -->` and\n\n```\n<!-- b -->\n> c\n```\n"
        loaded = written(tmp_path, "a.md", text)
        assert loaded.text == text
        assert loaded.marks == ()

    def test_block_quotes_are_marked_and_callouts_are_not(self, tmp_path: Path) -> None:
        loaded = written(tmp_path, "a.md", "> The rent\nis £900.\n\nIt is £950.\n\n> [!NOTE]\n> It may rise.\n")
        assert kinds(loaded, "is £900") == ["quoted"]
        assert kinds(loaded, "It is £950") == kinds(loaded, "It may rise") == []

    def test_struck_elements_are_marked(self, tmp_path: Path) -> None:
        assert written(tmp_path, "a.md", "Fee <del>£900</del> £950\n").text == "Fee ~~£900~~ £950\n"


class TestMail:
    def test_what_a_reply_repeats_is_quoted(self, tmp_path: Path) -> None:
        for name, repeated in (
            ("a.eml", "> The rent is £900.\n>> Since May.\n"),
            ("b.eml", "-----Original Message-----\nFrom: Bo\nSent: Monday\nTo: Al\n\nThe rent is £900.\n"),
        ):
            mail = EmailMessage()
            mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", "Rent"
            mail.set_content(f"This is not so.\n\n{repeated}")
            (tmp_path / name).write_bytes(bytes(mail))
            loaded = load_file(tmp_path / name)
            assert kinds(loaded, "The rent is £900.") == ["quoted"]
            assert kinds(loaded, "This is not so.") == []

    def test_a_page_sent_as_mail_keeps_its_structure(self, tmp_path: Path) -> None:
        mail = EmailMessage()
        mail["From"], mail["Subject"] = "a@example.org", "Rent"
        page = '<h1>Rent</h1><p>No.</p><blockquote>It is £900.</blockquote><p style="display:none">Or £7.</p>'
        mail.set_content(page, subtype="html")
        (tmp_path / "a.eml").write_bytes(bytes(mail))
        loaded = load_file(tmp_path / "a.eml")
        assert kinds(loaded, "It is £900.") == ["quoted"]
        assert [loaded.text[heading.start : heading.end] for heading in loaded.headings] == ["Rent", UNSEEN_SECTION]


class TestWebPage:
    @pytest.mark.parametrize(
        "rule",
        [
            "display:none",
            "position:absolute;clip:rect(0,0,0,0)",
            "clip-path:inset(50%)",
            "position:absolute;left:-9999px",
            "height:0;overflow:hidden",
            "font-size:0.5pt",
            "color:#fefefe",
            "color:#111;background:#111",
            "transform:scale(0)",
        ],
    )
    def test_what_a_style_sheet_hides_stands_apart(self, tmp_path: Path, rule: str) -> None:
        page = f"<style>/* a */ p.gone {{ {rule} }}</style><p>The fee is £120.</p><p class='gone'>It was waived.</p>"
        assert parts(written(tmp_path, "a.html", page)) == ("The fee is £120.", "It was waived.")

    @pytest.mark.parametrize(
        "sheet",
        [
            ".a{display:none} p.a{display:block}",
            ".a{display:none} @media (min-width: 600px) {.a{display:block}}",
            "@media print {.a{display:none}}",
            ".b .a{display:none}",
            ".a{color:#fff} body{background:#123}",
            ".a{color:#111;background:#111} p.a{background:#eee}",
            ".a{display:none} .b ~ .a{display:block}",
        ],
    )
    def test_what_some_screens_show_is_read(self, tmp_path: Path, sheet: str) -> None:
        loaded = written(
            tmp_path, "a.html", f"<style>{sheet}</style><i class='b'></i><p class='a'>The fee is £120.</p>"
        )
        assert parts(loaded) == ("The fee is £120.", "")

    def test_a_style_sheet_strikes_and_raises(self, tmp_path: Path) -> None:
        sheet = ".old{text-decoration:line-through} .up{vertical-align:super}"
        page = f"<style>{sheet}</style><p>Fee <b class=old>£900</b> £120<b class=up>1</b>, binary 101<sub>2</sub>, CO<sub>2</sub></p>"
        assert written(tmp_path, "a.html", page).text == "Fee ~~£900~~ £120¹, binary 101₂, CO2"

    def test_what_a_reader_opens_is_marked(self, tmp_path: Path) -> None:
        page = "<details><summary>Fees</summary><p>It is £900.</p></details><details open><p>It is £950.</p></details>"
        loaded = written(tmp_path, "a.html", page)
        assert kinds(loaded, "It is £900.") == ["folded"]
        assert kinds(loaded, "Fees") == kinds(loaded, "It is £950.") == []

    def test_quotations_are_marked_and_closed_dialogs_hidden(self, tmp_path: Path) -> None:
        page = "<blockquote><p>It is £900.</p></blockquote><p>He: <q>no</q>.</p><dialog>Or £7.</dialog>"
        loaded = written(tmp_path, "a.html", page)
        assert parts(loaded) == ("It is £900.\n\nHe: “no”.", "Or £7.")
        assert kinds(loaded, "It is £900.") == ["quoted"]

    def test_hidden_rows_of_a_table_are_not_in_it(self, tmp_path: Path) -> None:
        rows = "<tr><th>Item<th>Fee</tr><tr><td>Hall<td>£9</tr><tr style='display:none'><td>Room<td>£7</tr>"
        loaded = written(tmp_path, "a.html", f"<table>{rows}</table>")
        assert parts(loaded) == ("Item | Fee\nHall | £9", "Room £7")


class TestWord:
    def test_styles_hide_strike_and_raise(self, tmp_path: Path) -> None:
        document = Document()
        paragraph = document.add_paragraph("The fee is £120")
        for name, attribute, text in (
            ("Foot", "superscript", "1"),
            ("Old", "strike", " £900"),
            ("Gone", "hidden", " £7"),
        ):
            style = document.styles.add_style(name, WD_STYLE_TYPE.CHARACTER)
            setattr(style.font, attribute, True)
            paragraph.add_run(text).style = style
        document.save(str(tmp_path / "a.docx"))
        loaded = load_file(tmp_path / "a.docx")
        assert loaded.text == "The fee is £120¹ ~~£900~~"
        assert [issue.reason for issue in loaded.issues] == ["1 stretches of hidden text were not read"]

    def test_quotations_comments_and_tracked_changes_are_marked(self, tmp_path: Path) -> None:
        document = Document()
        document.add_paragraph("It is £900.", style="Quote")
        plain = document.add_paragraph("It is £950.")
        document.add_comment(plain.runs, text="I doubt it.", author="Ann")
        changed = document.add_paragraph("The fee is ")
        changed._p.append(parse_xml(f'<w:ins {WORD} w:id="1" w:author="X"><w:r><w:t>£800.</w:t></w:r></w:ins>'))
        changed._p.append(
            parse_xml(f'<w:moveFrom {WORD} w:id="2" w:author="X"><w:r><w:t>Or £7.</w:t></w:r></w:moveFrom>')
        )
        document.save(str(tmp_path / "a.docx"))
        loaded = load_file(tmp_path / "a.docx")
        assert kinds(loaded, "It is £900.") == ["quoted"]
        assert kinds(loaded, "It is £950.") == []
        assert kinds(loaded, "The fee is £800.") == ["revised"]
        assert marks(loaded, "I doubt it.") == (Mark(kind="comment", text="Ann"),)
        assert "£7" not in loaded.text

    def test_a_watermark_marks_every_statement(self, tmp_path: Path) -> None:
        document = Document()
        document.add_paragraph("The tenant pays.")
        shape = (
            f'<w:r {WORD} xmlns:v="urn:schemas-microsoft-com:vml"><w:pict><v:shape style="rotation:315">'
            '<v:textpath string="NOT IN FORCE"/></v:shape></w:pict></w:r>'
        )
        document.sections[0].header.paragraphs[0]._p.append(parse_xml(shape))
        document.save(str(tmp_path / "a.docx"))
        loaded = load_file(tmp_path / "a.docx")
        assert loaded.text == "The tenant pays."
        assert marks(loaded, "The tenant pays.") == (Mark(kind="watermark", text="NOT IN FORCE"),)


class TestSlides:
    def test_notes_are_marked_and_hidden_shapes_stand_apart(self, tmp_path: Path) -> None:
        deck = Presentation()
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = "Fees"
        for left, text in ((1, "It is £120."), (1, "Or £7."), (-5, "Or £8.")):
            box = slide.shapes.add_textbox(Inches(left), Inches(2), Inches(3), Inches(1))
            box.text_frame.text = text
            if text == "Or £7.":
                box._element._nvXxPr.cNvPr.set("hidden", "1")
        slide.notes_slide.notes_text_frame.text = "Do not say £900."
        deck.save(str(tmp_path / "a.pptx"))
        loaded = load_file(tmp_path / "a.pptx")
        assert kinds(loaded, "Do not say £900.") == ["note"]
        assert kinds(loaded, "It is £120.") == []
        assert sorted(parts(loaded)[1].split("\n\n")) == ["Or £7.", "Or £8."]


class TestWorkbook:
    def test_hidden_cells_stand_apart_and_comments_are_marked(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = "Rejected proposal"
        for row in (["Item", "Price", "Cost"], ["Lamp", 27, 11], ["Desk", 95, 12], ["Sofa", 300, 13]):
            sheet.append(row)
        sheet.row_dimensions[3].hidden = True
        sheet.column_dimensions["C"].hidden = True
        sheet["A4"].font = Font(color="FFFFFFFF")
        sheet["B4"].number_format = ";;;"
        sheet["B2"].comment = Comment("Ask Jo", "Al")
        book.save(tmp_path / "a.xlsx")
        loaded = load_file(tmp_path / "a.xlsx")
        shown, hidden = parts(loaded)
        assert shown == "Rejected proposal\n\nItem | Price\nLamp | 27\n\n[comment on B2] Ask Jo"
        assert set(hidden.replace("\n", " | ").split(" | ")) >= {"Desk", "95", "Sofa", "300", "Cost", "11", "12", "13"}
        assert marks(loaded, "Ask Jo") == (Mark(kind="comment", text="Al"),)
        assert Places(loaded).place(loaded.text.index("27"), loaded.text.index("27") + 2).section == "Rejected proposal"

    def test_parts_of_a_cell_are_raised_and_struck(self, tmp_path: Path) -> None:
        book = xlsxwriter.Workbook(str(tmp_path / "a.xlsx"))
        sheet = book.add_worksheet()
        up, gone = book.add_format({"font_script": 1}), book.add_format({"font_strikeout": True})
        sheet.write_rich_string("A1", "120", up, "1", " was ", gone, "900", " net")
        sheet.write("A2", "27 (withdrawn)")
        book.close()
        assert "120¹ was ~~900~~ net\n27 (withdrawn)" in load_file(tmp_path / "a.xlsx").text


LINE = "The tenant pays the rent in advance on each quarter day."


def printed(folder: Path, draw: Callable[[Canvas], None]) -> LoadedDocument:
    canvas = Canvas(str(folder / "a.pdf"), pagesize=A4, invariant=1)
    for number in range(20):
        canvas.drawString(72, 750 - 16 * number, LINE)
    draw(canvas)
    canvas.save()
    return load_file(folder / "a.pdf")


def slanted(canvas: Canvas) -> None:
    canvas.translate(300, 600)
    canvas.rotate(45)
    canvas.setFont("Helvetica-Bold", 60)
    canvas.setFillGray(0.85)
    canvas.drawCentredString(0, 0, "NOT IN FORCE")


def level(canvas: Canvas) -> None:
    canvas.setFont("Helvetica-Bold", 70)
    canvas.setFillGray(0.85)
    canvas.drawCentredString(300, 600, "NOT IN FORCE")


def declared(canvas: Canvas) -> None:
    canvas.setFont("Helvetica-Bold", 40)
    canvas._code.append("/Artifact <</Type /Pagination /Subtype (Watermark)>> BDC")
    canvas.drawString(72, 200, "NOT IN FORCE")
    canvas._code.append("EMC")


def annotation(canvas: Canvas, kind: str, text: str) -> None:
    fields = {"Type": "Annot", "Subtype": kind}
    entries = {name: PDFName(value) for name, value in fields.items()}
    box = PDFArray([72, 600, 300, 620])
    canvas._addAnnotation(PDFDictionary({**entries, "Rect": box, "Contents": PDFString(text), "T": PDFString("Ann")}))


class TestPrintedPage:
    @pytest.mark.parametrize("draw", [slanted, level, declared])
    def test_words_across_a_page_mark_it_and_stand_in_no_sentence(
        self, tmp_path: Path, draw: Callable[[Canvas], None]
    ) -> None:
        loaded = printed(tmp_path, draw)
        assert set(loaded.text.split("\n")) == {LINE}
        assert marks(loaded, LINE) == (Mark(kind="watermark", text="NOT IN FORCE"),)

    def test_a_stamp_marks_its_page(self, tmp_path: Path) -> None:
        loaded = printed(tmp_path, lambda canvas: annotation(canvas, "Stamp", "EXPIRED"))
        assert marks(loaded, LINE) == (Mark(kind="watermark", text="EXPIRED"),)

    def test_a_large_title_and_small_slanted_words_are_text(self, tmp_path: Path) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.setFont("Helvetica", 30)
            canvas.drawString(72, 790, "Lease")
            canvas.setFont("Helvetica", 9)
            canvas.translate(100, 200)
            canvas.rotate(45)
            canvas.drawString(0, 0, "Revenue")

        loaded = printed(tmp_path, draw)
        assert "Lease" in loaded.text
        assert loaded.marks == ()

    def test_comments_on_a_page_are_marked(self, tmp_path: Path) -> None:
        loaded = printed(tmp_path, lambda canvas: annotation(canvas, "Text", "I doubt it."))
        assert marks(loaded, "I doubt it.") == (Mark(kind="comment", text="Ann"),)
        assert marks(loaded, LINE) == ()

    def test_words_behind_others_that_nobody_sees_are_not_read(self, tmp_path: Path) -> None:
        def draw(canvas: Canvas) -> None:
            text = canvas.beginText(72, 750)
            text.setTextRenderMode(3)
            text.textLine("The tenant never pays anything at all to anybody else.")
            canvas.drawText(text)

        loaded = printed(tmp_path, draw)
        assert set(loaded.text.split("\n")) == {LINE}

    @pytest.mark.parametrize("turn", ["page", "text"])
    def test_hidden_words_of_turned_pages_are_not_read(self, tmp_path: Path, turn: str) -> None:
        canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(800, 800), invariant=1)
        if turn == "page":
            canvas.setPageRotation(90)
        else:
            canvas.rotate(90)
            canvas.translate(0, -700)
        canvas.drawString(72, 500, "The fee is 120 euros.")
        canvas.setFillGray(1)
        canvas.drawString(72, 450, "It was waived.")
        canvas.save()
        assert load_file(tmp_path / "a.pdf").text == "The fee is 120 euros."

    def test_marks_that_a_browser_sets_hardly_smaller_join_no_figure(self, tmp_path: Path) -> None:
        def draw(canvas: Canvas) -> None:
            text = canvas.beginText(72, 300)
            for words, size, rise in (
                ("The fee is 120", 12, 0),
                ("1", 10, 4),
                (", binary 101", 12, 0),
                ("2", 10, -2.4),
            ):
                text.setFont("Helvetica", size)
                text.setRise(rise)
                text.textOut(words)
            canvas.drawText(text)

        assert "The fee is 120¹, binary 101₂" in printed(tmp_path, draw).text

    def test_a_word_beside_illegible_letters_is_read(self, tmp_path: Path) -> None:
        def draw(canvas: Canvas) -> None:
            text = canvas.beginText(72, 300)
            for words, size in (("The rent is ", 12), ("waived", 0.5), ("now 5", 12), ("00", 0.5), (" pounds.", 12)):
                text.setFont("Helvetica", size)
                text.textOut(words)
            canvas.drawText(text)

        assert "The rent is ██████ now 5 ██ pounds." in printed(tmp_path, draw).text

    def test_a_subscript_joins_no_figure(self, tmp_path: Path) -> None:
        def draw(canvas: Canvas) -> None:
            text = canvas.beginText(72, 300)
            for words, size, rise in (("Binary 101", 12, 0), ("2", 7, -3), (" and CO", 12, 3), ("2", 7, -3)):
                text.setFont("Helvetica", size)
                text.setRise(rise if size == 7 else 0)
                text.textOut(words)
            canvas.drawText(text)

        assert "Binary 101₂ and CO2" in printed(tmp_path, draw).text


LEFT = ["The committee met in May and", "agreed that the fee for the", "hall stays at twelve pounds a", "day until the roof has been",
        "repaired. The caretaker reports", "that the boiler needs a new", "valve before the winter and", "that the chairs are sound."]  # fmt: skip
RIGHT = ["Members who hire the kitchen", "pay thirty pounds and leave", "it clean. The key is held by", "the secretary, who keeps a",
         "list of all the bookings and", "sends it to the treasurer at", "the end of each month with", "the money that was paid."]  # fmt: skip


@pytest.mark.parametrize("across", [True, False], ids=["line by line", "column by column"])
def test_two_columns_are_read_one_after_the_other_however_the_file_writes_them(tmp_path: Path, across: bool) -> None:
    placed = [(x, 700 - 14 * at, text) for x, column in ((72, LEFT), (320, RIGHT)) for at, text in enumerate(column)]
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4, invariant=1)
    for x, y, text in sorted(placed, key=lambda place: -place[1]) if across else placed:
        canvas.drawString(x, y, text)
    canvas.save()
    assert load_file(tmp_path / "a.pdf").text.replace("\n\n", "\n").split("\n") == LEFT + RIGHT


def test_rows_of_a_table_are_read_across(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=A4, invariant=1)
    rows = [
        (f"Hire of the small hall on day {at} of week", f"paid by the members of group {at} in full") for at in range(8)
    ]
    for at, cells in enumerate(rows):
        for x, text in zip((72, 350), cells, strict=True):
            canvas.drawString(x, 700 - 14 * at, text)
    canvas.save()
    assert [" ".join(row) for row in rows] == load_file(tmp_path / "a.pdf").text.split("\n")


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("The daily fee of Brackenford Ltd is £900.", True),
        ("> The daily fee of Brackenford Ltd is £900.", False),
        ("<details>\n\nThe daily fee of Brackenford Ltd is £900.\n\n</details>", False),
    ],
    ids=["plain", "quoted", "folded"],
)
def test_what_is_set_apart_is_found_and_proves_nothing(tmp_path: Path, text: str, is_plain: bool) -> None:
    (tmp_path / "fees.md").write_text(f"# Fees of Brackenford Ltd\n\n{text}\n\nIt lets rooms.\n", encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([tmp_path / "fees.md"])
        report = build_graph(kb, Settings()).invoke({"question": "What is the daily fee of Brackenford Ltd?"})["report"]
    assert "£900" in " ".join(citation.quote for citation in report.citations)
    assert report.sufficient is is_plain
