"""What a grid of texts says of its own shape: header rows, the columns they span, the unit, and the rows that head others."""

import html as markup

import pytest

from pincite.stores.documents.loaded import LoadedDocument
from pincite.stores.documents.tables import row_cells
from pincite.stores.loaders.load import load_text


def html(rows: list[list[str]]) -> LoadedDocument:
    lines = ("".join(f"<td>{markup.escape(text)}</td>" for text in row) for row in rows)
    return load_text("<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>", media_type="text/html")


def cells(loaded: LoadedDocument, label: str, table: int = 0) -> tuple[tuple[str, str], ...]:
    found = loaded.tables[table]
    row = next(cell.row for cell in found.cells if loaded.text[cell.start : cell.end] == label)
    own = [cell for cell in found.cells if cell.row == row]
    return row_cells(found, loaded.text, own[0].start, own[-1].end)


@pytest.mark.spec("RET-10")
def test_header_lines_without_marks_name_the_columns_they_stand_over() -> None:
    loaded = html([
        ["", "Domestic", "", "Foreign", ""],
        ["", "June 30,", "", "June 30,", ""],
        ["", "2021", "2020", "2021", "2020"],
        ["Discount rate", "4.0%", "3.5%", "2.0%", "—"],
    ])  # fmt: skip
    assert loaded.tables[0].header_rows == 3
    assert cells(loaded, "Discount rate") == (
        ("", "Discount rate"),
        ("Domestic June 30, 2021", "4.0%"),
        ("Domestic June 30, 2020", "3.5%"),
        ("Foreign June 30, 2021", "2.0%"),
        ("Foreign June 30, 2020", "—"),
    )


def test_a_title_and_a_unit_over_the_header_belong_to_it() -> None:
    loaded = html([["Consolidated", "", ""], ["(Dollars in thousands)", "2021", "2020"], ["Rent", "$ 12", "(9)"]])
    assert loaded.tables[0].unit == "Dollars in thousands"
    assert cells(loaded, "Rent") == (("(Dollars in thousands)", "Rent"), ("2021", "$ 12"), ("2020", "(9)"))


@pytest.mark.parametrize(
    ("above", "unit"),
    [
        ("<div>(In millions, except per-share amounts)</div>", "In millions, except per-share amounts"),
        ("<p>Sales by region were as follows (dollars in thousands):</p>", "dollars in thousands"),
        ("<h2>Income statement, in millions of dollars</h2>", "in millions of dollars"),
        ("<p>In thousands of euros</p>", "In thousands of euros"),
        ("<h2>Sales</h2><p>(in millions)</p><p>Years ended December 31</p>", "in millions"),
        ("<p>(in millions)</p><table><tr><td>Mills</td><td>2</td></tr></table><p>2025</p>", None),
        ("<p>Sales (in millions) are shown by region.</p>", None),
        ("<p>(in millions)</p><p>Sales by region are shown below.</p>", None),
    ],
)
def test_a_unit_in_brackets_right_above_a_table_is_the_unit_of_its_figures(above: str, unit: str | None) -> None:
    table = "<table><tr><td></td><td>2025</td></tr><tr><td>Harbours</td><td>12</td></tr></table>"
    assert load_text(above + table, media_type="text/html").tables[-1].unit == unit


def test_the_unit_that_a_table_states_itself_comes_before_that_above_it() -> None:
    table = "<table><tr><td>(in thousands)</td><td>2025</td></tr><tr><td>Harbours</td><td>12</td></tr></table>"
    assert load_text(f"<p>(in millions)</p>{table}", media_type="text/html").tables[0].unit == "in thousands"


def test_a_percent_sign_in_a_cell_of_its_own_belongs_to_the_figure_before_it_also_after_a_bracket() -> None:
    loaded = html(
        [["", "2025", "Change"], ["Rent", "12", "(4)", "%"], ["Fees", "9", "(3", ")%"], ["Land", "8", "7", "%"]]
    )
    changes = [cells(loaded, label)[2] for label in ("Rent", "Fees", "Land")]
    assert changes == [("Change", "(4)%"), ("Change", "(3)%"), ("Change", "7%")]


def test_the_first_entry_of_a_numbered_list_names_no_columns() -> None:
    loaded = html([["3.1", "*", "Articles of Orrin Foods"], ["4.2", "", "Description of its shares"]])
    assert loaded.tables[0].header_rows == 0
    assert cells(loaded, "4.2") == (("", "4.2"), ("", "Description of its shares"))


