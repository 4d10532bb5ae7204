"""`pincite ingest --watch` keeps a folder in step: real files, real events, the command's own output."""

import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pincite import KnowledgeBase
from pincite.cli import main
from pincite.commands.watch import FolderSync
from pincite.errors import IngestError, StoreError
from pincite.stores.kb.ingest_report import IngestReport

SECONDS = 60
"""In which a change must have been seen."""


class Watching:
    """A `pincite ingest --watch` that runs, and what it prints."""

    def __init__(self, folder: Path, kb: Path) -> None:
        self.lines: queue.Queue[str] = queue.Queue()
        self._seen: list[str] = []
        # a test run in the background ignores Ctrl-C, and its processes would inherit that
        heeding = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.executable, sys.argv[1:])"
        watched = [sys.executable, "-m", "pincite.cli", "ingest", str(folder), "--kb", str(kb), "--watch", "--prune"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", heeding, *watched],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def until(self, *wanted: str) -> None:
        """Wait until each of `wanted` was printed, in any order, since the start."""
        while any(all(words not in line for line in self._seen) for words in wanted):
            self._seen.append(self.lines.get(timeout=SECONDS))

    def ended(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(SECONDS)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.mark.slow
@pytest.mark.spec("ECO-5")
def test_a_folder_is_kept_in_step_until_ctrl_c(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.txt").write_text("The fee of Tarnholm Ltd is 5 euros.")
    watching = Watching(docs, tmp_path / "kb")
    try:
        watching.until("Watching")
        (docs / "b.txt").write_text("The rent of Tarnholm Ltd is 6 euros.")
        (docs / "bad.pdf").write_text("no PDF")
        watching.until("added       a.txt", "added       b.txt", "failed      bad.pdf")
        (docs / "b.txt").write_text("The rent of Tarnholm Ltd is 7 euros.")
        (docs / "a.txt").rename(docs / "moved.txt")
        watching.until("superseded  b.txt", "added       moved.txt", "gone        a.txt: removed")
        (docs / "moved.txt").unlink()
        (docs / "bad.pdf").unlink()
        watching.until("gone        moved.txt: removed")
        (docs / "many").mkdir()
        for number in range(60):
            (docs / "many" / f"{number}.txt").write_text(f"The number of this note is {number}.")
        watching.until(*(f"added       many/{number}.txt" for number in range(60)))
        assert watching.ended() == 0
        watching.until("stopped watching")
    finally:
        watching.close()
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        current = {document.path for document in kb.snapshot().documents() if document.is_current}
        assert current == {"b.txt", *(f"many/{number}.txt" for number in range(60))}
        again = kb.ingest(docs)
    assert len(again.unchanged) == 61
    assert not again.added + again.superseded + again.gone + again.failed


@pytest.mark.slow
@pytest.mark.spec("ECO-5")
def test_a_file_that_is_written_slowly_is_not_read_half(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    watching = Watching(docs, tmp_path / "kb")
    try:
        watching.until("Watching")
        with (docs / "slow.txt").open("w") as slow:
            slow.write("The fee of Tarnholm Ltd is ")
            slow.flush()
            (docs / "other.txt").write_text("The rent of Tarnholm Ltd is 6 euros.")
            line = ""
            while "other.txt" not in line:  # written to until the other file is in
                slow.write(".")
                slow.flush()
                try:
                    line = watching.lines.get(timeout=0.05)
                except queue.Empty:
                    assert watching.process.poll() is None
                assert "slow.txt" not in line
            slow.write(" 5 euros.")
        watching.until("added       slow.txt")
    finally:
        watching.close()
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        (version,) = [document for document in kb.snapshot().documents() if document.path == "slow.txt"]
        assert kb.snapshot().text(version.version_id).endswith("5 euros.")


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder


def test_a_store_that_is_busy_is_tried_again_and_said_once(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers: list[IngestReport | Exception] = [StoreError("busy"), StoreError("busy"), IngestReport()]
    shown: list[IngestReport] = []

    def ingest(untouched: frozenset[Path]) -> IngestReport:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    sync = FolderSync([docs], ingest, shown.append)
    for _ in range(5):
        sync.after(set())
    assert shown == [IngestReport()]
    assert capsys.readouterr().err == "pincite: busy\n"


def test_a_wrong_manifest_waits_for_the_next_change(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls = []

    def ingest(untouched: frozenset[Path]) -> IngestReport:
        calls.append(untouched)
        raise IngestError("sources.yaml: cannot be read; correct it")

    sync = FolderSync([docs], ingest, lambda report: None)
    for _ in range(3):
        sync.after(set())
    sync.after({docs})
    assert len(calls) == 2
    assert capsys.readouterr().err == "pincite: sources.yaml: cannot be read; correct it\n"


def test_watching_without_its_package_names_the_extra(
    docs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert main(["ingest", str(docs), "--watch", "--kb", str(tmp_path / "kb")]) == 2
    assert "pip install 'pincite[watch]'" in capsys.readouterr().err
