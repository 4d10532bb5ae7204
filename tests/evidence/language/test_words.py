"""What a text is about is told by roots: the forms of one verb, and the noun of its action, count as one."""

import pytest

from pincite.evidence.language.words import stem, topic_roots


@pytest.mark.spec("RET-6")
@pytest.mark.parametrize(
    "words", ["begin began begun", "pay paid payment", "send sent", "decide decision", "win won winner", "die death"]
)
def test_irregular_forms_and_nouns_of_an_action_have_the_root_of_their_verb(words: str) -> None:
    assert len({topic_roots(word) for word in words.split()}) == 1


@pytest.mark.parametrize(("one", "other"), [("found", "find"), ("left", "leave"), ("saw", "see"), ("wound", "wind")])
def test_a_form_that_is_as_often_another_word_keeps_its_own(one: str, other: str) -> None:
    assert topic_roots(one) != topic_roots(other)


def test_what_a_text_states_is_still_compared_form_by_form() -> None:
    assert stem("began") != stem("begin")
