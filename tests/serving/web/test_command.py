"""`pincite serve` as it is started."""

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from served_page import NOTICE, Browser

from pincite.cli import main
from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.mark.servers
@pytest.mark.slow
def test_it_says_where_it_is_reached_answers_there_and_ends_when_stopped(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts(
            [
                {
                    "id": "lease",
                    "title": "Lease of Tarnholm Ltd",
                    "text": "# Lease of Tarnholm Ltd\n\nThe notice period is six months.",
                }
            ]
        )
    command = [sys.executable, "-m", "pincite.cli", "serve", "--kb", str(tmp_path / "kb"), "--port", "0", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert told["token"] is None
        browser = Browser(told["address"])
        assert "six months" in browser.answer(NOTICE)
        browser.http.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--kb", str(tmp_path / "kb"), "--port", str(port)]) == 2
    assert f"--port {port}: cannot listen there" in capsys.readouterr().err


def test_a_short_token_is_refused_at_the_start(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_SERVING__TOKEN", "secret")
    assert main(["serve", "--kb", str(tmp_path / "kb"), "--host", "0.0.0.0", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert "at least 16" in said
    assert "secret" not in said


def test_a_missing_package_is_named_with_its_extra(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "python_multipart", None)
    assert main(["serve", "--kb", str(tmp_path / "kb"), "--port", "0"]) == 2
    assert "pip install 'pincite[serve]'" in capsys.readouterr().err


def test_without_uploads_a_missing_knowledge_base_is_not_made(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["serve", "--kb", str(tmp_path / "none"), "--port", "0", "--no-uploads"]) == 2
    assert "there is no knowledge base" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
