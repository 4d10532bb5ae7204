"""What is missing from a damaged knowledge base is never taken for what its documents do not hold."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import StoreError
from pincite.graph.build import build_graph
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.spec("REL-2")
ASKED = {"question": "What is the fee of Acme Ltd?"}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "fee.txt").write_text("The fee of Acme Ltd is 90 euros a year.")
    (folder / "rent.txt").write_text("The rent of Beta Ltd is 700 euros a month.")
    return folder


@pytest.fixture
def catalogue(tmp_path: Path, docs: Path) -> Path:
    """That of a knowledge base with two documents, closed."""
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([docs])
        return Path(kb._stores.catalogue.folder) / "catalogue.sqlite"  # type: ignore[attr-defined]


def opened(catalogue: Path) -> KnowledgeBase:
    return KnowledgeBase.open(catalogue.parent.parent)


def changed(catalogue: Path, *statements: str, values: tuple[Any, ...] = ()) -> None:
    with sqlite3.connect(catalogue) as connection:
        for statement in statements:
            connection.execute(statement, values)
    connection.close()


def test_an_empty_catalogue_is_damage_and_a_new_folder_is_not(catalogue: Path, tmp_path: Path) -> None:
    catalogue.write_bytes(b"")
    with pytest.raises(StoreError, match="empty, so it is damaged; restore the knowledge base from a copy"):
        opened(catalogue)
    catalogue.unlink()
    with pytest.raises(StoreError, match=r"missing, although its folder contains writer\.lock"):
        opened(catalogue)
    with KnowledgeBase.open(tmp_path / "new") as kb:
        assert kb.health().ok
        assert kb.snapshot().documents() == ()


LOST = {
    "passages": "delete from passages where number = 1",
    "vectors": "update versions set matrix = substr(matrix, 1, 100) where number = 1",
}


@pytest.mark.spec("SUB-11", "RET-12")
@pytest.mark.parametrize("what", LOST)
def test_a_run_over_damage_says_that_it_could_not_search(catalogue: Path, what: str) -> None:
    changed(catalogue, LOST[what])
    with opened(catalogue) as kb:
        with pytest.raises(StoreError, match="damaged: 1 document lacks passages or vectors; run `pincite ingest`"):
            kb.search("fee")
        assert not kb.health().ok
        report = build_graph(kb, Settings()).invoke(ASKED)["report"]
    signals = set(report.risk_signals)
    assert "source_unavailable" in signals
    assert "subject_not_found" not in signals


@pytest.mark.parametrize(
    "statement", [*LOST.values(), "update versions set matrix = zeroblob(length(matrix)) where number = 1"]
)
def test_the_ingest_that_health_advises_restores_what_is_lost(catalogue: Path, docs: Path, statement: str) -> None:
    with opened(catalogue) as kb:
        before = kb.search("fee of Acme")
    changed(catalogue, statement)
    with opened(catalogue) as kb:
        assert "run `pincite ingest` on their files" in kb.health().detail
        report = kb.ingest([docs])
        assert [outcome.reason for outcome in report.superseded] == ["its stored data was damaged and is restored"]
        assert len(report.unchanged) == 1
        assert kb.health().ok
        assert kb.search("fee of Acme") == before


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("delete from versions where number = 1", "versions of documents are missing"),
        ("delete from life where version = 1", "versions of documents are missing"),
        ("delete from fulltext_docsize where id = 1", "passages are missing from the full text"),
    ],
)
def test_damage_that_no_ingest_restores_has_another_remedy(catalogue: Path, statement: str, message: str) -> None:
    changed(catalogue, statement)
    with (
        opened(catalogue) as kb,
        pytest.raises(StoreError, match=f"{message}; restore the knowledge base from a copy, or ingest"),
    ):
        kb.snapshot()


def test_a_text_that_was_changed_in_the_store_is_not_quoted(catalogue: Path) -> None:
    with opened(catalogue) as kb:
        packed = kb._stores.catalogue.rows("select text from versions where number = 2")[0][0]  # type: ignore[attr-defined]
    changed(catalogue, "update versions set text = ? where number = 1", values=(packed,))
    with opened(catalogue) as kb:
        version = kb.snapshot().documents()[0].version_id
        with pytest.raises(StoreError, match=r"fee\.txt: its stored text is damaged"):
            kb.snapshot().text(version)
