"""Aliases a user declares: which are refused and why, and that how one is removed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.errors import StoreError
from pincite.stores.kb.knowledge_base import KnowledgeBase

TEXTS = [
    {"id": "yarrow", "title": "Report of Yarrow.com, Inc.", "entity": "Yarrow.com, Inc.", "text": "Yarrow.com, Inc. sells books."},
    {"id": "costa", "title": "Report of Costa Wholesale Corporation", "entity": "Costa Wholesale Corporation", "text": "Costa sells soap."},
    {"id": "list", "title": "Suppliers", "text": "Harrowgate Mills plc delivers cloth to nobody else."},
]  # fmt: skip


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path / "kb") as opened:
        assert opened.ingest_texts(TEXTS).ok
        yield opened


def declared(kb: KnowledgeBase) -> list[tuple[str, str]]:
    return [(alias.name, alias.of) for alias in kb.declared_aliases()]


@pytest.mark.spec("SUB-8")
def test_the_name_of_one_company_cannot_be_declared_a_name_of_another(kb: KnowledgeBase) -> None:
    with pytest.raises(StoreError, match=r"“Yarrow” is already the name of another entity, Yarrow\.com, Inc\."):
        kb.add_alias("Yarrow", "Costa Wholesale Corporation")
    assert declared(kb) == []


@pytest.mark.spec("SUB-8")
def test_a_shorter_name_of_the_same_company_is_taken(kb: KnowledgeBase) -> None:
    kb.add_alias("Yarrow", "Yarrow.com, Inc.")
    kb.add_alias("Costa", "Costa Wholesale Corporation")
    kb.add_alias("HM", "Harrowgate Mills plc")
    assert declared(kb) == [
        ("Yarrow", "Yarrow.com, Inc."), ("Costa", "Costa Wholesale Corporation"), ("HM", "Harrowgate Mills plc"),
    ]  # fmt: skip


def test_an_alias_of_one_company_cannot_be_declared_of_another_too(kb: KnowledgeBase) -> None:
    kb.add_alias("The Books", "Yarrow.com, Inc.")
    with pytest.raises(StoreError, match="already an alias of Yarrow"):
        kb.add_alias("The Books", "Costa Wholesale Corporation")


def test_an_alias_of_what_no_document_speaks_of_is_refused(kb: KnowledgeBase) -> None:
    with pytest.raises(StoreError, match="no document is about “Microsoft” or mentions it"):
        kb.add_alias("MSFT", "Microsoft")


def test_an_alias_of_a_declared_alias_is_taken(kb: KnowledgeBase) -> None:
    kb.add_alias("YC", "Yarrow.com, Inc.")
    kb.add_alias("Y.C. Books", "YC")
    assert len(declared(kb)) == 2


@pytest.mark.spec("REL-2")
def test_a_removed_alias_stays_in_runs_that_began_before(kb: KnowledgeBase) -> None:
    kb.add_alias("HM", "Harrowgate Mills plc")
    pinned = kb.snapshot().generation
    assert kb.remove_alias("HM") == (("HM", "Harrowgate Mills plc"),)
    assert declared(kb) == []
    assert [alias.name for alias in kb.snapshot(pinned).aliases()] == ["HM"]
    with pytest.raises(StoreError, match="not declared"):
        kb.remove_alias("HM")
    kb.add_alias("HM", "Harrowgate Mills plc")
    assert declared(kb) == [("HM", "Harrowgate Mills plc")]


def test_an_alias_of_the_manifest_that_is_another_entitys_name_is_skipped_and_reported(tmp_path: Path) -> None:
    (tmp_path / "yarrow.md").write_text("# Report of Yarrow Ltd\n\nYarrow Ltd sells books.\n")
    (tmp_path / "costa.md").write_text("# Report of Costa Ltd\n\nCosta Ltd sells soap.\n")
    (tmp_path / "sources.yaml").write_text(
        "documents:\n  - {path: yarrow.md, entity: Yarrow Ltd}\n  - {path: costa.md, entity: Costa Ltd}\n"
        "aliases: [{name: Yarrow, of: Costa Ltd}, {name: Soapmaker, of: Costa Ltd}]\n"
    )
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        report = kb.ingest(tmp_path)
        assert [(skip.path, "another entity" in (skip.reason or "")) for skip in report.skipped] == [
            ("alias Yarrow", True)
        ]
        assert declared(kb) == [("Soapmaker", "Costa Ltd")]
