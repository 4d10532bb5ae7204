from typing import Any

import pytest

from pincite.evidence.binding.bind_candidate import Accepted, Rejected, bind, discovery_names, gate
from pincite.evidence.model.source_record import Alias, SourceDocument
from pincite.evidence.model.spans import DocumentId, PassageId, VersionId
from pincite.evidence.model.subjects import CandidateProposal, Plan, Scope, SubjectClass
from pincite.evidence.names.definitions import defined_names
from pincite.evidence.scope.declared import Declared
from pincite.evidence.scope.document_scope import DocumentScope, declared_scope

NORVALE = SubjectClass(subject_type="organisation", name="Norvale")


def judge(
    subject: SubjectClass,
    text: str,
    *,
    name: str = "Norvale",
    title: str = "Notes",
    quote: str | None = None,
    scope: DocumentScope | None = None,
    aliases: tuple[Alias, ...] = (),
    terms: tuple[str, ...] = (),
    start: int = 100,
    index: int = 0,
    **fields: Any,
) -> Accepted | Rejected:
    source = SourceDocument.model_validate(
        {
            "document_id": DocumentId("d"), "version_id": VersionId("v"), "title": title, "path": "d.txt",
            "media_type": "text/plain", "file_sha256": "f", "text_sha256": "t", "extractor": "x/1", "n_chars": len(text),
            "kind": "primary", "kind_reason": "r", "authority": "unclassified", "authority_reason": "r",
        } | fields
    )  # fmt: skip
    read = declared_scope(title=title, metadata={}, cover=(0, len(text)), text=text, furniture=(), source=source)
    proposal = CandidateProposal(
        subject=index,
        name=name,
        mechanism="explicit_statement",
        passage_id=PassageId("p"),
        version_id=VersionId("v"),
        quote=quote,
    )
    return bind(
        subject,
        proposal,
        passage_text=text,
        passage_start=start,
        scope=scope or read,
        source=source,
        aliases=(*aliases, *defined_names(text, document_id=DocumentId("d"))),
        terms=terms,
    )


def accepted(outcome: Accepted | Rejected) -> Accepted:
    assert isinstance(outcome, Accepted), outcome
    return outcome


def failed(outcome: Accepted | Rejected) -> str:
    assert isinstance(outcome, Rejected), outcome
    assert outcome.reason
    return outcome.failed_condition


@pytest.mark.spec("SUB-3")
def test_a_documents_declared_entity_binds_all_it_says() -> None:
    found = accepted(judge(NORVALE, "Revenue rose.", entity="Norvale Ltd"))
    assert (found.mechanism, found.name, found.versions) == ("document_scope", "Norvale Ltd", ("v",))
    assert found.binding.manifest_field == "entity"
    assert {"Norvale", "Norvale Ltd"} <= set(found.identifiers)


@pytest.mark.spec("SUB-3")
def test_a_sentence_about_the_name_binds_by_itself_only() -> None:
    text = "In 2020 the mill burnt. Norvale Ltd rebuilt it."
    found = accepted(judge(NORVALE, text))
    assert (found.mechanism, found.name, found.versions) == ("explicit_statement", "Norvale Ltd", ())
    assert found.binding.start == 100 + text.index("Norvale")


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    "text",
    [
        "Our competitors include Norvale and others.",
        "Norvale is one of our competitors.",
        "We bought engines from Norvale in 2019.",
        "The table lists Norvale among the revenue of peers.",
    ],
)
def test_a_mention_in_the_filing_of_another_never_binds(text: str) -> None:
    assert failed(judge(NORVALE, text, entity="Ferrow Ltd", terms=("revenue", "2022"))) == "name"


@pytest.mark.spec("SUB-8")
def test_a_name_inside_a_longer_one_is_another_name() -> None:
    assert failed(judge(NORVALE, "Norvale Foundation was set up in 1990.")) == "name"
    assert (
        failed(judge(SubjectClass(subject_type="organisation", name="Norvale Inc"), "Norvale GmbH makes it.")) == "name"
    )


