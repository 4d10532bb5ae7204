"""A number is read as the sheet shows it, or as it is stored, and a difference is never passed over in silence."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from pincite.evidence.values.value_keys import figures, parts
from pincite.stores.loaders.load import load_file
from pincite.stores.loaders.office.number_formats import Shown, shown_number


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (1234.5, "#,##0.00", Shown("1,234.50")),
        (0.05, "0%", Shown("5%")),
        (2, "[$€-407] 0.00", Shown("€2.00")),
        (5, '0" m2"', Shown("5 m2")),
        (-5, "0;(0)", Shown("-5")),
        (-3, "[Red]-0.0", Shown("-3")),
        (0, '0;-0;"-"', Shown("0")),
        (1234.5, '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', Shown("1,234.50")),
        (-1234.56, '_(* #,##0_);_(* \\(#,##0\\);_(* "-"??_);_(@_)', Shown("-1,235")),
        (-7, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', Shown("-$7.00")),
        (0, '_(* #,##0_);_(* \\(#,##0\\);_(* "-"??_);_(@_)', Shown("0")),
        (2.5, "0", Shown("3")),
        (1.005, "0.00", Shown("1.01")),
        (30_000, "0,", Shown("30", scaled=True)),
        (1_234_567, "0.0,,", Shown("1.2", scaled=True)),
        (1_234_567, "_(* #,##0,_)", Shown("1,235", scaled=True)),
        (5, '"30"', Shown("30", fixed=True)),
        (5, '"30"0', Shown("5", differs=True)),
        (5, "0\\3", Shown("5", differs=True)),
        (-5, "0;0", Shown("-5", differs=True)),
        (0, '0;;"30"', Shown("30", fixed=True)),
        (5, ";;;", Shown("", fixed=True)),
        (5, '[>1000]0,"K";0', Shown("5", differs=True)),
    ],
)
def test_a_number_is_shown_as_in_the_sheet_or_as_stored(value: float, form: str, shown: Shown) -> None:
    assert shown_number(value, form) == shown


@pytest.mark.spec("EVI-8")
def test_what_a_format_makes_of_a_number_is_disclosed(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["item", "amount"], ["rent", 30_000], ["fee", 45_000], ["tax", 5]):
        sheet.append(row)
    for place, form in (("B2", "0,"), ("B3", "0,"), ("B4", '"30"')):
        sheet[place].number_format = form
    book.save(tmp_path / "a.xlsx")
    loaded = load_file(tmp_path / "a.xlsx")
    assert loaded.text.endswith("rent | 30\nfee | 45\ntax | 30")
    assert [issue.reason for issue in loaded.issues] == [
        "2 cells (the first is B2) are shown in thousands or millions by the number format; read as shown",
        "B4 is shown as the same text for any number by the number format; read as shown",
    ]


@pytest.mark.parametrize("hidden", ["\u200b", "\u2060", "\ufeff"])
def test_a_number_that_holds_a_character_without_width_is_read_whole(tmp_path: Path, hidden: str) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["item", "amount"])
    sheet.append(["rent", f"1{hidden}2"])
    book.save(tmp_path / "a.xlsx")
    loaded = load_file(tmp_path / "a.xlsx")
    assert loaded.text.endswith("rent | 12")
    assert [issue.reason for issue in loaded.issues] == ["1 invisible characters were removed"]
    for text in (f"The rent is 1{hidden}2 euros.", f"The rent is 1{hidden}2,000.5 euros.", f"12{hidden},000.5"):
        (figure,) = figures(text)
        assert parts(figure.key).value == ("12000.5" if "000" in text else "12")
