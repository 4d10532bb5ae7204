"""Files as LibreOffice writes them: the folder `written` has files that it wrote, and others have the structure of such files."""

from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter
from docx import Document
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.shared import RGBColor as WordColor
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.shapes import MSO_SHAPE
from pptx.shapes.autoshape import Shape
from pptx.shapes.shapetree import GroupShapes, SlideShapes
from pptx.util import Inches, Pt

from pincite.evidence.language.text_marks import UNSEEN_SECTION
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-1", "EVI-2", "EVI-11")

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WRITTEN = Path(__file__).parent / "written"


def test_figures_in_fonts_that_state_no_descent_are_no_superscripts() -> None:
    loaded = load_file(WRITTEN / "libreoffice_fonts.pdf")
    assert loaded.text == "Any guest pays 140² pounds, binary 101₂,\npage 10 of 27."


def note(kind: str, number: int, inner: str) -> str:
    mark = f"<w:r><w:{kind}Ref/></w:r><w:r><w:tab/></w:r>"
    return f'<w:{kind} w:id="{number}"><w:p>{mark}{inner}</w:p></w:{kind}>'


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def with_notes(path: Path) -> None:
    """A Word file with two footnotes and an endnote. The ids begin at 2, since 0 and 1 are the separators."""
    document = Document()
    paragraph = document.add_paragraph()
    for text, kind, number in (
        ("The fee is 120", "footnote", 2),
        (" euros, or 30", "endnote", 2),
        (", or 7", "footnote", 3),
    ):
        paragraph.add_run(text)
        paragraph._p.append(parse_xml(f'<w:r {WORD}><w:{kind}Reference w:id="{number}"/></w:r>'))
    guests = run("Guests pay 140") + run("2", '<w:vertAlign w:val="superscript"/>') + run(".")
    before = (
        run("Was ") + run("nine", "<w:strike/>") + run(" eight ") + run("never mind", "<w:vanish/>") + run("before.")
    )
    for kind, notes in (
        ("footnote", note("footnote", 2, guests) + note("footnote", 3, before)),
        ("endnote", note("endnote", 2, run("Waived in August."))),
    ):
        blob = f'<w:{kind}s {WORD}><w:{kind} w:id="0" w:type="separator"/>{notes}</w:{kind}s>'.encode()
        name = PackURI(f"/word/{kind}s.xml")
        content = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}s+xml"
        part = Part(name, content, blob, document.part.package)
        document.part.relate_to(part, f"{RELATIONS}/{kind}s")
    document.save(str(path))


class TestWord:
    def test_notes_have_the_numbers_of_the_page_and_their_own_formatting(self, tmp_path: Path) -> None:
        with_notes(tmp_path / "a.docx")
        assert load_file(tmp_path / "a.docx").text.split("\n\n") == [
            "The fee is 120¹ euros, or 30ⁱ, or 7²",
            "[footnote 1] Guests pay 140².",
            "[footnote 2] Was ~~nine~~ eight before.",
            "[endnote i] Waived in August.",
        ]

    def test_a_cell_over_several_rows_labels_them_and_changed_tables_are_marked(self, tmp_path: Path) -> None:
        document = Document()
        rows = (("Item", "Per", "Price"), ("Hall", "day", "120"), ("", "week", "650"), ("Desk", "day", "30"))
        table = document.add_table(rows=4, cols=3)
        for row, values in zip(table.rows, rows, strict=True):
            for cell, value in zip(row.cells, values, strict=True):
                cell.text = value
        table.cell(1, 0).merge(table.cell(2, 0)).text = "Hall"
        table.cell(2, 2).paragraphs[0].runs[0].font.strike = True
        table.cell(3, 2).paragraphs[0]._p.append(parse_xml(f'<w:ins {WORD} w:id="1" w:author="A">{run("5")}</w:ins>'))
        gone = table.add_row()
        gone.cells[0].text = "Never"
        gone._tr.get_or_add_trPr().append(parse_xml(f"<w:hidden {WORD}/>"))
        document.save(str(tmp_path / "a.docx"))
        loaded = load_file(tmp_path / "a.docx")
        (found,) = loaded.tables
        assert loaded.text == "Item | Per | Price\nHall | day | 120\nweek | ~~650~~\nDesk | day | 305"
        assert [cell.row_span for cell in found.cells if cell.column == 0] == [1, 2, 1]
        assert [mark.mark.kind for mark in loaded.marks] == ["revised"]

    def test_white_words_of_a_plain_table_are_not_read(self, tmp_path: Path) -> None:
        document = Document()
        for shade in ("", f'<w:tblPr {WORD}><w:shd w:val="clear" w:fill="000080"/></w:tblPr>'):
            cell = document.add_table(rows=1, cols=1).cell(0, 0)
            cell.text = "The fee is 120"
            cell.paragraphs[0].add_run(" waived").font.color.rgb = WordColor(0xFE, 0xFE, 0xFE)
            if shade:
                cell._tc.getparent().getparent().replace(cell._tc.getparent().getparent().tblPr, parse_xml(shade))
        document.save(str(tmp_path / "a.docx"))
        assert load_file(tmp_path / "a.docx").text == "The fee is 120\n\nThe fee is 120 waived"


