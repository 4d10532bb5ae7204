"""What only served stores can meet: servers that are away, several workers at once, tables of another pincite, addresses."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from hosting_contract import ASKED, FEE
from langchain_core.embeddings import DeterministicFakeEmbedding
from served_pair import Pair, served_pair, until_it_is_tried_again

from pincite.cli import main
from pincite.errors import SettingsError, StoreError
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.serving.server import app
from pincite.serving.studio import build_choices, make_graph
from pincite.settings import Settings
from pincite.stores.index import chroma_vectors
from pincite.stores.index.database_address import read_address, schema_of
from pincite.stores.index.selection import Selection
from pincite.stores.index.vectors import Filling, Wanted
from pincite.stores.kb import dense
from pincite.stores.kb.existing import open_existing
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.opening import Stores
from pincite.stores.postgres import postgres_catalogue, postgres_claims, postgres_schema

pytestmark = pytest.mark.servers


@pytest.fixture
def tenant() -> str:
    return f"tenant {uuid4()}"


@pytest.fixture
def kb(servers: Pair, tenant: str) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(servers.address, tenant=tenant) as opened:
        yield opened


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is away is given up at once."""
    monkeypatch.setattr(postgres_catalogue, "CONNECT_SECONDS", 1)
    monkeypatch.setattr(postgres_catalogue, "DOWN_SECONDS", 0.5)


@pytest.fixture
def own(quick: None) -> Iterator[Pair]:
    """Servers of a test that stops them."""
    with served_pair() as pair:
        yield pair


def execute(pair: Pair, *queries: str) -> list[tuple[object, ...]]:
    import psycopg

    rows: list[tuple[object, ...]] = []
    with psycopg.connect(pair.postgres.address, autocommit=True) as connection:
        for query in queries:
            done = connection.execute(query)
            rows = done.fetchall() if done.description else []
    return rows


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("postgresql://u:hunter2@h/db", "lacks the vector server"),
        ("postgresql://u:hunter2@h/db?chroma=h:8000", "lacks the vector server"),
        ("postgresql://u:hunter2@h/db?chroma=http://h", "lacks the vector server"),
        ("postgresql://u:hunter2@h:port/db?chroma=http://h:1", "cannot be read"),
        (
            "postgresql://u:hunter2@h/db?chroma=http://h:1&paswort=hunter2",
            "PostgreSQL cannot parse the rest of the address",
        ),
        ("postgresql://u:hun%zzhunter2@h/db?chroma=http://h:1", "PostgreSQL cannot parse the rest of the address"),
        ("mysql://u:hunter2@h/db?chroma=http://h:1", r"^mysql://…: not an address of a knowledge base"),
        ("POSTGRESQL://u:hunter2@h/db?chroma=http://h:1", r"^POSTGRESQL://…: not an address of a knowledge base"),
        ("postgresql:/u:hunter2@h/db", r"^postgresql:/…: not an address of a knowledge base"),
        ("postgres://u:hunter2@127.0.0.1:9/db?chroma=http://h:1", "cannot be reached; check that it runs"),
        ("postgresql://u:hunter2@127.0.0.1:9/db?password=hunter2&chroma=http://u:hunter2@h:1", "cannot be reached"),
    ],
)
@pytest.mark.spec("CFG-3")
def test_an_address_that_is_wrong_is_reported_without_its_secrets(address: str, message: str) -> None:
    for open_it in (KnowledgeBase.open, open_existing):
        with pytest.raises(StoreError, match=message) as raised:
            open_it(address)
        assert "hunter2" not in str(raised.value)


def test_an_address_keeps_what_the_database_driver_reads() -> None:
    read = read_address("postgresql://u:p@h:6000/db?sslmode=require&chroma=https://v:8443&application_name=a%20b")
    assert read.database == "postgresql://u:p@h:6000/db?sslmode=require&application_name=a%20b"
    assert (read.chroma, read.label) == ("https://v:8443", "postgresql://h:6000/db")


@pytest.mark.spec("CFG-2")
def test_each_tenant_has_a_schema_and_a_collection_whose_names_tell_nothing(
    servers: Pair, kb: KnowledgeBase, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dense, "EXACT_AT_MOST", 0)
    monkeypatch.setattr(dense, "UNINDEXED_AT_MOST", 0)
    with KnowledgeBase.open(servers.address, tenant=f"{tenant}'s other") as other:
        for base in (kb, other):
            base.ingest_texts([FEE])
        assert kb._stores.vectors._name != other._stores.vectors._name  # type: ignore[attr-defined]
        assert kb.search("hosting fee") and other.search("hosting fee")  # noqa: PT018
    schemas = [row[0] for row in execute(servers, "select nspname from pg_namespace where nspname like 'pincite%'")]
    assert schema_of(tenant) in schemas
    assert not any("tenant" in str(name) for name in schemas)
    assert execute(servers, "select count(*) from pg_tables where schemaname = 'public'") == [(0,)]


