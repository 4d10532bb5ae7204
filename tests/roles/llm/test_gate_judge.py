"""The judge at the gate: its yes needs words that code finds where it says they stand, and two judges have to agree."""

import asyncio
from typing import Any

import pytest
from model_answers import found_subject
from scripted_speaker import speaker

from pincite.errors import ModelError
from pincite.evidence.model.spans import PassageId, VersionId
from pincite.evidence.model.subjects import SubjectClass
from pincite.roles.contracts.finder import DiscoveryPassage
from pincite.roles.contracts.gate_judge import DeclaredDocument, GateJudgeInput, OpenSubject
from pincite.roles.llm.gate_judge import AgreeingGateJudges, LlmGateJudge

FOUNDED = "It all began when Ewa Holm set up the firm in a boathouse."
LINE = "Forty years of Tarn Optics · history · Tarn Optics Ltd"
GIVEN = GateJudgeInput(
    question="Who is the founder of Tarn Optics, and what is its Glider?",
    subjects=(
        OpenSubject(number=0, subject=SubjectClass(subject_type="person", role="founder", parent_entity="Tarn Optics")),
        OpenSubject(number=2, subject=SubjectClass(subject_type="product", name="Glider"), why=("Gleiter: another name",)),
    ),
    documents=(DeclaredDocument(version_id=VersionId("v"), line=LINE),),
    passages=(
        DiscoveryPassage(passage_id=PassageId("p"), version_id=VersionId("v"), title="Forty years", text=FOUNDED),
    ),
)  # fmt: skip
NO = found_subject(None, "", subject=2)


def verdicts(*subjects: dict[str, Any]) -> dict[str, Any]:
    return {"subjects": list(subjects)}


@pytest.mark.spec("VER-2", "VER-5")
def test_a_yes_carries_the_words_that_show_it_and_the_name_as_it_stands_there() -> None:
    asked, model = speaker(verdicts(found_subject("P1", "Ewa Holm set up the firm", name="Ewa Holm"), NO))
    (found,) = LlmGateJudge(asked)(GIVEN)
    assert (found.number, found.name, found.passage_id) == (0, "Ewa Holm", "p")
    assert found.quote == "Ewa Holm set up the firm"
    assert "code: Gleiter: another name" in str(model.heard[0][1].content)
    assert len(model.heard) == 1


@pytest.mark.spec("VER-2")
def test_a_document_as_a_whole_may_be_named_by_what_it_declares() -> None:
    asked, _ = speaker(
        verdicts(found_subject("D1", "Tarn Optics Ltd", name="Tarn Optics Ltd", subject=2), NO | {"subject": 0})
    )
    (found,) = LlmGateJudge(asked)(GIVEN)
    assert (found.number, found.version_id, found.passage_id) == (2, "v", None)


def test_a_name_that_stands_nowhere_is_not_taken_over() -> None:
    wrong = verdicts(found_subject("P1", "Ewa Holm set up the firm", name="Mara Lind"), NO)
    asked, model = speaker(wrong, wrong)
    with pytest.raises(ModelError):
        LlmGateJudge(asked)(GIVEN)
    assert "does not hold the name “Mara Lind”" in str(model.heard[1][-1].content)


@pytest.mark.spec("VER-2", "EVI-2")
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (verdicts(found_subject("P1", "Mara Lind set up the firm"), NO), "does not stand in P1 exactly"),
        (verdicts(found_subject("P1", ""), NO), "does not stand in P1 exactly"),
        (verdicts(found_subject("D1", FOUNDED), NO), "does not stand in D1 exactly"),
        (verdicts(found_subject("P9", "Ewa Holm"), NO), "there is no passage or document P9"),
        (verdicts(found_subject(None, "") | {"found": True}, NO), "there is no passage or document None"),
    ],
)
def test_a_yes_without_words_that_are_there_is_objected_to_and_never_becomes_a_candidate(
    wrong: dict[str, Any], told: str
) -> None:
    no = verdicts(NO | {"subject": 0}, NO)
    asked, model = speaker(wrong, no)
    assert LlmGateJudge(asked)(GIVEN) == ()
    assert told in str(model.heard[1][-1].content)
    with pytest.raises(ModelError):
        LlmGateJudge(speaker(wrong, wrong)[0])(GIVEN)


def test_a_verdict_is_needed_for_every_subject() -> None:
    lacking = verdicts(found_subject("P1", "Ewa Holm"))
    asked, model = speaker(lacking, lacking)
    with pytest.raises(ModelError):
        LlmGateJudge(asked)(GIVEN)
    assert "lacks 2" in str(model.heard[1][-1].content)


def test_a_verdict_on_a_subject_that_was_not_asked_about_makes_nothing() -> None:
    asked, _ = speaker(verdicts(NO | {"subject": 0}, NO, found_subject("P1", "Ewa Holm", subject=1)))
    assert LlmGateJudge(asked)(GIVEN) == ()


@pytest.mark.spec("CRI-11")
@pytest.mark.parametrize("native", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("agree", [True, False])
def test_two_judges_must_both_find_a_subject(agree: bool, native: bool) -> None:
    yes = verdicts(found_subject("P1", "Ewa Holm set up the firm", name="Ewa Holm"), NO)
    no = verdicts(NO | {"subject": 0}, NO)
    both = AgreeingGateJudges(LlmGateJudge(speaker(yes)[0]), LlmGateJudge(speaker(yes if agree else no)[0]))
    found = asyncio.run(both.acall(GIVEN)) if native else both(GIVEN)
    assert [verdict.number for verdict in found] == ([0] if agree else [])
