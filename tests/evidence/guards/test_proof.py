"""Proof by the letter: what may change, what may be left out, and what may not."""

import pytest

from pincite.evidence.guards.prepared_source import source_of
from pincite.evidence.guards.proof import prove
from pincite.evidence.guards.voice import same_in_other_voice


def way(claim: str, source: str) -> str | None:
    return prove(claim, source_of(source))


@pytest.mark.spec("AUD-3")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The church was rebuilt in 1890.", "The church (a brick hall) was rebuilt in 1890."),
        ("Plans under the Act are closed.", "Plans under the Act (ERISA) are closed."),
        ("Ann Lee resigned in May.", "Ann Lee, a founder of the firm, resigned in May."),
        ("The Duchy began in 911.", "The Duchy, which began in 911, was established by treaty."),
        ("Acme sold four plants in 2019.", "Acme sold four plants in 2019, including two in Peru."),
        ("Sales fell 4% in 2019.", "Sales fell 4% in 2019, primarily due to lower prices."),
        ("She was a professor at York.", "She founded a bank in 1995 and was a professor at York."),
        ("Acme was founded in 1990.", "Acme was founded in 1990 and employs 50 people."),
        ("Some moved to Texas.", "Some moved to Texas, where they farmed."),
        ("The national network was closed.", "The national net-\nwork was closed."),
        ("Demand for programs in the US rose 5 percent.", "Demand for programmes in the U.S. rose 5%."),
        ("In April 1191 Richard left Messina.", "Richard left Messina in April 1191."),
    ],
)
def test_what_binds_nothing_may_be_left_out_or_moved(claim: str, source: str) -> None:
    assert way(claim, source)


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The church was rebuilt in 1890.", "The church (except the tower) was rebuilt in 1890."),
        ("The plan was approved.", "The plan, which only members may use, was approved."),
        ("Sales rose.", "In 2019, sales rose."),
        ("The bank lends to farmers.", "The bank lends to farmers in Peru."),
        ("Prices will fall.", "The minister, a former banker, said prices will fall."),
        ("Acme employs 50 people.", "Acme did not grow and employs 50 people, he said."),
        ("Acme acquired a bank in 2001.", "Acme was founded in 1990 and acquired a bank in 2001 if reports are true."),
        ("Ann and Bob won.", "Ann, Bob and Cy won."),
        ("B rose.", "If A falls, B rose."),
        ("The film inspired the play.", "The film was inspired by the play."),
        ("It was sold.", "It was not sold."),
        ("He lived in the U.S.", "He lived in the U.S. until 2010."),
    ],
)
def test_what_binds_the_rest_may_not_be_left_out(claim: str, source: str) -> None:
    assert way(claim, source) is None


@pytest.mark.spec("AUD-3")
@pytest.mark.parametrize(
    ("passive", "active"),
    [
        ("acme was founded by ann lee in 1995", "ann lee founded acme in 1995"),
        ("the plan is not approved by the board", "the board does not approve the plan"),
        ("the law has been broken by them", "they have broken the law"),
        ("the book will be written by ann", "ann will write the book"),
        ("the road is being built by acme", "acme is building the road"),
        ("the motion was unanimously carried by the board", "the board unanimously carried the motion"),
        ("the fort was seen by him", "he saw the fort"),
    ],
)
def test_the_passive_of_a_sentence_is_the_same_sentence(passive: str, active: str) -> None:
    assert same_in_other_voice(passive.split(), active.split())
    assert same_in_other_voice(active.split(), passive.split())


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("acme was founded by ann", "acme founded ann"),
        ("acme was founded by ann", "ann will found acme"),
        ("acme was not founded by ann", "ann founded acme"),
        ("acme may be sold by ann", "ann sold acme"),
        ("the film was inspired by the film x", "the film inspired the film x"),
        ("acme was founded by ann in 1995", "ann founded acme"),
    ],
)
def test_another_agent_tense_or_denial_is_another_sentence(one: str, other: str) -> None:
    assert not same_in_other_voice(one.split(), other.split())


def test_a_proof_names_how_it_was_found() -> None:
    assert way("Acme rose.", "Acme rose.") == "word for word"
    assert "voice" in str(way("Acme was founded by Ann.", "Ann founded Acme."))
    assert "Acme" in str(way("Acme fell.", "Acme is a bank. It fell."))
