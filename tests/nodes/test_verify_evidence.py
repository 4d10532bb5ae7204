"""A quote with words left out is kept as the whole stretch of the source, so that all of it can be cited."""

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from pincite import EvidenceReport, KnowledgeBase, build_graph
from pincite.evidence.model.evidence import Proposal
from pincite.evidence.model.subjects import (
    Binding,
    CandidateSubject,
    FactId,
    PlanStep,
    SourceLocation,
    SubjectClass,
    SubjectId,
)
from pincite.evidence.quotes.locate import locate
from pincite.nodes.retrieval.passage_context import readings_of
from pincite.nodes.runtime.state import Found, RunHeader
from pincite.nodes.verify_evidence import LONGEST_STRETCH, ToVerify, verify
from pincite.roles.extractive.extractive_roles import extractive_roles

FEE = "The yearly fee of Acme Ltd is £48,000"
LIMIT = "it rises by no more than 3% a year."
TEXT = f"{FEE}, payable in advance on the first of May, and {LIMIT}"


def quoting(quote: str) -> Any:
    def extract(given: Any) -> tuple[Proposal, ...]:
        fact, passage = given.required_facts[0], given.passages[0]
        return (
            Proposal(fact_id=fact.fact_id, claim=quote, quote=quote, passage_id=passage.passage_id, value="£48,000"),
        )

    extract.name = "scripted"  # type: ignore[attr-defined]
    return extract


def asked(folder: Path, quote: str) -> EvidenceReport:
    with KnowledgeBase.open(folder) as kb:
        kb.ingest_texts([{"id": "lease", "title": "Lease of Acme Ltd", "entity": "Acme Ltd", "text": TEXT}])
        graph = build_graph(kb, roles=replace(extractive_roles(), extractor=quoting(quote)))
        report: EvidenceReport = graph.invoke(
            {"question": "What is the yearly fee of Acme Ltd?", "as_of": "2026-05-15"}
        )["report"]
        return report


@pytest.mark.spec("EVI-1", "EVI-2")
def test_both_pieces_of_a_quote_with_an_ellipsis_are_cited_in_the_sources_own_words(tmp_path: Path) -> None:
    report = asked(tmp_path, f"{FEE} … {LIMIT}")
    assert [unit.span.quote for unit in report.evidence] == [TEXT]
    assert report.citations[0].quote == TEXT


@pytest.mark.spec("EVI-2")
def test_pieces_that_do_not_stand_there_in_order_are_no_quote(tmp_path: Path) -> None:
    report = asked(tmp_path, f"{LIMIT} … {FEE}")
    assert report.evidence == ()
    assert {rejected.code for rejected in report.rejected_evidence} == {"quote_not_found"}


def test_a_stretch_longer_than_a_paragraph_is_cut_to_its_first_piece() -> None:
    text = f"{FEE}. {'Words between. ' * (LONGEST_STRETCH // 10)}{LIMIT}"
    found = locate(f"{FEE} … {LIMIT}", text)
    assert found is not None
    start, end = found.stretch(LONGEST_STRETCH)
    assert text[start:end] == FEE


COVER = "Cover above £600,000 depends on evidence of health."


def rejected_for(
    folder: Path,
    subject: SubjectClass,
    *,
    about: str | None = None,
    text: str = COVER,
    parent: bool = False,
    conditions: tuple[str, ...] = (),
    named_in: str = "other",
    quote: str = "",
) -> str | None:
    """Why a sentence of the handbook of Fellgate Group plc is rejected where a model reads; None where it is left to the judge. `about`: the
    text that is about the subject, or about its parent. `named_in`: the text in which the gate found the subject."""
    texts = [
        {"id": "handbook", "title": "Handbook", "entity": "Fellgate Group plc", "text": text, "media_type": "text/markdown"},
        {"id": "notice", "title": "Notice", "entity": "Fellgate Group plc", "text": "A notice about something else."},
        {"id": "other", "title": "Letter", "entity": "Borealis Ltd", "text": "A letter about something else."},
    ]  # fmt: skip
    with KnowledgeBase.open(folder) as kb:
        kb.ingest_texts(texts)
        snapshot = kb.snapshot()
        versions = {document.path: document.version_id for document in snapshot.documents()}
        passage = snapshot.passages(versions["handbook"])[0]
        candidate = CandidateSubject(
            subject_id=SubjectId("s1"),
            name=subject.name or "",
            class_attributes=subject,
            identifiers=(subject.name or "",),
            parent_entity_binding=Binding(mechanism="explicit_statement", reason="named"),
            source_location=SourceLocation(
                document_id=passage.document_id, version_id=versions[named_in], title="Where it is named"
            ),
            versions=(versions[about],) if about and not parent else (),
        )
        above = candidate.model_copy(
            update={
                "subject": 1,
                "identifiers": (subject.parent_entity or "",),
                "class_attributes": SubjectClass(subject_type="organisation", name=subject.parent_entity),
                "versions": (versions[about],) if about else (),
            }
        )
        found = Found(passage_id=passage.passage_id, version_id=passage.version_id, score=1.0, pass_number=0)
        given = ToVerify(
            proposals=(
                Proposal(
                    fact_id=FactId("f1"), claim=passage.text, quote=quote or passage.text, passage_id=passage.passage_id
                ),
            ),
            facts=(
                PlanStep(
                    fact_id=FactId("f1"),
                    text="what cover above £600,000 depends on",
                    terms=("cover",),
                    constraints=conditions,
                ),
            ),
            candidates=(candidate, above) if parent else (candidate,),
            readings=readings_of(snapshot, [found.passage_id]),
            bridges=(),
            owners={version: snapshot.declared(version).owners() for version in versions.values()},
            earlier=(),
            reads=True,
            floor=0.0,
            pass_number=0,
            run=RunHeader(
                run_id="r",
                started=datetime(2026, 5, 15, tzinfo=UTC),
                as_of=date(2026, 5, 15),
                snapshot_id="s",
                generation=1,
                settings_sha256="0",
            ),
            texts=(),
        )
        done = verify(given, snapshot.span, snapshot.row)
    return done.rejected[0].code if done.rejected else None


