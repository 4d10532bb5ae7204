"""What a figure of a table is in: its own text first, then its row and column, then what the table states."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.tables.cell_units import cell_unit, scaled_by

STATED = "(in millions, except percentages and per share data)"
MILLION = Decimal(1_000_000)


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("stated", "label", "column", "text", "scale", "unit"),
    [
        (STATED, "Net income", "2024", "3,725", MILLION, None),
        (STATED, "Net income", "2024", "$ (174)", MILLION, "USD"),
        (STATED, "Tax rate", "2024", "(45)%", Decimal(1), "percent"),
        (STATED, "Margin (%)", "2024", "(45)", Decimal(1), "percent"),
        (STATED, "Sales", "% change", "12", Decimal(1), "percent"),
        (STATED, "Sales as a percentage of total", "2024", "12.5", Decimal(1), "percent"),
        (STATED, "10% notes due 2030", "2024", "120", MILLION, None),
        (STATED, "Earnings per share", "2024", "$ 1.20", Decimal(1), "USD"),
        (STATED, "Number of employees", "2024", "120", Decimal(1), None),
        (STATED, "Compensation of employees", "2024", "120", MILLION, None),
        (STATED, "Weighted average shares outstanding", "2024", "120", MILLION, None),
        ("($ in millions)", "Weighted average shares outstanding", "2024", "120", None, None),
        ("(in millions, except shares in thousands)", "Common shares outstanding", "2024", "120", Decimal(1_000), None),
        ("(in millions, except stores)", "Stores", "2024", "41", Decimal(1), None),
        ("(dollars in millions, except per share amounts)", "Balance", "2024 Amount", "13,404", MILLION, "USD"),
        (STATED, "Gross margin", "2024", "38.2", None, None),
        (STATED, "Gross margin", "2024", "38,200", MILLION, None),
        ("(in millions)", "Backlog", "2024", "$3.1 billion", Decimal(10) ** 9, "USD"),
        ("", "Revenue", "2019 US$'000", "1,200", Decimal(1_000), "USD"),
        ("", "Revenue", "2019 £m", "1,200", MILLION, "GBP"),
        ("", "Revenue", "2019", "1,200", None, None),
        ("(in millions)", "Notice", "Term", "12 days", Decimal(1), "day"),
    ],
)  # fmt: skip
def test_a_figure_keeps_its_own_unit(
    stated: str, label: str, column: str, text: str, scale: Decimal | None, unit: str | None
) -> None:
    row = ((stated, label), (column, text))
    found = cell_unit(row, row[1])
    assert (found.scale, found.unit) == (scale, unit)


def test_shares_used_in_a_computation_are_counted_on_the_scale_that_the_table_excepts_for_them() -> None:
    stated = "(In millions, except number of shares, which are reflected in thousands, and per-share amounts)"
    used = f"Shares used in computing earnings per share: {stated}"
    row = ((used, "Diluted"), ("2025", "15,004"))
    assert cell_unit(row, row[1]).scale == Decimal(1_000)
    assert scaled_by(row, row[1]) == "in thousands"
    of_one = ((f"Earnings per share: {stated}", "Diluted"), ("2025", "$7.46"))
    assert cell_unit(of_one, of_one[1]).scale == Decimal(1)
    assert scaled_by(of_one, of_one[1]) == ""


@given(st.text(max_size=60), st.text(max_size=30), st.text(max_size=30), st.text(max_size=20))
def test_any_row_has_a_unit_or_none(stated: str, label: str, column: str, text: str) -> None:
    row = ((stated, label), (column, text))
    assert cell_unit(row, row[1]).scale is None or cell_unit(row, row[1]).scale
    assert scaled_by(row, row[1]) in stated + column + label
