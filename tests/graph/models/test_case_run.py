"""Whole runs in which a rule of a document is applied to the asker's case: the model names the working, code does the rest."""

from pathlib import Path
from typing import Any

import pytest
from model_answers import Answer, anchor, draft, judged, judged_step, plan, quoted, step
from scripted_speaker import speaker

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.nodes.runtime.state import RunInput
from pincite.reports.verify import verify
from pincite.roles.llm.llm_roles import llm_roles
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

HOTEL = "Tarn Optics Ltd pays for a hotel room up to £95 per night, breakfast included."
APPEAL = "A decision of Tarn Optics Ltd may be appealed within 14 days of its receipt."
TEXTS: list[dict[str, Any]] = [
    {"id": "policy", "title": "Travel policy of Tarn Optics Ltd", "kind": "primary", "text": f"{HOTEL}\n\n{APPEAL}"}
]


def answered(tmp_path: Path, question: str, quote: str, asked_for: str, **calculation: Any) -> EvidenceReport:
    """The report, which holds when it is checked later."""
    read = plan([anchor("Tarn Optics Ltd")], [step(asked_for, words=asked_for.split()[-2:])])
    worked: Answer = {"step": "s1", "operation": "formula", "decimals": 2, **calculation}
    writes, _ = speaker(
        read, {"quotes": [quoted("P1", quote), quoted("P2", quote)]}, draft(calculations=[worked]), name="writer"
    )
    judges, _ = speaker(judged(judged_step("s1", "E1")), name="judge")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts(TEXTS)
        graph = build_graph(kb, Settings(), roles=llm_roles(writes, judges, calibrated=True))
        report: EvidenceReport = graph.invoke(RunInput(question=question, as_of="2026-05-15"))["report"]
        assert all(calculation.holds for calculation in verify(report, kb).calculations)
    return report


@pytest.mark.spec("EVI-9", "ANS-5")
def test_three_nights_of_a_limit_are_a_limit(tmp_path: Path) -> None:
    report = answered(
        tmp_path, "What may three nights in a hotel cost at Tarn Optics Ltd?", HOTEL, "what three nights in a hotel may cost",
        name="the cost of three nights in a hotel", formula="a * 3", figures=[{"evidence": "E1", "figure": "£95"}],
    )  # fmt: skip
    assert [sentence.text for sentence in report.sentences] == [
        "The cost of three nights in a hotel is at most £285: 95 × 3."
    ]
    assert report.sufficient
    assert report.calculations[0].bound == "at_most"


@pytest.mark.spec("EVI-9", "ANS-5")
def test_a_deadline_is_worked_out_from_a_date_of_the_question(tmp_path: Path) -> None:
    question = "Until when may I appeal a decision of Tarn Optics Ltd that I received on 20 February 2028?"
    figures = [{"evidence": "QUESTION", "figure": "20 February 2028"}, {"evidence": "E1", "figure": "14 days"}]
    report = answered(
        tmp_path, question, APPEAL, "until when a decision may be appealed", name="the last day to appeal",
        formula="a + b", figures=figures,
    )  # fmt: skip
    assert [sentence.text for sentence in report.sentences] == [
        "The last day to appeal is 5 March 2028: 20 February 2028 + 14 days."
    ]
    assert report.sufficient