@pytest.mark.spec("SUB-8")
def test_a_defined_term_binds_its_own_document() -> None:
    text = "Norvale Mills Corporation (“Norvale”) files this."
    scope = DocumentScope(entities=(Declared(value="Norvale Mills Corporation", how="cover", start=0, end=25),))
    assert accepted(judge(NORVALE, text, scope=scope)).mechanism == "document_scope"
    assert failed(judge(NORVALE, "Nothing is defined here.", scope=scope)) == "name"


@pytest.mark.spec("EVI-2")
def test_a_quote_that_does_not_stand_in_the_passage_is_refused() -> None:
    assert failed(judge(NORVALE, "Norvale rebuilt it.", quote="Norvale sold it.")) == "name"


FOUNDER = SubjectClass(subject_type="person", role="founder", parent_entity="Norvale Ltd")


@pytest.mark.spec("SUB-2")
def test_a_role_holder_comes_with_proofs_of_role_and_parent() -> None:
    text = "It is old. Ines Oyelaran, founder of Norvale, retired."
    found = accepted(judge(FOUNDER, text, name="Ines Oyelaran"))
    assert found.name == "Ines Oyelaran"
    assert found.versions == ()
    assert {proof.condition for proof in found.proofs} >= {"type", "role", "parent"}
    assert found.binding.start == 100 + text.index("Ines")


@pytest.mark.spec("SUB-4")
@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("Ines Oyelaran, founder of Ferrow, met the board of Norvale.", "parent"),
        ("Ines Oyelaran, chief executive of Norvale, retired.", "role"),
        ("The founder's dinner is on Friday, and Ines Oyelaran will speak.", "role"),
    ],
)
def test_a_near_miss_keeps_the_condition_it_failed(text: str, condition: str) -> None:
    assert failed(judge(FOUNDER, text, name="Ines Oyelaran", entity="Norvale Ltd")) == condition


@pytest.mark.spec("SUB-3")
def test_document_scope_never_binds_a_person_who_is_merely_named() -> None:
    assert failed(judge(FOUNDER, "Present: Ines Oyelaran.", name="Ines Oyelaran", entity="Norvale Ltd")) == "role"


MSA = SubjectClass(subject_type="document", document_type="master services agreement", parent_entity="Ferrow Systems")


@pytest.mark.spec("SUB-2")
def test_an_agreement_binds_by_its_parties_and_type() -> None:
    text = "This Agreement is made between Norvale Ltd and Ferrow Systems Ltd."
    found = accepted(judge(MSA, text, title="Master Services Agreement", document_type="master services agreement"))
    assert found.mechanism == "contractual_role"
    assert found.versions == ("v",)
    assert failed(judge(MSA, text, title="Non-Disclosure Agreement", document_type="nda")) == "document_type"
    other = "This Agreement is made between Norvale Ltd and Lindqvar Robotics Ltd."
    assert failed(judge(MSA, other, title="Master Services Agreement")) == "parent"


@pytest.mark.spec("SUB-5")
def test_a_topic_binds_to_the_knowledge_base_where_its_words_stand_together() -> None:
    topic = SubjectClass(subject_type="concept", name="notice period")
    text = "Either party may end it; the notice period is 90 days."
    assert accepted(judge(topic, text, name="notice period")).mechanism == "knowledge_base"
    assert failed(judge(topic, "A notice hangs on the door.", name="notice period")) == "name"


@pytest.mark.spec("SUB-5")
def test_words_of_measure_alone_do_not_show_that_a_passage_is_about_the_topic() -> None:
    topic = SubjectClass(subject_type="concept", name="total amount of unclaimed dividends")
    text = "The total amount of parking fees rose."
    assert failed(judge(topic, text, name="total amount of unclaimed dividends")) == "name"


@pytest.mark.spec("SUB-7")
def test_the_gate_closes_where_no_document_covers_the_period_and_lists_what_exists() -> None:
    subject = SubjectClass(subject_type="organisation", name="Norvale", scope=Scope(periods=("FY2023",)))
    found = judge(subject, "Annual report", title="Norvale annual report FY2022", entity="Norvale Ltd")
    decision = gate(Plan(question="q", resolved_question="q", subjects=(subject,)), [accepted(found)])
    assert decision.outcome == "scope_absent"
    assert "FY2022" in decision.existing_scopes
    assert "FY2023" in decision.reason


