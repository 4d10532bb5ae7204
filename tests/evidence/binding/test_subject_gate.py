"""The gate when a question names nobody: a topic of one organisation's documents opens it, one of several has to be told apart."""

import pytest

from pincite.evidence.binding.binding_proofs import Accepted, Proof, Rejected
from pincite.evidence.binding.subject_gate import gate
from pincite.evidence.model.spans import DocumentId, VersionId
from pincite.evidence.model.subjects import Intent, Plan, Scope, SubjectClass


def topic(*periods: str, exhaustive: bool = False) -> Plan:
    subject = SubjectClass(subject_type="concept", name="notice period", scope=Scope(periods=periods))
    intent = Intent(kind="structured", exhaustive=exhaustive)
    return Plan(question="q", resolved_question="q", subjects=(subject,), intent=intent)


def spoken_of(whose: str | None, *, uncovered: tuple[str, ...] = ()) -> Accepted:
    proof = Proof(condition="name", reason="the passage speaks of notice, period")
    return Accepted(
        subject=0,
        name="notice period",
        mechanism="knowledge_base",
        binding=proof,
        proofs=(proof,),
        identifiers=("notice period",),
        document_id=DocumentId(f"d-{whose}"),
        version_id=VersionId(f"v-{whose}"),
        uncovered=uncovered,
        whose=whose,
    )


def passed_over(whose: str) -> Rejected:
    return Rejected(
        subject=0,
        name="notice period",
        failed_condition="name",
        reason="it lacks notice",
        document_id=DocumentId("d"),
        version_id=VersionId(f"v-{whose}"),
        whose=whose,
    )


@pytest.mark.spec("SUB-5")
def test_a_topic_of_one_organisations_documents_opens_the_gate() -> None:
    assert gate(topic(), [spoken_of("Norvale Ltd"), spoken_of("Norvale"), spoken_of(None)]).outcome == "found"


@pytest.mark.spec("SUB-5", "SUB-12")
def test_a_topic_in_documents_of_several_organisations_is_ambiguous_and_names_them() -> None:
    decision = gate(topic(), [spoken_of("Norvale Ltd"), spoken_of("Oxmere plc")])
    assert decision.outcome == "ambiguous_question"
    assert decision.valid == ()
    assert "Norvale Ltd" in decision.reason
    assert "Oxmere plc" in decision.reason


def test_a_list_over_all_documents_is_asked_of_all_of_them() -> None:
    assert gate(topic(exhaustive=True), [spoken_of("Norvale Ltd"), spoken_of("Oxmere plc")]).outcome == "found"


@pytest.mark.spec("SUB-7")
def test_a_figure_of_a_fiscal_year_is_not_taken_from_the_one_company_that_has_its_words() -> None:
    held = [spoken_of("Norvale Ltd")]
    assert gate(topic("FY2023"), held, [passed_over("Oxmere plc")]).outcome == "ambiguous_question"
    assert (
        gate(topic("FY2023"), [*held, spoken_of("Oxmere plc", uncovered=("FY2023",))]).outcome == "ambiguous_question"
    )
    assert gate(topic("FY2023"), held).outcome == "found", "a knowledge base of one company is asked about that company"
    assert gate(topic(), held, [passed_over("Oxmere plc")]).outcome == "found"
