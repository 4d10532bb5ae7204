"""Tables of PDFs that are drawn as programs draw them: words at places, sometimes lines, never a table."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from pincite.stores.documents.loaded import LoadedDocument, Table
from pincite.stores.documents.tables import column_names, row_cells
from pincite.stores.loaders.load import load_file

Row = tuple[str | tuple[float, str], ...]


class Page:
    """Draws from the top down: labels from the left, figures up to the right edge of their column."""

    def __init__(self, path: Path, edges: Sequence[float] = (380, 460, 540)) -> None:
        self.path, self.edges, self.y = path, edges, 760.0
        self.canvas = Canvas(str(path))
        self.canvas.setFont("Helvetica", 9)

    def words(self, x: float, text: str, *, down: float = 13, size: float = 9, font: str = "Helvetica") -> None:
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, self.y, text)
        self.y -= down

    def centered(self, x: float, text: str, *, down: float = 13) -> None:
        self.canvas.drawCentredString(x, self.y, text)
        self.y -= down

    def row(
        self, label: str, *figures: str, indent: float = 0, down: float = 13, signs_at: float | None = None
    ) -> None:
        """`signs_at`: how far left of a column's edge a currency sign is set in a column of its own."""
        self.canvas.setFont("Helvetica", 9)
        self.canvas.drawString(72 + indent, self.y, label)
        for edge, figure in zip(self.edges, figures, strict=False):
            if signs_at and figure.startswith("$"):
                self.canvas.drawString(edge - signs_at, self.y, "$")
                figure = figure[1:]
            overhang = sum(self.canvas.stringWidth(c, "Helvetica", 9) for c in figure if c in ")%")
            self.canvas.drawRightString(edge + overhang, self.y, figure)
        self.y -= down

    def rule(self, left: float, right: float, *, above: float = 9) -> None:
        self.canvas.line(left, self.y + above, right, self.y + above)

    def next(self) -> None:
        self.canvas.showPage()
        self.canvas.setFont("Helvetica", 9)
        self.y = 760.0

    def load(self) -> LoadedDocument:
        self.canvas.save()
        return load_file(self.path)


def read(document: LoadedDocument, table: Table) -> list[tuple[tuple[str, str], ...]]:
    """The rows of the body, each read from its first cell to its last."""
    rows: dict[int, list[int]] = {}
    for cell in table.cells:
        if cell.row >= table.header_rows:
            rows.setdefault(cell.row, []).extend((cell.start, cell.end))
    return [row_cells(table, document.text, min(ends), max(ends)) for ends in rows.values()]


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(tmp_path / "a.pdf")


def income(page: Page) -> None:
    page.centered(306, "CONSOLIDATED STATEMENTS OF INCOME")
    page.centered(306, "(in millions, except per share data)", down=24)
    page.centered(445, "Years Ended December 31,")
    page.row("", "2021", "2020", "2019")
    page.row("Net revenue", "$10,765", "$9,800", "$8,107", signs_at=50)
    page.row("Operating expenses:")
    page.row("Cost of sales", "(6,100)", "(5,900)", "(5,000)", indent=12)
    page.row("Research and development", "(1,234)", "(1,100)", "\u2014", indent=12)
    page.row("Net income", "$3,431", "$2,800", "$3,107", signs_at=50)
    page.row("Tax rate", "21%", "20%", "19%")


def test_a_statement_is_a_table_with_its_columns_groups_unit_and_caption(page: Page) -> None:
    income(page)
    document = page.load()
    (table,) = document.tables
    assert table.unit == "in millions, except per share data"
    assert table.caption is not None
    assert "CONSOLIDATED STATEMENTS OF INCOME" in table.caption
    assert column_names(table, document.text) == "Years Ended December 31, | 2021 | 2020 | 2019"
    years = [f"Years Ended December 31, {year}" for year in (2021, 2020, 2019)]
    unit = "(in millions, except per share data)"
    assert read(document, table) == [
        ((unit, "Net revenue"), *zip(years, ("$ 10,765", "$ 9,800", "$ 8,107"), strict=True)),
        ((unit, "Operating expenses:"),),
        (
            (f"Operating expenses: {unit}", "Cost of sales"),
            *zip(years, ("(6,100)", "(5,900)", "(5,000)"), strict=True),
        ),
        (
            (f"Operating expenses: {unit}", "Research and development"),
            *zip(years, ("(1,234)", "(1,100)", "\u2014"), strict=True),
        ),
        ((unit, "Net income"), *zip(years, ("$ 3,431", "$ 2,800", "$ 3,107"), strict=True)),
        ((unit, "Tax rate"), *zip(years, ("21%", "20%", "19%"), strict=True)),
    ]


