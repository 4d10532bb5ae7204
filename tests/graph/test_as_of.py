"""The day of a run decides which version answers: search, conflicts, confidence, notes and citations agree on it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite import render
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.stores.kb.knowledge_base import KnowledgeBase

TEXTS: list[dict[str, Any]] = [
    {
        "id": "travel-2024",
        "title": "Travel policy 2024",
        "entity": "Tarnholm Ltd",
        "authority": "policy",
        "kind": "primary",
        "updated_at": "2024-03-01",
        "effective_from": "2024-04-01",
        "text": "The mileage rate for private cars is 40 pence per mile.",
    },
    {
        "id": "travel-2026",
        "title": "Travel policy 2026",
        "entity": "Tarnholm Ltd",
        "authority": "policy",
        "kind": "primary",
        "updated_at": "2025-12-08",
        "effective_from": "2026-01-01",
        "supersedes": ["travel-2024"],
        "text": "The mileage rate for private cars is 45 pence per mile.",
    },
]
MILEAGE = "What is the mileage rate for private cars at Tarnholm Ltd?"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts(TEXTS).ok
        yield opened


def ask(kb: KnowledgeBase, day: str) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb).invoke({"question": MILEAGE, "as_of": day})["report"]
    return report


@pytest.mark.spec("EVI-7", "ANS-6")
@pytest.mark.parametrize(
    ("day", "rate", "other"),
    [
        ("2024-04-01", "40 pence", "45 pence"),
        ("2025-06-01", "40 pence", "45 pence"),
        ("2025-12-31", "40 pence", "45 pence"),
        ("2026-01-01", "45 pence", "40 pence"),
        ("2026-06-01", "45 pence", "40 pence"),
    ],
)
def test_the_version_in_force_on_the_day_answers_alone(kb: KnowledgeBase, day: str, rate: str, other: str) -> None:
    report = ask(kb, day)
    assert report.sufficient
    assert rate in report.conclusion
    assert other not in report.conclusion
    assert report.conflicts == ()
    assert [(citation.is_current, citation.not_yet) for citation in report.citations] == [(True, False)]


@pytest.mark.spec("EVI-7")
def test_an_answer_of_a_day_before_says_what_replaces_it_and_when(kb: KnowledgeBase) -> None:
    told = [disclosure.reason for disclosure in ask(kb, "2025-06-01").disclosures if disclosure.kind == "note"]
    assert told == ["Travel policy 2026 replaces it from 1 January 2026"]
    assert not [disclosure for disclosure in ask(kb, "2026-06-01").disclosures if disclosure.kind == "note"]


@pytest.mark.spec("EVI-7", "ANS-6")
def test_before_every_version_the_answer_says_that_none_is_in_force_yet(kb: KnowledgeBase) -> None:
    report = ask(kb, "2023-06-01")
    assert not report.sufficient
    assert report.confidence != "high"
    assert report.conclusion.startswith("No version in force on that day states this. Travel policy")
    assert all(citation.not_yet and not citation.is_current for citation in report.citations)
    shown = render(report)
    assert "not yet in force" in shown
    assert "superseded" not in shown.replace("superseded_only", "")
    assert any("in force before" in action for action in report.suggested_next_actions)


def test_without_a_day_the_knowledge_base_is_read_as_of_today(tmp_path: Path) -> None:
    with_future = {**TEXTS[1], "id": "travel-9999", "effective_from": "9999-01-01", "supersedes": ["travel-2026"]}
    with KnowledgeBase.open(tmp_path) as other:
        other.ingest_texts([*TEXTS, with_future])
        standing = {document.path: (document.is_current, document.not_yet) for document in other.snapshot().documents()}
    assert standing == {"travel-2024": (False, False), "travel-2026": (True, False), "travel-9999": (False, True)}


@pytest.mark.spec("EVI-7", "EVI-12")
@pytest.mark.parametrize(
    "text",
    [
        "This lease takes effect on 1 May 2028.\n\nThe rent of the mill is £900 per month.",
        "From 1 May 2028, the rent of the mill is £900 per month.",
        "The rent of the mill is £900 per month with effect from 1 May 2028.",
    ],
)
def test_what_begins_later_is_shown_and_does_not_answer_for_today(tmp_path: Path, text: str) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        assert kb.ingest_texts([{"id": "lease", "title": "Lease of the mill", "text": text}]).ok
        graph = build_graph(kb)
        asked = {"question": "What is the rent of the mill?"}
        before, after = (graph.invoke({**asked, "as_of": day})["report"] for day in ("2026-11-22", "2028-05-01"))
    assert (before.sufficient, after.sufficient) == (False, True)
    assert "£900" in before.answer
    assert before.risk_signals == ("superseded_only",)
