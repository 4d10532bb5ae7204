"""When one sentence proves a fact by rule, and when a demonstrative leaves it to a judge."""

import pytest

from pincite.evidence.subjects import FactId, PlanStep
from pincite.roles.sentence_proof import sentence_proves


@pytest.mark.spec("VER-1", "VER-2")
@pytest.mark.parametrize(
    ("question", "answer_type", "quote", "result"),
    [
        ("What is the notice period under the lease", "duration", "The notice period under this lease is six months.", "proved"),
        ("What is the notice period under the lease", "duration", "The notice period of that lease is six months.", "unsettled"),
    ],
)  # fmt: skip
def test_this_before_a_thing_that_is_asked_about_names_it_and_that_one_does_not(
    question: str, answer_type: str, quote: str, result: str
) -> None:
    fact = PlanStep.model_validate({"fact_id": FactId("s1"), "text": question, "answer_type": answer_type})
    assert sentence_proves(fact, quote).result == result
