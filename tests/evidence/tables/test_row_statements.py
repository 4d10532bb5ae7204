"""A row of a table, told figure by figure with the unit its table states."""

import pytest

from pincite.evidence.guards.judge_claim import judge
from pincite.evidence.tables.row_statements import in_another_column, row_statements

SALES = (
    ("Revenue: (in thousands, except per share data)", "Lenses"),
    ("Year ended 31 March 2025", "4,120"),
    ("Year ended 31 March 2024", "$ 3,980"),
)


def test_each_figure_stands_beside_its_label_its_column_and_the_scale() -> None:
    assert row_statements(SALES) == (
        "Revenue: Lenses — Year ended 31 March 2025: 4,120 thousand.",
        "Revenue: Lenses — Year ended 31 March 2024: $ 3,980 thousand.",
    )


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ((("(Euros in millions)", "Fees"), ("2025", "12")), "Fees — 2025: 12 million euros."),
        ((("(in millions)", "Growth"), ("2025", "12%")), "Growth — 2025: 12%."),
        ((("(in millions, except per share data)", "Earnings per share"), ("2025", "1.20")), "Earnings per share — 2025: 1.20."),
        ((("(in millions, except stores)", "Stores"), ("2025", "41")), "Stores — 2025: 41."),
        ((("", "Staff"), ("Cost (in thousands)", "41")), "Staff — Cost: 41 thousand."),
        ((("Grade", "C"), ("Site", "Wexbury"), ("Days", "27")), "Grade: C; Site: Wexbury — Days: 27."),
    ],
)  # fmt: skip
def test_a_scale_counts_only_where_the_table_means_it(row: tuple[tuple[str, str], ...], told: str) -> None:
    assert row_statements(row) == (told,)


def test_a_row_without_figures_is_one_statement_and_no_row_is_none() -> None:
    assert row_statements((("Name", "Ewa Holm"), ("Post", "Chair"))) == ("Name: Ewa Holm; Post: Chair.",)
    assert row_statements(()) == ()


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "refused"),
    [
        ("Lenses brought $3,980 thousand in the year ended 31 March 2024.", False),
        ("Lenses brought $3,980 in the year ended 31 March 2024.", True),
        ("Lenses brought $3,890 thousand in the year ended 31 March 2024.", True),
    ],
)
def test_claims_are_compared_with_figure_and_scale(claim: str, refused: bool) -> None:
    assert (judge(claim, " ".join(row_statements(SALES))).result == "refuted") is refused


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ("Lenses brought 4,120 thousand in the year ended 31 March 2025.", None),
        ("In 2024 Lenses brought $3,980 thousand.", None),
        ("Lenses brought 4,120 thousand in 2025, after $3,980 thousand in 2024.", None),
        ("Lenses brought $3,980 thousand in 2025.", "column “Year ended 31 March 2025” has 4,120"),
        ("In 2024 Lenses brought 4,120 thousand.", "column “Year ended 31 March 2024” has $ 3,980"),
    ],
)
def test_a_figure_of_another_column_is_reported(claim: str, why: str | None) -> None:
    found = in_another_column(claim, SALES)
    assert (found is None) if why is None else (found is not None and why in found)


def test_a_date_or_a_count_of_things_is_in_no_scale() -> None:
    row = (
        ("Due (£ thousand)", "31 December 2026"),
        ("Work (£ thousand)", "6,000 meters replaced"),
        ("Price (£ thousand)", "1,500"),
    )
    assert row_statements(row) == (
        "Due: 31 December 2026.",
        "Work: 6,000 meters replaced.",
        "Price: 1,500 thousand pounds.",
    )


PRICES = (
    ("Article", "Meter housing"),
    ("Price unit", "100 pieces"),
    ("Price 2025 (CHF)", "1486.00"),
    ("Price 2026 (CHF)", "1553.00"),
)


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("The 2026 price is CHF 1,553.00 per 100 pieces.", False),
        ("The 2026 price is 1,553.00 for 100 pieces.", False),
        ("The 2026 price is CHF 1,486.00 per 100 pieces.", True),
        ("The 2026 price is 1486.00 for 100 pieces.", True),
    ],
)
def test_only_a_column_of_another_period_makes_a_figure_wrong_and_a_column_names_its_currency(
    claim: str, wrong: bool
) -> None:
    assert (in_another_column(claim, PRICES) is not None) is wrong
    assert row_statements(PRICES)[-1].endswith("— Price 2026 (CHF): 1553.00 CHF.")
