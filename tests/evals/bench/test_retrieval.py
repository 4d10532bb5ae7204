"""The bench of retrieval counts gold passages by their place in one search."""

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.evals.bench.retrieval import main

TARN = {"id": "tarn", "title": "Tarn Optics Ltd", "text": "Tarn Optics Ltd was founded in 1988 by Ewa Holm."}
COPY = {**TARN, "id": "copy"}
ORRIN = {"id": "orrin", "title": "Orrin Ltd", "text": "Orrin Ltd was founded in 1991 by Kai Lund."}
ROW: dict[str, Any] = {
    "id": "1",
    "question": "Who founded Tarn Optics Ltd?",
    "docs": [TARN, COPY, ORRIN],
    "answer": ["Kai Lund"],
    "evidence": [{"doc": "orrin", "quote": "founded in 1991 by Kai Lund"}],
    "answerable": True,
}


def measured(folder: Path, capsys: pytest.CaptureFixture[str], *rows: dict[str, Any], pooled: bool = True) -> Any:
    file = folder / "set.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert main([str(file), "--json", *(["--pooled"] if pooled else [])]) == 0
    return json.loads(capsys.readouterr().out)


def counts(found: Any) -> list[int]:
    return [found["at"][places]["count"] for places in ("1", "3", "12")]


def test_a_gold_passage_behind_another_is_found_among_three_and_copies_share_a_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert counts(measured(tmp_path, capsys, ROW)) == [0, 1, 1]
    assert counts(measured(tmp_path, capsys, {**ROW, "evidence": [{"doc": "tarn", "quote": "Ewa Holm"}]})) == [1, 1, 1]


def test_a_row_without_evidence_has_the_passages_that_state_its_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = measured(tmp_path, capsys, {**ROW, "evidence": [], "answer": ["Ewa Holm"]})
    assert counts(found) == [1, 1, 1]


def test_a_quote_in_no_passage_is_reported_and_not_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(tmp_path, capsys, {**ROW, "evidence": [{"doc": "tarn", "quote": "the moon is far"}]})
    assert (found["unplaced"], counts(found)) == (1, [0, 0, 0])


def test_without_pooling_a_question_searches_the_documents_of_its_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = {**ROW, "docs": [ORRIN]}
    other = {**ROW, "id": "2", "docs": [TARN], "answerable": False}
    assert counts(measured(tmp_path, capsys, own, other)) == [0, 1, 1]
    assert counts(measured(tmp_path, capsys, own, other, pooled=False)) == [1, 1, 1]


def test_the_terminal_shows_each_recall_with_its_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text(json.dumps(ROW), encoding="utf-8")
    main([str(file), "--pooled"])
    assert "recall among the first  3 100.0% [20.7–100.0]" in capsys.readouterr().out
