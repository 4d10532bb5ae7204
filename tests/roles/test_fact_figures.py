"""The figures a fact asks for are looked for without its subject's name: no row of its accounts says it."""

import pytest

from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.roles.extractive.rules.fact_figures import figures_of, without_owner


def fact(text: str, *terms: str, constraints: tuple[str, ...] = ()) -> PlanStep:
    return PlanStep(fact_id=FactId("f1"), text=text, terms=terms, constraints=constraints)


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (fact("What was the change in Thornquay Mills' net sales in 2024?", "net", "sales"), "What was the change in net sales in 2024?"),
        (fact("What was Thornquay's change in total assets?", "total", "assets"), "What was change in total assets?"),
        (fact("What were Bank of Orrin's deposits and Bank of Orrin's loans?", "deposits", "loans"), "What were deposits and loans?"),
        (fact("What was the growth of Rope's net sales?", "Rope", "net", "sales"), "What was the growth of Rope's net sales?"),
        (fact("What were Rope's net sales?", "net", "sales", constraints=("Rope",)), "What were Rope's net sales?"),
        (fact("What is the ratio of Tarn's debt to Orrin's debt?", "debt"), "What is the ratio of Tarn's debt to Orrin's debt?"),
        (fact("Did Tarn Optics' debt as a share of assets rise?", "debt", "assets"), "Did debt as a share of assets rise?"),
        (fact("What was the company's revenue?", "revenue"), "What was the company's revenue?"),
    ],
)  # fmt: skip
def test_only_the_subjects_own_name_is_left_out(asked: PlanStep, text: str) -> None:
    assert without_owner(asked) == text


def test_a_change_of_an_owner_is_a_change() -> None:
    asked = figures_of(fact("What was Thornquay's change in total assets between 2023 and 2024?", "total", "assets"))
    assert asked is not None
    assert (asked.operation, asked.readings[0]) == ("difference", ("total assets",))


def test_whether_a_share_rose_is_no_question_for_the_share() -> None:
    assert (
        figures_of(fact("Did Thornquay's wages as a percent of net sales rise or fall in 2024?", "wages", "sales"))
        is None
    )
