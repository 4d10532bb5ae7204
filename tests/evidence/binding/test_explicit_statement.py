"""A name inside a longer name is that of something else, unless the question contains the longer name."""

from time import process_time

import pytest

from pincite.evidence.binding.explicit_statement import statement_about


def result(text: str, question: str) -> str:
    return statement_about(["Norvale"], text, organisation=True, question=question).result


@pytest.mark.spec("SUB-8")
def test_a_longer_name_that_the_question_contains_is_no_other_name() -> None:
    assert result("Norvale Foundation spent it.", "What did the Norvale Foundation spend?") == "proved"
    assert result("Norvale Foundation spent it.", "What did Norvale spend?") == "refuted"


@pytest.mark.spec("SUB-8")
def test_a_word_before_the_name_makes_another_name_even_if_the_question_has_the_words_after_it() -> None:
    text = "In 1990 Ferrow Norvale Foundation spent it."
    assert result(text, "What did the Norvale Foundation spend?") == "refuted"
    assert result(text, "What did the Ferrow Norvale Foundation spend?") == "proved"


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Norvale Bank spent it.", "What did Norvale Banking spend?"),
        ("In 1990 Row Norvale spent it.", "What did Farrow Norvale spend?"),
    ],
    ids=["after", "before"],
)
def test_a_part_of_a_word_of_the_question_is_no_longer_name(text: str, question: str) -> None:
    assert result(text, question) == "refuted"


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize("heading", ["NORVALE", "Norvale", "MINUTES OF NORVALE"])
def test_a_name_that_ends_a_heading_does_not_go_on_in_the_next_line(heading: str) -> None:
    assert (
        result(f"{heading}\nMinutes of the meeting held in the hall by the lake", "What did Norvale spend?") == "proved"
    )


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    "text",
    [
        "In 1990 the money was spent by Norvale\nGlass in the town.",
        "NORVALE\nGLASS spent all of its money in the town by the lake.",
        "Norvale\nFoundation spent all of its money in the town by the lake.",
        "FERROW NORVALE\nMinutes of the meeting held in the hall by the lake",
    ],
    ids=["prose", "capitals", "body", "longer heading"],
)
def test_a_longer_name_is_another_name_even_across_or_above_a_line_break(text: str) -> None:
    assert result(text, "What did Norvale spend?") == "refuted"


@pytest.mark.spec("REL-3")
def test_a_sentence_that_repeats_a_name_takes_little_time_whatever_its_length() -> None:
    """CPU seconds: ten times what it takes now, and a fraction of what it took while it was quadratic."""
    began = process_time()
    statement_about(["Norvale"], "like Norvale and " * 20_000, terms=["sales"], another_s=True, organisation=True)
    assert process_time() - began < 5
