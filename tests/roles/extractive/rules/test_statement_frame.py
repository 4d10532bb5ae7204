"""What takes a statement back from outside its sentence."""

import pytest

from pincite.roles.extractive.rules.statement_frame import is_unticked, taken_back, unasserted_heading


@pytest.mark.spec("EVI-12")
@pytest.mark.parametrize(
    ("section", "heading"),
    [
        ("Care › Myths", "Myths"),
        ("3. Common misconceptions about pans › Soap", "3. Common misconceptions about pans"),
        ("Quiz: true or false?", "Quiz: true or false?"),
        ("Worked example", "Worked example"),
        ("Example 2 – a larger boat", "Example 2 – a larger boat"),
        ("Example Ltd", None),
        ("Specimen trees", None),
        ("Fiction shelves", None),
        (None, None),
    ],
)
def test_a_heading_of_text_that_is_false_or_made_up(section: str | None, heading: str | None) -> None:
    assert unasserted_heading(section) == heading


@pytest.mark.spec("EVI-12")
@pytest.mark.parametrize(
    "sentence",
    [
        "This is not so.",
        "However, that was wrong.",
        "The following is untrue.",
        "The clause above has since been deleted.",
        "None of this is true.",
        "What follows is a joke.",
        "Please disregard the above.",
        "Not so!",
        "Note: all figures in this document are invented.",
    ],
)
def test_a_sentence_that_denies_the_one_beside_it(sentence: str) -> None:
    assert taken_back(("The mill stands by the river.", sentence)) == sentence


@pytest.mark.spec("EVI-12")
@pytest.mark.parametrize(
    "sentence",
    [
        "This is paid on the first day of the month.",
        "It is not refundable.",
        "The following table lists the rooms.",
        "The old fence was removed in May.",
        "This amount does not include heating.",
        "That is the case for every tenant.",
        "The wrong key opens no door.",
    ],
)
def test_a_sentence_that_goes_on_from_the_one_beside_it(sentence: str) -> None:
    assert taken_back((sentence,)) is None


@pytest.mark.parametrize(
    ("text", "unticked"),
    [
        ("[ ] A burn is cooled for 2 minutes.", True),
        ("- ☐ The tenant pays.", True),
        ("[x] The tenant pays.", False),
        ("[1] Lee, 2020.", False),
        ("The tenant pays.", False),
    ],
)
def test_an_option_that_is_not_ticked_is_not_asserted(text: str, unticked: bool) -> None:
    assert is_unticked(text) is unticked
