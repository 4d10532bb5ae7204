"""Which stretch of a text has the shape that a question asks for."""

import pytest

from pincite.evidence.questions.shape import value_in, values_of


@pytest.mark.spec("CON-1")
def test_the_number_of_a_paragraph_is_no_value() -> None:
    assert value_in("number", "5.2 RESOLVED to keep 40 boats.") == "40"
    assert [fact.text for fact in values_of("number", "5.2 tonnes were landed.")] != []
