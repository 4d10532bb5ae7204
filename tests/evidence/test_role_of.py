"""A role is told of what the question names by a noun near it or by the role's verb, and not by any sentence that holds both."""

import pytest

from pincite.evidence.role_of import role_of_another
from pincite.evidence.who_does import told_otherwise

ASKED = "Who is the director of Harbour Lights?"


@pytest.mark.spec("SUB-4")
@pytest.mark.parametrize(
    "quote",
    [
        "Director Orm Vale believed that Harbour Lights was the best of its year.",
        "The Director's Cut of Harbour Lights has two more scenes.",
    ],
)
def test_a_role_beside_a_name_is_not_yet_a_role_of_it(quote: str) -> None:
    assert role_of_another(ASKED, quote) is not None


@pytest.mark.parametrize(
    "quote",
    [
        "Orm Vale is the director of Harbour Lights.",
        "Director Orm Vale's beloved film Harbour Lights is shown again.",
        "Harbour Lights: Directed by Orm Vale.",
        "Harbour Lights is a film of 1990 directed by Orm Vale.",
        "The film is by Orm Vale.",
    ],
)
def test_said_by_noun_or_verb_it_is_let_through(quote: str) -> None:
    assert role_of_another(ASKED, quote) is None


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize(
    ("question", "quote", "told"),
    [
        ("Who won the Larch Race?", "Ewa Holm won the last stage of the Larch Race.", "a part"),
        ("Who won the Larch Race?", "To win the Larch Race is a dream of Ewa Holm.", "nobody"),
        ("Which city hosted the Larch Race?", "The costs of hosting the Larch Race have grown.", "nobody"),
        ("Who won the Larch Race?", "Ewa Holm beat Kai Lund to win the Larch Race.", None),
        ("Who founded the mill?", "The mill's founder Ewa Holm was a miller.", None),
    ],
)
def test_a_part_of_what_is_asked_or_a_mere_wish_is_no_deed(question: str, quote: str, told: str | None) -> None:
    found = told_otherwise(question, quote)
    assert (found is None) if told is None else (found is not None and told in found)
