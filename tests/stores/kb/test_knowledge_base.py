import os
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from pincite.errors import StoreError
from pincite.stores.kb import dense
from pincite.stores.kb.existing import open_existing
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.sqlite.lock import writer_lock

FEE = {"id": "fee", "title": "Fee letter", "text": "Brackenford Ltd pays an annual fee of 90 euros."}
RENT = {"id": "rent", "title": "Lease", "text": "The rent of the Harrowgate mill is 400 euros a month."}
Open = Callable[..., KnowledgeBase]


def in_another_process(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)], capture_output=True, text=True, timeout=120
    )


@pytest.mark.spec("REL-2")
def test_a_pinned_snapshot_does_not_see_later_writes(kb: KnowledgeBase) -> None:
    kb.ingest_texts([FEE])
    pinned = kb.snapshot()
    found = pinned.search("annual fee rent euros")
    kb.ingest_texts([RENT, {**FEE, "text": "Brackenford Ltd pays an annual fee of 95 euros."}])
    kb.add_alias("BF", "Brackenford Ltd")
    kb.remove("fee")
    for snapshot in (pinned, kb.snapshot(pinned.generation)):
        assert [document.path for document in snapshot.documents()] == ["fee"]
        assert snapshot.documents()[0].is_current
        assert snapshot.aliases() == ()
        assert [hit.passage for hit in snapshot.search("annual fee rent euros")] == [hit.passage for hit in found]
        assert snapshot.mentioning_versions(["Harrowgate"]) == frozenset()
        assert snapshot.text(found[0].document.version_id) == FEE["text"]
    assert [document.path for document in kb.snapshot().documents()] == ["rent"]
    assert [hit.document.path for hit in kb.search("annual fee rent euros")] == ["rent"]
    assert len(kb.snapshot().aliases()) == 1


@pytest.mark.spec("REL-2")
def test_what_a_generation_does_not_hold_cannot_be_read_through_it(kb: KnowledgeBase) -> None:
    kb.ingest_texts([FEE])
    version = kb.snapshot().documents()[0].version_id
    passage = kb.snapshot().passages(version)[0].passage_id
    empty = kb.snapshot(0)
    for read in (empty.text, empty.document, empty.passages, empty.declared, empty.structure):
        with pytest.raises(StoreError, match="not in generation 0"):
            read(version)
    with pytest.raises(StoreError, match="not in generation 0"):
        empty.passage(passage)
    with pytest.raises(StoreError, match="not in this knowledge base; its newest is"):
        kb.snapshot(99)


@pytest.mark.spec("EVI-1")
def test_a_span_is_the_text_between_its_offsets(kb: KnowledgeBase) -> None:
    kb.ingest_texts([FEE])
    document = kb.snapshot().documents()[0]
    span = kb.span(document.version_id, 0, 15)
    assert span.quote == FEE["text"][:15] == "Brackenford Ltd"
    assert (span.file_sha256, span.text_sha256, span.extractor) == (
        document.file_sha256,
        document.text_sha256,
        document.extractor,
    )
    assert span.place.line_start == 1
    for start, end in ((-1, 4), (4, 4), (0, 10_000)):
        with pytest.raises(StoreError, match="outside"):
            kb.span(document.version_id, start, end)


@pytest.mark.spec("CFG-2")
def test_tenants_share_a_folder_and_nothing_else(opened: Open, tmp_path: Path) -> None:
    north, south = opened(tenant="north"), opened(tenant="../south")
    north.ingest_texts([FEE])
    south.ingest_texts([RENT])
    assert [document.path for document in north.snapshot().documents()] == ["fee"]
    assert [hit.document.path for hit in south.search("annual fee Brackenford euros")] == ["rent"]
    assert south.snapshot().mentioning_versions(["Brackenford"]) == frozenset()
    folders = sorted(path.name for path in (tmp_path / "kb").iterdir())
    assert len(folders) == 2
    assert not any("north" in name or "south" in name for name in folders)


@pytest.mark.slow
@pytest.mark.spec("REL-2")
def test_one_process_writes_at_a_time_and_the_other_learns_which(opened: Open, tmp_path: Path) -> None:
    kb = opened()
    with writer_lock(kb._stores.catalogue.folder):
        done = in_another_process(
            """
            import sys
            from pincite.stores.kb.knowledge_base import KnowledgeBase
            from pincite.errors import StoreError
            with KnowledgeBase.open(sys.argv[1]) as kb:
                kb.snapshot().documents()
                try:
                    kb.ingest_texts([{"id": "a", "text": "A text."}])
                except StoreError as error:
                    print(error)
            """,
            tmp_path / "kb",
        )
        assert f"process {os.getpid()} is writing" in done.stdout
        with pytest.raises(StoreError, match=f"process {os.getpid()} is writing"):
            opened().ingest_texts([FEE])
    assert opened().ingest_texts([FEE]).ok


