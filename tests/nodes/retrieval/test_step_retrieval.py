"""Searches of a plan's steps on a real knowledge base (SPEC PLN-6, RET-7)."""

from pathlib import Path
from typing import cast

import pytest

from pincite import KnowledgeBase
from pincite.evidence.model.subjects import (
    Binding,
    CandidateSubject,
    FactId,
    Plan,
    PlanStep,
    SourceLocation,
    SubjectClass,
    SubjectId,
)
from pincite.evidence.report.evidence_report import ToolCall
from pincite.nodes.retrieval.gather import Gathered, Wanted, gather
from pincite.nodes.retrieval.step_retrieval import (
    OF_A_MENTION,
    PASSAGES_OF_A_STEP,
    best_of_each_step,
    in_places,
    step_queries,
)
from pincite.nodes.runtime.state import RunState
from pincite.stores.sources.source import PassageSource

NOTES = "\n\n".join(f"The cycle scheme: note {number} on bells and lamps of a bicycle." for number in range(30))
LIMIT = "The value of a bicycle with a lock is at most £2,200."


@pytest.mark.spec("RET-7", "PLN-6")
def test_a_page_that_mentions_the_subject_does_not_crowd_out_the_text_that_answers(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        texts = [
            {"id": "notes.md", "title": "Notes", "text": NOTES},
            {"id": "notice.md", "title": "Notice", "text": LIMIT},
        ]
        kb.ingest_texts(texts)
        snapshot = kb.snapshot()
        place = snapshot.passages(next(d.version_id for d in snapshot.documents() if d.path == "notes.md"))[0]
        candidate = CandidateSubject(
            subject_id=SubjectId("s1"),
            name="cycle scheme",
            class_attributes=SubjectClass(subject_type="product", name="cycle scheme"),
            identifiers=("cycle scheme",),
            parent_entity_binding=Binding(mechanism="explicit_statement", reason="named"),
            source_location=SourceLocation(document_id=place.document_id, version_id=place.version_id, title="Notes"),
        )
        step = PlanStep(
            fact_id=FactId("f1"), text="the most a bicycle of the cycle scheme may cost", terms=("value", "bicycle")
        )
        plan = Plan(question="?", resolved_question="?", required_facts=(step,))
        state = cast(RunState, {"analysis": plan, "candidates": (candidate,)})
        queries = step_queries(snapshot, state, 0)
        assert {(query.versions, query.most) for query in queries} == {
            (frozenset({place.version_id}), OF_A_MENTION),
            (None, None),
        }
        wanted = Wanted(
            queries=queries, intent=plan.intent, sought=(), known=frozenset(), documents_about=1, reads=True, floor=0.0,
            strong=0.8, pass_number=0,
        )  # fmt: skip
        found, _ = best_of_each_step(gather(snapshot, (PassageSource(),), wanted), PASSAGES_OF_A_STEP, ())
        assert LIMIT in [hit.passage.text for hit in found[:3]]


@pytest.mark.spec("RET-9")
def test_near_copies_leave_the_places_to_other_texts_and_the_report_names_them(tmp_path: Path) -> None:
    memo = "The works canteen opens at 8.00 on each day of the week and then serves a warm lunch to all of the staff"
    with KnowledgeBase.open(tmp_path) as kb:
        ends = enumerate(("today", "always", "again", "freely"), start=1)
        kb.ingest_texts([{"id": f"{at}.md", "title": f"Memo {at}", "text": f"{memo} {end}."} for at, end in ends])
        others = [f"On floor {number} the canteen has {number + 20} chairs." for number in range(12)]
        kb.ingest_texts([{"id": f"o{at}.md", "title": f"Floor {at}", "text": text} for at, text in enumerate(others)])
        hits = kb.search("When does the works canteen open for lunch?", limit=30)
    call = ToolCall(pass_number=0, tool="rag_retrieve", query="q", breadth=30, passages=())
    found, left_out = best_of_each_step(Gathered(calls=(call,), hits=(hits,)), PASSAGES_OF_A_STEP, ())
    read = [hit.document.title for hit in found if hit.passage.text.startswith(memo)]
    assert len(found) == PASSAGES_OF_A_STEP
    assert len(read) == 2
    (note,) = left_out
    assert sorted([*read, *note.subject.split(", ")]) == ["Memo 1", "Memo 2", "Memo 3", "Memo 4"]
    assert note.reason == f"says nearly the same as {read[0]}"


@pytest.mark.spec("RET-9")
@pytest.mark.parametrize(
    ("new", "again", "kept"), [(30, 30, (8, 4)), (2, 30, (2, 10)), (30, 1, (11, 1)), (3, 0, (3, 0))]
)
def test_new_passages_of_a_follow_up_come_first_and_leave_places_to_those_read_again(
    tmp_path: Path, new: int, again: int, kept: tuple[int, int]
) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "notice.md", "title": "Notice", "text": LIMIT}])
        hit = kb.search("bicycle", limit=1)[0]
    shown = in_places([hit] * new, [hit] * again, places=PASSAGES_OF_A_STEP, steps=1)
    assert tuple(map(len, shown)) == kept
