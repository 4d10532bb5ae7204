"""What a question asks of a table's figures is read by rule; a question for something else is left alone."""

import pytest

from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.evidence.values.asked_periods import asked_periods
from pincite.roles.extractive.rules.asked_figures import Asking, asked_figures, figures_asked


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("question", "operation", "things", "periods"),
    [
        ("What was the change in deferred rent between 2020 and 2021?", "difference", ("deferred rent",), ["2020", "2021"]),
        ("How much was the increase / (decrease) in the cost of labour from FY20 to FY21?", "difference", ("cost of labour",), ["FY2020", "FY2021"]),
        ("What is the percentage change in tax credits in 2021 from 2020?", "percent_change", ("tax credits",), ["2021", "2020"]),
        ("What was the average churn for the 3 years from 2019 to 2021?", "average", ("churn",), ["2019", "2020", "2021"]),
        ("What is the company's average lease cost between 2020 and 2021?", "average", ("lease cost",), ["2020", "2021"]),
        ("In 2021, what percentage of total assets was made up of cash?", "share", ("cash", "total assets"), ["2021"]),
        ("What were wages as a percentage of net sales in 2021?", "share", ("wages", "net sales"), ["2021"]),
        ("What is the ratio of debt to equity in 2021?", "ratio", ("debt", "equity"), ["2021"]),
        ("What are the total fees altogether for 2020 and 2021?", "sum", ("total fees",), ["2020", "2021"]),
        ("What was the interest income in 2021 and 2020 respectively?", None, ("interest income",), ["2021", "2020"]),
        ("What was the gross margin in the second quarter of 2021?", None, ("gross margin",), ["Q2 2021"]),
    ],
)  # fmt: skip
def test_operation_thing_and_periods_are_read(
    question: str, operation: Asking | None, things: tuple[str, ...], periods: list[str]
) -> None:
    asked = asked_figures(question)
    assert asked is not None
    assert (asked.operation, asked.things) == (operation, things)
    assert [period.label() for period in asked.periods] == periods


@pytest.mark.parametrize(
    "question",
    [
        "Why did revenue rise in 2021?",
        "Who is the treasurer?",
        "How is goodwill tested?",
        "Is rent due monthly?",
        "In which year was Other income the largest, 2020 or 2021?",
        "What segment had the lowest revenue in 2021?",
        "How many years did licence fees exceed $400 thousand from 2019 to 2021?",
    ],
)
def test_a_question_for_no_figure_or_for_one_of_several_things_is_left_alone(question: str) -> None:
    assert asked_figures(question) is None


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("in 2019, 2018 and 2017 respectively", ["2019", "2018", "2017"]),
        ("for F19 and F18", ["FY2019", "FY2018"]),
        ("the average from 2017 to 2019", ["2017", "2018", "2019"]),
        ("the change from 2017 to 2019", ["2017", "2019"]),
        ("at June 30 and December 31, 2019", ["2019-06-30", "2019-12-31"]),
        ("am 30. Juni und am 31. Dezember 2019", ["2019-06-30", "2019-12-31"]),
        ("au 30 juin et au 31 décembre 2019", ["2019-06-30", "2019-12-31"]),
        ("2018/2019 against 2017/2018", ["2018–2019", "2017–2018"]),
        ("in the fiscal 2018 third quarter", ["Q3 FY2018"]),
        ("sales of 2,019 units", []),
    ],
)
def test_periods_are_read_as_questions_write_them(text: str, periods: list[str]) -> None:
    assert [period.label() for period in asked_periods(text)[0]] == periods


@pytest.mark.parametrize(
    ("question", "terms", "conditions", "thing"),
    [
        ("What was Orrin's net income in 2021", ("net", "income"), (), "net income"),
        ("What was Orrin Foods, Inc.'s net income in 2021", ("net", "income"), (), "net income"),
        ("How many employees did Orrin have in 2021", ("employees",), (), "employees"),
        ("Net income of Orrin in 2021", ("net", "income"), (), "Net income"),
        ("Total assets of Orrin in 2021", ("assets",), (), "Total assets"),
        ("What was the income of Orrin's Harbour segment in 2021", ("income", "segment"), ("Harbour",), "income of Harbour segment"),
        ("What was the R&D expense in 2021", ("R&D", "expense"), (), "R&D expense"),
        ("What was Orrin's income in 2021", (), (), "Orrin's income"),
    ],
)  # fmt: skip
def test_a_row_need_not_repeat_the_names_of_the_subject(
    question: str, terms: tuple[str, ...], conditions: tuple[str, ...], thing: str
) -> None:
    step = PlanStep(fact_id=FactId("f1"), text=question, terms=terms, constraints=conditions)
    asked = figures_asked(step)
    assert asked is not None
    assert asked.things == (thing,)
