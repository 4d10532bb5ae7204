"""A database that hangs, is full, or holds a lock for ever: a run ends, an ingest says why, and both go on when it is over.

The servers hang until the test lets them go on. A call that waits for them fails its test at pytest's time limit.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from select import select
from typing import Any
from uuid import uuid4

import pytest
from hosting_contract import ASKED, FEE
from langchain_core.tools import tool
from served_pair import Pair, until_it_is_tried_again

from pincite.cli import main
from pincite.errors import StoreError, StoreUnavailable
from pincite.graph.build import build_graph
from pincite.settings import Settings
from pincite.stores.index import chroma_vectors
from pincite.stores.index.database_address import schema_of
from pincite.stores.index.database_deadline import seconds_allowed, waiting_at_most
from pincite.stores.kb import dense
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.postgres import postgres_catalogue, postgres_claims
from pincite.stores.sources.skills import Skill

pytestmark = pytest.mark.servers


@pytest.fixture
def tenant() -> str:
    return f"faulty {uuid4()}"


@pytest.fixture
def kb(servers: Pair, tenant: str) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(servers.address, tenant=tenant) as opened:
        opened.ingest_texts([FEE])
        yield opened


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that gives no answer is given up soon."""
    monkeypatch.setattr(postgres_catalogue, "CONNECT_SECONDS", 1)
    monkeypatch.setattr(postgres_catalogue, "DOWN_SECONDS", 0.5)
    monkeypatch.setattr(postgres_catalogue, "OVERDUE_SECONDS", 1.0)
    monkeypatch.setattr(postgres_catalogue, "OVERDUE_WRITE_SECONDS", 1.0)
    monkeypatch.setattr(postgres_catalogue, "HANGS_SECONDS", 1.0)


def execute(pair: Pair, tenant: str, *queries: str) -> None:
    import psycopg

    with psycopg.connect(pair.postgres.address, autocommit=True) as connection:
        connection.execute(f"set search_path to {schema_of(tenant)}")
        for query in queries:
            connection.execute(query)


@pytest.mark.spec("RET-12", "REL-1")
@pytest.mark.parametrize("after", ["", "retrieve_evidence", "critique"])
def test_a_database_that_hangs_holds_no_run(servers: Pair, tenant: str, hasty: None, after: str) -> None:
    with KnowledgeBase.open(servers.address, tenant=tenant) as kb:
        kb.ingest_texts([FEE])
        graph = build_graph(kb, Settings())
        assert graph.invoke(ASKED)["report"].sufficient  # type: ignore[arg-type]
        parts = graph.stream(ASKED, stream_mode="values")  # type: ignore[arg-type]
        for values in parts if after else ():
            if [step.node for step in values.get("path", ())][-1:] == [after]:
                break
        with servers.postgres.hanging():
            report = [values.get("report") for values in parts][-1]
            assert report.stop_reason == "source_unavailable"
            assert "source_unavailable" in report.risk_signals
            assert not report.sufficient
            if not after:
                with pytest.raises(StoreUnavailable, match="cannot be reached"):
                    kb.ingest_texts([FEE | {"id": "more"}])
                with pytest.raises(StoreUnavailable, match="cannot be reached"):
                    KnowledgeBase.open(servers.address, tenant=tenant)
        until_it_is_tried_again(kb)
        assert build_graph(kb, Settings()).invoke(ASKED)["report"].sufficient  # type: ignore[arg-type]
        assert kb.ingest_texts([FEE | {"id": "more"}]).ok


