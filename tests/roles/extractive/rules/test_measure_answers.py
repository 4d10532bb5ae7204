"""Named measures are worked out of the one row and column that each line is, or refused with the reason."""

from decimal import Decimal

import pytest
from made_evidence import evidence

from pincite.evidence.model.evidence import Evidence
from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.evidence.tables.statement_lines import LINES
from pincite.roles.extractive.rules.figure_answers import figure_answers, measure_rows
from pincite.roles.extractive.rules.measure_answers import asks_for_itself, calculations, line_asked, worked
from pincite.roles.extractive.rules.table_lines import NoOperands

ANNUAL = "Thornquay Mills Inc., Form 10-K, fiscal year ended December 31, 2024"
COLUMNS = ("December 31, 2024", "2023")


def rows(*told: tuple[str, ...], columns: tuple[str, ...] = COLUMNS, title: str = ANNUAL) -> dict[str, Evidence]:
    units = [
        evidence(
            number,
            " ".join(row),
            evidence_id=f"e{number}",
            relevance=0.95,
            relevance_reason="states a line of the balance sheet",
            row=(("(in millions)", row[0]), *zip(columns, row[1:], strict=False)),
            source={"title": title},
        )
        for number, row in enumerate(told, 1)
    ]
    one_report = [unit.model_copy(update={"span": unit.span.model_copy(update={"version_id": "v1"})}) for unit in units]
    return {str(unit.evidence_id): unit for unit in one_report}


def results(asked: str, units: dict[str, Evidence], question: str = "") -> list[Decimal] | str:
    found = worked(asked, question or asked, measure_rows(units.values()))
    if not isinstance(found, tuple):
        return found.reason if found else "nothing asked"
    made = calculations(asked, question or asked, found, units)
    return made.reason if isinstance(made, NoOperands) else [calculation.result for calculation, _ in made]


LIQUID = (
    ("Total current assets", "170", "160"),
    ("Inventories", "70", "75"),
    ("Total current liabilities", "100", "80"),
)


@pytest.mark.spec("EVI-9")
def test_a_ratio_is_worked_out_for_the_year_asked_or_for_both_that_are_compared() -> None:
    units = rows(*LIQUID)
    assert results("What is the quick ratio in FY2024", units) == [Decimal("1.00")]
    assert results("Has the quick ratio improved between FY2023 and FY2024", units) == [
        Decimal("1.00"),
        Decimal("1.06"),
    ]
    assert results("Is the quick ratio improving as of FY2024", units) == [Decimal("1.00"), Decimal("1.06")]


@pytest.mark.spec("EVI-9")
def test_averages_take_the_year_before_and_costs_count_as_spent_however_they_are_printed() -> None:
    sold = ("Cost of sales", "(240)", "(228)")
    assert results("What was the FY2024 DPO", rows(("Accounts payable", "44", "40"), sold)) == [Decimal("63.88")]
    assert results("What was the gross margin in FY2024", rows(("Net sales", "400", "380"), sold)) == [Decimal("40.00")]
    plain = ("Cost of sales", "240", "228")
    assert results("What was the gross margin in FY2024", rows(("Net sales", "400", "380"), plain)) == [
        Decimal("40.00")
    ]


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("asked", "units", "reason"),
    [
        ("What is the quick ratio in FY2024", rows(*LIQUID[:2]), "no row of the statements is current liabilities"),
        ("What is the quick ratio in FY2021", rows(*LIQUID), "no single column of 2021"),
        ("What is the quick ratio", rows(*LIQUID), "no year is asked about"),
        ("What was the quick ratio in Q2 FY2024", rows(*LIQUID), "a quarter"),
        (
            "What was the gross margin in FY2024",
            rows(("Net sales", "400", "380"), ("Cost of products", "200", "1"), ("Cost of services", "40", "1")),
            "several rows may be cost of sales",
        ),
        (
            "What is the quick ratio in FY2024",
            rows(*LIQUID, title="Thornquay Mills Inc., Form 10-Q, quarterly period ended June 30, 2024"),
            "quarterly report",
        ),
        (
            "What is the quick ratio in FY2024",
            rows(*LIQUID, columns=("January 28, 2024", "January 29, 2023"), title="Thornquay Mills"),
            "may be named after the year before",
        ),
        (
            "What was the effective tax rate in FY2024",
            rows(("Provision for income taxes", "15", "17"), ("Loss before income taxes", "(75)", "(68)")),
            "would be negative",
        ),
    ],
)
def test_what_lacks_or_has_two_readings_is_refused(asked: str, units: dict[str, Evidence], reason: str) -> None:
    assert reason in results(asked, units)
    refused = figure_answers(PlanStep(fact_id=FactId("f1"), text=asked), asked, list(units.values()))
    assert isinstance(refused, NoOperands)
    assert reason in refused.reason


