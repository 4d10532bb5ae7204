"""Texts as tokens, and values as keys."""

import pytest

from pincite.evidence.language.tokens import tokens


def keys(text: str) -> list[str]:
    return [token.key for token in tokens(text)]


@pytest.mark.spec("EVI-2")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$5 million", "USD 5,000,000"),
        ("12 months", "one year"),
        ("March 5, 2020", "5 March 2020"),
        ("at least 5", "no fewer than 5"),
        ("doesn't", "does not"),
        ("U.S.", "United States"),
        ("colour", "color"),
        ("prior to", "before"),
        ("“net-\nwork”", "network"),
    ],
)
def test_forms_of_one_thing_have_one_key(one: str, other: str) -> None:
    assert keys(one) == keys(other)


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1.5 mg", "15 mg"),
        ("5%", "−5%"),
        ("5%", "5 percentage points"),
        ("p<0.05", "p>0.05"),
        ("at least 5", "at most 5"),
        ("2.30pm", "2.30am"),
        ("year ended 30 June 2023", "2023"),
        ("Section 4.2", "Section 42"),
        ("non-cash", "cash"),
        ("us", "US"),
        ("rose", "rise"),
    ],
)
def test_different_things_have_different_keys(one: str, other: str) -> None:
    assert keys(one) != keys(other)


def test_a_token_points_at_its_text() -> None:
    text = "Acme didn't pay $5 million, at least in May 2020."
    assert [text[token.start : token.end] for token in tokens(text) if token.kind == "fact"] == [
        "$5 million",
        "May 2020",
    ]
