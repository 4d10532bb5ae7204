"""Any set of questions in JSON lines is read, asked, and scored by what code can see."""

import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import main
from pincite.errors import SettingsError
from pincite.evals.sets.question_rows import read_rows
from pincite.evals.sets.question_set import ask_all, table

TARN = {"id": "tarn", "title": "About Tarn Optics Ltd", "text": "The founder of Tarn Optics Ltd is Ewa Holm."}
ORRIN = {"id": "orrin", "title": "About Orrin Ltd", "text": "The founder of Orrin Ltd is Kai Lund."}
ROWS: list[dict[str, Any]] = [
    {"id": "1", "question": "Who is the founder of Tarn Optics Ltd?", "docs": [TARN], "answer": ["Ewa Holm"],
     "evidence": [{"doc": "tarn", "quote": "founder of Tarn Optics Ltd is Ewa Holm"}], "answerable": True, "meta": {"company": "Tarn"}},
    {"id": "2", "question": "Who is the founder of Orrin Ltd?", "docs": [ORRIN], "answer": [["Kai Lund", "K. Lund"]],
     "answerable": True, "meta": {"company": "Orrin"}},
    {"id": "3", "question": "Who is the treasurer of Orrin Ltd?", "docs": [ORRIN], "answerable": False},
]  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "set.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in ROWS), encoding="utf-8")
    return file


@pytest.mark.spec("EVA-6")
def test_right_answers_refusals_and_quotes_are_counted(path: Path) -> None:
    report = ask_all(read_rows(path), path.parent)
    assert (report.answered_right.count, report.answered_right.total) == (2, 2)
    assert (report.unanswerable_answered.count, report.unanswerable_answered.total) == (0, 1)
    assert report.gold_cited.count == 1
    assert "answerable, answered rightly" in table(report, examples=3)


@pytest.mark.spec("EXE-4")
def test_asked_of_all_documents_but_its_companys_a_question_stops_at_the_gate(path: Path) -> None:
    rows = [row for row in read_rows(path) if row.answerable]
    report = ask_all(rows, path.parent, scope="others")
    assert report.stopped_at_gate.count == 2


def test_the_terminal_takes_a_sets_path_for_short(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", str(path), "--scope", "own", "--first", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["questions"] == 1


@pytest.mark.parametrize(("line", "said"), [("{", "line 1: not JSON"), ('{"id": "1"}', "line 1: question")])
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(SettingsError, match=said):
        read_rows(file)


@pytest.fixture
def packed(path: Path) -> Path:
    file = path.with_name("set.jsonl.z")
    file.write_bytes(zlib.compress(path.read_bytes()))
    return file


def test_a_sealed_set_is_unpacked_in_memory(path: Path, packed: Path) -> None:
    before = sorted(path.parent.iterdir())
    assert read_rows(packed) == read_rows(path)
    assert sorted(path.parent.iterdir()) == before


@pytest.mark.parametrize(
    "command",
    [
        ["eval", "SET", "--examples", "2"],
        ["eval", "SET", "--json"],
        ["eval", "audit", "SET", "--json"],
        ["eval", "guards", "SET"],
    ],
)
def test_rows_of_a_sealed_set_are_never_printed(
    packed: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main([str(packed) if word == "SET" else word for word in command]) == 2
    out, err = capsys.readouterr()
    assert "only its totals are printed" in err
    assert "--json" in err
    assert "Tarn" not in out + err


def test_a_sealed_set_that_is_cut_off_is_named(packed: Path) -> None:
    packed.write_bytes(packed.read_bytes()[:-8])
    with pytest.raises(SettingsError, match="not compressed with zlib"):
        read_rows(packed)
