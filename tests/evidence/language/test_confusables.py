"""Words that a reader sees as others than they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.language.confusables import disguised


@pytest.mark.spec("EVI-13")
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Hollinbr\u0430e Instruments Ltd", "Hollinbr\u0430e"),
        ("M\u0430ster Services Agreement", "M\u0430ster"),
        ("the fee is n\u200bot due", "n\u200bot"),
        ("\u0391cme Ltd", "\u0391cme"),
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
    ],
)
def test_words_of_one_script_each_are_no_disguise(text: str) -> None:
    assert disguised(text) is None


@given(st.text(alphabet=st.characters(codec="ascii"), max_size=80))
def test_plain_letters_are_never_a_disguise(text: str) -> None:
    assert disguised(text) is None
