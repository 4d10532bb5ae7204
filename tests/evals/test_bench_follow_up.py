"""What a follow-up adds to one retrieval, measured on what the graph's extractor was given."""

import pytest

from pincite.evals.sets.bench_follow_up import Shown, bootstrap, measure, summed
from pincite.evals.sets.question_rows import Row
from pincite.evidence.model.spans import PassageId

COURIER = (
    "Tarnholm Ltd sends its parcels with Lowgill Couriers, which collect them from the mill every evening.",
    "Lowgill Couriers run forty vans. Their parcels are insured by Fellside Mutual.",
)
LEASE = "Tarnholm Ltd rents the upper mill for £48,000 a year."


def row(question: str, **gold: str) -> Row:
    texts = {"minutes": COURIER[0], "couriers": COURIER[1], "lease": LEASE}
    docs = [{"id": name, "title": name, "text": text} for name, text in texts.items()]
    evidence = [{"doc": doc, "quote": quote} for doc, quote in gold.items()]
    return Row.model_validate(
        {"id": question, "question": question, "docs": docs, "evidence": evidence, "answerable": True}
    )


@pytest.mark.spec("CRI-6", "RET-7")
def test_a_follow_up_brings_what_no_retrieval_under_the_subjects_own_name_reaches(tmp_path) -> None:
    asked = row(
        "Who insures the parcels that the courier of Tarnholm Ltd carries?", minutes=COURIER[0], couriers=COURIER[1]
    )
    found = measure([asked], tmp_path, width=4)
    assert (found.once.count, found.twice.count) == (0, 1)
    assert (found.followed.count, found.hits.count) == (1, 1)


def test_the_gain_is_taken_over_the_same_questions() -> None:
    def shown(once: str, second: str) -> Shown:
        gold = ((PassageId("a"),),)
        return Shown(
            id=once, question="?", gold=gold, plain=(), once=(PassageId(once),), first=(PassageId("b"),),
            second=(PassageId(second),), followed=True,
        )  # fmt: skip

    found = summed([shown("a", "a"), shown("b", "a"), shown("a", "b"), shown("b", "a")], width=2)
    assert (found.once.count, found.twice.count, found.gain) == (2, 3, 0.25)
    assert found.gain_low < 0 < found.gain_high
    assert found.hits.count == 3


def test_the_bounds_of_a_gain_that_all_questions_share_are_that_gain() -> None:
    assert bootstrap([1, 1, 1]) == (1.0, 1.0)