def test_a_newer_schema_another_model_a_file_in_the_way_and_damage_have_different_messages(
    opened: Open, tmp_path: Path
) -> None:
    kb = opened()
    catalogue = kb._stores.catalogue.folder / "catalogue.sqlite"
    kb.close()
    with pytest.raises(StoreError, match=r"made by wordllama/.* \(256 dimensions\), not by .*open it with that model"):
        opened(embeddings=DeterministicFakeEmbedding(size=8))
    with sqlite3.connect(catalogue) as connection:
        connection.execute("update meta set value = '99' where key = 'schema'")
    connection.close()
    with pytest.raises(StoreError, match=r"made by a newer pincite \(schema 99.*upgrade pincite"):
        opened()
    catalogue.write_bytes(b"this is no database at all, but long enough to be looked at " * 100)
    for extra in ("-wal", "-shm"):
        Path(f"{catalogue}{extra}").unlink(missing_ok=True)
    with pytest.raises(StoreError, match="damaged; restore the knowledge base"):
        opened()
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="a file, not the folder"):
        opened("file")
    with pytest.raises(StoreError, match="cannot be created"):
        opened("file/kb")


def test_another_programs_database_is_left_alone(opened: Open) -> None:
    kb = opened()
    catalogue = kb._stores.catalogue.folder / "catalogue.sqlite"
    kb.close()
    catalogue.unlink()
    with sqlite3.connect(catalogue) as connection:
        connection.execute("create table songs (title text)")
    connection.close()
    with pytest.raises(StoreError, match="another program's database"):
        opened()


def test_a_catalogue_that_cannot_be_opened_for_writing_says_what_to_do(opened: Open) -> None:
    kb = opened()
    kb.close()
    (kb._stores.catalogue.folder / "catalogue.sqlite").unlink()
    (kb._stores.catalogue.folder / "catalogue.sqlite").mkdir()
    with pytest.raises(StoreError, match="is not writable; copy it"):
        opened()


@pytest.mark.slow
@pytest.mark.spec("REL-2")
def test_several_processes_may_make_the_same_knowledge_base_at_once(tmp_path: Path) -> None:
    code = "import sys; from pincite.stores.kb.knowledge_base import KnowledgeBase; print(KnowledgeBase.open(sys.argv[1]).snapshot_id())"
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: in_another_process(code, tmp_path / "kb"), range(4)))
    assert [process.returncode for process in done] == [0] * 4, [process.stderr for process in done]
    assert len({process.stdout for process in done}) == 1


@pytest.mark.spec("REL-2")
def test_damage_found_while_reading_is_a_store_error(opened: Open) -> None:
    kb = opened()
    kb.ingest_texts([{"id": f"{n}", "text": f"Text number {n} of many about fees. " * 40} for n in range(30)])
    path = kb._stores.catalogue.folder / "catalogue.sqlite"
    kb.close()
    data = bytearray(path.read_bytes())
    data[4096 * 3 :] = b"\xa5" * (len(data) - 4096 * 3)
    path.write_bytes(data)

    def read() -> None:
        with KnowledgeBase.open(kb._stores.catalogue.folder.parent) as again:
            again.search("fees")

    with pytest.raises(StoreError, match="damaged; restore the knowledge base"):
        read()


def test_any_langchain_embeddings_may_be_used(opened: Open) -> None:
    kb = opened(embeddings=DeterministicFakeEmbedding(size=8))
    kb.ingest_texts([FEE, RENT])
    assert kb.search("annual fee")[0].document.path == "fee"
    assert kb.health().ok


@pytest.mark.spec("REL-5")
def test_closing_lets_reads_under_way_finish_and_refuses_later_ones(opened: Open) -> None:
    kb = opened()
    kb.ingest_texts([FEE, RENT])
    outcomes: list[str] = []

    def read() -> None:
        while True:
            try:
                assert kb.search("annual fee")[0].document.path == "fee"
            except StoreError as error:
                outcomes.append(str(error))
                return

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    kb.close()
    for thread in threads:
        thread.join(20)
    assert len(outcomes) == 8
    assert all("has been closed; open it again" in outcome for outcome in outcomes)
    kb.close()


