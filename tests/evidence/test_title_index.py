"""Which documents a text names by their title."""

from typing import Any

import pytest

from pincite.evidence.model.source_record import Alias, SourceDocument
from pincite.evidence.model.spans import DocumentId, VersionId
from pincite.evidence.names.title_index import TitleIndex


def document(title: str, **changes: Any) -> SourceDocument:
    given: dict[str, Any] = {
        "document_id": DocumentId(title), "version_id": VersionId(title), "title": title, "path": title, "media_type": "text/plain",
        "file_sha256": "0", "text_sha256": "0", "extractor": "text", "n_chars": 1, "kind": "primary", "kind_reason": "", "authority": "unclassified",
        "authority_reason": "",
    }  # fmt: skip
    return SourceDocument(**{**given, **changes})


HELD = TitleIndex(
    [document(title) for title in ("Drifting (motorsport)", "Skelwith, Cumbria", "Lowgill Couriers", "Lowgill", "It")]
    + [document("Supplier file 7", entity="Tarn Vaults Ltd")]
)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("The series is about drifting cars.", ["Drifting"]),
        ("Its office is at Skelwith, near the bridge.", ["Skelwith"]),
        ("Parcels go by Lowgill Couriers.", ["Lowgill Couriers"]),
        ("Lowgill Couriers have a yard at Lowgill.", ["Lowgill Couriers", "Lowgill"]),
        ("Tarn Vaults keeps the archive.", ["Tarn Vaults"]),
        ("It keeps the archive.", []),
        ("A lowgill of couriers", []),
        ("", []),
    ],
)
def test_a_title_is_named_where_it_stands_whole(text: str, named: list[str]) -> None:
    assert [one.name for one in HELD.named_in(text)] == named


def test_every_version_of_that_title_is_meant() -> None:
    held = TitleIndex([document("Mercury (planet)"), document("Mercury (element)")])
    (found,) = held.named_in("A thermometer holds mercury, and Mercury is hot.")
    assert found.versions == ("Mercury (planet)", "Mercury (element)")


def test_an_alias_of_a_title_names_its_documents() -> None:
    alias = Alias(name="NBR", of="National Boat Register", origin="acronym")
    others = [
        Alias(name="XYZ", of="Nobody", origin="declared"),
        Alias(name="Register", of="National Boat Register", origin="defined_term"),
    ]
    held = TitleIndex([document("National Boat Register")], [alias, *others])
    assert [one.name for one in held.named_in("The NBR, XYZ and the Register list boats.")] == ["NBR"]