@pytest.mark.spec("EVI-1")
def test_every_cell_is_a_stretch_of_the_text_on_the_line_of_its_row(page: Page) -> None:
    income(page)
    document = page.load()
    (table,) = document.tables
    lines = document.text.split("\n")
    for row in {cell.row for cell in table.cells if cell.row >= table.header_rows}:
        cells = [document.text[cell.start : cell.end] for cell in table.cells if cell.row == row]
        assert " ".join(cells) in lines
    assert {document.text.count("\n", 0, cell.start) for cell in table.cells if cell.row == 2} == {
        document.text.count("\n", 0, cell.end) for cell in table.cells if cell.row == 2
    }
    assert "Net revenue $ 10,765 $ 9,800 $ 8,107" in lines


def test_a_figure_that_is_missing_leaves_its_column_empty(page: Page) -> None:
    page.row("", "2021", "2020", "2019")
    page.row("Sales", "100", "90", "80")
    page.row("Valuation adjustments", "37", "", "12")
    page.row("Dividends", "", "", "(5)")
    page.row("Total", "137", "90", "87")
    document = page.load()
    (table,) = document.tables
    assert read(document, table)[1] == (("", "Valuation adjustments"), ("2021", "37"), ("2019", "12"))
    assert read(document, table)[2] == (("", "Dividends"), ("2019", "(5)"))


def test_two_groups_of_columns_each_have_their_own_heading(tmp_path: Path) -> None:
    page = Page(tmp_path / "a.pdf", edges=(300, 360, 440, 500))
    page.canvas.drawCentredString(320, page.y, "Three Months Ended")
    page.centered(460, "Six Months Ended")
    page.row("(In thousands)", "2023", "2022", "2023", "2022")
    page.row("Revenues", "12,734", "27,742", "31,015", "53,402")
    page.row("Cost of sales", "3,237", "8,648", "8,122", "18,632")
    document = page.load()
    (table,) = document.tables
    assert read(document, table)[0] == (
        ("(In thousands)", "Revenues"),
        ("Three Months Ended 2023", "12,734"),
        ("Three Months Ended 2022", "27,742"),
        ("Six Months Ended 2023", "31,015"),
        ("Six Months Ended 2022", "53,402"),
    )


def test_a_rule_tells_which_columns_a_heading_spans(tmp_path: Path) -> None:
    page = Page(tmp_path / "a.pdf", edges=(280, 340, 400, 460, 520))
    page.canvas.drawString(255, page.y, "Shareholders of the parent")
    page.y -= 12
    page.rule(250, 460)
    page.y -= 4
    page.row("(in millions)", "Stock", "Capital", "Earnings", "Loss", "Total")
    page.row("Balance", "5,061", "4,834", "38,756", "(12,748)", "35,903")
    page.row("Net income", "", "", "901", "", "901")
    page.row("Dividends", "", "", "(12)", "", "(12)")
    document = page.load()
    (table,) = document.tables
    names = [name for name, _ in read(document, table)[0]]
    assert names[1:] == [
        *(f"Shareholders of the parent {name}" for name in ("Stock", "Capital", "Earnings", "Loss")),
        "Total",
    ]


def test_headings_of_several_lines_are_put_together_from_the_top_down(tmp_path: Path) -> None:
    page = Page(tmp_path / "a.pdf", edges=(330, 430, 530))
    for edge, lines in (
        (330, ("", "", "Shares")),
        (430, ("Additional", "Paid-In", "Capital")),
        (530, ("", "Retained", "Earnings")),
    ):
        for at, line in enumerate(lines):
            page.canvas.drawRightString(edge, page.y - 10 * at, line)
    page.y -= 33
    page.row("Opening balance", "15", "5,074", "473")
    page.row("Dividends", "\u2014", "\u2014", "(183)")
    page.row("Closing balance", "15", "5,074", "290")
    document = page.load()
    (table,) = document.tables
    assert [name for name, _ in read(document, table)[0]] == [
        "",
        "Shares",
        "Additional Paid-In Capital",
        "Retained Earnings",
    ]


