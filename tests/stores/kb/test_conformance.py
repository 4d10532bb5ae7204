"""One suite for both pairs of stores: a folder's SQLite and Chroma, and the served PostgreSQL and Chroma."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from uuid import uuid4

import pytest
from hosting_contract import FEE

from pincite.errors import StoreError
from pincite.graph.build import build_graph
from pincite.reports.verify import verify
from pincite.settings import Settings
from pincite.stores.kb import dense
from pincite.stores.kb.existing import open_existing
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.run_texts import GivenBy, as_document
from pincite.stores.kb.tool_output import ToolText

Opened = Callable[..., KnowledgeBase]
RENT = {"id": "rent", "text": "The rent of the Harrowgate mill is 400 euros a month."}
SCRIPTS = {
    "zh": "年次休暇制度。员工每年享有二十天带薪年假，未用完的可以结转。",
    "ja": "従業員は毎年二十日の有給休暇を取得できます。2026年の売上高は300億円でした。",
    "th": "พนักงานมีสิทธิลาพักผ่อนประจำปียี่สิบวัน ค่าธรรมเนียมรายปี",
    "ko": "직원은 매년 이십 일의 유급휴가를 받습니다. 본사는 서울에 있습니다.",
    "ru": "Сотрудник имеет право на двадцать дней оплачиваемого отпуска.",
    "ar": "يحق للموظف عشرون يوما من الإجازة السنوية المدفوعة.",
    "de": "Der Essenszuschuss beträgt 4,50 Euro je Arbeitstag.",
    "en": "Staff have twenty days of paid leave. O'Brien & Sons-Hartley supply the R&D team.",
    "wide": "The canteen opens at noon.",
}
TABLE = (
    "# Figures of Oxmoor plc\n\n| Item | 2024 | 2025 |\n|---|---|---|\n| Turnover | 310 | 355 |\n| Staff | 12 | 14 |\n"
)


@pytest.fixture(params=["embedded", pytest.param("served", marks=pytest.mark.servers)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a knowledge base may be made."""
    if request.param == "embedded":
        return str(tmp_path / "kb")
    address: str = request.getfixturevalue("servers").address
    return address


@pytest.fixture
def tenant() -> str:
    return f"tenant {uuid4()}"


@pytest.fixture
def opened(place: str, tenant: str) -> Iterator[Opened]:
    held: list[KnowledgeBase] = []

    def make(**arguments: str) -> KnowledgeBase:
        held.append(KnowledgeBase.open(place, **{"tenant": tenant, **arguments}))
        return held[-1]

    yield make
    for kb in held:
        kb.close()


@pytest.fixture
def kb(opened: Opened) -> KnowledgeBase:
    return opened()


def paths(kb: KnowledgeBase, *, current: bool = False) -> list[str]:
    return [document.path for document in kb.snapshot().documents() if document.is_current or not current]


@pytest.mark.spec("REL-2")
def test_a_file_is_ingested_once_superseded_by_its_next_version_and_pruned_when_it_is_gone(
    kb: KnowledgeBase, docs: Path
) -> None:
    first = kb.ingest(docs)
    assert (len(first.added), first.passages > 0, first.ok) == (2, True, True)
    generation = kb.snapshot().generation
    assert len(kb.ingest(docs).unchanged) == 2
    assert kb.snapshot().generation == generation
    policy = docs / "people" / "leave-policy.md"
    policy.write_text(policy.read_text().replace("27 days", "28 days"))
    again = kb.ingest(docs)
    assert [outcome.path for outcome in again.superseded] == ["people/leave-policy.md"]
    assert len(kb.snapshot().documents()) == 3
    assert sorted(paths(kb, current=True)) == ["blog.txt", "people/leave-policy.md"]
    hits = kb.search("days of paid leave of Harrowgate Mills")
    assert {hit.document.is_current for hit in hits if "28 days" in hit.passage.text} == {True}
    assert {hit.document.is_current for hit in hits if "27 days" in hit.passage.text} == {False}
    (docs / "blog.txt").unlink()
    assert [outcome.path for outcome in kb.ingest(docs).gone] == ["blog.txt"]
    assert "blog.txt" in paths(kb)
    kb.ingest(docs, prune=True)
    assert "blog.txt" not in paths(kb)
    assert kb.original("people/leave-policy.md") == policy
    assert kb.health().ok


