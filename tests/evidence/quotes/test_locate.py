"""A quote is found where it stands letter for letter, whatever its shape; otherwise it is not found."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.quotes.locate import locate


@pytest.mark.spec("EVI-2")
@pytest.mark.parametrize(
    ("quote", "text", "stands"),
    [
        ("takes 5 mg", "She takes 5 mg daily.", "takes 5 mg"),
        ("-5%", "Sales fell −5% in May.", "−5%"),
        ("management", "the manage-\nment team", "manage-\nment"),
        ("well-known", "a well-\nknown author", "well-\nknown"),
        ("“final”", 'the "final" version', '"final"'),
        ("first office", "the ﬁrst ofﬁce", "ﬁrst ofﬁce"),
        ("a – b", "see a - b", "a - b"),
        ("from 5-10 days", "from 5–10 days", "from 5–10 days"),
        ("shall not", "it shall\n\n  not be", "shall\n\n  not"),
        ("café", "the cafe\u0301 closed", "cafe\u0301"),
        ("cafe\u0301", "the café closed", "café"),
        ("p<0.05", "with p＜0.05 here", "p＜0.05"),
        ("agree\u00adment", "the agreement", "agreement"),
        ("agreement", "the agree\u00adment", "agree\u00adment"),
    ],
)
def test_a_quote_may_differ_from_its_source_in_shape(quote: str, text: str, stands: str) -> None:
    found = locate(quote, text)
    assert found is not None
    assert text[found.start : found.end] == stands


@pytest.mark.spec("EVI-2", "AUD-7")
@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("5 mg", "takes 15 mg"),
        ("5 mg", "takes 1.5 mg"),
        ("5%", "fell −5% in May"),
        ("50", "50% of all"),
        ("1,200", "1,200,000 units"),
        ("2019", "in FY2019 we"),
        ("x2", "area in x²"),
        ("102", "about 10² of them"),
        ("ABC", "abc"),
        ("p<0.05", "p>0.05"),
        ("co operate", "they cooperate"),
        ("may", "it shall not"),
        ("not", "a notice"),
        ("", "anything"),
    ],
)
def test_a_quote_that_differs_in_letters_digits_or_signs_is_not_found(quote: str, text: str) -> None:
    assert locate(quote, text) is None


@pytest.mark.spec("EVI-3")
@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("本协议期限为三年", "一、本协议期\n限为三年。"),
        ("須提前三十天通知", "任何一方須提前三十天通知。"),
        ("الحد الأدنى للأجور", "هذا هو الحد الأدنى للأجور هنا"),
        ("срок договора три года", "Итак, срок договора\nтри года."),
        ("ระยะเวลาสามปี", "สัญญามีระยะเวลาสามปีนับแต่วันนี้"),
    ],
)
def test_quotes_in_any_script_are_found(quote: str, text: str) -> None:
    assert locate(quote, text) is not None


def test_an_ellipsis_stands_for_words_left_out_in_order() -> None:
    text = "The term begins on 1 May and lasts, unless ended sooner, three years."
    found = locate("The term begins on 1 May … three years", text)
    assert found is not None
    assert [text[a:b] for a, b in found.pieces] == ["The term begins on 1 May", "three years"]
    assert locate("three years … The term begins", text) is None


@given(st.text(), st.text())
def test_what_is_found_stands_within_the_text(quote: str, text: str) -> None:
    found = locate(quote, text)
    assert found is None or all(0 <= start <= end <= len(text) for start, end in found.pieces)


@given(st.text(min_size=1), st.data())
def test_what_is_found_is_found_again_at_the_same_place(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    found = locate(quote, text)
    if found is not None and len(found.pieces) == 1:
        stands = text[found.start : found.end]
        again = locate(stands, text)
        assert again is not None
        assert text[again.start : again.end].strip() == stands.strip()


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("\ud800 lone", "a \ud800 lone surrogate"),
        ("9" * 400, "1" + "9" * 400),
        ("(" * 5_000, "(" * 100_000),
        ("a" * 10_000_000, "a" * 1_000),
        ("a-" * 5_000 + "b", "a-" * 400_000),
    ],
)
def test_hostile_input_is_answered_within_a_second(quote: str, text: str) -> None:
    began = time.process_time()
    locate(quote, text)
    assert time.process_time() - began < 1
