"""`pincite ask` without a question: references, sources, stopping and ending."""

import io
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from pincite.cli import main
from pincite.commands.conversation import Conversation
from pincite.errors import ModelError
from pincite.evidence.report.evidence_report import EvidenceReport

LEASE = "# Lease of Tarnholm Ltd\n\nThe notice period of this lease is six months.\n\nThe term of this lease is five years.\n"
NOTICE = "What is the notice period of the lease of Tarnholm Ltd?"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("docs")
    (folder / "lease.md").write_text(LEASE)
    where = str(tmp_path_factory.mktemp("kb"))
    assert main(["ingest", str(folder), "--kb", where]) == 0
    return where


def piped(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


@pytest.mark.spec("USE-4")
def test_each_piped_line_is_asked_and_later_ones_may_refer_to_earlier_ones(
    kb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    piped(monkeypatch, f"{NOTICE}\n\nWhat is the term of its lease?\n")
    main(["ask", "--kb", kb])
    shown = capsys.readouterr()
    assert shown.out.index(f"# {NOTICE}") < shown.out.index("six months") < shown.out.index("five years")
    assert shown.err.count("no model calls") == 2


def test_piped_questions_come_out_as_one_json_document(
    kb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    piped(monkeypatch, f"{NOTICE}\nWho is the founder of Tarnholm Ltd?\n")
    assert main(["ask", "--kb", kb, "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert (first["sufficient"], second["sufficient"]) == (True, False)


def test_nothing_piped_is_a_question_that_is_missing(
    kb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    piped(monkeypatch, "\n")
    assert main(["ask", "--kb", kb]) == 2
    assert "question: missing; give it after `ask`" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--html", "--record"])
def test_options_of_one_question_are_refused(
    kb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    piped(monkeypatch, NOTICE)
    assert main(["ask", "--kb", kb, option, "file"]) == 2
    assert f"{option}: works with a single question only" in capsys.readouterr().err


def test_a_question_that_cannot_be_asked_does_not_end_the_conversation(
    kb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    piped(monkeypatch, f"{'x' * 9_000}\n{NOTICE}\n")
    assert main(["ask", "--kb", kb]) == 2
    shown = capsys.readouterr()
    assert "at most 8,000" in shown.err
    assert "six months" in shown.out


def test_an_error_of_one_question_is_shown_and_the_next_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    def unreachable(question: str, turns: list[str]) -> EvidenceReport:
        raise ModelError(f"the model cannot be reached for {question}")

    talk = Conversation(unreachable, lambda report: None, lambda report: "")
    talk.run(iter(["one?", "two?"]))
    assert talk.failed == 2
    assert "for two?" in capsys.readouterr().err


def test_stopping_a_question_keeps_the_conversation_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def stopped(question: str, turns: list[str]) -> EvidenceReport:
        raise KeyboardInterrupt

    def lines() -> Iterator[str]:
        yield "one?"
        yield ":sources"

    monkeypatch.setattr(sys, "stdin", Terminal())
    Conversation(stopped, lambda report: None, lambda report: "").run(lines())
    shown = capsys.readouterr()
    assert "stopped; ask again" in shown.err
    assert "No question has been answered yet" in shown.out


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_on_a_terminal_one_asks_sees_the_sources_and_ends_with_ctrl_d(kb: str) -> None:
    import pty

    terminal, its_end = pty.openpty()
    start = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
        "os.open(sys.argv[1], os.O_RDWR); os.execv(sys.executable, [sys.executable, *sys.argv[2:]])"
    )
    asked = ["-m", "pincite.cli", "ask", "--kb", kb]
    child = subprocess.Popen(  # the first of its session to open the terminal, so that Ctrl-C reaches it
        [sys.executable, "-c", start, os.ttyname(its_end), *asked],
        stdin=its_end, stdout=its_end, stderr=its_end, start_new_session=True,
    )  # fmt: skip
    os.close(its_end)
    try:
        assert "1 document in" in shown_until(terminal, "ask> ")
        os.write(terminal, f"{NOTICE}\n".encode())
        assert "six months" in shown_until(terminal, "ask> ")
        os.write(terminal, b":sources\n")
        assert "»The notice period of this lease is six months.«" in shown_until(terminal, "ask> ")
        os.write(terminal, b"half a line")
        shown_until(terminal, "half a line")  # only then is the line being read, so that Ctrl-C ends it
        interrupt(terminal)
        shown_until(terminal, "ask> ")
        os.write(terminal, b"\x04")
        assert child.wait(timeout=60) == 0
    finally:
        child.kill()
        child.wait()
        os.close(terminal)


def interrupt(terminal: int) -> None:
    """Press Ctrl-C until something is shown. Python misses one that comes after the last key and before it waits for the next."""
    for _ in range(6):
        os.write(terminal, b"\x03")
        if select.select([terminal], [], [], 10)[0]:
            return


def shown_until(terminal: int, end: str, seconds: float = 60) -> str:
    """What the terminal shows up to `end`, its last words."""
    shown, deadline = b"", time.monotonic() + seconds
    while not shown.endswith(end.encode()):
        ready, _, _ = select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"{end!r} was not shown after {shown.decode()!r}"
        shown += os.read(terminal, 65_536)
    return shown.decode()