@pytest.mark.spec("REL-2")
def test_a_pinned_generation_never_changes_and_a_removed_document_comes_back_as_it_was(kb: KnowledgeBase) -> None:
    kb.ingest_texts([FEE, RENT])
    pinned = kb.snapshot()
    fee = next(document for document in pinned.documents() if document.path == "fee")
    kb.remove("fee")
    kb.ingest_texts([{**RENT, "text": "The rent is 500 euros."}])
    assert [document.path for document in pinned.documents()] == ["fee", "rent"]
    assert pinned.text(fee.version_id) == FEE["text"]
    assert pinned.search("hosting fee")[0].document.path == "fee"
    assert "400 euros" in pinned.search("rent")[0].passage.text
    assert [hit.document.path for hit in kb.search("hosting fee of Brackenford", must_mention=["Brackenford"])] == []
    with pytest.raises(StoreError, match="not in generation"):
        kb.snapshot().document(fee.version_id)
    kb.ingest_texts([FEE])
    assert kb.snapshot().document(fee.version_id) == fee
    span = kb.span(fee.version_id, 0, 15)
    assert (span.quote, span.text_sha256) == ("Brackenford Ltd", fee.text_sha256)


@pytest.mark.spec("REL-2", "EXE-6")
def test_a_snapshot_is_named_the_same_whoever_opens_it(opened: Opened) -> None:
    first = opened()
    first.ingest_texts([FEE])
    second = opened()
    assert first.snapshot_id() == second.snapshot_id()
    second.ingest_texts([RENT])
    assert first.snapshot_id() == second.snapshot_id() != first.snapshot(1).snapshot_id
    with pytest.raises(StoreError, match="not in this knowledge base; its newest is"):
        first.snapshot(99)
    assert opened(tenant="another").snapshot_id() != first.snapshot_id()


def test_what_could_not_be_read_is_kept_until_it_can(kb: KnowledgeBase, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.md").write_text("# Fees\n\nThe fee is 40 euros.")
    (folder / "b.pdf").write_bytes(b"%PDF-1.4 broken")
    assert [outcome.path for outcome in kb.ingest(folder).failed] == ["b.pdf"]
    generation = kb.snapshot().generation
    kb.ingest(folder)
    assert kb.snapshot().generation == generation
    assert [disclosure.document for disclosure in kb.snapshot().disclosures()] == ["b.pdf"]
    (folder / "b.pdf").unlink()
    kb.ingest(folder)
    assert kb.snapshot().disclosures() == ()
    assert [disclosure.document for disclosure in kb.snapshot(generation).disclosures()] == ["b.pdf"]


@pytest.mark.spec("EVI-3", "RET-7")
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("带薪年假", "zh"), ("年假可以结转吗", "zh"), ("有給休暇", "ja"), ("2026", "ja"), ("ลาพักผ่อน", "th"), ("서울", "ko"),
        ("отпуска", "ru"), ("Essenszuschuss", "de"), ("betragt", "de"), ("days of leave for staff", "en"), ("O’Brien", "en"),
        ("when does the canteen open", "wide"), ("canteens", "wide"), ("売上高", "ja"), ("ค่าธรรมเนียม", "th"), ("유급휴가", "ko"),
        ("الإجازة السنوية", "ar"),
    ],
)  # fmt: skip
def test_words_of_any_script_are_found(scripts: KnowledgeBase, query: str, found: str) -> None:
    hit = scripts.search(query)[0]
    assert (hit.document.path, hit.lexical_rank) == (found, 1)


@pytest.mark.spec("EVI-3", "RET-7")
@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("O'Brien & Sons-Hartley", {"en"}), ("o’brien", {"en"}), ("有給休暇", {"ja"}), ("给有", set()), ("2026年", {"ja"}),
        ("R&D", {"en"}), ("서울", {"ko"}), ("Brien O", set()), ("", set()), ("—", set()), ("\ud800", set()), ('"', set()),
        ("'; drop table meta; --", set()), ("\\", set()), ("年", {"zh", "ja"}),
    ],
)  # fmt: skip
def test_a_name_is_found_as_a_phrase_wherever_it_stands(scripts: KnowledgeBase, name: str, found: set[str]) -> None:
    snapshot = scripts.snapshot()
    known = {document.version_id: document.path for document in snapshot.documents()}
    assert {known[version] for version in snapshot.mentioning_versions([name])} == found
    assert {hit.document.path for hit in snapshot.mentions([name])} == found
    assert {hit.document.path for hit in snapshot.search("days leave 年", must_mention=[name])} <= found


