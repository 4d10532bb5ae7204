"""Proof by the letter: what may change, what may be left out, and what may not."""

import pytest

from pincite.evidence.guards.prepared_source import source_of
from pincite.evidence.guards.proof import prove


def way(claim: str, source: str) -> str | None:
    return prove(claim, source_of(source))


@pytest.mark.spec("AUD-3")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The church was rebuilt in 1890.", "The church (a brick hall) was rebuilt in 1890."),
        ("Plans under the Act are closed.", "Plans under the Act (ERISA) are closed."),
        ("Ann Lee resigned in May.", "Ann Lee, a founder of the firm, resigned in May."),
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
        ("Net Sales were £5 million.", "Net Sales (1 January 2021 – 30 June 2021) were £5 million."),
        ("The Grant is exclusive.", "The Grant (1 January 1990 – 31 December 2005) is exclusive."),
        ("The fee is £5.", "The fee is £5? No."),
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


def test_a_proof_names_how_it_was_found() -> None:
    assert way("Acme rose.", "Acme rose.") == "word for word"
    assert "order" in str(way("In April 1191 Richard left Messina.", "Richard left Messina in April 1191."))
    assert way("Acme fell.", "Acme is a bank. It fell.") is None