@pytest.mark.spec("EVI-4", "VER-3")
def test_the_owner_of_a_document_refutes_only_what_is_somebody_elses(tmp_path: Path) -> None:
    company = SubjectClass(subject_type="organisation", name="Borealis Ltd")
    assert rejected_for(tmp_path / "a", company) == "subject_not_shown"
    assert rejected_for(tmp_path / "b", company, about="other") == "subject_not_shown"
    affiliate = SubjectClass(subject_type="organisation", name="Fellgate Towage Ltd")
    assert rejected_for(tmp_path / "c", affiliate, about="notice") is None
    assert rejected_for(tmp_path / "d", SubjectClass(subject_type="concept", name="Life cover")) is None
    assert rejected_for(tmp_path / "e", SubjectClass(subject_type="organisation", name="the trustee")) is None
    assert rejected_for(tmp_path / "f", company, named_in="notice") is None
    below = "# Borealis Ltd\n\nThe towage firm pays for cover."
    assert rejected_for(tmp_path / "g", company, text=below, quote="The towage firm pays for cover.") is None


@pytest.mark.spec("EVI-4", "VER-3")
def test_an_owner_that_the_question_names_refutes_nothing(tmp_path: Path) -> None:
    product = SubjectClass(subject_type="product", name="RiverDesk")
    assert rejected_for(tmp_path / "a", product, conditions=("Fellgate Group", "board")) is None
    company = SubjectClass(subject_type="organisation", name="Borealis Ltd")
    assert rejected_for(tmp_path / "b", company, conditions=("Fellgate Group",)) is None
    assert rejected_for(tmp_path / "c", company, conditions=("2026",)) == "subject_not_shown"


@pytest.mark.spec("VER-2", "SUB-8")
@pytest.mark.parametrize(
    ("text", "settled"),
    [
        ("We are the only supplier of cover to the towage firm at Borealis.", None),
        ("BTL pays for cover.", None),
        ("Borealis Glass pays for cover.", "subject_not_shown"),
        ("Borealis Ltd pays for cover.", "subject_not_shown"),
        ("The towage group pays for cover.", "subject_not_shown"),
        ("The Group pays for cover.", "subject_not_shown"),
        ("Fellgate pays for cover.", "subject_not_shown"),
    ],
)
def test_a_short_form_of_the_subject_in_anothers_document_is_left_to_the_judge(
    tmp_path: Path, text: str, settled: str | None
) -> None:
    company = SubjectClass(subject_type="organisation", name="Borealis Towage Ltd")
    assert rejected_for(tmp_path, company, text=text) == settled


@pytest.mark.spec("EVI-4", "VER-3")
def test_a_sentence_that_names_the_subject_is_never_refuted_by_the_owner_of_its_document(tmp_path: Path) -> None:
    insurer = SubjectClass(
        subject_type="person", name="Borealis Ltd", parent_entity="Fellgate Towage Ltd", role="insurer"
    )
    assert rejected_for(tmp_path / "a", insurer, text="Benefits are insured with Borealis Ltd.") is None
    assert rejected_for(tmp_path / "b", insurer) == "subject_not_shown"
    assert rejected_for(tmp_path / "c", insurer, about="notice", parent=True) is None