@pytest.mark.spec("REL-2")
def test_tables_of_a_newer_pincite_another_model_and_older_tables_have_different_messages(
    servers: Pair, kb: KnowledgeBase, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb.ingest_texts([FEE])
    with pytest.raises(StoreError, match=r"made by wordllama/.*open it with that model"):
        KnowledgeBase.open(servers.address, tenant=tenant, embeddings=DeterministicFakeEmbedding(size=8))
    added = ("create table notes (note text)", "insert into notes values ('brought up')")
    monkeypatch.setattr(postgres_schema, "SCRIPTS", (*postgres_schema.SCRIPTS, *added))
    with KnowledgeBase.open(servers.address, tenant=tenant) as newer:
        assert newer._stores.catalogue.rows("select note from notes") == [("brought up",)]  # type: ignore[attr-defined]
        assert newer.search("hosting fee")[0].document.path == "fee"
    monkeypatch.undo()
    ours = len(postgres_schema.SCRIPTS)
    with pytest.raises(
        StoreError, match=rf"made by a newer pincite \(schema {ours + 2}, this one reads {ours}\); upgrade"
    ):
        KnowledgeBase.open(servers.address, tenant=tenant)


@pytest.mark.spec("REL-2")
def test_a_script_that_fails_leaves_the_tables_as_they_were(
    servers: Pair, kb: KnowledgeBase, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb.ingest_texts([FEE])
    monkeypatch.setattr(postgres_schema, "SCRIPTS", (*postgres_schema.SCRIPTS, "drop table journal", "no sql"))
    with pytest.raises(StoreError):
        KnowledgeBase.open(servers.address, tenant=tenant)
    monkeypatch.undo()
    with KnowledgeBase.open(servers.address, tenant=tenant) as again:
        assert again.search("hosting fee")[0].document.path == "fee"


@pytest.mark.spec("REL-2", "REL-5")
def test_many_may_make_the_same_knowledge_base_at_once(servers: Pair, tenant: str) -> None:
    def opened(_: int) -> str:
        with KnowledgeBase.open(servers.address, tenant=tenant) as base:
            return base.snapshot_id()

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(opened, range(6)))) == 1


INGEST = """
import sys
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.opening import Stores
from pincite.stores.index.selection import Selection
from pincite.stores.index.vectors import Filling, Wanted
with KnowledgeBase.open(sys.argv[1], tenant=sys.argv[2]) as kb:
    report = kb.ingest(sys.argv[3], progress=lambda step: print(step.path, flush=True))
    print("REPORT", len(report.added), len(report.unchanged), len(report.failed))
"""


def letters(folder: Path, count: int) -> Path:
    folder.mkdir()
    for n in range(count):
        (folder / f"letter-{n:02}.txt").write_text(
            f"Letter {n}: the fee for matter {n} is late, the debtor is {n * 7}."
        )
    return folder


