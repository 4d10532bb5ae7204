"""The bench of what a question costs beside its models runs the real graph, and answers."""

import json
from pathlib import Path

import pytest

from pincite.evals.bench.models import main
from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.mark.slow
def test_runs_are_answered_by_five_calls_and_many_at_once_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts(
            [{"id": "a", "title": "Report of Tarn Optics Ltd", "text": "Tarn Optics Ltd sells lenses.\n\nIt is small."}]
        )
    asked = [
        "--kb",
        str(tmp_path / "kb"),
        "--subject",
        "Tarn Optics Ltd",
        "--term",
        "lenses",
        "--runs",
        "2",
        "--at-once",
        "4",
    ]
    assert main([*asked, "--latency", "0.01", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["calls_a_question"] <= 5
    assert found["answers_alike"]
