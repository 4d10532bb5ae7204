"""The pronoun a claim opens with: read as a name only where type and number agree and one name can be meant."""

import pytest

from pincite.evidence.claims.dependent_claims import stand_alone
from pincite.evidence.claims.split_claims import split_claims, without_markers


def stated(answer: str) -> list[str]:
    claims = split_claims(answer)
    return [
        one.text for one in stand_alone(claims, [without_markers(answer[slice(*claim.sentence)]) for claim in claims])
    ]


@pytest.mark.spec("AUD-2", "AUD-3")
@pytest.mark.parametrize(
    ("answer", "last"),
    [
        ("Acme is a bank. It employs 50 people.", "Acme employs 50 people."),
        ("Acme Ltd was sold in May. Its staff stayed.", "Acme Ltd's staff stayed."),
        ("Ivo Penhale moved in May. He was born in Torver.", "Ivo Penhale was born in Torver."),
        ("Ivo Penhale wrote a novel. He was born in Torver.", "Ivo Penhale was born in Torver."),
    ],
)
def test_the_one_name_that_agrees_stands_for_the_pronoun(answer: str, last: str) -> None:
    assert stated(answer)[-1] == last


@pytest.mark.spec("AUD-2", "AUD-3")
@pytest.mark.parametrize(
    "answer",
    [
        "Ivo Penhale wrote the libretto. It was performed in Torver.",
        "Ivo Penhale wrote a novel. Its cover is blue.",
        "Ivo Penhale was a painter. It was shown in Torver.",
        "Ivo Penhale was born in 1921. They were shown in Torver.",
        "A libretto was lost. Ivo Penhale found it. It was performed in Torver.",
        "Acme Ltd opened in May. He was born in Torver.",
        "Olga Strand met him. He was born in Torver.",
    ],
)
def test_a_pronoun_of_another_kind_or_with_two_meanings_is_left(answer: str) -> None:
    last = stated(answer)[-1]
    assert last == answer.rsplit(". ", 1)[1]


@pytest.mark.spec("AUD-2")
def test_a_clause_that_may_tell_of_the_noun_before_a_name_is_not_parted_from_it() -> None:
    answer = "The film is based on an opera by Ivo Penhale, which was staged in Torver."
    assert stated(answer) == [answer]
