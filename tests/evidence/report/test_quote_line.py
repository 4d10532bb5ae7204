import pytest

from pincite.evidence.report.quote_line import reads_row, row_reading

Row = tuple[tuple[str, str], ...]


@pytest.mark.parametrize(
    ("row", "reading"),
    [
        ((("Grade", "C"), ("Working days", "27")), "Grade: C; Working days: 27"),
        (
            (("(in millions)", "Net revenue"), ("2021", "$ 10,765"), ("2020", "$ ( 15 )"), ("Margin", "9 %")),
            "Net revenue — 2021: $10,765; 2020: $(15) (in millions); Margin: 9%",
        ),
        ((("Current assets:", "Cash"), ("2021", "5")), "Current assets: Cash — 2021: 5"),
        (
            (("", "Sales"), ("Year Ended December 31, 2021", "2"), ("Year Ended December 31, 2020", "1")),
            "Sales — Year Ended December 31, 2021: 2; 2020: 1",
        ),
        (
            (
                ("", "Sales"),
                ("Three Months Ended July 2, 2023", "1"),
                ("Three Months Ended July 3, 2022", "2"),
                ("Six Months Ended July 2, 2023", "3"),
            ),
            "Sales — Three Months Ended July 2, 2023: 1; July 3, 2022: 2; Six Months Ended July 2, 2023: 3",
        ),
        ((("Name", "Annex"), ("Size", "2 km (about)")), "Name: Annex; Size: 2 km (about)"),
        ((("2021", "5"), ("2020", "6")), "2021: 5; 2020: 6"),
        ((("Price unit", "100 pieces"), ("Price 2025", "5")), "Price unit: 100 pieces; Price 2025: 5"),
        ((("(in millions)", "Number of employees"), ("2021", "310")), "Number of employees — 2021: 310"),
        (
            (("(in millions)", "Compensation of employees"), ("2021", "5")),
            "Compensation of employees — 2021: 5 (in millions)",
        ),
        (
            (("(in millions, except per share data)", "Net income"), ("2021", "5"), ("2020", "4")),
            "Net income — 2021: 5; 2020: 4 (in millions)",
        ),
        (
            (("(in millions, except per share data)", "Diluted earnings per share"), ("2021", "1.20")),
            "Diluted earnings per share — 2021: 1.20",
        ),
        ((("(in millions, except percentages)", "Growth"), ("2021", "(45)%")), "Growth — 2021: (45)%"),
        (
            (("", "Sales"), ("2021 (in thousands)", "5"), ("Shares (in millions)", "7")),
            "Sales — 2021: 5 (in thousands); Shares: 7 (in millions)",
        ),
        (
            (("The allocation of the price was as follows:", "Goodwill"), ("2021", "5")),
            "Goodwill — 2021: 5",
        ),
        (
            (
                ("", "Sales"),
                ("The following table shows our sales. 2021", "5"),
                ("The following table shows our sales. 2020", "4"),
            ),
            "Sales — 2021: 5; 2020: 4",
        ),
        (
            (
                ("", "Sales"),
                ("Amounts that the auditors have not yet reviewed for us", "5"),
                ("Amounts that the auditors have not yet reviewed for us", "4"),
            ),
            "Sales — Amounts that the auditors have not yet reviewed for us: 5; 4",
        ),
        (
            (("The lease begins on the first day of May.", "Either party may end it with six months' notice."),),
            "Either party may end it with six months' notice.",
        ),
        (
            (("Does the supplier hold a certificate of safety?", "Yes"),),
            "Does the supplier hold a certificate of safety? Yes",
        ),
        ((("(in millions)", "Employees' costs"), ("2021", "5")), "Employees' costs — 2021: 5 (in millions)"),
    ],
)
def test_a_row_reads_in_the_tables_own_words(row: Row, reading: str) -> None:
    assert row_reading(row) == reading
    assert reads_row(reading, row)


def test_a_column_is_named_whole_where_what_is_shared_breaks_a_date() -> None:
    row = (("", "Sales"), ("As of July 2, 2023", "1"), ("As of July 3, 2022", "2"))
    assert row_reading(row) == "Sales — As of July 2, 2023: 1; As of July 3, 2022: 2"
