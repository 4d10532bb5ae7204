"""Two tellings of one statement that differ in one place are told from two statements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.judgement.single_difference import differing


@pytest.mark.spec("CON-1")
@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("The 2018 cup was won by Ada Finn.", "The 2018 cup was won by Mia Holm.", ("Ada Finn", "Mia Holm")),
        (
            "The cup was won by Ada Finn in the final, on a",
            "… The cup was won by Mia Holm in the final",
            ("Ada Finn", "Mia Holm"),
        ),
        ("The notice period is three months.", "The notice period is six months.", ("three", "six")),
        ("The notice period is three months.", "The notice period is three months", None),
        ("The notice period is three months.", "The notice period is three whole months.", None),
        ("Leeds opens its hall at nine in May.", "York opens its hall at ten in May.", None),
        ("The rent is £5.", "The sky is blue.", None),
        ("", "The rent is £5.", None),
    ],
)
def test_the_one_place_where_two_tellings_differ(first: str, second: str, found: tuple[str, str] | None) -> None:
    place = differing(first, second)
    told = place and (first[slice(*place.first)], second[slice(*place.second)])
    assert told == found


@pytest.mark.spec("CON-1")
@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_are_compared_alike_from_both_sides(first: str, second: str) -> None:
    assert differing(first, first) is None
    place = differing(first, second)
    if place is not None:
        assert first[slice(*place.first)]
        assert second[slice(*place.second)]
