"""What something is, is told by a text that says so."""

import pytest

from pincite.evidence.defining import undefined


@pytest.mark.spec("CRI-5")
@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("What was Tarnet?", "Tarnet was incorporated in 1973."),
        ("What is drift?", "The gauge keeps a steady level and drift."),
    ],
)
def test_a_text_that_only_names_the_thing_is_seen(question: str, quote: str) -> None:
    assert undefined(question, quote) is not None


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("What was Tarnet?", "Tarnet was the first data network of the valley."),
        ("What is drift?", "Drift is movement of the zero point over time."),
        ("What is drift?", "Movement of the zero point, known as drift, is corrected."),
        ("What is a benefit year?", '"Benefit year" means the twelve months from April.'),
        ("What is the notice period?", "The notice period has been three months since May."),
        ("What is drift?", "The zero point moves."),
    ],
)
def test_a_text_that_says_what_it_is_and_a_question_of_another_kind_are_let_through(question: str, quote: str) -> None:
    assert undefined(question, quote) is None
