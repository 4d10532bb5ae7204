"""Lists of contents in a text, and the lines that only look like one."""

import pytest

from pincite.evidence.language.sentences import sentence_spans
from pincite.roles.extractive.contents_lists import contents_lists


@pytest.mark.parametrize(
    "listed",
    [
        "Staff ..... 3\nSales ..... 9\nTaxes ..... 12",
        "Item 1. Business . . . . . 3\nPART II\nItem 5. Market for Common Equity, Related\n"
        "Matters and Purchases . . . . . 12\nItem 6. Selected data . . . . . 14",
        "Employees 4\nLegal Proceedings 9\nNotes 9",
        "| Employees | 4 |\n| Total revenue | 12 |\n| Notes | 40 |",
        "1 Einleitung………… 3\n2 Umsatz………… 12\n3 Ausblick………… 30",
    ],
)
def test_a_list_of_contents_is_found_whole(listed: str) -> None:
    text = f"Table of Contents\n\n{listed}\n\nTotal revenue increased to $412 million in 2023."
    assert [text[start:end] for start, end in contents_lists(text)] == [listed]


@pytest.mark.parametrize(
    "text",
    [
        "Net sales ........ $ 412\nCost of sales ....... 300\nGross profit ........ 112",
        "Contents\nNails 40\nScrews 60",
        "The box has 40 nails.\nIt also has 60 screws.\nIt costs £70.",
        "Sales 412 390\nCosts 500 480\nTaxes 600 590",
        "",
    ],
)
def test_a_statement_in_lines_is_no_list_of_contents(text: str) -> None:
    assert contents_lists(text) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Total revenue ................... 12", ["Total revenue ................... 12"]),
        ("Fees . . . . . £12\nRent ...... (9)", ["Fees . . . . . £12", "Rent ...... (9)"]),
        ("He waited.... Then 12 men came.", ["He waited....", "Then 12 men came."]),
    ],
)
def test_a_row_of_dots_keeps_a_figure_with_its_label(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == expected
