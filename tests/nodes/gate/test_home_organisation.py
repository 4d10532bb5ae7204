"""Whose documents a knowledge base is made of: who "we" and "the company" are in a question that names nobody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_answers import Answer, anchor, condition, draft, judged, judged_step, plan, quoted, step, written
from scripted_speaker import speaker

from pincite.graph.build import build_graph
from pincite.nodes.gate.inventory import inventory_of
from pincite.nodes.runtime.state import RunInput
from pincite.roles.llm.llm_roles import llm_roles
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

RULE = "An employee who has lost a pregnancy is off on full pay for ten Working Days."
TARN, PELL = "Tarn Boats Ltd", "Pell Health plc"
ASKED = "We lost our baby in March. How long may I be off on full pay?"


def documents(*owners: str) -> list[dict[str, Any]]:
    return [
        {"id": f"p{number}", "title": f"Document {number}", "entity": owner, "authority": "policy", "text": f"{number}. {RULE}"}
        for number, owner in enumerate(owners)
    ]  # fmt: skip


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path / "kb") as opened:
        yield opened


def read_of(question: str) -> Answer:
    anchors = [anchor("we", own=True), condition("lost our baby in March", use="case")]
    asked = step("how long one is off on full pay after a loss", about=("a1", "a2"), words=["off", "full pay"])
    return plan(anchors, [asked | {"answer_type": "duration"}], resolved_question=question)


QUOTED = {"quotes": [quoted("P1", RULE, value="ten Working Days")]}
APPROVED, WRITTEN = judged(judged_step("s1", "E1")), draft(written(RULE, "E1"))


def test_most_documents_make_a_home_and_a_mixed_collection_has_none(kb: KnowledgeBase) -> None:
    kb.ingest_texts(documents(TARN, TARN, TARN, PELL))
    assert inventory_of(kb.snapshot()).home == TARN
    assert inventory_of(kb.snapshot()).organisations == (TARN, PELL)
    kb.ingest_texts(documents(TARN, TARN, TARN, PELL, PELL, PELL))
    assert inventory_of(kb.snapshot()).home is None


def test_a_document_is_an_organisations_by_the_manifest_alone(kb: KnowledgeBase) -> None:
    kb.ingest_texts(documents(TARN, PELL))
    assert len(inventory_of(kb.snapshot()).declared_in_manifest(["Tarn Boats"])) == 1
    assert inventory_of(kb.snapshot()).declared_in_manifest(["Tarn"]) == frozenset()


@pytest.mark.spec("SUB-1", "EVI-10")
def test_the_askers_own_company_is_the_one_whose_documents_these_are_and_the_report_says_what_it_took_from_the_question(
    kb: KnowledgeBase,
) -> None:
    kb.ingest_texts(documents(TARN, TARN, TARN))
    (writes, _), (judges, judge) = (
        speaker(read_of(ASKED), QUOTED, WRITTEN, name="writer"),
        speaker(APPROVED, name="judge"),
    )
    graph = build_graph(kb, Settings(), roles=llm_roles(writes, judges, calibrated=True))
    report = graph.invoke(RunInput(question=ASKED, as_of="2026-05-15"))["report"]
    assert report.sufficient
    assert report.candidate_subjects[0].name == TARN
    assert "case: lost our baby in March" in str(judge.heard)
    noted = {disclosure.subject: disclosure.reason for disclosure in report.disclosures if disclosure.kind == "note"}
    assert "most documents here belong to it" in noted[TARN]
    assert "taken from the question" in noted["“lost our baby in March”"]


@pytest.mark.spec("SUB-12")
def test_where_no_organisations_documents_are_most_it_is_asked_who_is_meant(kb: KnowledgeBase) -> None:
    kb.ingest_texts(documents(TARN, PELL))
    (writes, _), (judges, _) = speaker(read_of(ASKED), name="writer"), speaker(name="judge")
    graph = build_graph(kb, Settings(), roles=llm_roles(writes, judges, calibrated=True))
    report = graph.invoke(RunInput(question=ASKED, as_of="2026-05-15"))["report"]
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert "ambiguous_question" in report.risk_signals
    assert TARN in report.conclusion
    assert PELL in report.conclusion


def test_a_model_cannot_call_a_subject_the_askers_own_where_the_question_does_not(kb: KnowledgeBase) -> None:
    kb.ingest_texts(documents(TARN, TARN, TARN))
    asked = "How long is somebody off on full pay?"
    (writes, _), (judges, _) = speaker(read_of(asked), read_of(asked), name="writer"), speaker(name="judge")
    graph = build_graph(kb, Settings(), roles=llm_roles(writes, judges, calibrated=True))
    report = graph.invoke(RunInput(question=asked, as_of="2026-05-15"))["report"]
    assert "analysis_unavailable" in report.risk_signals


LEAFLET = "Employees get 33 days of annual leave a year. The notice period for employees is six weeks."


@pytest.mark.spec("SUB-1", "CON-4")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many days of annual leave do employees get a year?", ["Employees get 28 days of annual leave a year."]),
        ("What is our notice period for employees?", []),
    ],
)
def test_another_companys_leaflet_neither_answers_nor_contradicts_a_question_about_the_home_organisation(
    kb: KnowledgeBase, question: str, answer: list[str]
) -> None:
    texts = [
        "Employees get 28 days of annual leave a year.",
        "Claims are paid within 14 days.",
        "Jackets are worn on the quay.",
    ]
    own = [{"id": f"t{at}", "title": f"Rules {at}", "entity": TARN, "text": text} for at, text in enumerate(texts)]
    kb.ingest_texts([*own, {"id": "leaflet", "title": "Working at Pell", "entity": PELL, "text": LEAFLET}])
    report = build_graph(kb, Settings()).invoke(RunInput(question=question))["report"]
    assert [sentence.text for sentence in report.sentences if report.answer] == answer
    assert report.conflicts == ()
    assert report.sufficient == bool(answer)
