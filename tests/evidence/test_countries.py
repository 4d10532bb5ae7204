import pytest

from pincite.evidence.countries import holding, is_country, same_country
from pincite.evidence.premises import check_premises


@pytest.mark.parametrize(
    ("asked", "quote", "outcome"),
    [
        ("UK", "This part applies to employees in the United Kingdom.", "stated"),
        ("the United States", "Staff in the U.S. have ten days.", "stated"),
        ("England", "This part applies to employees in the United Kingdom.", "stated"),
        ("UK", "This part applies to employees in England.", "not_stated"),
        (
            "Ireland",
            "This part applies to employees in Northern Ireland and Scotland.",
            "stated",
        ),  # a name inside a longer one
        ("Norway", "This part applies to employees in the United Kingdom.", "not_stated"),
    ],
)
def test_a_country_is_named_in_any_of_its_forms_and_the_whole_holds_for_its_part(
    asked: str, quote: str, outcome: str
) -> None:
    assert check_premises([asked], quote)[0].outcome == outcome


def test_a_town_or_a_word_is_no_country() -> None:
    assert is_country("the UK")
    assert is_country("United Arab Emirates")
    assert not is_country("Freiburg")
    assert same_country("UK", "United Kingdom")
    assert holding("Freiburg") == ("Freiburg",)
