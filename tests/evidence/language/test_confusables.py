"""Words that a reader sees as others than they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.language.confusables import disguised, disguised_spans, with_code_points


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
        ("The rent is £9O0.", "9O0"),
        ("We \u0440\u0430\u0443 the rent.", "\u0440\u0430\u0443"),
        ("It is n\u0585t due.", "n\u0585t"),
        ("It is \u13a0\u13a1 due.", "\u13a0\u13a1"),
        ("It is \uff4e\uff4f\uff54 due.", "\uff4e\uff4f\uff54"),
        ("It is \U0001d5c7\U0001d5c8\U0001d5cd due.", "\U0001d5c7\U0001d5c8\U0001d5cd"),
        ("It is \u0274\u1d0f\u1d1b due.", "\u0274\u1d0f\u1d1b"),
        ("It is n\u00adot due.", "n\u00adot"),
        ("It is n\u034fot due.", "n\u034fot"),
        ("It is n\ufe00ot due.", "n\ufe00ot"),
        ("It is n\u180eot due.", "n\u180eot"),
        ("It is \u202eton\u202c due.", "\u202eton"),
        ("It is £\u2067009\u2069.", "\u2067009"),
        ("It is \U000e006e\U000e006f due.", "\U000e006e\U000e006f"),
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
        "The dose is 5 \u03bcg, and \u0394T is 3",
        "She signs as Сова (owl), says КТО and means кто",
        "日本 ＡＢＣＤ 株式会社",
        "the formula \U0001d443\U0001d449 holds for x\u207f",
        "in /k\u026at/, \U0001f3f4\U000e0067\U000e0062\U000e007f and 1\ufe0f\u20e3",
        "\u202aC:\\Files\u202c and \u2068Acme\u2069",
        "שלום \u2067Acme\u2069",
        "kızı, Søn ﬁnds",
        "H1 of 10, model m0, B2B and CO2",
    ],
)
def test_words_of_one_script_each_are_no_disguise(text: str) -> None:
    assert disguised(text) is None


@pytest.mark.spec("EVI-13")
def test_a_disguised_word_is_shown_with_the_code_points_of_its_strange_letters() -> None:
    assert with_code_points("It is n\u043et 1\u200b2, naïve") == "It is n⟨U+043E⟩t 1⟨U+200B⟩2, naïve"


@given(st.text(alphabet=st.characters(codec="ascii", exclude_characters="0123456789"), max_size=80))
def test_plain_letters_are_never_a_disguise(text: str) -> None:
    assert disguised(text) is None


@pytest.mark.spec("EVI-13")
def test_disguised_words_of_a_document_are_found_with_their_offsets() -> None:
    text = "Rent\n\nIt is n\u043et due.\nСова и кто\n"
    assert [text[start:end] for start, end in disguised_spans(text)] == ["n\u043et"]
