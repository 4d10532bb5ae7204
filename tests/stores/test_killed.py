"""Ingest killed at any point and run again ends where an undisturbed one does (SPEC REL-2)."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pincite.stores import dense
from pincite.stores.knowledge_base import KnowledgeBase

INGEST = """
import os, signal, sys
from pincite.stores import dense, embedded_vectors, sql_writing
from pincite.stores.sqlite_catalogue import SqliteCatalogue
from pincite.stores.knowledge_base import KnowledgeBase
dense.EXACT_AT_MOST, dense.UNINDEXED_AT_MOST = 10, 4
where, count = sys.argv[3], int(sys.argv[4])
calls = 0
def dying(function):
    def wrapped(*arguments, **named):
        global calls
        calls += 1
        if calls == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **named)
    return wrapped
if where == "write":
    sql_writing._journal = dying(sql_writing._journal)
elif where == "index":
    embedded_vectors.EmbeddedIndex.add = dying(embedded_vectors.EmbeddedIndex.add)
elif where == "noted":
    SqliteCatalogue.set_meta = dying(SqliteCatalogue.set_meta)
with KnowledgeBase.open(sys.argv[1]) as kb:
    report = kb.ingest(sys.argv[2], progress=lambda one: print(one.done, flush=True))
    sys.exit(0 if report.ok else 1)
"""


def command(kb: Path, docs: Path, where: str = "", count: int = 0) -> list[str]:
    return [sys.executable, "-c", INGEST, str(kb), str(docs), where, str(count)]


def ingest(kb: Path, docs: Path, where: str = "", count: int = 0) -> int:
    return subprocess.run(command(kb, docs, where, count), stdout=subprocess.DEVNULL, timeout=120).returncode


def contents(folder: Path) -> dict[str, object]:
    """Everything that must be the same, whatever the numbers and generations."""
    with KnowledgeBase.open(folder) as kb:
        snapshot, stores = kb.snapshot(), kb._stores
        assert kb.health().ok
        documents = {one.path: one for one in snapshot.documents()}
        assert len(documents) == len(snapshot.documents())
        filling = dense.read_filling(stores)
        held = set(stores.vectors._open(filling.stamp).get(include=[])["ids"]) if filling.passages else set()
        stored = {row[0] for row in stores.catalogue.rows("select passage_id from passages")}
        assert held <= stored
        assert len(held) >= filling.passages
        return {
            "documents": documents,
            "passages": {one.path: snapshot.passages(one.version_id) for one in documents.values()},
            "vectors": dict(stores.catalogue.rows("select version_id, matrix from versions")),
            "hits": [(hit.passage, hit.lexical_rank) for hit in snapshot.search("late letters about fees", limit=5)],
            "fulltext": stores.catalogue.rows(
                "select term, doc from vocabulary where term not like 'v%' order by term"
            ),
        }


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    docs = tmp_path_factory.mktemp("many")
    for n in range(14):
        lines = (f"Letter {n}, point {k}: the fee for matter {n * k} is late." for k in range(12 + n))
        (docs / f"letter-{n:02}.txt").write_text("\n\n".join(lines))
    return docs


@pytest.fixture(scope="module")
def undisturbed(many: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    kb = tmp_path_factory.mktemp("undisturbed") / "kb"
    assert ingest(kb, many) == 0
    return contents(kb)


@pytest.mark.spec("REL-2")
@pytest.mark.parametrize(("where", "count"), [("write", 1), ("write", 14), ("index", 1), ("index", 2), ("noted", 2)])
def test_killed_inside_a_write_and_run_again_nothing_is_lost_or_doubled(
    many: Path, undisturbed: dict[str, object], tmp_path: Path, where: str, count: int
) -> None:
    assert ingest(tmp_path / "kb", many, where, count) == -signal.SIGKILL
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        snapshot = kb.snapshot()
        assert all(snapshot.passages(one.version_id) for one in snapshot.documents())
    assert ingest(tmp_path / "kb", many) == 0
    assert contents(tmp_path / "kb") == undisturbed


@pytest.mark.spec("REL-2")
def test_killed_again_and_again_at_any_moment_it_still_completes(
    many: Path, undisturbed: dict[str, object], tmp_path: Path
) -> None:
    for done in (0, 2, 4):
        with subprocess.Popen(command(tmp_path / "kb", many), stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if int(line) >= done:
                    break
            time.sleep(0.003 * done)
            process.kill()
    assert ingest(tmp_path / "kb", many) == 0
    assert contents(tmp_path / "kb") == undisturbed
