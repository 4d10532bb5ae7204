"""Only the shape of characters is folded away, and every folded character leads back to where it stands."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.quotes.folding import fold
from pincite.evidence.quotes.locate import locate

SHAPES = st.text(alphabet="ab1 5%-–—−\n\t\u00a0\u00ad\u200bﬁe\u0301é年月“\"'’．５ﻻ…()½²", max_size=40)


@pytest.mark.spec("EVI-2", "EVI-3")
@pytest.mark.parametrize(
    ("quote", "text", "stands"),
    [
        ("can't be", "it can’t be", "can’t be"),
        ("5 µg", "of 5 μg daily", "5 μg"),
        ("10 kg", "weighs 10 ㎏ net", "10 ㎏"),
        ("37 °C", "at 37 ℃ now", "37 ℃"),
        ("السلام", "قال ﺍﻟﺴﻼﻡ عليكم", "ﺍﻟﺴﻼﻡ"),
        ("ｱｸﾒ", "会社アクメは", "アクメ"),
        ("tệ", "là te\u0302\u0323 nạn", "te\u0302\u0323"),
        ("5 Ω", "about 5 Ω only", "5 Ω"),
        ("the end...", "to the end… then", "the end…"),
        ("— the term is three years", "- the term is three years", "the term is three years"),
        ("agreement", "the agree\u00ad\nment", "agree\u00ad\nment"),
        ("5-10 days", "in 5-\n10 days", "5-\n10 days"),
        ("zero width", "zero\u200b wi\u200bdth", "zero\u200b wi\u200bdth"),
        ("اتفاقية 5", "اتفاقية\u200f 5", "اتفاقية\u200f 5"),
        ("self-contained manage-ment", "self-\ncontained manage-\nment", "self-\ncontained manage-\nment"),
        ("short- and long-term", "its short-\nand long-term debt", "short-\nand long-term"),
        ("self-contained management", "self-\ncontained manage-\nment", "self-\ncontained manage-\nment"),
    ],
)  # fmt: skip
def test_shapes_fold(quote: str, text: str, stands: str) -> None:
    found = locate(quote, text)
    assert found is not None
    assert text[found.start : found.end] == stands


@pytest.mark.spec("EVI-2", "AUD-7")
@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("it can", "it can't be"),
        ("it can", "it can’t be"),
        ("compliant with it", "non-compliant with it"),
        ("manage", "the manage-\nment team"),
        ("agree", "the agree\u00adment"),
        ("cafe", "the cafe\u0301 closed"),
        ("-5%", "of 3-5% a year"),
        ("5%", "of 3–5% a year"),
        ("5 mg", "takes 1\u200b5 mg"),
        ("0.05", "with p<0.05 here"),
        ("1,234.50", "a loss of (1,234.50)"),
        ("5", "rose 5 % in May"),
        ("5−3", "5–3"),
        ("1/2", "½ of it"),
        ("10", "10² of them"),
        ("H2O", "H₂O"),
        ("15", "\u202e51"),
        ("resign", "they re-sign it"),
        ("re-sign", "they resign it"),
        ("word word", "word-word"),
        ("(1)", "⑴ first"),
    ],
)
def test_what_says_something_else_does_not_fold(quote: str, text: str) -> None:
    assert locate(quote, text) is None


@given(SHAPES)
def test_every_folded_character_leads_back_into_the_text(text: str) -> None:
    folded = fold(text)
    for at in range(len(folded.letters)):
        start, end = folded.start(at), folded.end(at + 1)
        if start is not None and end is not None:
            assert 0 <= start < end <= len(text)
            assert fold(text[start:end]).letters.strip() in folded.letters


@given(st.text())
def test_any_text_folds(text: str) -> None:
    folded = fold(text)
    assert len(folded.points) == len(folded.starts) == len(folded.ends)


@given(SHAPES, SHAPES, SHAPES)
def test_a_located_quote_stands_at_word_edges_and_is_located_again(before: str, quote: str, after: str) -> None:
    text = before + quote + after
    found = locate(quote, text)
    if found is None or len(found.pieces) > 1:
        return
    stands = text[found.start : found.end]
    assert fold(stands).letters.strip() in fold(quote).letters
    again = locate(stands, text)
    assert again is not None
    assert (again.start, again.end) == (found.start, found.end)


@pytest.mark.spec("EVI-2")
def test_an_ellipsis_leaves_out_two_thousand_characters_at_most() -> None:
    near = "It begins here, " + "and so on " * 100 + "and it ends here."
    far = "It begins here, " + "and so on " * 300 + "and it ends here."
    assert len(locate("It begins here [...] ends here.", near).pieces) == 2  # type: ignore[union-attr]
    assert locate("It begins here [...] ends here.", far) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a" * 5_000, "a-" * 200_000),
        ("a-\n" * 3_000 + "a", "a-\n" * 150_000),
        ("-" * 9_000 + "x", "-" * 1_000_000),
        (" " * 5_000 + "x", " " * 1_000_000),
        ("a … " * 19 + "b", "a " * 500_000),
        ("a" + "\u0301" * 5_000, "a" + "\u0301" * 1_000_000),
        ("x\u00ad \n" * 1_000, "\u00ad \t" * 100_000),
    ],
)
def test_hostile_repetition_is_answered_within_a_second(quote: str, text: str) -> None:
    began = time.process_time()
    locate(quote, text)
    assert time.process_time() - began < 1


@pytest.mark.spec("EVI-2")
def test_a_text_of_a_million_characters_is_folded_once_for_all_its_quotes() -> None:
    text = "".join(f"Clause {n} says “something” – of its own.\n" for n in range(25_000))
    quote = " ".join(text[600_000:602_000].split()[2:-2])

    def seconds() -> float:
        began = time.process_time()
        assert locate(quote, text) is not None
        return time.process_time() - began

    first = seconds()
    assert seconds() < first / 10
