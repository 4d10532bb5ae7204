"""Whose papers a knowledge base is made of: who "we" and "the company" are in a question that names nobody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_speaker import speaker

from pincite.graph.build import build_graph
from pincite.nodes.home import declared_in_manifest, home_of, organisations
from pincite.nodes.state import RunInput
from pincite.roles.llm import llm_roles
from pincite.settings import Settings
from pincite.stores.knowledge_base import KnowledgeBase

RULE = "An employee who has lost a pregnancy is off on full pay for ten Working Days."
TARN, PELL = "Tarn Boats Ltd", "Pell Health plc"
ASKED = "We lost our baby in March. How long may I be off on full pay?"


def papers(*owners: str) -> list[dict[str, Any]]:
    return [
        {"id": f"p{number}", "title": f"Paper {number}", "entity": owner, "authority": "policy", "text": f"{number}. {RULE}"}
        for number, owner in enumerate(owners)
    ]  # fmt: skip


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path / "kb") as opened:
        yield opened


def read_of(question: str) -> dict[str, Any]:
    subject = {
        "subject_type": "organisation", "name": None, "role": None, "parent_entity": None, "document_type": None, "periods": [],
        "places": [], "jurisdictions": [], "versions": [], "own": True,
    }  # fmt: skip
    fact = {
        "text": "How long one is off on full pay", "terms": ["off", "full pay"], "constraints": [], "operation": None,
        "circumstances": ["lost our baby in March"], "answer_type": "duration", "subject": 0,
    }  # fmt: skip
    return {
        "resolved_question": question, "problem": None, "problem_reason": "", "subjects": [subject], "facts": [fact],
        "kind": "structured", "breadth": "simple", "exhaustive": False, "queries": [],
    }  # fmt: skip


def quoted() -> dict[str, Any]:
    return {"quotes": [{"fact": "f1", "passage": "P1", "quote": RULE, "claim": RULE, "value": "ten Working Days"}]}


def approved() -> dict[str, Any]:
    return {
        "requires_more_context": False, "reason": "E1 states it.", "missing_primary_sources": [], "follow_up_instruction": "",
        "facts": [{"fact": "f1", "covered": True, "evidence": ["E1"], "premise_problem": None}], "suggested_query": "", "bridge": None,
    }  # fmt: skip


def written() -> dict[str, Any]:
    return {"sentences": [{"text": RULE, "part": "direct", "evidence": ["E1"]}], "calculations": []}


def test_most_papers_make_a_home_and_a_mixed_collection_has_none(kb: KnowledgeBase) -> None:
    kb.ingest_texts(papers(TARN, TARN, TARN, PELL))
    assert home_of(kb.snapshot()) == TARN
    assert organisations(kb.snapshot()) == (TARN, PELL)
    kb.ingest_texts(papers(TARN, TARN, TARN, PELL, PELL, PELL))
    assert home_of(kb.snapshot()) is None


def test_a_document_is_an_organisations_by_the_manifest_alone(kb: KnowledgeBase) -> None:
    kb.ingest_texts(papers(TARN, PELL))
    assert len(declared_in_manifest(kb.snapshot(), ["Tarn Boats"])) == 1
    assert declared_in_manifest(kb.snapshot(), ["Tarn"]) == frozenset()


@pytest.mark.spec("SUB-1", "EVI-10")
def test_the_askers_own_company_is_the_one_whose_papers_these_are_and_the_report_says_what_it_took_from_the_question(
    kb: KnowledgeBase,
) -> None:
    kb.ingest_texts(papers(TARN, TARN, TARN))
    (writes, _), (judges, judge) = (
        speaker(read_of(ASKED), quoted(), written(), name="writer"),
        speaker(approved(), name="judge"),
    )
    graph = build_graph(kb, Settings(), roles=llm_roles(writes, judges, calibrated=True))
    report = graph.invoke(RunInput(question=ASKED, as_of="2026-05-15"))["report"]
    assert report.sufficient
    assert report.candidate_subjects[0].name == TARN
    assert "the asker's case: lost our baby in March" in str(judge.heard)
    noted = {one.subject: one.reason for one in report.disclosures if one.kind == "note"}
    assert "most papers here are of it" in noted[TARN]
    assert "taken from the question" in noted["“lost our baby in March”"]


@pytest.mark.spec("SUB-12")
def test_where_no_organisations_papers_are_most_it_is_asked_who_is_meant(kb: KnowledgeBase) -> None:
    kb.ingest_texts(papers(TARN, PELL))
    (writes, _), (judges, _) = speaker(read_of(ASKED), name="writer"), speaker(name="judge")
    graph = build_graph(kb, Settings(), roles=llm_roles(writes, judges, calibrated=True))
    report = graph.invoke(RunInput(question=ASKED, as_of="2026-05-15"))["report"]
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert "ambiguous_question" in report.risk_signals
    assert TARN in report.conclusion
    assert PELL in report.conclusion


def test_a_model_cannot_call_a_subject_the_askers_own_where_the_question_does_not(kb: KnowledgeBase) -> None:
    kb.ingest_texts(papers(TARN, TARN, TARN))
    asked = "How long is somebody off on full pay?"
    (writes, _), (judges, _) = speaker(read_of(asked), read_of(asked), name="writer"), speaker(name="judge")
    graph = build_graph(kb, Settings(), roles=llm_roles(writes, judges, calibrated=True))
    report = graph.invoke(RunInput(question=asked, as_of="2026-05-15"))["report"]
    assert "analysis_unavailable" in report.risk_signals
