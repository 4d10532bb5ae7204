"""Lists of contents in a text, and the lines that only look like one."""

import pytest

from pincite.evidence.language.sentences import sentence_spans
from pincite.roles.extractive.contents_lists import contents_lists


@pytest.mark.parametrize(
    "listed",
    [
        "Contents\nStaff ..... 3\nSales ..... 9",
        "TABLE OF CONTENTS\n\nItem 1. Business . . . . . 3\nPART II\nItem 5. Market for Common Equity, Related\n"
        "Matters and Purchases . . . . . 12",
        "Table of Contents\nEmployees 4\nLegal Proceedings 9",
        "## Table of Contents\n\n| Employees | 4 |\n| Total revenue | 12 |",
        "Inhaltsverzeichnis\n1 Einleitung………… 3\n2 Umsatz………… 12",
        "Staff ..... 3\nRent ..... 3\nSales ..... 9\nTaxes ..... 12\nNotes ..... 40",
    ],
)
def test_a_list_of_contents_is_found_whole(listed: str) -> None:
    text = f"{listed}\n\nTotal revenue increased to $412 million in 2023."
    assert [text[start:end] for start, end in contents_lists(text)] == [listed]


@pytest.mark.parametrize(
    "text",
    [
        "Net sales ........ $ 412\nCost of sales ....... 300\nGross profit ........ 112",
        "Contents\nNails 40\nScrews 60",
        "Employees | 4\nTotal revenue | 12",
        "Contents\nThe box has 40 nails.\nIt also has 60 screws.",
        "Table of Contents\nSales 412 390\nCosts 500 480",
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


def test_the_heading_of_a_section_heads_a_long_list_below_it() -> None:
    entries = ["Business | 3", "Employees | 7", "Revenue | 12", "Risks | 19", "Notes | 31"]
    assert contents_lists("\n".join(entries), "Contents") == ((0, 61),)
    assert contents_lists("\n".join(entries), "Results") == ()
    assert contents_lists("\n".join(entries[:3]), "Table of Contents") == ()
