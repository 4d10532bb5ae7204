"""Whether a fact may be told of a name that text links to the subject."""

import pytest

from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.evidence.questions.bridging import carries

NAMES = ("Skelgill Ferry",)


def fact(text: str, *terms: str) -> PlanStep:
    return PlanStep(fact_id=FactId("f1"), text=text, terms=terms)


@pytest.mark.spec("EVI-4", "RET-7")
@pytest.mark.parametrize(
    ("text", "terms", "bridge", "quote", "carried"),
    [
        ("When did the shipyard that built the Skelgill Ferry close?", ("shipyard", "built", "close"), "Wythburn Yard",
         "Skelgill Ferry was built by Wythburn Yard.", True),
        ("When did the shipyard that built the Skelgill Ferry close?", ("shipyard", "built", "close"), "Olga Strand",
         "Olga Strand painted Skelgill Ferry.", False),
        ("What is the weight of Skelgill Ferry when built?", ("weight", "built"), "Wythburn Yard",
         "Skelgill Ferry was built by Wythburn Yard.", False),
        ("What is Skelgill Ferry's built weight?", ("built", "weight"), "Wythburn Yard",
         "Skelgill Ferry was built by Wythburn Yard.", False),
        ("How much did Skelgill Ferry weigh when built?", ("weigh", "built"), "Wythburn Yard",
         "Skelgill Ferry was built by Wythburn Yard.", False),
        ("How long is the boat built with Skelgill Ferry?", ("long", "boat", "built"), "Borran Ferry",
         "Skelgill Ferry and Borran Ferry were built in 1921.", False),
        ("How long is the boat built with Skelgill Ferry?", ("long", "boat", "built"), "Borran Ferry",
         "It and Borran Ferry were built in 1921.", False),
    ],
)  # fmt: skip
def test_a_name_carries_a_fact_only_over_a_link_that_the_question_asks_along(
    text: str, terms: tuple[str, ...], bridge: str, quote: str, carried: bool
) -> None:
    assert carries(fact(text, *terms), NAMES, bridge, quote) is carried