def test_a_label_over_two_lines_is_one_label(page: Page) -> None:
    page.row("", "2021", "2020", "2019")
    page.row("Sales of goods and services to customers in all the regions", "9", "8", "7")
    page.words(72, "Income from continuing operations before provision for", down=11)
    page.row("taxes on income", "2,269", "11,447", "8,539", indent=8)
    page.row("Tax", "(71)", "1,570", "644")
    document = page.load()
    (table,) = document.tables
    row = read(document, table)[1]
    assert row[0] == ("", "Income from continuing operations before provision for taxes on income")
    assert row[1:] == (("2021", "2,269"), ("2020", "11,447"), ("2019", "8,539"))


def test_a_short_heading_row_is_no_part_of_the_label_below_it(page: Page) -> None:
    page.row("", "2021", "2020")
    page.row("Investing activities")
    page.row("Purchases of equipment", "(5)", "(6)")
    page.row("Sales of investments", "7", "8")
    document = page.load()
    (table,) = document.tables
    assert read(document, table)[1][0] == ("Investing activities:", "Purchases of equipment")


def test_a_label_that_goes_on_below_its_figures_is_still_one_label(page: Page) -> None:
    page.row("", "2021", "2020")
    page.row("Tax benefit related to foreign currency", "2", "(1)", down=10)
    page.words(72, "translation adjustments")
    page.row("Net income", "20", "30")
    document = page.load()
    (table,) = document.tables
    assert read(document, table)[0][0] == ("", "Tax benefit related to foreign currency translation adjustments")


def test_rows_stand_under_their_heading_by_indentation_and_the_innermost_counts(page: Page) -> None:
    page.row("", "2021", "2020")
    page.row("Cash flows from operating activities:")
    page.row("Net income", "1", "2", indent=10)
    page.row("Changes in assets and liabilities:", indent=10)
    page.row("Inventories", "3", "4", indent=20)
    page.row("Net cash", "5", "6")
    document = page.load()
    (table,) = document.tables
    over = {row[0][1]: row[0][0] for row in read(document, table)}
    assert over["Net income"] == "Cash flows from operating activities:"
    assert over["Inventories"] == "Changes in assets and liabilities:"
    assert over["Net cash"] == ""


def test_footnote_marks_are_no_figures(page: Page) -> None:
    page.row("", "2021", "2020")
    page.row("Online stores (1)", "108,354", "122,987")
    page.row("Other (5)", "4,653", "10,108")
    page.canvas.setFont("Helvetica", 5)
    page.canvas.drawString(382, page.y + 16, "(a)")
    page.row("Total", "113,007", "133,095")
    document = page.load()
    (table,) = document.tables
    assert read(document, table)[0] == (("", "Online stores (1)"), ("2021", "108,354"), ("2020", "122,987"))
    assert read(document, table)[1] == (("", "Other (5)"), ("2021", "4,653"), ("2020", "10,108"))


def test_a_table_that_goes_on_over_the_page_keeps_its_columns(tmp_path: Path) -> None:
    page = Page(tmp_path / "a.pdf", edges=(400, 500))
    page.row("(in millions)", "2021", "2020")
    for at in range(30):
        page.row(f"Item number {at}", f"{at + 100}", f"{at + 200}")
    page.next()
    for at in range(30, 40):
        page.row(f"Item number {at}", f"{at + 100}", f"{at + 200}")
    document = page.load()
    (table,) = document.tables
    rows = read(document, table)
    assert len(rows) == 40
    assert rows[35] == (("(in millions)", "Item number 35"), ("2021", "135"), ("2020", "235"))
    second = document.pages[1]
    assert any(second.start <= cell.start < second.end for cell in table.cells)


def test_a_new_header_on_the_next_page_begins_a_new_table(tmp_path: Path) -> None:
    page = Page(tmp_path / "a.pdf", edges=(400, 500))
    for years in (("2021", "2020"), ("2019", "2018")):
        page.row("", *years)
        for at in range(5):
            page.row(f"Item number {at}", f"{at + 100}", f"{at + 200}")
        page.next()
    tables = page.load().tables
    assert len(tables) == 2