def test_a_unit_beside_the_lower_names_of_the_columns_belongs_to_the_header() -> None:
    loaded = html([
        ["Rates", "2025", ""], ["(dollars in millions)", "Amount", "Percent"], ["Effective rate", "$12", "22.3%"],
    ])  # fmt: skip
    assert loaded.tables[0].header_rows == 2
    assert cells(loaded, "Effective rate")[1:] == (("2025 Amount", "$12"), ("2025 Percent", "22.3%"))


def test_a_corner_that_names_what_the_figures_are_is_kept_beside_their_unit() -> None:
    loaded = html([["Net sales (in thousands)", "2021", "2020"], ["Harbour works", "$ 12", "9"]])
    assert cells(loaded, "Harbour works")[0] == ("Net sales (in thousands)", "Harbour works")


def test_rows_with_a_label_alone_head_those_below_up_to_their_total() -> None:
    loaded = html([
        ["", "2021"], ["Current assets:", ""], ["Cash", "3"], ["Stocks", "4"], ["Total current assets", "7"], ["Land", "9"],
    ])  # fmt: skip
    assert [cells(loaded, label)[0][0] for label in ("Cash", "Total current assets", "Land")] == [
        "Current assets:",
        "Current assets:",
        "",
    ]


def test_a_header_in_the_middle_begins_a_table_of_its_own() -> None:
    loaded = html([
        ["(In millions)", "Dec 29, 2020", "Bought", "Dec 28, 2021"], ["Boats", "5", "1", "6"], ["Total", "5", "1", "6"],
        ["(In millions)", "Dec 30, 2019", "Bought", "Dec 29, 2020"], ["Boats", "4", "1", "5"],
    ])  # fmt: skip
    assert len(loaded.tables) == 2
    assert cells(loaded, "Boats", table=1)[1] == ("Dec 30, 2019", "4")


def test_a_period_alone_over_the_columns_heads_the_rows_below() -> None:
    loaded = html([
        ["", "Cost", "Value"], ["Bonds", "5", "6"], ["", "As of June 30, 2020", ""], ["Bonds", "3", "2"],
    ])  # fmt: skip
    table = loaded.tables[0]
    below = [cell for cell in table.cells if cell.row == 3]
    assert row_cells(table, loaded.text, below[0].start, below[-1].end)[0] == ("As of June 30, 2020:", "Bonds")


@pytest.mark.parametrize(
    ("first", "header_rows"),
    [
        ("<tr><td><b>Name</b><td><b>Office</b>", 1),
        ("<tr style='font-weight: bold'><td>Name<td>Office", 1),
        ("<tr><th>Name<th>Office", 1),
        ("<tr><td>C. Pell<td>Clerk", 0),
    ],
)
def test_a_page_with_a_table_of_words_sets_its_header_off(first: str, header_rows: int) -> None:
    page = f"<table>{first}<tr><td>A. Reed<td>Chair<tr><td>B. Holt<td>Treasurer</table>"
    assert load_text(page, media_type="text/html").tables[0].header_rows == header_rows


def test_a_csv_of_words_has_one_header_row() -> None:
    loaded = load_text("Name,Office\nA. Reed,Chair\nB. Holt,Treasurer\n", media_type="text/csv")
    assert loaded.tables[0].header_rows == 1


def test_a_csv_is_shaped_like_any_other_table() -> None:
    loaded = load_text("(in millions),2021,2020\nCosts:,,\nRent,12,9\n", media_type="text/csv")
    assert cells(loaded, "Rent") == (("Costs: (in millions)", "Rent"), ("2021", "12"), ("2020", "9"))


@pytest.mark.parametrize(
    ("rows", "header_rows"),
    [
        ([["Tenant:", "Harrow Estates Ltd"], ["Rent:", "£ 500"]], 0),
        ([["Tenant", "Ada Finn"], ["Deposit", "£500"], ["Use", "Bakery"]], 0),
        ([["Tenant", "Rent"], ["Ada Finn", "£500"], ["Tom Roe", "£620"]], 1),
        ([["At December 31:", "2025"], ["Harbours", "12"]], 1),
        ([["/s/ Ada Finn", ""], ["Ada Finn", "Treasurer"]], 0),
        ([["", "Keeper"], ["North gate", "Ada Finn"]], 1),
    ],
)
def test_a_label_with_its_value_and_a_row_without_a_name_for_each_column_are_no_header(
    rows: list[list[str]], header_rows: int
) -> None:
    assert html(rows).tables[0].header_rows == header_rows
