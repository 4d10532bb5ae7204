"""Who does what to whom is told by the order of words, in the active and in the passive."""

import pytest

from pincite.evidence.who_does import done_by_a_pronoun, names_the_doer, says_the_deed, told_otherwise

BOUGHT = "Tarn Optics bought Orrin Lenses in 2019."
WAS_BOUGHT = "Orrin Lenses was bought by Tarn Optics in 2019."


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize("quote", [BOUGHT, WAS_BOUGHT, "Orrin Lenses, bought by Tarn Optics, moved north."])
def test_a_deed_told_the_other_way_round_is_seen(quote: str) -> None:
    assert told_otherwise("Who bought Orrin Lenses?", quote) is None
    assert told_otherwise("Who bought Tarn Optics?", quote) is not None
    assert told_otherwise("What did Tarn Optics buy?", quote) is None
    assert told_otherwise("What did Orrin Lenses buy?", quote) is not None


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("Who founded Orrin Lenses?", "Founded in 1988 by Ewa Holm, Orrin Lenses makes prisms."),
        ("When did the reform begin?", "In 1204 the abbots began a reform of the mills."),
        ("By when did most of the islands gain self-rule?", "Nearly all islands gained self-rule by 1960."),
        ("What is the rent?", BOUGHT),
        ("When did the tenant pay?", "Rent is due in May."),
    ],
)
def test_where_the_order_does_not_tell_nothing_is_held_against_the_quote(question: str, quote: str) -> None:
    assert told_otherwise(question, quote) is None


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


def test_another_thing_that_ends_tells_not_when_the_lease_does() -> None:
    asked = "When does the lease end?"
    assert (
        told_otherwise(asked, "The guarantee ends when the tenant has assigned this lease, or on 23 June 2029.")
        is not None
    )
    assert told_otherwise(asked, "The lease ends on 23 June 2029.") is None
    assert told_otherwise("When did the reform begin?", "The abbots began the reform in 1204.") is None


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("We have audited the accounts of Orrin Lenses under the Framework of the Treadway Commission.", "We"),
        ("Hallam Reeve LLP audited the accounts; we relied on it.", None),
        ("The accounts were audited by Hallam Reeve LLP.", None),
        ("Hallam Reeve LLP is the auditor.", None),
    ],
)
def test_a_pronoun_in_the_doers_place_names_nobody(quote: str, said: str | None) -> None:
    assert done_by_a_pronoun("Who audited the accounts of Orrin Lenses?", quote) == said


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
