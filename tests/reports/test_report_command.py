"""`pincite report`, and the forms in which `ask` and `report` show one."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pincite import EvidenceReport, render
from pincite.cli import main

if TYPE_CHECKING:
    from conftest import House

pytestmark = pytest.mark.spec("USE-4", "ANS-10")

QUESTION = "What is the notice period of the lease of Tarnholm Ltd?"


@pytest.fixture
def written(notice: EvidenceReport, tmp_path: Path) -> Path:
    file = tmp_path / "report.json"
    file.write_text(render(notice, "json"), encoding="utf-8")
    return file


def test_a_kept_report_is_shown_again_in_any_form(
    written: Path, notice: EvidenceReport, refusal: EvidenceReport, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(written)]) == 0
    assert capsys.readouterr().out == render(notice) + "\n"
    assert main(["report", str(written), "--style", "citation-tags"]) == 0
    assert "<CITATION file=" in capsys.readouterr().out
    written.write_text(render(refusal, "json"), encoding="utf-8")
    assert main(["report", str(written), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["terminal_state"] == "SUBJECT_NOT_FOUND"


@pytest.mark.spec("REP-3")
def test_a_dossier_is_written_with_surroundings_where_the_knowledge_base_is_at_hand(
    written: Path, house: "House", tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    assert main(["report", str(written), "--html", str(page)]) == 0
    assert "five years" not in page.read_text(encoding="utf-8")
    assert main(["report", str(written), "--html", str(page), "--kb", str(house.folder / "kb")]) == 0
    assert "five years" in page.read_text(encoding="utf-8")
    assert "web page written to" in capsys.readouterr().err


def test_ask_answers_on_standard_output_and_writes_the_dossier_beside_it(
    house: "House", tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    kb = str(house.folder / "kb")
    assert main(["ask", QUESTION, "--kb", kb, "--html", str(page), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["digest"] in page.read_text(encoding="utf-8")
    assert main(["ask", QUESTION, "--kb", kb, "--style", "citation-tags"]) == 0
    assert "<CITATION file=" in capsys.readouterr().out


def test_what_cannot_be_shown_gives_two_and_says_why(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, message in (
        ([str(tmp_path / "nowhere.json")], "cannot be read"),
        ([str(written), "--html", str(tmp_path / "no" / "page.html")], "the web page cannot be written"),
        ([str(written), "--kb", str(tmp_path / "nowhere")], "there is no knowledge base"),
    ):
        assert main(["report", *arguments]) == 2
        assert message in capsys.readouterr().err
