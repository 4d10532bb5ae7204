"""The cells that a question's figures are: found by label, heading, column and period, or refused with the reason."""

import pytest

from pincite.evidence.tables.row_parts import TableRow
from pincite.roles.extractive.rules.asked_figures import asked_figures
from pincite.roles.extractive.rules.operands import Operands, find_operands
from pincite.roles.extractive.rules.table_lines import NoOperands

YEARS = ("Year ended June 30, 2021", "Year ended June 30, 2020")
LINES = (
    ("Product sales", "$ 900", "$ 800"),
    ("Service fees(1)", "100", "200"),
    ("Total revenue", "$ 1,000", "$ 1,000"),
    ("Wages", "(300)", "(250)"),
    ("Impairment", "—", "40"),
)


def rows(
    lines: tuple[tuple[str, ...], ...] = LINES, columns: tuple[str, ...] = YEARS, heading: str = "", document: str = "d"
) -> list[TableRow]:
    return [
        TableRow(
            key=f"{document}.{heading}.{number}",
            document=document,
            cells=((f"{heading} (in millions)".strip(), label), *zip(columns, texts, strict=True)),
        )
        for number, (label, *texts) in enumerate(lines)
    ]


def found(question: str, table: list[TableRow]) -> Operands | NoOperands:
    asked = asked_figures(question)
    assert asked is not None
    return find_operands(asked, table)


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("What was the change in product sales from 2020 to 2021?", ["$ 900", "$ 800"]),
        ("What is the percentage change in service fees in 2021 from 2020?", ["200", "100"]),
        ("What is the percentage change in service fees in 2021?", ["200", "100"]),
        ("By what percentage did service fees grow in 2021?", ["200", "100"]),
        ("What was the average impairment for 2021 and 2020?", ["—", "40"]),
        ("What is the average impairment?", ["—", "40"]),
        ("What is the change between wages in 2020 and 2021?", ["(300)", "(250)"]),
        ("What percentage of total revenue was generated from service fees in 2020?", ["200", "$ 1,000"]),
        ("What are wages in 2020 and 2021 respectively?", ["(250)", "(300)"]),
        ("What were the sales of products in 2020?", ["$ 800"]),
    ],
)
def test_the_cells_are_those_of_the_row_and_the_periods_asked_for(question: str, texts: list[str]) -> None:
    cells = found(question, rows())
    assert [cell.text for cell in cells.cells] == texts if isinstance(cells, Operands) else not texts


def test_what_the_corner_of_a_table_says_its_figures_are_counts_for_each_of_its_lines() -> None:
    table = rows((("Harbour works", "$ 7", "$ 6"), ("Road works", "5", "4")), heading="Net sales")
    cells = found("What are the net sales arising from harbour works in 2021?", table)
    assert isinstance(cells, Operands)
    assert [cell.text for cell in cells.cells] == ["$ 7"]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What was the change in product sales from 2019 to 2021?", "“Product sales” has no figure of 2019"),
        ("What was the change in goodwill from 2020 to 2021?", "no table row found has all the words of “goodwill”"),
        ("What was the average of wages in 2021?", "only one period is named"),
    ],
)
def test_what_cannot_be_determined_is_refused_with_its_reason(question: str, reason: str) -> None:
    cells = found(question, rows())
    assert isinstance(cells, NoOperands)
    assert reason in cells.reason


def test_two_rows_that_fit_are_distinguished_by_their_heading_or_refused() -> None:
    table = [*rows((("Granted", "5", "6"),), heading="Options:"), *rows((("Granted", "7", "9"),), heading="Units:")]
    cells = found("What was the change in units granted from 2020 to 2021?", table)
    assert isinstance(cells, Operands)
    assert [cell.text for cell in cells.cells] == ["7", "9"]
    unsaid = found("What was the change in granted from 2020 to 2021?", table)
    assert isinstance(unsaid, NoOperands)
    assert unsaid.ambiguous
    assert "two cells fit" in unsaid.reason


def test_the_same_row_of_two_documents_is_refused_where_its_figures_differ() -> None:
    table = [*rows(), *rows((("Wages", "(10)", "(20)"),), document="e")]
    cells = found("What was the change in wages from 2020 to 2021?", table)
    assert isinstance(cells, NoOperands)
    assert cells.ambiguous
