"""Which stretch of a text has the shape that a question asks for."""

import pytest

from pincite.evidence.questions.shape import has_shape, value_in, values_of


@pytest.mark.spec("CON-1")
def test_the_number_of_a_paragraph_is_no_value() -> None:
    assert value_in("number", "5.2 RESOLVED to keep 40 boats.") == "40"
    assert [fact.text for fact in values_of("number", "5.2 tonnes were landed.")] != []


@pytest.mark.parametrize(
    ("answer_type", "text", "fits"),
    [
        ("date", "Watering starts at 05:40.", True),
        ("date", "The doors open at 7 pm.", True),
        ("date", "Er öffnet um 9 Uhr.", True),
        ("date", "The ratio is 3:2 and 12 people came.", False),
        ("date", "It weighs 10 metric tons.", False),
        ("date", "He became consul in 112 BC.", True),
        ("period", "The wall was built about AD 122.", True),
        ("date", "The ad 12 times a day is shown.", False),
    ],
)
def test_a_time_of_day_or_an_early_year_says_when(answer_type: str, text: str, fits: bool) -> None:
    assert has_shape(answer_type, text) is fits  # type: ignore[arg-type]