@pytest.mark.spec("SUB-7")
def test_documents_made_for_no_period_do_not_stand_in_for_the_period_that_lacks() -> None:
    subject = SubjectClass(subject_type="organisation", name="Norvale", scope=Scope(periods=("2023",)))
    report = judge(subject, "Revenue.", title="Norvale annual report FY2022", entity="Norvale Ltd")
    silent = judge(subject, "The board met on 3 May 2021.", title="Board minutes", entity="Norvale Ltd")
    naming = judge(subject, "The board set revenue aims for 2023.", title="Board minutes", entity="Norvale Ltd")
    assert decide(subject, outcomes=(report, silent)).outcome == "scope_absent"
    assert decide(subject, outcomes=(report, naming)).valid == (1,)
    assert decide(subject, outcomes=(silent,)).outcome == "found"


def decide(*subjects: SubjectClass, outcomes: tuple[Accepted | Rejected, ...] = (), **options: Any) -> Any:
    analysis = Plan(question="q", resolved_question="q", subjects=subjects)
    yes = [outcome for outcome in outcomes if isinstance(outcome, Accepted)]
    return gate(analysis, yes, [outcome for outcome in outcomes if isinstance(outcome, Rejected)], **options)


@pytest.mark.spec("SUB-13")
def test_one_absent_subject_of_two_is_named_and_the_gate_stays_open() -> None:
    other = SubjectClass(subject_type="organisation", name="Lindqvar")
    decision = decide(NORVALE, other, outcomes=(judge(NORVALE, "x", entity="Norvale Ltd"),))
    assert decision.outcome == "found"
    assert decision.absent_subjects == (1,)
    assert decision.valid == (0,)
    assert "Lindqvar" in decision.reason


@pytest.mark.spec("SUB-13")
def test_two_bodies_of_one_name_are_ambiguous() -> None:
    both = (judge(NORVALE, "x", entity="Norvale Ltd"), judge(NORVALE, "x", entity="Norvale GmbH"))
    assert decide(NORVALE, outcomes=both).ambiguous
    same = (judge(NORVALE, "x", entity="Norvale Ltd"), judge(NORVALE, "x", entity="NORVALE LIMITED"))
    assert not decide(NORVALE, outcomes=same).ambiguous


@pytest.mark.spec("SUB-10")
def test_an_absent_subject_closes_the_gate_with_near_misses_and_actions() -> None:
    miss = judge(FOUNDER, "Ines Oyelaran, founder of Ferrow, came.", name="Ines Oyelaran")
    decision = decide(FOUNDER, outcomes=(miss,))
    assert decision.outcome == "subject_not_found"
    assert "Ines Oyelaran" in decision.reason


@pytest.mark.spec("SUB-11")
def test_an_incomplete_search_never_claims_absence() -> None:
    decision = decide(NORVALE, unsearched=("archive",))
    assert decision.outcome == "source_unavailable"
    assert "incomplete" in decision.reason
    assert gate(None, ()).outcome == "analysis_unavailable"


@pytest.mark.spec("SUB-12")
def test_a_question_without_subject_or_outside_the_knowledge_base_says_so() -> None:
    vague = gate(Plan(question="How?", resolved_question="How?", problem="ambiguous_question"), ())
    assert vague.outcome == "ambiguous_question"
    outside = decide(SubjectClass(subject_type="concept", name="bread baking"), holds=("Price list",))
    assert outside.outcome == "out_of_scope"
    assert "Price list" in outside.reason


@pytest.mark.spec("SUB-8")
def test_discovery_looks_for_names_and_not_for_bare_roles_or_topics() -> None:
    aliases = (Alias(name="NRV", of="Norvale Ltd", origin="ticker"),)
    assert discovery_names(FOUNDER, aliases) == ("Norvale Ltd", "Norvale", "NRV")
    assert discovery_names(SubjectClass(subject_type="concept", name="notice period"), aliases) == ()
