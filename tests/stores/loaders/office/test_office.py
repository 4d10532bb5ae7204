"""Word, PowerPoint, Excel, HTML and mail: text put together from structure, with everything located in it."""

from datetime import date, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from docx import Document
from docx.oxml import parse_xml
from openpyxl import Workbook
from pptx import Presentation
from pptx.util import Inches

from pincite.stores.documents.loaded import LoadedDocument, Table
from pincite.stores.loaders.limits import LoadLimits
from pincite.stores.loaders.load import load_file


def cells(document: LoadedDocument, table: Table) -> dict[str, str]:
    return {cell.ref: document.text[cell.start : cell.end] for cell in table.cells}


def headings(document: LoadedDocument) -> list[tuple[str, int]]:
    return [(document.text[heading.start : heading.end], heading.level) for heading in document.headings]


class TestWord:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        document = Document()
        document.core_properties.author = "Legal"
        section = document.sections[0]
        section.header.paragraphs[0].text = "Acme Ltd – confidential"
        section.footer.paragraphs[0].text = "Version 3"
        document.add_heading("Leave policy", 0)
        document.add_paragraph("Last updated: 12 March 2026")
        document.add_heading("Scope", 1)
        document.add_paragraph("Applies to all staff.")
        table = document.add_table(rows=3, cols=3)
        for row, values in zip(
            table.rows, (("Grade", "Days", "Note"), ("A", "25", "x\ny"), ("B", "20", "")), strict=True
        ):
            for cell, value in zip(row.cells, values, strict=True):
                cell.text = value
        table.rows[2].cells[1].merge(table.rows[2].cells[2])
        document.add_heading("Carry over", 2)
        document.add_paragraph("Five days.")
        document.save(str(tmp_path / "a.docx"))
        return tmp_path / "a.docx"

    def test_headings_carry_their_levels(self, path: Path) -> None:
        assert headings(load_file(path)) == [("Leave policy", 1), ("Scope", 1), ("Carry over", 2)]

    def test_tables_stand_in_place_with_located_cells(self, path: Path) -> None:
        document = load_file(path)
        (table,) = document.tables
        assert document.text[table.start : table.end] == "Grade | Days | Note\nA | 25 | x y\nB | 20"
        assert document.text.index("Applies to all") < table.start < document.text.index("Carry over")
        assert cells(document, table)["R2C2"] == "25"
        assert table.cells[-1].column_span == 2

    def test_headers_and_footers_are_furniture_at_the_start(self, path: Path) -> None:
        document = load_file(path)
        assert [(f.kind, document.text[f.start : f.end]) for f in document.furniture] == [
            ("header", "Acme Ltd – confidential"),
            ("footer", "Version 3"),
        ]
        assert document.text.startswith("Acme Ltd – confidential\n\nVersion 3\n\nLeave policy")

    def test_title_date_and_properties_are_read(self, path: Path) -> None:
        document = load_file(path)
        assert (document.title, document.updated_at, document.metadata["author"]) == (
            "Leave policy",
            date(2026, 3, 12),
            "Legal",
        )


class TestPowerPoint:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        presentation = Presentation()
        first = presentation.slides.add_slide(presentation.slide_layouts[1])
        first.shapes.title.text = "Roadmap"
        first.placeholders[1].text = "Launch in May\nHire two"
        first.notes_slide.notes_text_frame.text = "Budget is open."
        second = presentation.slides.add_slide(presentation.slide_layouts[5])
        second.shapes.title.text = "Prices"
        table = second.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
        for (row, column), value in {(0, 0): "Item", (0, 1): "Price", (1, 0): "Bolt", (1, 1): "0.12"}.items():
            table.cell(row, column).text = value
        presentation.slides.add_slide(presentation.slide_layouts[6])
        presentation.save(str(tmp_path / "a.pptx"))
        return tmp_path / "a.pptx"

    def test_each_slide_is_a_page_with_its_title_as_heading_and_its_notes(self, path: Path) -> None:
        document = load_file(path)
        assert len(document.pages) == 3
        assert headings(document) == [("Roadmap", 1), ("Prices", 1)]
        first = document.pages[0]
        assert (
            document.text[first.start : first.end].strip()
            == "Roadmap\n\nLaunch in May\nHire two\n\nNotes: Budget is open."
        )

    def test_tables_on_slides_are_located(self, path: Path) -> None:
        document = load_file(path)
        assert cells(document, document.tables[0]) == {"R1C1": "Item", "R1C2": "Price", "R2C1": "Bolt", "R2C2": "0.12"}

    @pytest.mark.spec("EVI-8")
    def test_a_slide_without_text_is_disclosed(self, path: Path) -> None:
        assert [issue.where for issue in load_file(path).issues] == ["page 3"]


