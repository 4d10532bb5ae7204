"""A thing that has an owner in the question is not told by a text that gives it another."""

import pytest

from pincite.evidence.whose import of_another_s


@pytest.mark.spec("EVI-4")
def test_a_son_of_somebody_else_is_seen() -> None:
    quote = "In 1107 the ships under Halvar, Sigurd's son, reached the bay."
    assert of_another_s("Who was Halvar's son?", quote) is not None
    assert of_another_s("Who was Sigurd's son?", quote) is None


@pytest.mark.parametrize(
    "quote",
    ["Halvar's eldest son was Orm.", "The son of Halvar was Orm.", "Orm was a son to Halvar, as Orm's son told."],
)
def test_the_owners_own_thing_is_let_through_in_either_order(quote: str) -> None:
    assert of_another_s("Who was Halvar's son?", quote) is None


def test_a_text_without_an_owner_says_nothing_of_whose_it_is() -> None:
    assert of_another_s("Who was Halvar's son?", "The son was Orm.") is None
