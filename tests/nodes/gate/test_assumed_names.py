import pytest

from pincite.evidence.model.source_record import Alias
from pincite.evidence.model.spans import DocumentId
from pincite.evidence.names.same_name import names_match
from pincite.nodes.gate.assumed_names import assumed, beginning_with

DECLARED = (
    "ORRIN FOODS INTERNATIONAL, INC.",
    "Marlow Brothers & Sons Company",
    "Tarn Works Ltd",
    "TARN MILLS CO., INC.",
)


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("name", "entities"),
    [
        ("Orrin Foods", DECLARED[:1]),
        ("Orrin", DECLARED[:1]),
        ("orrin-foods", DECLARED[:1]),
        ("Marlow", DECLARED[1:2]),
        ("Marlow Brothers", DECLARED[1:2]),
        ("Tarn", DECLARED[2:]),
        ("Tarn Works", ()),
        ("Tarn Mills Co.", DECLARED[3:]),
        ("Tarn Mills Ltd", ()),
        ("Orr", ()),
        ("Foods International", ()),
        ("Orrin International", ()),
        ("Sons", ()),
        ("", ()),
    ],
)
def test_whole_leading_words_and_nothing_else_begin_a_name(name: str, entities: tuple[str, ...]) -> None:
    assert beginning_with(name, DECLARED) == entities


@pytest.mark.spec("SUB-8")
def test_one_entity_written_in_two_ways_counts_once() -> None:
    assert beginning_with("Orrin", ("Orrin Foods Inc.", "ORRIN FOODS, INC.")) == ("Orrin Foods Inc.",)


@pytest.mark.spec("SUB-8")
def test_an_assumed_name_goes_by_the_other_names_of_its_entity() -> None:
    own = DocumentId("own")
    term = Alias(name="the Company", of="Orrin Foods International", origin="defined_term", document_id=own)
    aliases = tuple(assumed("Orrin Foods", "Orrin Foods International", [term]))
    match = names_match("Orrin Foods", "ORRIN FOODS INTERNATIONAL", aliases)
    assert match is not None
    assert (
        match.reason
        == "“Orrin Foods” is taken to be Orrin Foods International: of the names that the documents are about, only this one begins so"
    )
    assert names_match("Orrin Foods", "the Company", aliases, document_id=own)
    assert names_match("Orrin Foods", "the Company", aliases) is None