class TestExcel:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        book = Workbook()
        sheet = book.active
        sheet.title = "Leave"
        sheet.append(["Grade", "Days", "Rate", "Since", "Pay"])
        sheet.append(["A", 25.5, 0.125, date(2024, 1, 2), 1234.5])
        sheet.append(["B", 20, 0.5, datetime(2024, 1, 2, 9, 30), -7])
        sheet["C2"].number_format = "0.0%"
        sheet["C3"].number_format = "0%"
        sheet["E2"].number_format = sheet["E3"].number_format = '"$"#,##0.00'
        sheet["B7"] = "apart"
        hidden = book.create_sheet("Archive")
        hidden.sheet_state = "hidden"
        hidden["A1"] = "old"
        book.create_sheet("Blank")
        book.save(str(tmp_path / "a.xlsx"))
        return tmp_path / "a.xlsx"

    def test_each_sheet_is_a_heading_and_a_table(self, path: Path) -> None:
        document = load_file(path)
        assert headings(document) == [("Leave", 1), ("Not visible on the page", 1), ("Archive", 2)]
        assert [table.sheet for table in document.tables] == ["Leave", "Archive"]
        assert "A | 25.5 | 12.5% | 2024-01-02 | $1,234.50\nB | 20 | 50% | 2024-01-02 09:30:00 | -$7.00" in document.text

    def test_cells_are_named_as_the_sheet_names_them(self, path: Path) -> None:
        document = load_file(path)
        found = cells(document, document.tables[0])
        assert (found["B1"], found["C2"], found["B7"]) == ("Days", "12.5%", "apart")

    @pytest.mark.spec("EVI-8")
    def test_hidden_sheets_are_disclosed(self, path: Path) -> None:
        document = load_file(path)
        assert "old" in document.text
        assert {issue.where: issue.reason for issue in document.issues} == {
            "sheet Archive": "a hidden sheet; not used as evidence",
            "sheet Blank": "no cells with values",
        }

    @pytest.mark.spec("EVI-8")
    def test_formulas_without_stored_values_are_disclosed(self, tmp_path: Path) -> None:
        book = Workbook()
        book.active["A1"] = 2
        book.active["A2"] = "=A1*2"
        book.save(str(tmp_path / "a.xlsx"))
        assert "1 formulas have no stored value" in load_file(tmp_path / "a.xlsx").issues[0].reason

    def test_two_tables_on_a_sheet_are_two(self, tmp_path: Path) -> None:
        book = Workbook()
        for row in (["Leave 2026"], ["Grade", "Days"], ["A", 25], [], ["B", 20], [], ["Plan", "Price"], ["Basic", 10]):
            book.active.append(row)
        book.save(str(tmp_path / "a.xlsx"))
        document = load_file(tmp_path / "a.xlsx")
        assert [document.text[table.start : table.end] for table in document.tables] == [
            "Leave 2026\nGrade | Days\nA | 25\nB | 20",
            "Plan | Price\nBasic | 10",
        ]
        assert [table.header_rows for table in document.tables] == [2, 1]

    def test_a_merged_header_covers_its_columns(self, tmp_path: Path) -> None:
        book = Workbook()
        for row in (["", "2025", None], ["Unit", "Q1", "Q2"], ["North", 1, 2], ["South", 3, 4]):
            book.active.append([value or None for value in row])
        book.active["A1"] = "Sales"
        book.active.merge_cells("B1:C1")
        book.save(str(tmp_path / "a.xlsx"))
        (table,) = load_file(tmp_path / "a.xlsx").tables
        assert [cell.column_span for cell in table.cells if cell.ref == "B1"] == [2]
        assert table.header_rows == 2

    def test_rows_past_the_limit_are_disclosed(self, path: Path) -> None:
        document = load_file(path, limits=LoadLimits(cells=10))
        assert "limit of 10 cells" in " ".join(issue.reason for issue in document.issues)
        assert "apart" not in document.text


