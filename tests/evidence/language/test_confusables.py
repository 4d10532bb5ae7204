"""Words that a reader sees as others than they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.language.confusables import disguised, with_code_points


@pytest.mark.spec("EVI-13")
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Hollinbr\u0430e Instruments Ltd", "Hollinbr\u0430e"),
        ("M\u0430ster Services Agreement", "M\u0430ster"),
        ("the fee is n\u200bot due", "n\u200bot"),
        ("\u0391cme Ltd", "\u0391cme"),
        ("It holds 1\u200b2 tonnes.", "1\u200b2"),
        ("Smoking is n0t permitted.", "n0t"),
    ],
)
def test_letters_of_two_scripts_and_unseen_characters_in_a_word_are_named(text: str, word: str) -> None:
    assert disguised(text) == word


@pytest.mark.spec("EVI-13", "EVI-3")
@pytest.mark.parametrize(
    "text",
    [
        "Hollinbrae Instruments Ltd",
        "Общество с ограниченной ответственностью «Ромашка»",
        "Η εταιρεία Acme Ltd",
        "文件由 Acme 签署",
        "Gesell\u00adschaft mit be\u00adschränkter Haftung",
        "naïve café, Müller & Søn",
        "می\u200cخواهم",
        "H1 of 10, model m0, B2B and CO2",
    ],
)
def test_words_of_one_script_each_are_no_disguise(text: str) -> None:
    assert disguised(text) is None


@pytest.mark.spec("EVI-13")
def test_a_disguised_word_is_shown_with_the_code_points_of_its_strange_letters() -> None:
    assert with_code_points("It is n\u043et 1\u200b2, naïve") == "It is n⟨U+043E⟩t 1⟨U+200B⟩2, naïve"


@given(st.text(alphabet=st.characters(codec="ascii", exclude_characters="01"), max_size=80))
def test_plain_letters_are_never_a_disguise(text: str) -> None:
    assert disguised(text) is None