def worker(servers: Pair, tenant: str, docs: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", INGEST, servers.address, tenant, str(docs)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.spec("REL-2", "REL-5")
def test_two_workers_take_each_document_in_once(servers: Pair, kb: KnowledgeBase, tenant: str, tmp_path: Path) -> None:
    docs = letters(tmp_path / "letters", 16)
    workers = [worker(servers, tenant, docs) for _ in range(2)]
    said = [process.communicate(timeout=120) for process in workers]
    assert [process.returncode for process in workers] == [0, 0], said
    reports = [list(map(int, out.splitlines()[-1].split()[1:])) for out, _ in said]
    assert sum(added for added, _, _ in reports) == 16
    assert [added + unchanged for added, unchanged, _ in reports] == [16, 16]
    assert len(kb.snapshot().documents()) == 16
    assert kb.snapshot().generation == 16
    numbers = kb._stores.catalogue.rows("select number from passages order by number")  # type: ignore[attr-defined]
    assert [number for (number,) in numbers] == list(range(1, 17))
    assert kb._stores.catalogue.rows("select * from claims") == []  # type: ignore[attr-defined]


@pytest.mark.spec("REL-2", "REL-5")
def test_what_a_dead_worker_had_claimed_is_ingested_by_another_once_the_claim_expires(
    servers: Pair, kb: KnowledgeBase, tenant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = letters(tmp_path / "letters", 12)
    dead = worker(servers, tenant, docs)
    assert dead.stdout is not None
    dead.stdout.readline()
    os.kill(dead.pid, signal.SIGKILL)
    dead.communicate()
    held = kb._stores.catalogue.rows("select name from claims")  # type: ignore[attr-defined]
    assert held
    with kb._stores.catalogue.writing() as writer:  # type: ignore[attr-defined]
        writer.execute("update claims set until = now() + interval '2 seconds'")
    report = kb.ingest(docs)
    assert len(report.added) + len(report.unchanged) == 12
    assert len(kb.snapshot().documents()) == 12


def test_a_worker_keeps_its_claims_while_it_lives(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_claims, "LEASE", 3.0)
    catalogue: Any = kb._stores.catalogue

    def expiry() -> object:
        return catalogue.rows("select until from claims")

    with catalogue.writing_run() as mine, catalogue.writing_run() as other:
        assert mine.acquire("a")
        assert mine.acquire("a")
        first = expiry()
        while expiry() == first:
            time.sleep(0.02)
        assert not other.acquire("a")
        other.release(["a"])
        assert not other.acquire("a")
        mine.release(["a"])
        assert other.acquire("a")


def test_a_stalled_worker_does_not_overwrite_what_another_has_ingested_meanwhile(
    kb: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = letters(tmp_path / "letters", 1)
    written = Stores.write_version

    def stands_still(*arguments: Any, **named: Any) -> Any:
        with kb._stores.catalogue.writing() as writer:  # type: ignore[attr-defined]
            writer.execute("update claims set worker = 'another'")
        return written(*arguments, **named)

    monkeypatch.setattr(Stores, "write_version", stands_still)
    report = kb.ingest(docs)
    assert (len(report.added), len(report.skipped)) == (0, 1)
    assert "another worker is ingesting it" in report.skipped[0].reason
    assert kb.snapshot().documents() == ()


@pytest.mark.spec("REL-2")
def test_an_ingest_waits_for_the_index_that_a_killed_worker_had_claimed(
    servers: Pair, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dense, "EXACT_AT_MOST", 0)
    kb.ingest_texts([FEE])  # too little is missing to be put in
    monkeypatch.setattr(dense, "UNINDEXED_AT_MOST", 0)
    catalogue = kb._stores.catalogue
    with catalogue.writing() as writer:  # type: ignore[attr-defined]
        writer.execute("insert into claims values (?, 'killed', now() + interval '1 second')", (dense.INDEX,))
    assert kb.ingest_texts([FEE]).unchanged
    assert kb.health() == (True, "1 passage, each with its vector, 1 of them in the vector index")


def ask(kb: KnowledgeBase) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb, Settings()).invoke(ASKED)["report"]
    return report


@pytest.mark.spec("RET-12", "REL-1")
def test_servers_that_go_away_end_a_run_with_source_unavailable_and_serve_again_when_they_are_back(
    own: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dense, "EXACT_AT_MOST", 0)
    monkeypatch.setattr(dense, "UNINDEXED_AT_MOST", 0)
    with KnowledgeBase.open(own.address) as kb:
        kb.ingest_texts([FEE])
        graph = build_graph(kb, Settings())
        assert ask(kb).sufficient

        own.chroma.stop()
        assert ask(kb).sufficient  # passages are compared one by one
        assert "cannot be reached" in kb.health().detail
        assert kb.ingest_texts([{"id": "more", "text": "One more."}]).ok
        own.chroma.begin()
        own.chroma.wait()
        kb.ingest_texts([{"id": "last", "text": "The last."}])
        assert kb.health() == (True, "3 passages, each with its vector, 3 of them in the vector index")

        for stop_before in ("init", "extract_evidence", "critique"):
            report = None
            if stop_before == "init":
                own.postgres.stop()
            for values in graph.stream(ASKED, stream_mode="values"):
                report = values.get("report")
                if report is None and [value.node for value in values.get("path", ())][-1:] == [
                    BEFORE.get(stop_before)
                ]:
                    own.postgres.stop()
            assert report is not None
            assert report.stop_reason == "source_unavailable", (stop_before, report.stop_reason, report.risk_signals)
            assert not report.sufficient
            assert report.answer is None
            assert "source_unavailable" in report.risk_signals
            own.postgres.start()
            until_it_is_tried_again(kb)
            assert ask(kb).sufficient, stop_before


BEFORE = {
    "extract_evidence": "retrieve_evidence",
    "critique": "verify_evidence",
}


@pytest.mark.spec("REL-2")
def test_a_vector_server_with_another_api_is_reported(servers: Pair, tenant: str) -> None:
    import http.server
    import threading

    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, *arguments: object) -> None: ...

    with http.server.HTTPServer(("127.0.0.1", 0), Other) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"{servers.postgres.address}&chroma=http://127.0.0.1:{server.server_port}"
        with KnowledgeBase.open(address, tenant=tenant) as kb:
            kb.ingest_texts([FEE])
            assert kb.search("hosting fee")[0].document.path == "fee"
            assert "answers 404" in kb.health().detail
            assert "Chroma 1.0 or newer" in kb.health().detail
        server.shutdown()
        thread.join()


@pytest.mark.spec("RET-12", "REL-5")
@pytest.mark.parametrize("answered", ["", "/api/v2/version"])
def test_searches_at_once_wait_once_for_a_vector_server_that_hangs(
    answered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import http.server
    import threading

    monkeypatch.setattr(chroma_vectors, "SECONDS", 0.5)
    monkeypatch.setattr(chroma_vectors, "LOOK_SECONDS", 0.5)
    asked: list[str] = []
    ended = threading.Event()

    class Hanging(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            if self.path != answered:
                ended.wait(60)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'"1.0.0"')

        def log_message(self, *arguments: object) -> None: ...

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hanging) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever).start()
        index = chroma_vectors.ChromaIndex(f"http://127.0.0.1:{server.server_port}", "passages")
        wanted = Wanted(Selection(*np.asarray([[1], [1], [2]])), None, True, {}, 3)
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _: index.nearest(np.ones(1, np.float32), wanted, Filling(1, 1)), range(8)))
        assert found == [None] * 8
        assert asked.count("/api/v2/version") == 1
        ended.set()
        server.shutdown()


