"""Who does what to whom is told by the order of words, in the active and in the passive."""

import pytest

from pincite.evidence.language.agent_patient import names_the_doer, says_the_deed

BOUGHT = "Tarn Optics bought Orrin Lenses in 2019."
WAS_BOUGHT = "Orrin Lenses was bought by Tarn Optics in 2019."


@pytest.mark.spec("EVI-4")
@pytest.mark.parametrize(
    ("question", "quote", "named"),
    [
        ("Who rationed fuel?", "Tarnland rationed fuel in the winter.", True),
        ("Who bought Orrin Lenses?", WAS_BOUGHT, True),
        (
            "Who normally instructs members how to vote?",
            "Votes are foreseen since parties normally instruct members.",
            True,
        ),
        ("Who bought the mill?", "It bought the mill in 1999.", False),
        ("Who bought the mill?", "The mill was bought in 1999.", False),
        (
            "Who signed the report?",
            "The report was signed on its behalf by the undersigned hereunto authorized.",
            False,
        ),
        ("Who signed the report?", "It may not be changed except in a writing signed by both parties.", False),
        ("Who signed the report?", "The report was signed on its behalf by Ewa Holm.", True),
        ("When was the mill bought?", BOUGHT, False),
    ],
)
def test_the_doer_may_be_any_noun_before_the_verb_or_behind_its_by(question: str, quote: str, named: bool) -> None:
    assert names_the_doer(question, quote) is named


@pytest.mark.spec("EVI-4")
@pytest.mark.parametrize(
    ("question", "quote", "named"),
    [
        ("Who signed the report?", "The spending bills signed into law in May pay for it.", False),
        ("Who signed the report?", "Ewa Holm signed on behalf of the board.", False),
        ("Who signed on behalf of the board?", "Ewa Holm signed on behalf of the board.", True),
        ("Who signed the report?", "Ewa Holm signed the report.", True),
    ],
)
def test_what_was_done_to_the_noun_before_the_verb_names_no_doer(question: str, quote: str, named: bool) -> None:
    assert names_the_doer(question, quote) is named


@pytest.mark.spec("ANS-9")
@pytest.mark.parametrize(
    ("question", "quote", "says"),
    [
        ("Who wrote the guide?", "The guide was written with Ann Marsh.", True),
        ("Who wrote the guide?", "Ann Marsh is its author.", True),
        ("Who wrote the guide?", "It is a guide by Ann Marsh.", True),
        ("Who wrote the guide?", "The guide is kept in Tarn.", False),
        ("Who is the current auditor of the guide?", "The guide is kept in Tarn at the current place.", False),
        ("Who is the current auditor of the guide?", "Ann Marsh has audited it since May.", True),
        ("When was the guide written?", "The guide is kept in Tarn.", True),
    ],
)
def test_who_did_a_thing_is_not_told_where_the_deed_is_not(question: str, quote: str, says: bool) -> None:
    assert says_the_deed(question, quote) is says