def shown_and_hidden(loaded: LoadedDocument) -> tuple[list[str], list[str]]:
    shown, _, hidden = loaded.text.partition(UNSEEN_SECTION)
    return sorted(filter(None, shown.split("\n\n"))), sorted(filter(None, hidden.split("\n\n")))


class TestSlides:
    def deck(self, path: Path, draw: Callable[[SlideShapes], None]) -> LoadedDocument:
        deck = Presentation()
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        self.box(slide.shapes, "The fee is 120.", left=1, top=1)
        draw(slide.shapes)
        deck.save(str(path / "a.pptx"))
        return load_file(path / "a.pptx")

    def box(self, shapes: GroupShapes | SlideShapes, text: str, *, left: float, top: float = 3.0) -> Shape:
        shape = shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(1))
        shape.text_frame.text = text
        return shape

    def test_a_hidden_group_hides_its_shapes(self, tmp_path: Path) -> None:
        def draw(shapes: SlideShapes) -> None:
            group = shapes.add_group_shape()
            self.box(group.shapes, "It was waived.", left=1)
            group._element.nvGrpSpPr.cNvPr.set("hidden", "1")

        assert shown_and_hidden(self.deck(tmp_path, draw)) == (["The fee is 120."], ["It was waived."])

    def test_shapes_of_a_group_are_where_the_group_is(self, tmp_path: Path) -> None:
        def draw(shapes: SlideShapes) -> None:
            for text, inside, outside in (("Moved in.", 40, 2), ("Moved out.", 2, 40)):
                group = shapes.add_group_shape()
                self.box(group.shapes, text, left=inside)
                group.left = Inches(outside)

        assert shown_and_hidden(self.deck(tmp_path, draw)) == (["Moved in.", "The fee is 120."], ["Moved out."])

    def test_letters_without_ink_are_hidden_and_white_letters_on_a_fill_are_not(self, tmp_path: Path) -> None:
        def draw(shapes: SlideShapes) -> None:
            white = self.box(shapes, "White.", left=1).text_frame.paragraphs[0].runs[0].font
            white.color.rgb = RGBColor(255, 255, 255)
            theme = self.box(shapes, "White by theme.", left=1).text_frame.paragraphs[0].runs[0].font
            theme.color.theme_color = MSO_THEME_COLOR.BACKGROUND_1
            self.box(shapes, "Tiny.", left=1).text_frame.paragraphs[0].runs[0].font.size = Pt(1)
            filled = self.box(shapes, "White on blue.", left=6)
            filled.fill.solid()
            filled.fill.fore_color.rgb = RGBColor(0, 0, 128)
            over = self.box(shapes, "White over blue.", left=6)
            for shape in (filled, over):
                shape.text_frame.paragraphs[0].runs[0].font.color.rgb = RGBColor(255, 255, 255)

        shown, hidden = shown_and_hidden(self.deck(tmp_path, draw))
        assert shown == ["The fee is 120.", "White on blue.", "White over blue."]
        assert hidden == ["Tiny.", "White by theme.", "White."]

    def test_what_lies_under_a_filled_rectangle_is_hidden(self, tmp_path: Path) -> None:
        def draw(shapes: SlideShapes) -> None:
            self.box(shapes, "Covered.", left=1)
            self.box(shapes, "Beside it.", left=5)
            cover = shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(0.9), Inches(2.9), Inches(3), Inches(2))
            cover.fill.solid()
            cover.fill.fore_color.rgb = RGBColor(0, 0, 0)
            self.box(shapes, "On top of it.", left=1)

        shown, hidden = shown_and_hidden(self.deck(tmp_path, draw))
        assert (shown, hidden) == (["Beside it.", "On top of it.", "The fee is 120."], ["Covered."])


def test_shapes_of_a_sheet_are_read(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "a.xlsx"))
    sheet = book.add_worksheet("Fees")
    sheet.write_row("A1", ["Item", "Price"])
    sheet.write_row("A2", ["Hall", 120])
    sheet.insert_textbox("D2", "Members pay half.")
    book.close()
    assert load_file(tmp_path / "a.xlsx").text == "Fees\n\nItem | Price\nHall | 120\n\nMembers pay half."