@pytest.mark.parametrize(
    "query",
    ["", "   ", "?!", "\x00", "\ud83d", '" OR 1', "body: x*", "a <-> b:*", "NEAR(a b)", "AND", "(", "ß" * 50_000, "fee " * 25_000],
)  # fmt: skip
def test_no_query_is_an_order(scripts: KnowledgeBase, query: str) -> None:
    assert isinstance(scripts.search(query, limit=3), tuple)
    assert isinstance(scripts.search(query, must_mention=[query]), tuple)


@pytest.fixture(scope="module", params=["embedded", pytest.param("served", marks=pytest.mark.servers)])
def scripts(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Texts of many scripts."""
    served = request.param == "served"
    place = request.getfixturevalue("servers").address if served else tmp_path_factory.mktemp("scripts") / "kb"
    with KnowledgeBase.open(place, tenant="scripts") as kb:
        kb.ingest_texts({"id": name, "text": text} for name, text in SCRIPTS.items())
        yield kb


@pytest.mark.spec("RET-1", "RET-7")
def test_a_search_keeps_to_versions_names_headings_and_tables(kb: KnowledgeBase) -> None:
    kb.ingest_texts([FEE, RENT, {"id": "figures", "title": "Oxmoor plc", "text": TABLE, "media_type": "text/markdown"}])
    snapshot = kb.snapshot()
    versions = {document.path: document.version_id for document in snapshot.documents()}
    assert [hit.document.path for hit in snapshot.search("euros", versions=[versions["rent"]])] == ["rent"]
    assert {hit.document.path for hit in snapshot.search("euros", must_mention=["Harrowgate mill"])} == {"rent"}
    rows = snapshot.search("turnover 2025", in_tables=True)
    assert {hit.document.path for hit in rows} == {"figures"}
    assert all(hit.passage.table_id for hit in rows)
    assert snapshot.table(rows[0].passage.table_id or "")[0].header_rows == 1
    assert snapshot.mentioning_versions(["Brackenford Ltd"]) == {versions["fee"]}
    assert snapshot.mentioning_versions(["hosting contract"]) == {versions["fee"]}  # in the title alone
    assert snapshot.mentioning_versions(["Ltd Brackenford"]) == frozenset()
    passage = snapshot.passages(versions["rent"])[0]
    assert snapshot.passage(passage.passage_id) == passage
    assert passage.text == RENT["text"]


def test_aliases_are_declared_once_and_removed(kb: KnowledgeBase) -> None:
    kb.ingest_texts([FEE])
    kb.add_alias("BF", "Brackenford Ltd")
    generation = kb.snapshot().generation
    kb.add_alias("BF", "Brackenford Ltd")
    assert kb.snapshot().generation == generation
    assert [(alias.name, alias.of) for alias in kb.declared_aliases()] == [("BF", "Brackenford Ltd")]
    with pytest.raises(StoreError, match="no document is about"):
        kb.add_alias("X", "Nobody Ltd")
    assert kb.remove_alias("BF") == (("BF", "Brackenford Ltd"),)
    assert kb.declared_aliases() == ()
    assert any(alias.name == "BF" for alias in kb.snapshot(generation).aliases())


@pytest.mark.spec("CFG-2")
@pytest.mark.parametrize(
    "name",
    [
        *("../south", "..", "/", "a/b\\c", "o'neil\"; drop schema public; --", "Zürich 東京 🙂", "pincite"),
        *("default\0", "\0", "default ", "Default", "\ud800", "x" * 100_000),
    ],
    ids=lambda name: ascii(name)[:40],
)
def test_tenants_share_a_place_and_nothing_else_whatever_they_are_called(opened: Opened, name: str) -> None:
    mine, other = opened(), opened(tenant=name)
    mine.ingest_texts([FEE])
    assert not [document for document in other.snapshot().documents() if document.path == "fee"]
    assert other.search("annual hosting fee of Brackenford") == ()
    assert other.snapshot().mentioning_versions(["Brackenford"]) == frozenset()
    version = mine.snapshot().documents()[0].version_id
    with pytest.raises(StoreError, match="not in generation"):
        other.snapshot().text(version)
    with pytest.raises(StoreError, match="not in generation"):
        other.snapshot().passage(mine.snapshot().passages(version)[0].passage_id)


@pytest.mark.spec("REP-1", "CFG-3")
def test_the_run_journal_keeps_digests_without_the_question(kb: KnowledgeBase) -> None:
    for run, digest in (("r1", "d1"), ("r", "d2"), ('r"1', "d3"), ("r1", "d4")):
        kb.record_run(run, "Who is paid \ud800?", digest)
    assert [kb.recorded_digests(run) for run in ("r1", "r", 'r"1', "%")] == [("d1", "d4"), ("d2",), ("d3",), ()]


@pytest.mark.spec("CFG-2", "REP-1")
def test_what_a_tool_gave_to_a_run_is_kept_once_and_read_by_that_run_alone(opened: Opened) -> None:
    kb, name = opened(), "crm"
    document = as_document(ToolText(text="The limit is £9,000. 限额"), GivenBy(name=name))
    before, version = kb.snapshot_id(), document.source.version_id
    for run, arguments in (("r1", "{}"), ("r1", "{}"), ("r1", '{"query": "' + "long " * 2_000 + '"}'), ("r2", "{}")):
        kb.keep_run_texts(run, [document], tool=name, arguments=arguments, at=datetime(2026, 5, 15, tzinfo=UTC))
    again = opened()
    assert again.snapshot_id() == before
    assert again.with_run_texts(again.snapshot(), "r1").text(version) == document.loaded.text
    assert again.with_run_texts(again.snapshot(), "r3", [version]) is again.snapshot()
    assert again.search("limit") == ()
    assert again.forget_run_texts(datetime(2026, 5, 15, tzinfo=UTC)) == 0
    assert again.forget_run_texts(datetime(2026, 5, 16, tzinfo=timezone(timedelta(hours=2)))) == 1
    assert again.with_run_texts(again.snapshot(), "r1") is again.snapshot()


def test_a_command_that_reads_makes_nothing(place: str, tenant: str, opened: Opened) -> None:
    with pytest.raises(StoreError, match="there is no knowledge base"):
        open_existing(place, tenant)
    opened().ingest_texts([FEE])
    with open_existing(place, tenant) as kb:
        assert paths(kb) == ["fee"]


@pytest.mark.spec("REP-1", "EXE-1")
def test_a_question_is_answered_kept_and_verified(kb: KnowledgeBase) -> None:
    kb.ingest_texts([FEE, RENT])
    graph = build_graph(kb, Settings())
    report = graph.invoke({"question": "What is the annual hosting fee of Brackenford Ltd?", "as_of": "2026-05-01"})[
        "report"
    ]
    assert report.sufficient
    assert "4,200 euros" in report.citations[0].quote
    kb.record_run(report.run_id, report.question, report.digest)
    assert verify(report, kb).holds


@pytest.mark.spec("REL-5")
def test_64_searches_at_once_give_what_one_gives(opened: Opened) -> None:
    kb = opened()
    kb.ingest_texts(
        [FEE, RENT, *({"id": f"{n}", "text": f"Letter {n} is about the fee for matter {n}."} for n in range(30))]
    )
    queries = [f"fee for matter {n % 30}" for n in range(64)]
    alone = [kb.search(query) for query in queries]
    other = opened()
    with ThreadPoolExecutor(64) as pool:
        assert list(pool.map(other.search, queries)) == alone


@pytest.mark.slow
@pytest.mark.spec("REL-2", "REL-5")
def test_a_reader_sees_what_another_process_wrote(opened: Opened, place: str, tenant: str) -> None:
    reader = opened()
    assert reader.search("rent of the mill") == ()
    done = subprocess.run(
        [sys.executable, "-c", WRITE, place, tenant], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    hit = reader.search("rent of the mill")[0]
    assert (hit.document.path, hit.lexical_rank, hit.dense_rank) == ("rent", 1, 1)


WRITE = f"""
import sys
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.run_texts import GivenBy, as_document
from pincite.stores.kb.tool_output import ToolText
with KnowledgeBase.open(sys.argv[1], tenant=sys.argv[2]) as kb:
    kb.ingest_texts([{RENT!r}])
"""
KILLED = """
import os, signal, sys
from pincite.stores.index import sql_writing
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.run_texts import GivenBy, as_document
from pincite.stores.kb.tool_output import ToolText
journal, calls = sql_writing._journal, 0
def dying(*arguments):
    global calls
    calls += 1
    if calls == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return journal(*arguments)
sql_writing._journal = dying
with KnowledgeBase.open(sys.argv[1], tenant=sys.argv[2]) as kb:
    kb.ingest(sys.argv[3])
"""


@pytest.mark.slow
@pytest.mark.spec("REL-2")
def test_an_ingest_killed_inside_a_write_is_finished_by_the_next(
    opened: Opened, place: str, tenant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = tmp_path / "letters"
    docs.mkdir()
    for n in range(6):
        (docs / f"letter-{n}.txt").write_text(f"Letter {n}: the fee for matter {n} is late.")
    killed = subprocess.run([sys.executable, "-c", KILLED, place, tenant, str(docs)], timeout=60, check=False)
    assert killed.returncode == -signal.SIGKILL
    kb = opened()
    assert paths(kb) == [f"letter-{n}.txt" for n in range(3)]
    assert all(kb.snapshot().passages(document.version_id) for document in kb.snapshot().documents())
    expire_claims(kb)
    report = kb.ingest(docs)
    assert (len(report.unchanged), len(report.added)) == (3, 3)
    assert sorted(paths(kb)) == [f"letter-{n}.txt" for n in range(6)]
    assert kb.health().ok


def expire_claims(kb: KnowledgeBase) -> None:
    """As if the minute that a dead worker's claims hold were over."""
    if "postgresql" in kb._stores.catalogue.label:
        with kb._stores.catalogue.writing() as writer:  # type: ignore[attr-defined]
            writer.execute("update claims set until = now() - interval '1 second'")


@pytest.mark.spec("REL-2")
def test_the_vector_index_is_filled_searched_and_agrees_with_the_catalogue(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "lorries pensions schools roofs bridges dinners taxes gardens engines letters".split()
    texts = [{"id": f"{n}", "text": f"Matter {n} concerns {word}."} for n, word in enumerate(words * 3)]
    kb = opened()
    kb.ingest_texts(texts)
    queries = ["renting a lorry", "money for pensions", "school dinners", "repair of roofs"]
    exact = [{hit.document.path for hit in kb.search(query, limit=5)} for query in queries]
    monkeypatch.setattr(dense, "EXACT_AT_MOST", 20)
    monkeypatch.setattr(dense, "UNINDEXED_AT_MOST", 0)
    kb.ingest_texts([{"id": "more", "text": "One more matter."}])
    filling = dense.read_filling(kb._stores)
    assert kb._stores.vectors.count(filling) == filling.passages == len(texts) + 1
    other = opened()
    for query, expected in zip(queries, exact, strict=True):
        assert len({hit.document.path for hit in other.search(query, limit=5)} & expected) >= 4
    kb._stores.vectors.empty()
    assert other.search("money for pensions")[0].dense_rank is not None
    assert not kb.health().ok
    kb.ingest_texts([{"id": "last", "text": "Tuna is on the menu."}])
    assert kb.health().ok
    assert kb.search("tuna menu")[0].document.path == "last"
    assert kb.snapshot(as_of=date(2026, 1, 1)).search("tuna")[0].document.path == "last"


@pytest.mark.spec("REL-2")
def test_a_document_ingested_meanwhile_changes_no_rank_of_a_pinned_run_and_is_found_by_the_next(opened: Opened) -> None:
    kb = opened()
    kb.ingest_texts([RENT, {"id": "mill", "text": "The mill at Harrowgate stands by the river, and the river floods."}])
    pinned = kb.snapshot()
    before = pinned.search("rent of the mill by the river")
    kb.ingest_texts(
        [{"id": f"river-{n}", "text": f"The river {n} floods the mill, the river of the rent."} for n in range(9)]
    )
    assert pinned.search("rent of the mill by the river") == before
    assert len(kb.search("rent of the mill by the river")) == 11