@pytest.mark.spec("EVI-9")
def test_a_measure_that_the_question_defines_itself_is_left_to_a_judge() -> None:
    units = rows(("Accounts payable", "44", "40"), ("Cost of sales", "240", "228"), *LIQUID)
    asked = "What is the FY2024 DPO"
    assert "defines the measure itself" in results(
        asked, units, f"{asked}? DPO is defined as: payables over purchases."
    )


@pytest.mark.spec("EVI-9")
def test_the_line_asked_for_in_one_year_is_one_cell() -> None:
    units = rows(("Property, plant and equipment, net", "210", "200"))
    found = line_asked("What was the net PP&E at the end of FY2023", "", measure_rows(units.values()))
    assert found is not None
    assert not isinstance(found, NoOperands)
    assert (found.text, found.column) == ("200", "2023")
    assert line_asked("What share of net PP&E is land in FY2023", "", measure_rows(units.values())) is None


@pytest.mark.spec("EVI-10")
def test_the_line_is_the_one_that_the_question_calls_so() -> None:
    units = rows(("Net sales", "400", "380"), ("Membership fees", "20", "18"), ("Total revenue", "420", "398"))
    for asked, text in (("What were net sales in 2024", "400"), ("What was total revenue in 2024", "420")):
        line = line_asked(asked, asked, measure_rows(units.values()))
        assert line is not None
        assert not isinstance(line, NoOperands)
        assert line.text == text


def test_a_total_of_two_lines_is_not_one_of_them() -> None:
    asked = "What was the total of net sales and membership fees in 2024"
    assert (
        line_asked(
            asked, asked, measure_rows(rows(("Net sales", "400", "380"), ("Membership fees", "20", "18")).values())
        )
        is None
    )


@pytest.mark.spec("EVI-9")
def test_earnings_per_share_are_not_sought_among_the_numbers_of_shares() -> None:
    units = rows(("Diluted", "7.46", "6.08"), ("Diluted", "15,004", "15,408"))
    groups = ("Earnings per share:", "Shares used in computing earnings per share:")
    grouped = [
        unit.model_copy(update={"row": ((group, unit.row[0][1]), *unit.row[1:]), "statement_line": True})
        for unit, group in zip(units.values(), groups, strict=True)
    ]
    lines = measure_rows(grouped)
    asked = "What was the diluted EPS in FY2024"
    found = line_asked(asked, asked, lines)
    assert not isinstance(found, NoOperands)
    assert found is not None
    assert found.text == "7.46"


@pytest.mark.spec("EVI-9")
def test_purchases_that_moved_no_cash_are_not_the_capital_expenditure() -> None:
    units = rows(("Acquisitions of property and equipment included in liabilities", "22", "19"))
    own = {
        key: unit.model_copy(update={"row": (("Non-Cash Investing Activities:", unit.row[0][1]), *unit.row[1:])})
        for key, unit in units.items()
    }
    asked = "What was the capital expenditure in FY2024"
    assert line_asked(asked, asked, measure_rows(own.values())) is None
    assert line_asked(asked, asked, measure_rows(units.values())) is not None


@pytest.mark.spec("EVI-9")
def test_the_effect_of_something_on_a_measure_is_not_the_measure() -> None:
    units = rows(*LIQUID)
    assert results("What was the effect of tariffs on the quick ratio in FY2024", units) == "nothing asked"


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("asked", "itself"),
    [
        ("What was Thornquay's net income in 2024", True),
        ("What is the FY2024 net income of Thornquay", True),
        ("By the income statement, what was the total reported net income", True),
        ("Has net income improved in 2024", True),
        ("What was net income per employee in 2024", False),
        ("What was the tax benefit included in net income in 2024", False),
        ("What was the effect of tariffs on Thornquay's net income", False),
        ("How many shares were used in computing net income", False),
        ("What was net income deferred in 2024", False),
    ],
)
def test_a_question_for_something_that_is_related_to_a_line_does_not_ask_for_the_line(asked: str, itself: bool) -> None:
    assert asks_for_itself(LINES["net_income"].said, asked) is itself