def test_a_second_header_on_the_page_begins_a_second_table(tmp_path: Path) -> None:
    page = Page(tmp_path / "a.pdf", edges=(400, 500))
    page.row("", "2021", "2020")
    page.row("Sales", "100", "90")
    page.row("Costs", "60", "50")
    page.y -= 20
    page.row("", "Units", "Stores")
    page.row("North", "7", "3")
    page.row("South", "9", "4")
    document = page.load()
    assert [read(document, table)[0] for table in document.tables] == [
        (("", "Sales"), ("2021", "100"), ("2020", "90")),
        (("", "North"), ("Units", "7"), ("Stores", "3")),
    ]


def test_the_sentence_that_leads_to_a_table_is_its_caption_and_may_state_its_unit(tmp_path: Path) -> None:
    page = Page(tmp_path / "a.pdf", edges=(400, 500))
    page.words(
        72,
        "The company sells in two regions. Net sales attributed to the regions that represent a significant",
        down=11,
    )
    page.words(72, "portion of net sales are as follows (in thousands):", down=18)
    page.row("", "2021", "2020")
    page.row("Germany", "16,951", "19,881")
    page.row("Japan", "11,907", "13,829")
    (table,) = page.load().tables
    assert table.caption == (
        "Net sales attributed to the regions that represent a significant portion of net sales are as follows (in thousands):"
    )
    assert table.unit == "in thousands"


def test_words_in_a_column_of_their_own_are_cells(tmp_path: Path) -> None:
    page = Page(tmp_path / "a.pdf", edges=(420, 500))
    for label, due, *figures in (
        ("Euro bonds", "Mar 2023", "2.75%", "313"),
        ("Dollar notes", "May 2025", "4.00%", "500"),
    ) * 2:
        page.canvas.drawString(250, page.y, due)
        page.row(label, *figures)
    document = page.load()
    (table,) = document.tables
    assert [value for _, value in read(document, table)[1]] == ["Dollar notes", "May 2025", "4.00%", "500"]


def test_prose_and_lists_of_page_numbers_are_no_tables(tmp_path: Path) -> None:
    page = Page(tmp_path / "a.pdf", edges=(540,))
    for at in range(6):
        page.words(
            72, f"In the year {2010 + at} the company opened {at + 3} stores, and sales rose to $1,{at}00 in 2016"
        )
    page.y -= 30
    for at, name in enumerate(("Business", "Risk Factors", "Properties", "Legal Proceedings", "Exhibits")):
        page.row(f"Item {at + 1}. {name}", str(3 + 9 * at))
    assert page.load().tables == ()


def test_a_turned_page_has_its_tables(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"))
    canvas.translate(300, 400)
    canvas.rotate(90)
    for at, (label, *figures) in enumerate((("", "2021", "2020"), ("Sales", "100", "90"), ("Costs", "60", "(50)"))):
        canvas.drawString(-200, 50 - 14 * at, label)
        for edge, figure in zip((0, 80), figures, strict=True):
            canvas.drawRightString(edge, 50 - 14 * at, figure)
    canvas.save()
    document = load_file(tmp_path / "a.pdf")
    (table,) = document.tables
    assert read(document, table)[0] == (("", "Sales"), ("2021", "100"), ("2020", "90"))


FIGURES = st.one_of(
    st.integers(0, 10**7).map("{:,}".format),
    st.integers(1, 10**5).map("({:,})".format),
    st.decimals(0, 999, places=2).map(str),
    st.integers(0, 99).map("{}%".format),
    st.just("\u2014"),
    st.just(""),
)


@settings(max_examples=25)  # each draws a PDF
@given(st.lists(st.lists(FIGURES, min_size=3, max_size=3), min_size=3, max_size=12))
def test_whatever_figures_a_row_holds_stand_under_their_own_heading(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    page = Page(tmp_path_factory.mktemp("pdf") / "a.pdf", edges=(360, 450, 540))
    page.row("(in millions)", "2021", "2020", "2019")
    page.row("First", "1,000", "2,000", "3,000")
    for at, figures in enumerate(rows):
        page.row(f"Line {'abcdefghijklmnop'[at]}", *figures)
    page.row("Last", "4,000", "5,000", "6,000")
    document = page.load()
    (table,) = document.tables
    wanted = [
        tuple((year, figure) for year, figure in zip(("2021", "2020", "2019"), figures, strict=True) if figure)
        for figures in (["1,000", "2,000", "3,000"], *rows, ["4,000", "5,000", "6,000"])
    ]
    assert [row[1:] for row in read(document, table)] == wanted
    for cell in table.cells:
        assert document.text[cell.start : cell.end].strip() == document.text[cell.start : cell.end] != ""
