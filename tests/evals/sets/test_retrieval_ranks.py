"""Where retrieval finds the right place is told stage by stage."""

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.cli import main
from pincite.errors import SettingsError
from pincite.evals.sets.question_rows import Row
from pincite.evals.sets.question_set import ingested
from pincite.evals.sets.retrieval_ranks import rank_all, table
from pincite.stores.kb.knowledge_base import KnowledgeBase

TARN = {"id": "tarn", "title": "About Tarn Optics Ltd", "text": "Tarn Optics Ltd was founded in 1988 by Ewa Holm."}
ORRIN = {"id": "orrin", "title": "About Orrin Ltd", "text": "Orrin Ltd was founded in 1991 by Kai Lund."}
ASKED: dict[str, Any] = {
    "id": "1",
    "question": "Who is the founder of Tarn Optics Ltd?",
    "docs": [TARN, ORRIN],
    "evidence": [{"doc": "tarn"}],
    "answerable": True,
}


@pytest.mark.spec("EVA-3")
def test_the_rank_of_the_right_document_is_reported_at_every_stage(tmp_path: Path) -> None:
    rows = [Row.model_validate(ASKED)]
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        report = rank_all(rows, kb, ingested(kb, rows, tmp_path))
    assert report.asked[0].ranks == {"words": 1, "fused": 1, "subject": 1, "read": 1, "cited": 1}
    assert report.recall["subject"]["@1"].count == 1
    assert "the passages that a run reads, in order" in table(report)


@pytest.mark.spec("EVA-3")
def test_a_question_that_ends_at_the_gate_is_found_nowhere_behind_it(tmp_path: Path) -> None:
    rows = [Row.model_validate({**ASKED, "question": "Who is the founder of Velden Optics Ltd?"})]
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        ranks = rank_all(rows, kb, ingested(kb, rows, tmp_path)).asked[0].ranks
    assert ranks["fused"] is not None
    assert [ranks[stage] for stage in ("subject", "read", "cited")] == [None, None, None]


def test_a_set_that_names_no_evidence_cannot_be_ranked(tmp_path: Path) -> None:
    rows = [Row.model_validate({**ASKED, "evidence": []})]
    with KnowledgeBase.open(tmp_path / "kb") as kb, pytest.raises(SettingsError, match="evidence"):
        rank_all(rows, kb, ingested(kb, rows, tmp_path))


def test_the_terminal_prints_the_ranks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text(json.dumps(ASKED), encoding="utf-8")
    assert main(["eval", str(file), "--retrieval", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["questions"] == 1