def test_the_mean_length_of_passages_is_read_once_for_all_words(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb.ingest_texts([FEE])
    catalogue: Any = kb._stores.catalogue
    read, wanted = catalogue.meta, []
    monkeypatch.setattr(catalogue, "meta", lambda key: (wanted.append(key), read(key))[1])
    assert kb.search("hosting fee")
    assert kb.search("notice period of the contract")
    assert wanted.count("tokens") == 1


@pytest.mark.spec("REL-5")
def test_connections_are_bounded_and_given_back(servers: Pair, tenant: str) -> None:
    ((began,),) = execute(servers, "select clock_timestamp()")
    with KnowledgeBase.open(servers.address, tenant=tenant) as kb:
        kb.ingest_texts([FEE])
        with ThreadPoolExecutor(40) as pool:
            list(pool.map(lambda _: kb.search("hosting fee"), range(80)))
        own = f"application_name = 'pincite' and backend_start >= '{began}'"  # the server may still be closing others
        count = f"select count(*) from pg_stat_activity where {own}"
        assert 1 <= int(str(execute(servers, count)[0][0])) <= postgres_catalogue.CONNECTIONS
        kb.close()
        with pytest.raises(StoreError, match="has been closed; open it again"):
            kb.search("hosting fee")


@pytest.mark.spec("USE-1")
def test_the_commands_take_an_address(
    servers: Pair, tenant: str, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--kb", servers.address, "--tenant", tenant]
    (docs / "hosting.md").write_text(f"# {FEE['title']}\n\nUpdated 5 January 2026.\n\n{FEE['text']}\n")
    assert main(["ask", ASKED["question"], *where]) == 2
    assert "there is no knowledge base" in capsys.readouterr().err
    assert main(["ingest", str(docs), *where]) == 0
    assert main(["ask", ASKED["question"], "--as-of", ASKED["as_of"], *where]) == 0
    assert "4,200 euros" in capsys.readouterr().out
    main(["doctor", *where])
    assert "each with its vector" in capsys.readouterr().out


@pytest.mark.spec("CFG-2", "USE-1")
def test_a_server_reads_the_knowledge_base_that_its_operator_named_and_no_other(
    servers: Pair, kb: KnowledgeBase, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    kb.ingest_texts([FEE])
    monkeypatch.setenv("PINCITE_ROOT", servers.address)
    graph = asyncio.run(make_graph({"configurable": {"kb_tenant": tenant}}))
    assert graph.invoke(ASKED)["report"].sufficient
    for wanted in ("other", "postgresql://elsewhere/db?chroma=http://h:1"):
        with pytest.raises(SettingsError, match="leave it out"):
            build_choices({"kb": wanted})


@pytest.mark.spec("EXE-7")
def test_a_server_tells_whether_its_database_can_be_reached_and_not_where_it_is(
    servers: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    from starlette.testclient import TestClient

    with TestClient(app) as client:
        assert client.get("/ready").json() == {"ready": True}  # a folder
        monkeypatch.setenv("PINCITE_ROOT", servers.address)
        assert client.get("/ready").json() == {"ready": True}
        monkeypatch.setenv("PINCITE_ROOT", "postgresql://u:hunter2@127.0.0.1:9/db?chroma=http://127.0.0.1:9")
        answer = client.get("/ready")
        assert (answer.status_code, answer.json()) == (503, {"ready": False})
