"""When one sentence proves a fact by rule, and when a demonstrative or a definite article leaves it to a judge."""

import pytest

from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.roles.extractive.rules.sentence_proof import sentence_proves


@pytest.mark.spec("VER-1", "VER-2")
@pytest.mark.parametrize(
    ("question", "answer_type", "quote", "result"),
    [
        ("What is the notice period under the lease", "duration", "The notice period under this lease is six months.", "proved"),
        ("What is the notice period under the lease", "duration", "The notice period of that lease is six months.", "unsettled"),
        ("What is the maximum length of a line", "number", "The maximum length of a line is 1023 characters.", "proved"),
    ],
)  # fmt: skip
def test_this_before_a_thing_that_is_asked_about_names_it_and_that_one_does_not(
    question: str, answer_type: str, quote: str, result: str
) -> None:
    fact = PlanStep.model_validate({"fact_id": FactId("s1"), "text": question, "answer_type": answer_type})
    assert sentence_proves(fact, quote).result == result


WHO = ("Who bought Orrin Ltd", "organisation")
BOUGHT = ("Which company did Orrin Ltd buy", "organisation")
SON = ("Who is the son of Aldo Roe", "person")


@pytest.mark.spec("VER-2", "EVI-4")
@pytest.mark.parametrize(
    ("asked", "quote", "result"),
    [
        (WHO, "Tarn Optics bought Orrin Ltd in 2019.", "proved"),
        (WHO, "Orrin Ltd was bought by Tarn Optics in 2019.", "proved"),
        (WHO, "Orrin Ltd bought Tarn Optics in 2019.", "unsettled"),
        (BOUGHT, "Tarn Optics bought Orrin Ltd in 2019.", "unsettled"),
        (SON, "Ivo Penhale is the son of Aldo Roe.", "proved"),
        (SON, "Aldo Roe is the son of Ivo Penhale.", "unsettled"),
        (SON, "Aldo Roe won the last stage, and Ivo Roe's son came second.", "unsettled"),
    ],
)
def test_a_name_proves_only_where_the_question_has_its_who(asked: tuple[str, str], quote: str, result: str) -> None:
    fact = PlanStep.model_validate({"fact_id": FactId("s1"), "text": asked[0], "answer_type": asked[1]})
    assert sentence_proves(fact, quote, names=["Orrin Ltd", "Aldo Roe"]).result == result


@pytest.mark.spec("VER-2", "EVI-4")
@pytest.mark.parametrize(
    ("counted", "result"),
    [
        ("6,500 employees", "proved"),
        ("6,500 employees in our Bottling segment", "unsettled"),
        ("6,500 employees in Ohio", "unsettled"),
        ("6,500 part-time employees", "unsettled"),
        ("6,500 employees represented by unions", "unsettled"),
    ],
)
def test_a_value_with_words_that_say_of_which_part_it_is_proves_nothing_of_the_whole(counted: str, result: str) -> None:
    fact = PlanStep.model_validate(
        {"fact_id": FactId("s1"), "text": "How many employees did Orrin Ltd have in 2023", "answer_type": "number"}
    )
    assert sentence_proves(fact, f"In 2023, Orrin Ltd had {counted}.").result == result


@pytest.mark.spec("VER-2", "EVI-4")
@pytest.mark.parametrize(
    ("question", "quote", "result"),
    [
        ("Which lubricant does the pump use", "The pump uses a synthetic lubricant.", "proved"),
        ("Which lubricant does the pump use", "The pump uses Mobilux 46.", "proved"),
        ("Which lubricant does the pump use", "The pump uses a lot of power.", "unsettled"),
        ("Which lubricant does the pump use", "For the pump a lubricant may be needed twice a year.", "unsettled"),
        ("What does the pump use", "For the pump a spare filter may be needed.", "unsettled"),
        ("What does the pump have", "The pump is in the east wing.", "unsettled"),
    ],
)
def test_a_sentence_proves_an_object_only_with_the_verb_and_the_kind_that_is_asked(
    question: str, quote: str, result: str
) -> None:
    fact = PlanStep.model_validate({"fact_id": FactId("s1"), "text": question, "answer_type": "text"})
    assert sentence_proves(fact, quote).result == result
