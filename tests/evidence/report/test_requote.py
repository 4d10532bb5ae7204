"""A quote looked up again in a copy of its source: it holds, moved, or is not there."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.model.spans import Place
from pincite.evidence.report.requote import Quoted, Requoted, requote

pytestmark = pytest.mark.spec("REP-1", "EVI-1")

TEXT = "Terms.\nThe fee is £5.\nThe term is two years.\nThe fee is £5.\n"


class Stored:
    """A copy whose places are its lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.text_sha256 = hashlib.sha256(text.encode()).hexdigest()

    def place(self, start: int, end: int) -> Place:
        return Place(line_start=self.text.count("\n", 0, start) + 1, line_end=self.text.count("\n", 0, end - 1) + 1)


def cited(quote: str, start: int, text: str = TEXT) -> Quoted:
    stored = Stored(text)
    end = start + len(quote)
    return Quoted(quote, start, end, stored.place(start, end), stored.text_sha256)


def check(quoted: Quoted, text: str = TEXT) -> Requoted:
    return requote(quoted, Stored(text))


TERM = cited("The term is two years.", TEXT.index("The term"))


def test_what_stands_where_it_stood_holds() -> None:
    assert check(TERM).status == "holds"


def test_the_second_of_two_like_places_holds_as_the_second() -> None:
    second = cited("The fee is £5.", TEXT.rindex("The fee"))
    assert check(second).status == "holds"
    assert check(second._replace(start=TEXT.index("The fee"), end=TEXT.index("The fee") + 14)).status == "moved"


def test_letters_changed_before_it_on_other_lines_move_nothing() -> None:
    assert check(TERM, TEXT.replace("Terms", "Terms of the lease")).status == "holds"


def test_a_line_put_in_before_moves_it_and_the_new_place_is_given() -> None:
    found = check(TERM, "New.\n" + TEXT)
    assert (found.status, found.stands) == ("moved", Place(line_start=4, line_end=4))
    assert "first line 4, not 3" in found.reason


def test_a_text_wrapped_anew_has_the_same_words_elsewhere() -> None:
    assert check(TERM, TEXT.replace("The term is", "The term\nis")).status == "moved"


@pytest.mark.parametrize("words", ["The term is three years.", "the term is two years.", ""])
def test_other_words_are_changed(words: str) -> None:
    assert (
        check(TERM._replace(quote=words, end=TERM.start + len(words)), TEXT.replace("two years.", "two years!")).status
        == "changed"
    )


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("It costs £186,000 a year.", "It costs £186"),
        ("It costs £186,000 a year.", "000 a year."),
        ("It rose by 1.5 percent.", "5 percent."),
        ("It rose by 1.5 percent.", "It rose by 1"),
        ("In all 1250 came.", "50 came."),
    ],
)
def test_a_quote_that_cuts_through_a_number_is_changed(text: str, quote: str) -> None:
    found = check(cited(quote, text.index(quote), text), text)
    assert found.status == "changed"
    assert "cuts through a number" in found.reason


@pytest.mark.parametrize("quote", ["It ended in 2019.", "Then 3.5 came", "B2", "and 5"])
def test_numbers_that_are_whole_are_not_cut(quote: str) -> None:
    text = "It ended in 2019. Then 3.5 came, A1, B2, and 5, 7."
    assert check(cited(quote, text.index(quote), text), text).status == "holds"


def test_a_changed_source_and_a_forged_quote_are_distinguished() -> None:
    assert "no longer has these words" in check(TERM, TEXT.replace("two", "three")).reason
    forged = check(TERM._replace(quote="The term is ten years."))
    assert "the source is unchanged" in forged.reason
    assert "The term is two years." in forged.reason


def test_offsets_of_the_same_text_must_be_the_reports() -> None:
    moved = check(TERM._replace(start=TERM.start + 1, end=TERM.end + 1))
    assert moved.status == "moved"
    assert f"{TERM.start}–{TERM.end}" in moved.reason


@given(st.text(alphabet="ab .\n", min_size=1, max_size=60), st.data())
def test_any_stretch_of_a_text_holds_in_it_and_no_other_place_does(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quoted = cited(text[start:end], start, text)
    assert check(quoted, text).status == "holds"
    wrong = quoted._replace(place=Place(line_start=99, line_end=99))
    assert check(wrong, text).status == "moved"
