"""What a question needs of the statements is read from its words: measures by name, lines by their synonyms, or nothing."""

import pytest

from pincite.evidence.scope.filings import (
    COMPARES_WITH_IT,
    MADE_FOR_IT,
    OF_ANOTHER,
    OF_NO_PERIOD,
    OF_THE_SAME_YEAR,
    period_match,
)
from pincite.evidence.tables.line_items import folded_label
from pincite.evidence.tables.measures import MEASURES
from pincite.evidence.tables.measures_asked import needed
from pincite.evidence.tables.statement_lines import LINES


@pytest.mark.spec("RET-6")
@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("What was the acid-test ratio of Thornquay in 2024", ["current_assets", "inventories", "current_liabilities"]),
        ("Is Thornquay a capital-intensive business", ["capital_expenditure", "revenue"]),
        ("How did the operating margin change from 2023 to 2024", ["operating_income", "revenue"]),
        ("What is the FY2024 DSO", ["receivables", "revenue"]),
        ("What is the interest coverage of Thornquay for 2024", ["operating_income", "interest_expense"]),
        ("How much did Thornquay spend on capex in 2024", ["capital_expenditure"]),
        ("What was the cost of goods sold in FY24", ["cost_of_sales"]),
        ("What were total net revenues in 2024", ["revenue"]),
        ("Did net PP&E grow between FY23 and FY24", ["property_plant_equipment"]),
        ("What share of revenue were R&D expenses", []),
        ("What is R&D as a percent of net sales", ["research_development", "revenue"]),
    ],
)
def test_the_lines_are_those_of_the_measure_or_those_named(asked: str, lines: list[str]) -> None:
    assert [line.name for line in needed(asked).lines] == lines


@pytest.mark.spec("RET-6")
@pytest.mark.parametrize(
    "asked",
    [
        "What drove the fall in gross margin",
        "Why did inventories rise",
        "Which segment had the highest revenue",
        "What was adjusted EBITDA in 2024",
        "What revenue does Thornquay expect for 2025",
        "How does Thornquay recognise revenue",
        "Who chairs the audit committee",
        "What was the change in licences revenue between 2020 and 2021",
        "What were AWS net sales in 2019",
        "What revenue from advertising was reported for 2021",
        "How many days of leave does a weaver have",
    ],
)
def test_reasons_parts_forecasts_and_other_matters_need_no_statement(asked: str) -> None:
    assert not needed(asked).statements


def test_a_statement_named_by_the_question_is_needed_even_without_a_line() -> None:
    assert needed(
        "What is the largest liability", "Use the balance sheet. What is the largest liability?"
    ).statements == ("balance_sheet",)


def test_a_question_with_a_definition_of_its_own_says_so() -> None:
    whole = "What is the DPO? DPO is defined as: 365 * average payables / cost of sales."
    assert needed("What is the DPO", whole).own_definition
    assert not needed("What is the DPO").own_definition


def test_every_measure_is_made_of_known_lines_and_found_by_its_name() -> None:
    for measure in MEASURES:
        assert measure.lines()
        assert measure in needed(f"What is the {measure.name} for 2024").measures, measure.name


@pytest.mark.parametrize(
    ("label", "line"),
    [
        ("Trade receivables, net of allowance for credit losses of $21 and $25, respectively", "receivables"),
        ("Accounts receivable, net and other", "receivables"),
        ("Merchandise inventories, net", "inventories"),
        ("Net cash provided by (used in) operating activities", "operating_cash_flow"),
        ("Total stockholders’ equity", "equity"),
        ("(Loss)/earnings before income taxes", "pretax_income"),
        ("Purchases of property and equipment, including internal-use software", "capital_expenditure"),
        ("Property, plant and equipment, net (Note 7)", "property_plant_equipment"),
        ("Total net sales", "revenue"),
        ("Selling, general, and administrative expenses", "selling_general_administrative"),
    ],
)
def test_a_row_is_known_by_its_usual_labels(label: str, line: str) -> None:
    assert LINES[line].rank(label) is not None, folded_label(label)
    others = [measure.name for measure in LINES.values() if measure.name != line and measure.rank(label) == 0]
    assert others == []


@pytest.mark.parametrize(
    ("label", "line"),
    [
        ("Net product sales", "revenue"),
        ("Total liabilities and stockholders’ equity", "equity"),
        ("Total liabilities and shareholders' equity", "total_liabilities"),
        ("Property and equipment acquired under finance leases", "capital_expenditure"),
        ("Purchases of marketable securities", "capital_expenditure"),
        ("Dividends received from affiliated companies", "dividends_paid"),
        ("Interest income", "interest_expense"),
        ("Net income attributable to noncontrolling interests", "net_income"),
    ],
)
def test_a_row_of_something_else_is_not_the_line(label: str, line: str) -> None:
    assert LINES[line].rank(label) is None


@pytest.mark.spec("EVI-7")
@pytest.mark.parametrize(
    ("asked", "made_for", "standing"),
    [
        (["FY2023"], "FY2023", MADE_FOR_IT),
        (["FY2023", "FY2022"], "FY2022", OF_ANOTHER),
        (["FY2022"], "FY2023", COMPARES_WITH_IT),
        (["FY2023"], "Q2 FY2023", OF_THE_SAME_YEAR),
        (["Q2 FY2023"], "Q2 FY2023", MADE_FOR_IT),
        (["FY2023"], None, OF_NO_PERIOD),
        ([], "FY2019", MADE_FOR_IT),
    ],
)
def test_the_report_made_for_the_latest_period_asked_comes_first(
    asked: list[str], made_for: str, standing: int
) -> None:
    assert period_match(asked, made_for) == standing
