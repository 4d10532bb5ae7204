"""A disk that fills up under a folder: the message says so, nothing is half taken in, and readers go on (SPEC REL-2).

Filled in two ways: by the limit a process has for its files, and, where this process may mount one, by a small disk of its own.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting_contract import FEE, QUESTION

from pincite.graph.build import build_graph
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.slow

LIMITED = """
import resource, signal, sys
from pincite.cli import main
from pincite.stores.kb import dense
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
dense.EXACT_AT_MOST, dense.UNINDEXED_AT_MOST = int(sys.argv[2]), int(sys.argv[2])
if int(sys.argv[1]):
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(main(sys.argv[3:]))
"""


def command(limit: int, *words: str, indexed_from: int = 20_000) -> subprocess.CompletedProcess[str]:
    """A command of ours in a process whose files may grow no larger than `limit` bytes; any size for 0."""
    return subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit), str(indexed_from), *words],
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    folder = tmp_path / "letters"
    folder.mkdir()
    for n in range(12):
        lines = (
            f"Letter {n}, point {k}: the fee for matter {n * k + k} is {n * 977 + k} euros late." for k in range(400)
        )
        (folder / f"letter-{n:02}.txt").write_text("\n\n".join(lines))
    return folder


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """Where the knowledge base lies, and the limit of its files; one document is in already."""
    folder = tmp_path / "full"
    folder.mkdir()
    mount, mounted = shutil.which("mount"), False
    if request.param == "disk":
        made = mount and subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=1500k", "tmpfs", str(folder)], capture_output=True
        )
        mounted = bool(made) and not made.returncode  # else the limit of a file's size stands for it
    try:
        with KnowledgeBase.open(folder / "kb") as kb:
            kb.ingest_texts([FEE])
        yield folder / "kb", 0 if mounted else 600_000
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], capture_output=True)


@pytest.mark.spec("REL-2")
@pytest.mark.parametrize("place", ["limit"], indirect=True)
def test_an_ingest_that_fills_the_disk_says_so_and_is_gone_on_with_when_there_is_room(
    place: tuple[Path, int], letters: Path, tmp_path: Path
) -> None:
    folder, limit = place
    done = command(limit, "ingest", str(letters), "--kb", str(folder))
    assert done.returncode == 2, done.stdout
    assert "free disk space" in done.stderr
    assert "run the same command again" in done.stderr
    assert "Traceback" not in done.stderr
    with KnowledgeBase.open(folder) as kb:
        snapshot = kb.snapshot()
        taken = [document for document in snapshot.documents() if document.path != "fee"]
        assert 0 < len(taken) < 12
        for stored in taken:
            assert "point 399" in snapshot.text(stored.version_id)
            passages = snapshot.passages(stored.version_id)
            assert passages[-1].char_end == len(snapshot.text(stored.version_id).rstrip())
        assert kb.health().ok
        assert build_graph(kb, Settings()).invoke({"question": QUESTION})["report"].sufficient
    roomy = tmp_path / "roomy"
    shutil.copytree(folder, roomy)
    again = command(0, "ingest", str(letters), "--kb", str(roomy))
    assert again.returncode == 0, again.stderr
    with KnowledgeBase.open(roomy) as kb:
        assert len(kb.snapshot().documents()) == 13
        assert kb.health().ok


READS_ON = """
import contextlib, os, resource, signal, sys
from pincite.errors import StoreError
from pincite.graph.build import build_graph
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with KnowledgeBase.open(sys.argv[1]) as kb:
    graph = build_graph(kb, Settings())
    assert graph.invoke({"question": sys.argv[2]})["report"].sufficient
    if sys.argv[3] == "limit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    else:
        with open(sys.argv[3], "wb", 0) as file, contextlib.suppress(OSError):
            while True:
                file.write(os.urandom(512))
    report = graph.invoke({"question": sys.argv[2]})["report"]
    assert report.sufficient, report.conclusion
    for write in (lambda: kb.record_run(report.run_id, report.question, report.digest * 100), lambda: kb.ingest_texts(
        [{"id": "long", "text": os.urandom(50_000).hex()}]
    )):
        try:
            write()
        except StoreError as error:
            print("refused:", error)
    assert [document.path for document in kb.snapshot().documents()] == ["fee"]
    assert kb.search("hosting fee")
"""


@pytest.mark.spec("REL-2", "REP-1")
@pytest.mark.parametrize("place", ["disk"], indirect=True)
def test_readers_go_on_and_writes_are_refused_with_the_remedy(place: tuple[Path, int]) -> None:
    folder, limit = place
    filler = "limit" if limit else str(folder.parent / "filler")
    done = subprocess.run(
        [sys.executable, "-c", READS_ON, str(folder), QUESTION, filler], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("refused:") == done.stdout.count("free disk space") == 2
    if not limit:  # one who comes now may find no room even to open it, and is told
        came = command(0, "ask", QUESTION, "--as-of", "2026-02-01", "--kb", str(folder))
        assert came.returncode == 0 or "free disk space" in came.stderr
        assert "Traceback" not in came.stderr
        Path(filler).unlink()
    assert command(0, "ask", QUESTION, "--as-of", "2026-02-01", "--kb", str(folder)).returncode == 0


@pytest.mark.spec("REL-2")
def test_a_vector_index_that_cannot_be_written_is_reported_and_filled_by_the_next_ingest(
    tmp_path: Path, letters: Path
) -> None:
    for path in sorted(letters.iterdir())[2:]:
        path.unlink()
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts([FEE])
    (tmp_path / "kb" / next(path.name for path in (tmp_path / "kb").iterdir()) / "vectors").write_text("in the way")
    done = command(0, "ingest", str(letters), "--kb", str(tmp_path / "kb"), indexed_from=10)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "the vector index cannot be written" in done.stderr
    for path in (tmp_path / "kb").rglob("vectors"):
        path.unlink()
    assert command(0, "ingest", str(letters), "--kb", str(tmp_path / "kb"), indexed_from=10).returncode == 0
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert len(kb.snapshot().documents()) == 3
        assert "in the vector index" in kb.health().detail
