"""White letters of ordinary Office files that stand on something dark are read."""

from pathlib import Path

import pytest
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import RGBColor
from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.table import Table, TableStyleInfo
from pptx import Presentation
from pptx.dml.color import RGBColor as SlideColour
from pptx.enum.shapes import MSO_SHAPE
from pptx.oxml import parse_xml as slide_xml
from pptx.oxml.ns import nsdecls as slide_namespaces
from pptx.slide import Slide
from pptx.text.text import _Run
from pptx.util import Inches

from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-11")

W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
WHITE_FILL = '<w:shd {} w:val="clear" w:color="auto" w:fill="FFFFFF"/>'
DARK = '<w:shd {} w:val="clear" w:color="auto" w:fill="1F4E79"/>'
OUTLINE = "<a:ln {}><a:solidFill><a:srgbClr val='000000'/></a:solidFill></a:ln>"


@pytest.mark.parametrize(
    ("paragraph_shading", "run_properties"),
    [
        (DARK, '<w:shd {} w:val="clear" w:color="auto" w:fill="auto"/>'),
        ('<w:shd {} w:val="solid" w:color="1F4E79" w:fill="FFFFFF"/>', "<w:b {}/>"),
        ('<w:shd {} w:val="pct75" w:color="000000" w:fill="FFFFFF"/>', "<w:b {}/>"),
        (WHITE_FILL, "<w:outline {}/>"),
        (WHITE_FILL, f"<w14:textOutline {W14} w14:w='9525'><w14:solidFill/></w14:textOutline>"),
        (WHITE_FILL, f"<w14:shadow {W14}/>"),
        (WHITE_FILL, f"<w14:textFill {W14}><w14:gradFill/></w14:textFill>"),
    ],
)
def test_white_words_of_word_are_read(tmp_path: Path, paragraph_shading: str, run_properties: str) -> None:
    document = Document()
    paragraph = document.add_paragraph()
    paragraph._p.get_or_add_pPr().append(parse_xml(paragraph_shading.format(nsdecls("w"))))
    run = paragraph.add_run("Annual report")
    run.font.color.rgb = RGBColor(255, 255, 255)
    run._r.rPr.append(parse_xml(run_properties.format(nsdecls("w"))))
    document.save(tmp_path / "a.docx")
    assert load_file(tmp_path / "a.docx").text.strip() == "Annual report"


@pytest.mark.parametrize("in_header", [False, True])
@pytest.mark.parametrize(
    "drawing",
    [
        '<w:drawing><wp:anchor behindDoc="1"><a:graphic><a:graphicData><a:blip/></a:graphicData></a:graphic></wp:anchor></w:drawing>',
        '<w:pict><v:rect xmlns:v="urn:schemas-microsoft-com:vml" style="position:absolute;z-index:-9" fillcolor="#1f4e79"/></w:pict>',
    ],
)  # fmt: skip
def test_white_words_over_a_picture_behind_the_text_are_read(tmp_path: Path, drawing: str, in_header: bool) -> None:
    document = Document()
    anchor = document.sections[0].header.paragraphs[0] if in_header else document.add_paragraph()
    anchor._p.append(parse_xml(f"<w:r {nsdecls('w', 'wp', 'a')}>{drawing}</w:r>"))
    document.add_paragraph().add_run("Annual report").font.color.rgb = RGBColor(255, 255, 255)
    document.save(tmp_path / "a.docx")
    assert load_file(tmp_path / "a.docx").text.strip() == "Annual report"


@pytest.mark.parametrize("by_table", [False, True])
def test_white_cells_that_a_table_style_or_a_condition_fills_are_read(tmp_path: Path, by_table: bool) -> None:
    book = Workbook()
    sheet = book.active
    for row in (["Item", "Fee"], ["Audit", "4711"]):
        sheet.append(row)
    for cell in sheet[1]:
        cell.font = Font(color="FFFFFFFF")
    if by_table:
        table = Table(displayName="Fees", ref="A1:B2")
        table.tableStyleInfo = TableStyleInfo(name="TableStyleMedium2")
        sheet.add_table(table)
    else:
        rule = FormulaRule(formula=["TRUE"], fill=PatternFill(bgColor="FFC00000"))
        sheet.conditional_formatting.add("A1:B1", rule)
    book.save(tmp_path / "a.xlsx")
    loaded = load_file(tmp_path / "a.xlsx")
    assert "Item | Fee" in loaded.text
    assert loaded.issues == ()


def write(slide: Slide, words: str) -> _Run:
    box = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(3), Inches(1))
    run = box.text_frame.paragraphs[0].add_run()
    run.text = words
    run.font.color.rgb = SlideColour(255, 255, 255)
    return run


def outlined(slide: Slide) -> None:
    write(slide, "Annual report")._r.rPr.insert(0, slide_xml(OUTLINE.format(slide_namespaces("a"))))


def hollow(slide: Slide) -> None:
    properties = write(slide, "Annual report")._r.rPr
    properties.insert(0, slide_xml(OUTLINE.format(slide_namespaces("a"))))
    properties.replace(properties[1], slide_xml(f"<a:noFill {slide_namespaces('a')}/>"))


def on_exchanged_colours(slide: Slide) -> None:
    write(slide, "Annual report")
    names = {name: name for name in ("hlink", "folHlink", *(f"accent{number}" for number in range(1, 7)))}
    mapping = {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2", **names}
    stated = " ".join(f'{name}="{value}"' for name, value in mapping.items())
    override = f"<p:clrMapOvr {slide_namespaces('p', 'a')}><a:overrideClrMapping {stated}/></p:clrMapOvr>"
    slide._element.clrMapOvr.getparent().replace(slide._element.clrMapOvr, slide_xml(override))


def under_an_animated_box(slide: Slide) -> None:
    write(slide, "Annual report").font.color.rgb = SlideColour(0, 0, 0)
    cover = slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, 0, 0, Inches(6), Inches(6))
    cover.fill.solid()
    target = f'<p:bldLst><p:spTgt spid="{cover.shape_id}"/></p:bldLst>'
    slide._element.append(slide_xml(f"<p:timing {slide_namespaces('p')}>{target}</p:timing>"))


@pytest.mark.parametrize("build", [outlined, hollow, on_exchanged_colours, under_an_animated_box])
def test_words_that_a_slide_shows_are_read(tmp_path: Path, build: object) -> None:
    presentation = Presentation()
    assert callable(build)
    build(presentation.slides.add_slide(presentation.slide_layouts[6]))
    presentation.save(tmp_path / "a.pptx")
    loaded = load_file(tmp_path / "a.pptx")
    assert loaded.text.strip() == "Annual report"
    assert loaded.issues == ()