@pytest.mark.spec("REL-5")
def test_searches_go_on_while_documents_are_ingested(kb: KnowledgeBase) -> None:
    kb.ingest_texts([FEE])
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                snapshot = kb.snapshot()
                held = {document.path for document in snapshot.documents()}
                assert {hit.document.path for hit in snapshot.search("fee letter matter")} <= held
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    kb.ingest_texts([{"id": f"{n}", "text": f"Letter {n} about the fee for matter {n}."} for n in range(40)])
    done.set()
    for thread in threads:
        thread.join(20)
    assert failures == []


def test_aliases_are_declared_once(kb: KnowledgeBase) -> None:
    kb.ingest_texts([FEE])
    kb.add_alias(" BF ", "Brackenford Ltd")
    kb.add_alias("BF", "Brackenford Ltd")
    assert [(alias.name, alias.of, alias.origin) for alias in kb.snapshot().aliases()] == [
        ("BF", "Brackenford Ltd", "declared")
    ]
    with pytest.raises(StoreError, match="give both the alias"):
        kb.add_alias("", "x")
    with pytest.raises(StoreError, match="not in this knowledge base"):
        kb.remove("nothing")


def test_two_handles_of_one_process_and_two_knowledge_bases_do_not_disturb_each_other(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dense, "EXACT_AT_MOST", 1)
    monkeypatch.setattr(dense, "UNINDEXED_AT_MOST", 0)
    first, second, other = opened(), opened(), opened("kb2")
    first.ingest_texts([FEE, RENT])
    other.ingest_texts([RENT, FEE])
    assert second.search("annual fee")[0].dense_rank == 1
    first.close()
    assert second.search("annual fee")[0].dense_rank == 1
    assert other.search("annual fee")[0].dense_rank == 1
    second.close()
    assert other.search("annual fee")[0].document.path == "fee"


@pytest.mark.spec("REP-1")
def test_the_run_journal_keeps_digests_without_the_question(kb: KnowledgeBase) -> None:
    kb.record_run("r1", "Who is paid \ud800?", "d1")
    rows = kb._stores.catalogue.rows("select kind, detail from journal")
    assert rows[-1][0] == "run"
    assert "d1" in rows[-1][1]
    assert "paid" not in rows[-1][1]


def test_the_owner_of_a_document_is_read_once_however_many_documents_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        texts = [{"id": f"d{n}", "title": "Lease", "entity": f"Tarn {n} Ltd", "text": "It is let."} for n in range(3)]
        kb.ingest_texts([*texts, {"id": "plain", "title": "Note", "text": "It is let."}])
        snapshot = kb.snapshot()
        owners = {document.path: snapshot.owner(document.version_id) for document in snapshot.documents()}
        assert owners == {"d0": "Tarn 0 Ltd", "d1": "Tarn 1 Ltd", "d2": "Tarn 2 Ltd", "plain": None}
        monkeypatch.setattr(kb.snapshot()._stores.versions, "declared", None)  # as if nothing of it were kept
        assert {
            document.path: kb.snapshot().owner(document.version_id) for document in kb.snapshot().documents()
        } == owners


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("", "knowledge base = '': must be the path of a folder"),
        (None, "knowledge base = None: must be the path of a folder"),
        (b"kb", "knowledge base = b'kb': must be the path of a folder"),
        ("a\0b", "not a valid folder name"),
        ("\ud800", "not a valid folder name"),
        ("x" * 5_000, "xxx: the folder cannot be created .File name too long.; choose a place"),
        ("http://127.0.0.1:8000", "http://…: not an address of a knowledge base"),
    ],
)
def test_a_place_that_is_neither_folder_nor_address_is_refused_and_nothing_is_created(
    place: Any, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=said) as raised:
        KnowledgeBase.open(place)
    assert len(str(raised.value)) < 500
    assert list(tmp_path.iterdir()) == []


@pytest.mark.spec("CFG-2")
@pytest.mark.parametrize("tenant", ["", None, 5, ["north"]])
def test_a_tenant_without_a_name_is_refused(tenant: Any, tmp_path: Path) -> None:
    for open_it in (KnowledgeBase.open, open_existing):
        with pytest.raises(StoreError, match=r"tenant = .*: must be a non-empty string"):
            open_it(tmp_path, tenant=tenant)
    assert list(tmp_path.iterdir()) == []
