import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.tables.table_cells import cell_for
from pincite.evidence.values.periods import Period, parse_period

ANNUAL = (
    ("(in millions)", "Net revenue"),
    ("Year Ended December 31, 2021", "$ 10,765"),
    ("Year Ended December 31, 2020", "$ 9,800"),
    ("% Change 21/20", "10"),
)
INTERIM = (
    ("", "Revenues"),
    ("Three Months Ended July 2, 2023", "12,734"),
    ("Three Months Ended July 3, 2022", "27,742"),
    ("Six Months Ended July 2, 2023", "31,015"),
    ("Six Months Ended July 3, 2022", "53,402"),
)
BALANCE = (("Current assets:", "Cash"), ("December 31, 2022", "416"), ("July 2, 2023 (Unaudited)", "2,632"))
SEGMENTS = (("", "Balance"), ("Common Stock 2021", "5,061"), ("Treasury Stock 2021", "(43,454)"))
QUARTERS = (
    ("", "Net sales"),
    ("Year Ended December 31, 2019 First Quarter", "59,700"),
    ("Year Ended December 31, 2019 Second Quarter", "63,404"),
)
YEARS = (("", "Sales"), ("2021", "7"), ("2020", "—"), ("Fiscal 2019", "5"))


@pytest.mark.parametrize(
    ("row", "asked", "text"),
    [
        (ANNUAL, "2021", "$ 10,765"),
        (ANNUAL, "FY2020", "$ 9,800"),
        (ANNUAL, "December 31, 2020", "$ 9,800"),
        (ANNUAL, "2019", None),
        (INTERIM, "Q2 2023", "12,734"),
        (INTERIM, "Q3 2023", None),
        (INTERIM, "2023", None),
        (INTERIM, "July 2, 2023", None),
        (BALANCE, "2022", "416"),
        (BALANCE, "July 2, 2023", "2,632"),
        (SEGMENTS, "2021", None),
        (QUARTERS, "2019", None),
        (YEARS, "2020", "—"),
        (YEARS, "FY2019", "5"),
        ((("", "Total"), ("Amount", "71")), "2021", None),
        ((), "2021", None),
    ],
)
def test_the_cell_of_the_period_asked_about_is_chosen_or_none(
    row: tuple[tuple[str, str], ...], asked: str, text: str | None
) -> None:
    period = parse_period(asked)
    assert period is not None
    chosen = cell_for(row, period)
    assert (chosen.text if chosen else None) == text
    if chosen:
        assert row[chosen.at] == (chosen.column, chosen.text)


def test_a_row_labelled_with_a_year_is_no_figure_of_its_own() -> None:
    chosen = cell_for((("", "2024"), ("2024", "$ 316")), Period(year=2024))
    assert chosen is not None
    assert chosen.text == "$ 316"


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=12)), max_size=6), st.integers(1990, 2030))
def test_whatever_a_row_says_the_chosen_cell_is_its_own(row: list[tuple[str, str]], year: int) -> None:
    period = parse_period(str(year))
    assert period is not None
    chosen = cell_for(row, period)
    assert chosen is None or (row[chosen.at] == (chosen.column, chosen.text) and str(year) in chosen.column)
