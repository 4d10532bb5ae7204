"""Only the aliases that bear on a name are looked at, and those they lead to."""

from pincite.evidence.model.source_record import AliasFields
from pincite.evidence.names.alias_index import AliasIndex


def alias(name: str, of: str) -> AliasFields:
    return {"name": name, "of": of, "origin": "declared"}


ALIASES = [
    alias("Borealis", "Borealis Instruments Ltd"),
    alias("the Company", "Borealis Instruments Ltd"),
    alias("BIL", "Borealis"),
    alias("Supplier", "Quillmarsh Systems Ltd"),
]


def test_names_lead_on_to_what_they_are_names_of() -> None:
    found = [found.name for found in AliasIndex(ALIASES).about(["BIL"])]
    assert found == ["Borealis", "the Company", "BIL"]


def test_other_names_are_left_aside_and_a_suffix_does_not_matter() -> None:
    assert [found.name for found in AliasIndex(ALIASES).about(["quillmarsh systems"])] == ["Supplier"]
    assert AliasIndex(ALIASES).about(["Lindqvar Robotics"]) == ()