@pytest.mark.spec("CRI-9")
def test_a_run_waits_for_its_database_no_longer_than_it_has_time(
    servers: Pair, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.stores.index.database_deadline.LEAST", 0.5)
    monkeypatch.setattr(postgres_catalogue, "CONNECT_SECONDS", 1)
    graph = build_graph(kb, Settings(budgets={"seconds_per_run": 2}))  # type: ignore[arg-type]
    parts = graph.stream(ASKED, stream_mode="values")  # type: ignore[arg-type]
    for values in parts:
        if [step.node for step in values.get("path", ())][-1:] == ["discover_candidates"]:
            break
    with servers.postgres.hanging():
        report = [values.get("report") for values in parts][-1]
    assert report.stop_reason in ("source_unavailable", "time_exhausted")
    assert not report.sufficient


@pytest.mark.spec("RET-12", "REL-1")
def test_a_vector_server_that_hangs_holds_no_question_and_no_ingest(
    servers: Pair, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("EXACT_AT_MOST", 0), ("UNINDEXED_AT_MOST", 0)):
        monkeypatch.setattr(dense, name, value)
    monkeypatch.setattr(chroma_vectors, "SECONDS", 0.5)
    monkeypatch.setattr(chroma_vectors, "LOOK_SECONDS", 0.5)
    kb.ingest_texts([FEE | {"id": "one more"}])
    assert "in the vector index" in kb.health().detail
    graph = build_graph(kb, Settings())
    with servers.chroma.hanging():
        assert graph.invoke(ASKED)["report"].sufficient  # type: ignore[arg-type]
        assert kb.ingest_texts([FEE | {"id": "meanwhile"}]).ok
        assert not kb.health().ok
    assert kb.ingest_texts([FEE | {"id": "afterwards"}]).ok
    assert kb.health().ok, kb.health().detail


@pytest.mark.spec("REL-5")
def test_a_run_that_has_no_time_for_a_slow_answer_costs_the_others_nothing(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.stores.index.database_deadline.LEAST", 0.3)
    catalogue: Any = kb._stores.catalogue
    with ThreadPoolExecutor(1) as other:
        reading = other.submit(catalogue.rows, "select count(*) from (select pg_sleep(1.5)) as slow")
        with waiting_at_most(0), pytest.raises(StoreUnavailable, match="no answer in time"):
            catalogue.rows("select pg_sleep(600)")
        assert kb.search("hosting fee")
        assert reading.result() == [(1,)]


def test_the_time_allowed_is_what_is_left_and_never_less_than_the_least() -> None:
    assert seconds_allowed(60) == 60
    with waiting_at_most(10):
        assert 9 < seconds_allowed(60) <= 10
        assert seconds_allowed(5) == 5
    with waiting_at_most(0):
        assert seconds_allowed(60) == 3.0
    with waiting_at_most(float("inf")):
        assert seconds_allowed(60) == 60


FULL = """
create or replace function full() returns trigger language plpgsql as $$
begin raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100'; end $$;
"""
"""What the server says of a full disk, as it says it."""


@pytest.mark.spec("REL-2")
@pytest.mark.parametrize("table", ["versions", "passages", "fulltext", "postings", "life", "journal"])
def test_a_full_disk_of_the_database_leaves_nothing_half_ingested_and_readers_go_on(
    servers: Pair, kb: KnowledgeBase, tenant: str, table: str
) -> None:
    before = kb.snapshot_id()
    execute(servers, tenant, FULL, f"create trigger full_disk before insert on {table} execute function full()")
    with pytest.raises(
        StoreError, match="the database's disk is full; free disk space and run the same command again"
    ) as raised:
        kb.ingest_texts([FEE | {"id": "second", "text": "Another fee of 9 euros."}])
    assert not isinstance(raised.value, StoreUnavailable)
    assert kb.snapshot_id() == before
    assert [hit.document.path for hit in kb.search("fee euros")] == ["fee"]
    assert build_graph(kb, Settings()).invoke(ASKED)["report"].sufficient  # type: ignore[arg-type]
    execute(servers, tenant, f"drop trigger full_disk on {table}")
    assert len(kb.ingest_texts([FEE | {"id": "second", "text": "Another fee of 9 euros."}]).added) == 1
    assert kb.health().ok


@pytest.mark.spec("REL-2", "REP-1")
def test_a_full_disk_for_the_run_journal_is_reported_and_the_answer_is_shown(
    servers: Pair, kb: KnowledgeBase, tenant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    execute(servers, tenant, FULL, "create trigger full_disk before insert on journal execute function full()")
    where = ["--kb", servers.address, "--tenant", tenant]
    assert main(["ask", ASKED["question"], "--as-of", ASKED["as_of"], *where]) == 0
    said = capsys.readouterr()
    assert "4,200 euros" in said.out
    assert "this report was not recorded in the run journal" in said.err
    assert "the database's disk is full" in said.err


@pytest.mark.spec("RET-11", "REL-2")
def test_what_a_tool_gave_is_not_used_when_it_cannot_be_kept(servers: Pair, kb: KnowledgeBase, tenant: str) -> None:
    @tool
    def crm(query: str) -> str:
        """Finds."""
        return "Brackenford Ltd pays an annual hosting fee of 9,999 euros."

    execute(servers, tenant, FULL, "create trigger full_disk before insert on run_texts execute function full()")
    report = build_graph(kb, Settings(), sources=[Skill(crm)]).invoke(ASKED)["report"]  # type: ignore[arg-type]
    assert "9,999" not in report.model_dump_json(include={"answer", "citations", "evidence"})
    assert "4,200 euros" in report.conclusion
    assert "disk is full" in report.model_dump_json(include={"sources_searched", "disclosures", "tool_history"})


@pytest.mark.spec("REL-2", "REL-5")
def test_a_writer_that_stands_still_in_the_middle_of_a_change_is_not_waited_for_for_ever(
    servers: Pair, kb: KnowledgeBase, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    monkeypatch.setattr(postgres_catalogue, "LONGEST_MS", 500)
    with (
        psycopg.connect(servers.postgres.address) as stuck,
        KnowledgeBase.open(servers.address, tenant=tenant) as other,
    ):
        stuck.execute(f"set search_path to {schema_of(tenant)}")
        stuck.execute("update meta set value = value where key = 'generation'")
        with pytest.raises(StoreError):
            other.ingest_texts([FEE | {"id": "blocked"}])
        assert other.search("hosting fee")
        stuck.rollback()
    assert kb.ingest_texts([FEE | {"id": "blocked"}]).ok


@pytest.mark.spec("REL-2")
def test_a_worker_that_stands_still_in_a_transaction_is_put_out_by_the_database(
    servers: Pair, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_catalogue, "IDLE_MS", 200)
    with KnowledgeBase.open(servers.address, tenant=tenant) as kb:
        catalogue: Any = kb._stores.catalogue

        def standing_still() -> None:
            with catalogue.writing() as writer:
                writer.execute("update meta set value = value where key = 'generation'")
                connection: Any = writer
                select([connection.connection.fileno()], [], [])  # the database closes the connection
                writer.execute("select 1")

        with pytest.raises(StoreError):
            standing_still()
        assert kb.ingest_texts([FEE]).ok


@pytest.mark.spec("REL-2", "REL-5")
@pytest.mark.parametrize("hours", [-1, 1])
def test_a_worker_whose_clock_is_an_hour_off_takes_no_others_document_and_loses_none_of_its_own(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Only the database's clock counts for claims."""
    with kb._stores.catalogue.writing_run() as right:
        assert right.acquire("theirs")
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + hours * 3600)
        with kb._stores.catalogue.writing_run() as wrong:
            assert wrong.acquire("own")
            assert not wrong.acquire("theirs")
            assert not right.acquire("own")
            left = "select extract(epoch from min(until) - now()), extract(epoch from max(until) - now()) from claims"
            ((least, most),) = kb._stores.catalogue.rows(left)  # type: ignore[attr-defined]
            assert 30 < float(least) <= float(most) <= postgres_claims.LEASE


@pytest.mark.spec("REL-2")
@pytest.mark.parametrize("days", [-400, 400])
def test_what_a_machine_with_a_wrong_clock_took_in_is_read_by_generation_and_not_by_time(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    class Off(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Off":
            real = datetime.now(tz) + timedelta(days=days)
            return cls.fromtimestamp(real.timestamp(), tz)

    monkeypatch.setattr("pincite.stores.index.sql_writing.datetime", Off)
    assert len(kb.ingest_texts([{**FEE, "text": FEE["text"].replace("4,200", "4,900")}]).superseded) == 1
    monkeypatch.undo()
    report = build_graph(kb, Settings()).invoke(ASKED)["report"]  # type: ignore[arg-type]
    assert "4,900 euros" in report.conclusion
    kb.record_run(report.run_id, report.question, report.digest)
    assert kb.recorded_digests(report.run_id) == (report.digest,)
