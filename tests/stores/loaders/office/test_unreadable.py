"""Text of Office files that a person cannot read on the page is no evidence, or is marked."""

import re
import zipfile
from pathlib import Path

import pytest
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import RGBColor
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.colors import Color
from pptx import Presentation
from pptx.dml.color import RGBColor as SlideColour
from pptx.slide import Slide
from pptx.util import Inches, Pt

from pincite.evidence.language.text_marks import UNSEEN_SECTION
from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.loaders.load import load_file

pytestmark = pytest.mark.spec("EVI-11")

BLUE, BLUE_FILL = "FF0000FF", PatternFill("solid", fgColor="FF0000FF")
SHAPE = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"


def seen(loaded: LoadedDocument) -> str:
    return loaded.text.partition(UNSEEN_SECTION)[0]


def marked(loaded: LoadedDocument) -> list[str]:
    return [loaded.text[mark.start : mark.end].strip() for mark in loaded.marks if mark.mark.kind == "overprinted"]


def book(path: Path, **style: object) -> LoadedDocument:
    workbook = Workbook()
    sheet = workbook.active
    sheet.append(["Item", "Fee"])
    sheet.append(["Audit", 4711])
    for name, value in style.items():
        if name == "height":
            sheet.row_dimensions[2].height = value
        elif name == "width":
            sheet.column_dimensions["B"].width = value
        else:
            setattr(sheet["B2"], name, value)
    workbook.save(path)
    return load_file(path)


@pytest.mark.parametrize(
    "style",
    [
        {"font": Font(size=1)},
        {"font": Font(color=Color(theme=0))},
        {"font": Font(color=Color(indexed=9))},
        {"font": Font(color="FFFEFEFE")},
        {"font": Font(color=BLUE), "fill": BLUE_FILL},
        {"font": Font(color=Color(theme=4)), "fill": PatternFill("solid", fgColor=Color(theme=4))},
        {"font": Font(color=Color(theme=1, tint=0.9999)), "fill": PatternFill("solid", fgColor="FFFFFFFF")},
        {"number_format": ";;;"},
        {"number_format": "[White]0"},
        {"height": 0.75},
        {"width": 0.1},
    ],
    ids=str,
)
def test_a_cell_that_shows_nothing_is_not_evidence(tmp_path: Path, style: dict[str, object]) -> None:
    loaded = book(tmp_path / "a.xlsx", **style)
    assert "4711" not in seen(loaded)
    assert "4711" in loaded.text
    assert loaded.issues


@pytest.mark.parametrize(
    "style",
    [
        {"font": Font(color="FFFFFFFF"), "fill": BLUE_FILL},
        {"font": Font(color=Color(theme=0, tint=-0.5))},
        {"fill": PatternFill("solid", fgColor=Color(theme=4, tint=0.8))},
        {"fill": PatternFill("lightGrid", fgColor="FF000000")},
        {"font": Font(size=6)},
        {"height": 15},
    ],
    ids=str,
)
def test_a_coloured_cell_is_read(tmp_path: Path, style: dict[str, object]) -> None:
    assert "4711" in seen(book(tmp_path / "a.xlsx", **style))


def shading(fill: str) -> object:
    return parse_xml(f'<w:shd {nsdecls("w")} w:val="clear" w:color="auto" w:fill="{fill}"/>')


@pytest.mark.parametrize(
    ("colour", "properties"),
    [
        ("FF0000", '<w:shd {} w:val="clear" w:fill="FF0000"/>'),
        ("FFFF00", '<w:highlight {} w:val="yellow"/>'),
        ("000000", '<w:sz {} w:val="3"/>'),
        ("000000", '<w:w {} w:val="1"/>'),
    ],
)
def test_words_in_the_colour_of_their_ground_are_not_read(tmp_path: Path, colour: str, properties: str) -> None:
    document = Document()
    paragraph = document.add_paragraph("The term is ")
    run = paragraph.add_run("12 months")
    run.font.color.rgb = RGBColor.from_string(colour)
    run._r.rPr.append(parse_xml(properties.format(nsdecls("w"))))
    document.save(tmp_path / "a.docx")
    loaded = load_file(tmp_path / "a.docx")
    assert loaded.text.strip() == "The term is"
    assert [issue.reason for issue in loaded.issues] == ["1 stretches of hidden text were not read"]


