"""Which quotes are worth showing beside a question that is not answered."""

from typing import Any

import pytest
from made_evidence import analysis, evidence

from pincite.evidence.model.evidence import Evidence
from pincite.evidence.model.spans import PassageId
from pincite.nodes.answer.closeness import close_quotes
from pincite.nodes.retrieval.nearness import LEADING, Near

HOTEL = ("What is the hotel limit per night?", {"terms": ("hotel", "limit", "night")})
FIRST = Near(elsewhere=False, period=0, farness=-0.25)


def shown(asked: tuple[str, dict[str, Any]], *units: Evidence, near: dict[str, Near] | None = None) -> list[str]:
    places = {PassageId(passage_id): held for passage_id, held in (near or {}).items()}
    return [quote.unit.span.quote for quote in close_quotes(units, analysis(*asked, subjects=({},)), places)]


@pytest.mark.spec("ANS-9", "VER-2")
def test_a_quote_that_answers_in_other_words_is_shown() -> None:
    reworded = "The Company pays for a hotel up to £140 for each night away."
    assert shown(HOTEL, evidence(1, reworded), near={"p1": FIRST}) == [reworded]


@pytest.mark.spec("ANS-1", "ANS-9", "EVI-10")
@pytest.mark.parametrize(
    "unit",
    [
        evidence(1, "The Company makes valves of many kinds."),
        evidence(1, "Each night the tide is noted in the harbour log of the town."),
        evidence(1, "What is the hotel limit for a night in London?"),
        evidence(1, "The hotel limit was £120 per night.", source={"is_current": False}),
    ],
)
def test_a_quote_that_shares_words_asks_or_is_replaced_is_not(unit: Evidence) -> None:
    assert shown(HOTEL, unit) == []


@pytest.mark.spec("EVI-10", "VER-2")
def test_a_quote_that_lacks_a_premise_follows_the_others() -> None:
    lacking = evidence(1, "The hotel limit is £99 per night.", premises_open=("2026",))
    other = evidence(2, "A hotel is paid up to a limit of £120 for a night.")
    assert shown(HOTEL, lacking, other, near={"p1": FIRST, "p2": FIRST}) == [other.span.quote, lacking.span.quote]


@pytest.mark.spec("ANS-9", "RET-2")
def test_a_row_labelled_as_asked_is_as_near_as_a_row_of_the_statements() -> None:
    of_the_statements = evidence(1, "Income tax 20 26", row=(("", "Income tax"), ("2022", "20")), relevance=0.95)
    labelled = evidence(2, "Effective tax rate 21.6", row=(("", "Effective tax rate"), ("2022", "21.6")), relevance=0.9)
    asked = ("What is the effective tax rate?", {"terms": ("effective", "tax", "rate")})
    near = {"p1": FIRST._replace(farness=-LEADING), "p2": FIRST._replace(farness=-0.1)}
    assert shown(asked, of_the_statements, labelled, near=near) == [labelled.span.quote, of_the_statements.span.quote]


@pytest.mark.spec("ANS-9")
@pytest.mark.parametrize(
    ("question", "answer_type", "terms", "quote", "could"),
    [
        (
            "Who wrote the Tide Format guide?",
            "person",
            ("wrote", "guide"),
            "Ann Marsh wrote the guide in two years.",
            True,
        ),
        (
            "Who wrote the Tide Format guide?",
            "person",
            ("wrote", "guide"),
            "The guide to Tide Format is written.",
            False,
        ),
        (
            "Who wrote the guide?",
            "person",
            ("wrote", "guide"),
            "Questions on the guide are answered on the list.",
            False,
        ),
        ("When was the guide founded?", "date", ("guide", "founded"), "The guide was founded by three people.", False),
        ("When was the guide founded?", "date", ("guide", "founded"), "The guide was founded in 1990 by three.", True),
        (
            "Where are modules kept?",
            "place",
            ("modules", "kept"),
            "Here modules are kept in /usr/lib/modules for all.",
            True,
        ),
        ("What license has the guide?", "text", ("license", "guide"), "The guide has the Tarn Public License.", True),
    ],
)
def test_only_a_quote_with_an_answer_of_the_asked_kind_is_shown(
    question: str, answer_type: str, terms: tuple[str, ...], quote: str, could: bool
) -> None:
    asked = (question, {"terms": terms, "answer_type": answer_type})
    assert shown(asked, evidence(1, quote), near={"p1": FIRST}) == [quote] * could


@pytest.mark.spec("ANS-9", "EVI-7")
def test_the_subject_s_own_documents_and_the_period_asked_about_come_first() -> None:
    far, near = "The hotel limit per night is £140.", "Hotels have a limit of £140 for a night."
    units = evidence(1, far), evidence(2, near, passage_id="p2")
    for elsewhere, period in ((True, 0), (False, 2)):
        places = {"p1": Near(elsewhere, period, -0.25), "p2": FIRST}
        assert shown(HOTEL, *units, near=places) == [near, far]


@pytest.mark.spec("ANS-9")
def test_words_of_the_document_s_title_do_not_make_a_quote_close() -> None:
    asked = ("What is the port of the Tide Format guide?", {"terms": ("port", "tide", "format", "guide")})
    quote = "The tide format guide has a list of names."
    assert shown(asked, evidence(1, quote)) == [quote]
    assert shown(asked, evidence(1, quote, source={"title": "Tide Format guide"})) == []
