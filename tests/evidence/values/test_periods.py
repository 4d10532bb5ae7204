from datetime import date

import pytest

from pincite.evidence.values.periods import fiscal_quarter, parse_period, periods_in


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("FY2017", "FY2017"),
        ("in the late 1950s, when", "1950–1959"),
        ("by the 1700s", "1700–1799"),
        ("In 1995, the", "1995"),
        ("FY20", "FY2020"),
        ("fiscal year 2021", "FY2021"),
        ("FY2019/20", "FY2019–2020"),
        ("Q22023", "Q2 2023"),
        ("Q2'2023", "Q2 2023"),
        ("Q2 of FY2023", "Q2 FY2023"),
        ("4Q 2023", "Q4 2023"),
        ("second quarter of fiscal 2023", "Q2 FY2023"),
        ("1st July 2022", "2022-07-01"),
        ("July 1, 2022", "2022-07-01"),
        ("2022-07-01", "2022-07-01"),
        ("June 2023", "2023-06"),
        ("the 1992-93 season", "1992–1993"),
        ("2019", "2019"),
    ],
)
def test_periods_are_read_as_people_write_them(text: str, label: str) -> None:
    period = parse_period(text)
    assert period is not None
    assert period.label() == label


@pytest.mark.parametrize("text", ["$2019", "2,019", "last year", "10-2019-4", "Regulation (EU) 2016/679", ""])
def test_what_is_no_period_is_not_read_as_one(text: str) -> None:
    assert parse_period(text) is None


def test_periods_come_in_order_with_their_places() -> None:
    text = "from FY2016 to FY2017 and in Q1 2018"
    assert [(period.label(), text[start:end]) for period, start, end in periods_in(text)] == [
        ("FY2016", "FY2016"),
        ("FY2017", "FY2017"),
        ("Q1 2018", "Q1 2018"),
    ]


@pytest.mark.parametrize(
    ("end", "months", "label"),
    [
        (date(2022, 12, 31), 6, "Q2 FY2023"),
        (date(2023, 7, 2), 6, "Q2 FY2023"),
        (date(2023, 3, 31), 3, "Q1 FY2023"),
        (date(2022, 11, 26), 9, "Q3 FY2023"),
    ],
)
def test_a_quarter_is_named_after_the_year_it_belongs_to(end: date, months: int, label: str) -> None:
    assert fiscal_quarter(end, months).label() == label