def test_cells_of_a_word_table_are_compared_with_their_own_colour(tmp_path: Path) -> None:
    document = Document()
    table = document.add_table(1, 3)
    for cell, words, colour, fill in zip(
        table.rows[0].cells,
        ("hidden", "white", "lost"),
        ("1F3864", "FFFFFF", "FFFFFF"),
        ("1F3864", "1F3864", None),
        strict=True,
    ):
        run = cell.paragraphs[0].add_run(words)
        run.font.color.rgb = RGBColor.from_string(colour)
        if fill:
            cell._tc.get_or_add_tcPr().append(shading(fill))
    document.save(tmp_path / "a.docx")
    assert load_file(tmp_path / "a.docx").text.strip(" |") == "white"


def text_box(words: str, *, left: int, fill: str) -> object:
    return parse_xml(
        f"""<w:r {nsdecls("w", "wp", "a")} xmlns:wps="{SHAPE}"><w:drawing><wp:anchor behindDoc="0">
        <wp:positionH relativeFrom="column"><wp:posOffset>{left}</wp:posOffset></wp:positionH>
        <wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>
        <wp:extent cx="2000000" cy="300000"/><wp:wrapNone/><a:graphic><a:graphicData uri="{SHAPE}"><wps:wsp>
        <wps:spPr>{fill}</wps:spPr><wps:txbx><w:txbxContent><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:txbxContent></wps:txbx>
        </wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>"""
    )


@pytest.mark.parametrize("fill", ['<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>', "<a:noFill/>"])
@pytest.mark.parametrize(("left", "is_over"), [(600_000, True), (4_000_000, False)])
def test_a_text_box_over_its_line_marks_both(tmp_path: Path, fill: str, left: int, is_over: bool) -> None:
    document = Document()
    line = document.add_paragraph("The term is 12 months.")
    line._p.append(text_box("24 months", left=left, fill=fill))
    document.save(tmp_path / "a.docx")
    loaded = load_file(tmp_path / "a.docx")
    assert loaded.text == "The term is 12 months.\n\n24 months"
    assert marked(loaded) == (["The term is 12 months.", "24 months"] if is_over else [])


def test_a_table_of_word_without_properties_is_read(tmp_path: Path) -> None:
    document = Document()
    table = document.add_table(1, 2)
    table.cell(0, 1).text = "12 months"
    table._tbl.remove(table._tbl.tblPr)
    document.save(tmp_path / "a.docx")
    assert "12 months" in load_file(tmp_path / "a.docx").text


def box(slide: Slide, words: str, *, top: float, colour: str | None = None, fill: str | None = None) -> None:
    shape = slide.shapes.add_textbox(Inches(1), Inches(top), Inches(4), Inches(0.5))
    run = shape.text_frame.paragraphs[0].add_run()
    run.text = words
    run.font.size = Pt(18)
    if colour:
        run.font.color.rgb = SlideColour.from_string(colour)
    if fill:
        shape.fill.solid()
        shape.fill.fore_color.rgb = SlideColour.from_string(fill)


def slide(path: Path) -> tuple[object, Slide]:
    presentation = Presentation()
    return presentation, presentation.slides.add_slide(presentation.slide_layouts[6])


def test_words_in_the_fill_of_their_shape_or_cell_are_not_evidence(tmp_path: Path) -> None:
    presentation, shown = slide(tmp_path)
    box(shown, "blue on blue", top=1, colour="0000FF", fill="0000FF")
    box(shown, "white on blue", top=2, colour="FFFFFF", fill="0000FF")
    cell = shown.shapes.add_table(1, 1, Inches(1), Inches(4), Inches(4), Inches(1)).table.cell(0, 0)
    run = cell.text_frame.paragraphs[0].add_run()
    run.text = "red on red"
    run.font.color.rgb = SlideColour.from_string("FF0000")
    cell.fill.solid()
    cell.fill.fore_color.rgb = SlideColour.from_string("FF0000")
    presentation.save(tmp_path / "a.pptx")  # type: ignore[attr-defined]
    loaded = load_file(tmp_path / "a.pptx")
    assert seen(loaded).strip() == "white on blue"
    assert "blue on blue" in loaded.text
    assert "red on red" in loaded.text


