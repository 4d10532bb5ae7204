"""Which numbers of a question are conditions of its answer."""

import pytest

from pincite.evidence.model.subjects import SubjectClass
from pincite.evidence.questions.premises import check_premises
from pincite.roles.extractive.rules.question_facts import fact_of, topic_words


def conditions(question: str) -> tuple[str, ...]:
    fact = fact_of(
        question,
        SubjectClass(subject_type="concept", name="rule"),
        0,
        names=(),
        compared=(),
        given=(),
        case=(),
        number=1,
        several=False,
    )
    return fact.constraints


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("What does Regulation 2016/679 demand?", "2016/679"),
        ("What is the fine under 2016/679?", "2016/679"),
        ("Who signed order 2026-417?", "2026-417"),
        ("Who signed order 2026-00417?", "2026-00417"),
        ("Who decided case 27/0120?", "27/0120"),
        ("Who decided case 22-00417?", "22-00417"),
        ("What does order 10417 demand?", "10417"),
        ("Who owns parcel 48211?", "48211"),
    ],
)
def test_a_reference_number_is_a_condition(question: str, number: str) -> None:
    assert conditions(question) == (number,)


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Does the 10/100/1000 switch work?", ()),
        ("Whom does 555-0123 reach?", ()),
        ("Is it open 24/7?", ()),
        ("What is due beyond more than 10000?", ()),
        ("What does Directive 95/46 demand?", ()),
        ("How were sales in 5/2016?", ("2016",)),
        ("How were sales in 05/2016?", ("2016",)),
        ("How were sales in 2016-17?", ("2016-17",)),
        ("How were sales on 2016-05-04?", ("2016-05-04",)),
        ("What do 12500 seats cost?", ("12500 seats",)),
        ("Who paid $12500?", ("$12500",)),
    ],
)
def test_a_list_a_telephone_number_a_period_and_a_count_are_no_reference_numbers(
    question: str, found: tuple[str, ...]
) -> None:
    assert conditions(question) == found


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize(
    ("quote", "result"),
    [
        ("Under Regulation (EU) 2016/679, the fine is £400 since 2018.", "proved"),
        ("Under Regulation (EU) 2016/680, the fine is £400.", "unsettled"),
        ("The fine is £400 since 2018.", "unsettled"),
    ],
)
def test_the_year_in_a_reference_number_is_no_period_to_prove_or_refute(quote: str, result: str) -> None:
    assert check_premises(["2016/679"], quote)["2016/679"].result == result


@pytest.mark.spec("SUB-1")
@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("À partir de quand les charges sont-elles payables ?", ("partir", "charges", "payables")),
        ("Depuis quand le règlement s'applique-t-il ?", ("règlement", "s'applique")),
        ("Ab wann gilt die Satzung?", ("Satzung",)),
    ],
)
def test_function_words_and_pronouns_of_another_language_are_no_topic(question: str, topic: tuple[str, ...]) -> None:
    assert topic_words(question) == topic
