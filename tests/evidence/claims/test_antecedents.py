"""What a pronoun at the head of a sentence stands for, and when nothing may be put for it."""

import pytest

from pincite.evidence.guards.prepared_source import source_of
from pincite.evidence.guards.proof import prove

LIBRARY = "The index library keeps vectors in memory. It supports cosine distance. It was first released in 2019."


@pytest.mark.spec("AUD-3")
@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The index library supports cosine distance.", LIBRARY),
        ("The index library was first released in 2019.", LIBRARY),
        ("The library was first released in 2019.", LIBRARY),
        ("The sensors were calibrated in May.", "The sensors arrived in March. They were calibrated in May."),
        (
            "Acme was founded in 1990.",
            "Acme is a bank. It employs 50 people. It was founded in 1990.",
        ),
    ],
)
def test_the_noun_may_stand_for_the_pronoun_where_the_text_names_one_thing_it_can_be(claim: str, text: str) -> None:
    assert prove(claim, source_of(text))


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The query library was first released in 2019.", LIBRARY),
        ("The memory was first released in 2019.", LIBRARY),
        ("The library was rewritten in 2019.", "The library got a cache. It was rewritten in 2019."),
        ("The library is expensive.", "The library uses caching. It is expensive."),
        ("The library was built in 1880.", "In the old mill the library opened. It was built in 1880."),
        ("The library was sold.", "The library and the school closed. It was sold."),
        ("The library was sold.", "The libraries closed. It was sold."),
        ("The library was sold.", "The index library replaced nothing. The query library closed. It was sold."),
        ("The population is the seat.", "Dover is a town. The population was 31,153 in 2016. It is the seat."),
        ("The Russians was lost.", "The Russians lost the race. It was lost."),
        ("The vectors were sold.", "The sensors measure vectors. They were sold."),
        ("Acme was founded in 1990.", "Acme is a bank. It bought a rival. It was founded in 1990."),
        ("Acme was founded in 1990.", "Acme is a bank. It bought Beta. It was founded in 1990."),
        ("Acme was founded in 1990.", "Acme is a bank. Beta bought tractors. It was founded in 1990."),
    ],
)
def test_no_noun_stands_for_a_pronoun_that_can_mean_two_things_or_another(claim: str, text: str) -> None:
    assert prove(claim, source_of(text)) is None