@pytest.mark.parametrize(
    "fill", ["<a:noFill {}/>", '<a:solidFill {}><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill>']
)
def test_words_without_a_colour_are_not_evidence(tmp_path: Path, fill: str) -> None:
    presentation, shown = slide(tmp_path)
    box(shown, "The term is 12 months", top=1)
    shown.shapes[0].text_frame.paragraphs[0].runs[0]._r.rPr.append(parse_xml(fill.format(nsdecls("a"))))
    presentation.save(tmp_path / "a.pptx")  # type: ignore[attr-defined]
    assert "12 months" not in seen(load_file(tmp_path / "a.pptx"))


def test_text_boxes_at_one_place_are_marked(tmp_path: Path) -> None:
    presentation, shown = slide(tmp_path)
    box(shown, "The term is 12 months", top=1)
    box(shown, "The term is 24 months", top=1.05)
    box(shown, "The fee is 500", top=3)
    presentation.save(tmp_path / "a.pptx")  # type: ignore[attr-defined]
    assert marked(load_file(tmp_path / "a.pptx")) == ["The term is 12 months", "The term is 24 months"]


@pytest.mark.spec("REL-3")
@pytest.mark.parametrize("kind", ["docx", "xlsx", "pptx"])
def test_the_strict_form_of_the_format_is_read_as_the_usual_one(tmp_path: Path, kind: str) -> None:
    usual, strict = tmp_path / f"a.{kind}", tmp_path / f"b.{kind}"
    if kind == "docx":
        document = Document()
        document.add_paragraph("The term is 12 months.")
        document.save(usual)
    elif kind == "xlsx":
        book(usual)
    else:
        presentation, shown = slide(tmp_path)
        box(shown, "The term is 12 months", top=1)
        presentation.save(usual)  # type: ignore[attr-defined]
    form = rb"http://schemas\.openxmlformats\.org/(officeDocument|\w+ml)/2006/(?!extended|custom)"
    with zipfile.ZipFile(usual) as source, zipfile.ZipFile(strict, "w") as copy:
        for name in source.namelist():
            copy.writestr(name, re.sub(form, rb"http://purl.oclc.org/ooxml/\1/", source.read(name)))
    assert load_file(strict).text == load_file(usual).text


def test_words_of_a_diagram_are_read(tmp_path: Path) -> None:
    presentation, shown = slide(tmp_path)
    table = shown.shapes.add_table(1, 1, Inches(1), Inches(1), Inches(4), Inches(1))
    presentation.save(tmp_path / "a.pptx")  # type: ignore[attr-defined]
    assert table is not None
    diagram = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    data = (
        f'<dgm:dataModel xmlns:dgm="{diagram}" {nsdecls("a")}><dgm:ptLst><dgm:pt><dgm:t><a:bodyPr/><a:p><a:r>'
        "<a:t>Apply within 12 months</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>"
    )
    graphic = (
        f'<a:graphicData uri="{diagram}"><dgm:relIds xmlns:dgm="{diagram}" xmlns:r="{relations}" r:dm="rId77"/>'
        "</a:graphicData>"
    )
    related = (
        f'<Relationship Id="rId77" Type="{relations}/diagramData" Target="../diagrams/data1.xml"/></Relationships>'
    )
    typed = '<Override PartName="/ppt/diagrams/data1.xml" ContentType="application/xml"/></Types>'
    with zipfile.ZipFile(tmp_path / "a.pptx") as source, zipfile.ZipFile(tmp_path / "b.pptx", "w") as copy:
        for name in source.namelist():
            part = source.read(name).decode("utf-8", "surrogateescape")
            if name == "ppt/slides/slide1.xml":
                part = re.sub("<a:graphicData.*</a:graphicData>", lambda _: graphic, part, flags=re.DOTALL)
            elif name == "ppt/slides/_rels/slide1.xml.rels":
                part = part.replace("</Relationships>", related)
            elif name == "[Content_Types].xml":
                part = part.replace("</Types>", typed)
            copy.writestr(name, part.encode("utf-8", "surrogateescape"))
        copy.writestr("ppt/diagrams/data1.xml", data)
    assert load_file(tmp_path / "b.pptx").text.strip() == "Apply within 12 months"
