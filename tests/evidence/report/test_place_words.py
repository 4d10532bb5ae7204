import pytest

from pincite.evidence.model.spans import Place
from pincite.evidence.report.place_words import in_section, place_in_words


@pytest.mark.spec("ANS-10")
@pytest.mark.parametrize(
    ("section", "shown"),
    [("Lease › Rent", "§ Rent"), ("Mietvertrag › § 2 Miete", "§ 2 Miete"), (None, "")],
)
def test_the_innermost_heading_has_one_mark_of_a_section(section: str | None, shown: str) -> None:
    place = Place(section=section, paragraph=1, line_start=3, line_end=3)
    assert in_section(place) == shown
    assert place_in_words(place) == ", ".join(part for part in (shown, "line 3") if part)
