"""`pincite verify`: its exit codes, its table and its JSON."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pincite import EvidenceReport, KnowledgeBase, render
from pincite.cli import main

if TYPE_CHECKING:
    from conftest import House

pytestmark = pytest.mark.spec("REP-1", "USE-4")


@pytest.fixture
def written(notice: EvidenceReport, tmp_path: Path) -> Path:
    file = tmp_path / "report.json"
    file.write_text(render(notice, "json"), encoding="utf-8")
    return file


def test_what_holds_gives_zero(written: Path, house: "House", capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(written), "--kb", str(house.folder / "kb")]) == 0
    assert capsys.readouterr().out.startswith("HOLDS")
    assert main(["verify", str(written), "--files", str(house.docs / "lease.md"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["holds"] is True


def test_what_does_not_hold_gives_one_and_is_named(
    written: Path, house: "House", capsys: pytest.CaptureFixture[str]
) -> None:
    text = written.read_text(encoding="utf-8").replace("six months", "nine weeks")
    written.write_text(text, encoding="utf-8")
    assert main(["verify", str(written), "--kb", str(house.folder / "kb")]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("DOES NOT HOLD")
    assert "[1] changed" in shown
    assert main(["verify", str(written), "--files", str(house.docs / "minutes.md"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["citations"][0]["status"] == "missing"


def test_a_document_that_is_not_there_is_said_to_be_so_and_not_to_hold(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    KnowledgeBase.open(tmp_path / "empty").close()
    assert main(["verify", str(written), "--kb", str(tmp_path / "empty")]) == 1
    shown = capsys.readouterr().out
    assert "not found  source lease.md: the knowledge base does not contain this document" in shown
    assert "ok " not in shown


def test_what_cannot_be_checked_gives_two_and_says_why(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(written.read_text(encoding="utf-8")[:500], encoding="utf-8")
    for arguments, message in (
        ([str(broken), "--files", str(tmp_path)], "not JSON, or truncated"),
        ([str(written), "--kb", str(tmp_path / "nowhere")], "there is no knowledge base"),
        ([str(written), "--files", str(tmp_path / "nowhere")], "no such file"),
    ):
        assert main(["verify", *arguments]) == 2
        shown = capsys.readouterr()
        assert message in shown.err
        assert shown.out == ""
