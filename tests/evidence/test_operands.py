"""The cells that a question's figures are: found by label, heading, column and period, or refused with the reason."""

import pytest

from pincite.evidence.asked_figures import asked_figures
from pincite.evidence.operands import Operands, find_cells, find_operands
from pincite.evidence.periods import Period
from pincite.evidence.row_parts import TableRow
from pincite.evidence.table_lines import NoOperands

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
        ("What was the average impairment for 2021 and 2020?", ["—", "40"]),
        ("What is the average impairment?", ["—", "40"]),
        ("What percentage of total revenue was generated from service fees in 2020?", ["200", "$ 1,000"]),
        ("What is the difference between product sales and service fees in 2020?", ["$ 800", "200"]),
        ("What are wages in 2020 and 2021 respectively?", ["(250)", "(300)"]),
        ("What were the sales of products in 2020?", ["$ 800"]),
        ("What was the total of product sales and service fees in 2020?", ["$ 800", "200"]),
        ("In which year was Impairment larger?", ["—", "40"]),
        ("In which year was Impairment less than 10 million?", ["—"]),
        ("How many years did product sales exceed $500 million?", ["$ 900", "$ 800"]),
        ("Which line had the smallest amount in 2021?", []),
    ],
)
def test_the_cells_are_those_of_the_row_and_the_periods_asked_for(question: str, texts: list[str]) -> None:
    cells = found(question, rows())
    assert [one.text for one in cells.cells] == texts if isinstance(cells, Operands) else not texts


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("For which years are figures of wages given?", ["(300)", "(250)"]),
        ("In which years were service fees reported?", ["100", "200"]),
        ("Which years does the table provide information for product sales for the company?", ["$ 900", "$ 800"]),
        ("What are the years for which data on impairment is available?", ["—", "40"]),
        ("In which years was goodwill reported?", []),
    ],
)
def test_the_years_there_are_figures_of_are_told_by_the_row_that_has_them(question: str, texts: list[str]) -> None:
    cells = found(question, rows())
    assert [one.text for one in cells.cells] == texts if isinstance(cells, Operands) else not texts


def test_years_of_a_thing_that_tables_of_other_years_have_too_are_not_chosen() -> None:
    older = rows((("Wages", "(200)", "(150)"),), ("2019", "2018"), document="older")
    cells = found("For which years are figures of wages given?", [*rows(), *older])
    assert isinstance(cells, NoOperands)
    assert cells.ambiguous


def test_years_that_end_on_other_days_are_columns_of_one_row() -> None:
    table = rows(
        (
            ("Net cash provided by operations", "$ 992", "$ 768"),
            ("Net cash provided by (used in) lending", "65", "(114)"),
        ),
        ("January 3, 2020", "December 28, 2018 (in millions)"),
    )
    cells = found("In which year was net cash provided by operations less than 800 million?", table)
    assert isinstance(cells, Operands)
    assert [one.text for one in cells.cells] == ["$ 768"]


SEGMENTS = ("Harbour Works", "Road Works", "Rail Works", "Total")


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("In which segment was the net balance at June 30, 2021 the largest?", ["49", "138", "145"]),
        ("Which segment had the smallest net balances at June 30, 2020?", ["$ 50", "$ 60", "$ 270"]),
        ("Which segment had the largest net balances?", []),
    ],
)
def test_what_is_greatest_is_looked_for_among_columns_too(question: str, texts: list[str]) -> None:
    lines = (
        ("Net balances at June 30, 2020", "$ 50", "$ 60", "$ 270", "$ 380"),
        ("Transfers", "—", "125", "(125)", "—"),
        ("Net balances at June 30, 2021", "49", "138", "145", "333"),
    )
    cells = found(question, rows(lines, SEGMENTS))
    assert [one.text for one in cells.cells] == texts if isinstance(cells, Operands) else not texts


def test_columns_that_are_measures_of_their_own_are_not_compared() -> None:
    table = rows((("Options granted", "900", "$ 12"),), ("Number of shares", "Average price"))
    assert isinstance(found("Which plan had the largest options granted?", table), NoOperands)


def test_what_the_corner_of_a_table_says_its_figures_are_counts_for_each_of_its_lines() -> None:
    table = rows((("Harbour works", "$ 7", "$ 6"), ("Road works", "5", "4")), heading="Net sales")
    cells = found("What are the net sales arising from harbour works in 2021?", table)
    assert isinstance(cells, Operands)
    assert [one.text for one in cells.cells] == ["$ 7"]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What was the change in product sales from 2019 to 2021?", "“Product sales” has no figure of 2019"),
        ("What was the change in goodwill from 2020 to 2021?", "no row of the tables found is “goodwill”"),
        ("What was the average of wages in 2021?", "one period alone is named, 2021"),
    ],
)
def test_what_cannot_be_told_is_refused_with_its_reason(question: str, reason: str) -> None:
    cells = found(question, rows())
    assert isinstance(cells, NoOperands)
    assert reason in cells.reason


def test_two_rows_that_fit_are_told_apart_by_their_heading_or_refused() -> None:
    table = [*rows((("Granted", "5", "6"),), heading="Options:"), *rows((("Granted", "7", "9"),), heading="Units:")]
    cells = found("What was the change in units granted from 2020 to 2021?", table)
    assert isinstance(cells, Operands)
    assert [one.text for one in cells.cells] == ["7", "9"]
    unsaid = found("What was the change in granted from 2020 to 2021?", table)
    assert isinstance(unsaid, NoOperands)
    assert unsaid.ambiguous
    assert "two cells fit" in unsaid.reason


def test_the_same_row_of_two_documents_is_refused_where_its_figures_differ() -> None:
    table = [*rows(), *rows((("Wages", "(10)", "(20)"),), document="e")]
    cells = found("What was the change in wages from 2020 to 2021?", table)
    assert isinstance(cells, NoOperands)
    assert cells.ambiguous


def test_operands_of_a_sum_that_hold_their_own_total_are_refused() -> None:
    cells = found("What is the sum of product sales, service fees and total revenue in 2020 combined?", rows())
    assert isinstance(cells, NoOperands)


def test_one_line_is_found_under_any_of_its_names() -> None:
    cells = find_cells(("turnover", "net sales", "total revenue"), [Period(year=2020)], rows())
    assert not isinstance(cells, NoOperands)
    assert [(one.text, one.unit) for one in cells] == [("$ 1,000", "in millions")]


def test_two_things_are_not_one_row_under_a_heading_that_says_the_other() -> None:
    table = rows((("Debt repayments", "(90)", "(80)"),), heading="Cash flows")
    assert isinstance(found("What were total debt and cash in 2021?", table), NoOperands)
    both = rows((("Debt and cash of the pool", "90", "80"),))
    assert isinstance(found("What were debt and cash of the pool in 2021?", both), Operands)


def test_of_two_tables_with_the_same_figures_the_one_that_says_its_unit_is_cited() -> None:
    bare = [one.model_copy(update={"key": f"bare {one.key}", "cells": (("", one.cells[0][1]), *one.cells[1:])}) for one in rows()]  # fmt: skip
    for question in ("What was the total of wages and impairment in 2020?", "What were wages in 2020 and 2021?"):
        cells = found(question, [*bare, *rows()])
        assert isinstance(cells, Operands)
        assert not any(cell.key.startswith("bare") for cell in cells.cells)
