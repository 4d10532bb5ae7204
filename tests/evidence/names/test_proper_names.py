"""Names in running text, and what can be a short form of a name."""

import pytest

from pincite.evidence.names.proper_names import may_be_short_for


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("found", "name", "may_be"),
    [
        ("Tarn", "Tarn Optics Ltd", True),
        ("Optics", "Tarn Optics Ltd", True),
        ("TOL", "Tarn Optics Ltd", True),
        ("TO", "Tarn Optics Ltd", True),
        ("Ms Lind", "Ada Lind", True),
        ("Tarn Glass", "Tarn Optics Ltd", False),
        ("Tarn Ltd", "Tarn Optics Ltd", False),
        ("Ltd", "Tarn Optics Ltd", False),
        ("The Company", "Orrin Company of London", False),
        ("T", "Tarn", False),
        ("Ms", "Ada Lind", False),
        ("Pell", "", False),
    ],
)
def test_a_short_form_has_words_or_initials_of_the_name_and_no_others(found: str, name: str, may_be: bool) -> None:
    assert may_be_short_for(found, name) is may_be
