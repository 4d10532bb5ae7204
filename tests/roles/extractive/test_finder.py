"""Proposing candidates by rule: widely, nearest first, with the words of the passage as quotes."""

from pincite.evidence.model.spans import PassageId, VersionId
from pincite.evidence.model.subjects import CandidateProposal, Plan, PlanStep, SubjectClass
from pincite.roles.contracts.finder import DiscoveryPassage, FinderInput
from pincite.roles.extractive.finder import ExtractiveFinder

CHIEF = SubjectClass(subject_type="person", role="CEO", parent_entity="Norvale Ltd")


def proposed(subject: SubjectClass, *texts: str, terms: tuple[str, ...] = ()) -> tuple[CandidateProposal, ...]:
    fact = PlanStep.model_validate({"fact_id": "f1", "text": "what is asked", "terms": terms})
    analysis = Plan(question="q", resolved_question="q", subjects=(subject,), required_facts=(fact,))
    passages = tuple(
        DiscoveryPassage(passage_id=PassageId(f"p{i}"), version_id=VersionId("v"), title="Notes", text=text)
        for i, text in enumerate(texts)
    )
    return ExtractiveFinder()(FinderInput(analysis=analysis, passages=passages, documents=(), aliases=()))


def test_a_role_holder_is_parted_from_the_company_and_the_role_in_a_run_of_capitals() -> None:
    names = [candidate.name for candidate in proposed(CHIEF, "New Norvale CEO Ida Holt spoke first.")]
    assert names == ["Ida Holt"]


def test_a_role_is_found_under_its_other_names() -> None:
    names = [candidate.name for candidate in proposed(CHIEF, "Ida Holt is the Chief Executive Officer of Norvale Ltd.")]
    assert names[0] == "Ida Holt"


def test_the_first_words_of_a_headline_in_title_case_are_proposed_as_the_name() -> None:
    names = [candidate.name for candidate in proposed(CHIEF, "Norvale CEO Ida Holt Appointed To Oxmere Board")]
    assert "Ida Holt" in names


def test_people_in_other_roles_come_last_as_near_misses() -> None:
    names = [
        candidate.name
        for candidate in proposed(CHIEF, "Rolf Enge is the auditor of Norvale.", "Norvale's CEO is Ida Holt.")
    ]
    assert names[0] == "Ida Holt"


def test_a_sentence_that_names_the_subject_is_quoted_letter_for_letter() -> None:
    subject = SubjectClass(subject_type="organisation", name="Norvale")
    text = "The weather was fine. Norvale makes gauges. Rain came."
    assert [candidate.quote for candidate in proposed(subject, text)] == ["Norvale makes gauges."]


def test_a_topic_is_proposed_only_where_half_of_its_words_stand() -> None:
    topic = SubjectClass(subject_type="concept", name="annual leave engineers")
    texts = ("Engineers get 27 days of annual leave.", "Engineers drink coffee.")
    found = proposed(topic, *texts, terms=("annual", "leave", "engineers"))
    knowledge_base = [candidate.passage_id for candidate in found if candidate.mechanism == "knowledge_base"]
    assert knowledge_base == ["p0"]


def test_nothing_is_proposed_for_a_question_without_passages() -> None:
    assert proposed(CHIEF) == ()
