"""A claim about several things, parted; and the words a claim leaves out."""

import pytest

from pincite.evidence.claims.distributed_claims import spread
from pincite.evidence.guards.lost_words import lost_words
from pincite.evidence.guards.prepared_source import source_of


@pytest.mark.spec("AUD-3")
@pytest.mark.parametrize(
    ("claim", "parts"),
    [
        ("Acme and Beta are based in Oslo.", ("Acme is based in Oslo", "Beta is based in Oslo")),
        ("Acme, Beta and Gamma were fined.", ("Acme and Beta were fined", "Gamma was fined")),
        ("Staff get sick leave and study leave.", ("Staff get sick leave", "Staff get study leave")),
        ("It sells cars, trucks and bikes.", ("It sells cars and trucks", "It sells bikes")),
    ],
)
def test_a_claim_about_several_things_comes_apart(claim: str, parts: tuple[str, str]) -> None:
    assert parts in list(spread(claim))


@pytest.mark.spec("AUD-3", "AUD-7")
@pytest.mark.parametrize(
    "claim",
    [
        "Acme and Beta hold 40% of Gamma.",
        "Acme and Beta were not fined.",
        "Acme and Beta together were fined.",
        "Only Acme and Beta were fined.",
        "The gap between Acme and Beta was closed.",
        "If Acme pays, the cars and the trucks were sold.",
        "Acme and Beta paid $5.",
        "Acme grew.",
    ],
)
def test_what_binds_things_together_stays_whole(claim: str) -> None:
    assert list(spread(claim)) == []


@pytest.mark.spec("AUD-4", "AUD-7")
@pytest.mark.parametrize(
    ("claim", "source", "words", "binds"),
    [
        ("Data may be shared.", "Data may be shared with written consent.", "with written consent", True),
        (
            "The price is fixed.",
            "Unless the supplier objects, the price is fixed.",
            "Unless the supplier objects",
            True,
        ),
        ("Orders ship within two days.", "Orders usually ship within two days.", "usually", True),
        ("Acme was founded in 1990.", "Acme was founded in 1990 in Oslo.", "in Oslo", False),
    ],
)
def test_a_lost_stretch_is_named_and_whether_it_binds(claim: str, source: str, words: str, binds: bool) -> None:
    lost = lost_words(claim, source_of(source))
    assert lost is not None
    assert (lost.words, lost.binds) == (words, binds)
    assert lost.sentence == source


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Aspirin 300 mg.", "Aspirin 75 mg; Ibuprofen 300 mg."),
        ("Costs will rise.", "Costs will not rise."),
        ("Acme was fined in 1990.", "Acme was sued in 1990 and fined in 1991."),
        ("Beta was fined.", "Acme was fined."),
    ],
)
def test_another_thing_said_is_no_loss(claim: str, source: str) -> None:
    assert lost_words(claim, source_of(source)) is None
