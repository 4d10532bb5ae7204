"""A value that no text holds is seen, however its claim is worded; one that a text holds in another form is not."""

import pytest

from pincite.evidence.guards.prepared_source import source_of
from pincite.evidence.guards.unheld_values import unheld_values

LEASE = "The notice period under this lease is six months. The yearly rent is £48,000, fixed on 3 March 2024."
HISTORY = "The mill opened in 1904. It closed in 1911."


@pytest.mark.spec("AUD-7", "CRI-5")
@pytest.mark.parametrize(
    ("claim", "unheld"),
    [
        ("Nine months of notice are needed to end it.", ("Nine months",)),
        ("To leave, the tenant must say so 99 years ahead.", ("99 years",)),
        ("A tenant pays £52,000.", ("£52,000",)),
        ("Since 4 March 2024 nothing has changed.", ("4 March 2024",)),
        ("Six months of notice are needed to end it.", ()),
        ("6 months of notice are needed to end it.", ()),
        ("A tenant pays 48 thousand pounds.", ()),
        ("Since March 2024 nothing has changed.", ()),
        ("It names two sums.", ()),
        ("Leaving takes a while.", ()),
    ],
)
def test_what_no_text_holds_is_seen_whatever_stands_around_it(claim: str, unheld: tuple[str, ...]) -> None:
    assert unheld_values(claim, [source_of(HISTORY), source_of(LEASE)]) == unheld


def test_years_between_two_years_of_one_text_may_be_worked_out() -> None:
    assert unheld_values("It ran for seven years.", [source_of(HISTORY)]) == ()
    assert unheld_values("It ran for eight years.", [source_of(HISTORY)]) == ("eight years",)


def test_without_texts_nothing_is_held() -> None:
    assert unheld_values("It ran for seven years.", []) == ("seven years",)
