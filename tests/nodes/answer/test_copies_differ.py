"""Two documents that say the same in the same words but for the value conflict, though a rule found neither to state the fact."""

import pytest
from made_evidence import evidence

from pincite.evidence.judgement.conflicts import Conflict
from pincite.evidence.judgement.coverage import Coverage, FactCheck
from pincite.evidence.model.evidence import EvidenceId
from pincite.evidence.model.subjects import FactId, Plan, PlanStep
from pincite.nodes.answer.copies_differ import copies_in_conflict

CUP = "{} beat Ewa Holm by three lengths in the final to win the ladies' sculls at Orrin in 2021."
RENT = "For the yard at Orrin the rent, payable on the first of each month, comes to {} a month."


def found(answer_type: str, text: str, terms: str, *quotes: str, stated: tuple[str, ...] = ()) -> tuple[Conflict, ...]:
    fact = PlanStep.model_validate(
        {"fact_id": "f1", "text": text, "terms": tuple(terms.split()), "answer_type": answer_type}
    )
    analysis = Plan(question=text, resolved_question=text, required_facts=(fact,))
    held = FactCheck(fact_id=FactId("f1"), status="missing", reason="", evidence_ids=tuple(map(EvidenceId, stated)))
    units = [evidence(number, quote, relevance=0.45) for number, quote in enumerate(quotes, 1)]
    return copies_in_conflict(analysis, units, Coverage(facts=(held,)), "surface")


def values(*given: str) -> set[str]:
    return {side.value for one in found(*given) for side in one.sides}


WHO = ("person", "Who won the women's sculls at Orrin in 2021?", "won women sculls")
MUCH = ("money", "What is the rent of the yard at Orrin?", "rent yard")


@pytest.mark.spec("CON-1", "ANS-9")
def test_copies_that_differ_in_the_value_asked_for_conflict() -> None:
    assert values(*WHO, CUP.format("Mara Quist"), CUP.format("Tove Ilsund")) == {"Mara Quist", "Tove Ilsund"}
    assert values(*MUCH, RENT.format("£500"), RENT.format("£650")) == {"£500", "£650"}


@pytest.mark.spec("CON-2")
@pytest.mark.parametrize(
    "quotes",
    [
        (CUP.format("Mara Quist"), CUP.format("Mara Quist")),
        (CUP.format("Mara Quist"), CUP.format("Mara Quist").replace("three lengths", "two lengths")),
        (CUP.format("Mara Quist"), "Tove Ilsund took the ladies' title at Orrin that year, and the double with it."),
        ("The hall was built by Mara Quist in the old park of Orrin.", "The hall was built by Tove Ilsund in the old park of Orrin."),
    ],
)  # fmt: skip
def test_the_same_value_another_difference_or_another_thing_is_no_conflict(quotes: tuple[str, str]) -> None:
    assert found(*WHO, *quotes) == ()


def test_a_figure_that_stands_by_something_else_is_none_of_the_rent() -> None:
    deposit = (
        "The rent is due each month; a deposit, which is held by the agent until the end of the lease, is {} in all."
    )
    assert found(*MUCH, deposit.format("£500"), deposit.format("£650")) == ()


def test_what_was_found_to_be_stated_is_left_to_the_check_of_statements() -> None:
    assert found(*WHO, CUP.format("Mara Quist"), CUP.format("Tove Ilsund"), stated=("e1",)) == ()