class TestHtml:
    SOURCE = (
        '<!doctype html><html lang="de"><head><title>Terms &amp; conditions</title><style>p{}</style>'
        '<meta name="dcterms.modified" content="2026-03-12"></head><body><nav>Home</nav><h1>Terms</h1>'
        "<p>You <b>pay</b><br>within&nbsp;10&#8202;days.</p><ul><li>one</li><li>two</li></ul><script>alert(1)</script>"
        "<h2>Fees</h2><table><caption>Fees 2026</caption><tr><th>Plan</th><th>Price</th></tr>"
        '<tr><td rowspan="2">Basic</td><td>10</td></tr><tr><td>12</td></tr></table><pre>a\n  b</pre></body></html>'
    )

    @pytest.fixture
    def document(self, tmp_path: Path) -> LoadedDocument:
        (tmp_path / "a.html").write_text(self.SOURCE)
        return load_file(tmp_path / "a.html")

    def test_it_reads_as_a_reader_sees_it(self, document: LoadedDocument) -> None:
        assert document.text == (
            "Terms\n\nYou pay\nwithin 10 days.\n\n- one\n- two\n\nFees\n\nFees 2026\n\nPlan | Price\nBasic | 10\n12\n\na\n  b"
        )

    def test_headings_title_date_and_language_are_read(self, document: LoadedDocument) -> None:
        assert headings(document) == [("Terms", 1), ("Fees", 2)]
        assert (document.title, document.updated_at, document.language) == (
            "Terms & conditions",
            date(2026, 3, 12),
            "de",
        )

    def test_cells_keep_their_column_below_a_spanning_one(self, document: LoadedDocument) -> None:
        (table,) = document.tables
        assert table.caption == "Fees 2026"
        assert cells(document, table)["R3C2"] == "12"

    def test_signs_in_cells_of_their_own_join_their_figures(self, tmp_path: Path) -> None:
        row = "<tr><td>{}</td><td></td><td>$</td><td>{}</td><td>{}</td><td>&nbsp;</td></tr>"
        table = "<table>" + row.format("Net sales", "107,006", "") + row.format("Loss", "(950", ")") + "</table>"
        (tmp_path / "a.html").write_text(table)
        assert load_file(tmp_path / "a.html").text == "Net sales | $107,006\nLoss | $(950)"

    def test_deep_nesting_does_not_break_it(self, tmp_path: Path) -> None:
        (tmp_path / "deep.html").write_text("<div>" * 3_000 + "core" + "</div>" * 3_000)
        assert "core" in load_file(tmp_path / "deep.html").text


class TestMail:
    def test_headers_body_and_attachments(self, tmp_path: Path) -> None:
        message = EmailMessage()
        message["From"], message["To"] = "ann@example.org", "bob@example.org"
        message["Subject"] = "Notice of termination"
        message["Date"] = "Mon, 02 Mar 2026 10:00:00 +0000"
        message.set_content("We end the agreement.\n")
        message.add_attachment(b"%PDF-", maintype="application", subtype="pdf", filename="scan.pdf")
        (tmp_path / "a.eml").write_bytes(bytes(message))
        document = load_file(tmp_path / "a.eml")
        assert document.text.splitlines()[0] == "From: ann@example.org"
        assert document.text.endswith("Subject: Notice of termination\n\nWe end the agreement.")
        assert (document.title, document.updated_at) == ("Notice of termination", date(2026, 3, 2))
        assert [issue.where for issue in document.issues] == ["attachment scan.pdf"]

    def test_an_html_body_is_read_as_html(self, tmp_path: Path) -> None:
        message = EmailMessage()
        message["From"], message["Subject"] = "ann@example.org", "Hi"
        message.set_content("<p>Dear <b>Bob</b></p>", subtype="html")
        (tmp_path / "a.eml").write_bytes(bytes(message))
        assert load_file(tmp_path / "a.eml").text.endswith("\n\nDear Bob")


def test_numbers_that_word_draws_are_part_of_the_text(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("Supply of goods", style="List Number")
    document.add_paragraph("Payment", style="List Number")
    document.add_paragraph("in cash", style="List Bullet")
    document.add_paragraph("Delivery", style="List Number")
    document.save(str(tmp_path / "a.docx"))
    assert load_file(tmp_path / "a.docx").text == "1. Supply of goods\n\n2. Payment\n\n• in cash\n\n3. Delivery"


def test_clause_numbers_follow_their_levels(tmp_path: Path) -> None:
    document = Document()
    numbering = document.part.numbering_part.element
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    levels = [("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)")]
    abstract = "".join(
        f'<w:lvl w:ilvl="{i}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for i, (form, text) in enumerate(levels)
    )
    numbering.insert(0, parse_xml(f'<w:abstractNum xmlns:w="{w}" w:abstractNumId="77">{abstract}</w:abstractNum>'))
    numbering.append(parse_xml(f'<w:num xmlns:w="{w}" w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))
    for depth, text in (
        (0, "Term"),
        (1, "Start"),
        (1, "End"),
        (2, "by notice"),
        (2, "by breach"),
        (0, "Law"),
        (1, "Courts"),
    ):
        properties = document.add_paragraph(text)._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_numId().val = 77
        properties.get_or_add_ilvl().val = depth
    document.save(str(tmp_path / "a.docx"))
    lines = load_file(tmp_path / "a.docx").text.split("\n\n")
    assert lines == ["1. Term", "1.1 Start", "1.2 End", "(a) by notice", "(b) by breach", "2. Law", "2.1 Courts"]
