"""Folders of an earlier pincite: opening them brings them up to date, whole or not at all (SPEC REL-2)."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pincite.errors import StoreError
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.opening import folder_of
from pincite.stores.sqlite import sqlite_schema
from pincite.stores.sqlite.sqlite_schema import SCRIPTS

TEXT = {"id": "fee", "title": "Hosting contract", "text": "Brackenford Ltd pays an annual hosting fee of 4,200 euros."}
ADDED_ONE_BY_ONE = (
    "drop table run_texts",
    "drop table run_reads",
    "drop index passages_in_tables",
    "alter table aliases drop column removed",
)
"""What undoes each thing that an earlier pincite added to schema 1 by itself, and the second script adds now."""

ADDED_IN_SCHEMA_3 = tuple(f"drop index versions_{columns}" for columns in ("sources", "aliases", "declared"))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts([TEXT])
        kb.add_alias("BFD", "Brackenford Ltd")
    return tmp_path / "kb"


def execute(place: Path, *statements: str) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    connection = sqlite3.connect(folder_of(place, "default") / "catalogue.sqlite")
    with connection:
        for statement in statements:
            rows = connection.execute(statement).fetchall()
    connection.close()
    return rows


def tables(place: Path) -> set[tuple[object, ...]]:
    columns = "select m.name, p.name from sqlite_master m, pragma_table_info(m.name) p"
    return {*execute(place, "select name from sqlite_master where sql is not null"), *execute(place, columns)}


@pytest.mark.spec("REL-2")
@pytest.mark.parametrize("lacking", range(len(ADDED_ONE_BY_ONE) + 1))
def test_an_older_folder_is_brought_up_to_date_whatever_it_has_already(place: Path, lacking: int) -> None:
    now = tables(place)
    execute(place, *ADDED_IN_SCHEMA_3, *ADDED_ONE_BY_ONE[:lacking], "update meta set value = '1' where key = 'schema'")
    with KnowledgeBase.open(place) as kb:
        assert [hit.document.path for hit in kb.search("hosting fee")] == ["fee"]
        assert [alias.name for alias in kb.declared_aliases()] == ["BFD"]
        assert kb.remove_alias("BFD") == (("BFD", "Brackenford Ltd"),)
        assert kb.ingest_texts([TEXT | {"id": "more"}]).ok
    assert tables(place) == now
    assert execute(place, "select value from meta where key = 'schema'") == [(str(len(SCRIPTS)),)]


@pytest.mark.spec("REL-2")
def test_a_script_that_fails_leaves_the_folder_as_it_was(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tables(place)
    monkeypatch.setattr(
        sqlite_schema, "SCRIPTS", (*SCRIPTS, "create table notes (note text);\ndrop table journal;\nno sql")
    )
    monkeypatch.setattr("pincite.stores.sqlite.sqlite_catalogue.SCRIPTS", sqlite_schema.SCRIPTS)
    with pytest.raises(StoreError, match="syntax error"):
        KnowledgeBase.open(place)
    assert tables(place) == before
    monkeypatch.undo()
    with KnowledgeBase.open(place) as kb:
        assert kb.search("hosting fee")


@pytest.mark.spec("REL-2")
def test_a_newer_folder_is_refused_and_left_as_it_is(place: Path) -> None:
    execute(place, f"update meta set value = '{len(SCRIPTS) + 1}' where key = 'schema'")
    before = (folder_of(place, "default") / "catalogue.sqlite").read_bytes()
    with pytest.raises(
        StoreError, match=rf"made by a newer pincite \(schema {len(SCRIPTS) + 1}, this one reads {len(SCRIPTS)}\); upg"
    ):
        KnowledgeBase.open(place)
    assert (folder_of(place, "default") / "catalogue.sqlite").read_bytes() == before


@pytest.mark.spec("REL-2", "REL-5")
def test_many_may_open_an_older_folder_or_make_a_new_one_at_once(place: Path, tmp_path: Path) -> None:
    execute(place, *ADDED_IN_SCHEMA_3, *ADDED_ONE_BY_ONE, "update meta set value = '1' where key = 'schema'")

    def opened(folder: Path) -> str:
        with KnowledgeBase.open(folder) as kb:
            return kb.snapshot_id()

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(opened, [place] * 8))) == 1
        assert len(set(pool.map(opened, [tmp_path / "new"] * 8))) == 1
