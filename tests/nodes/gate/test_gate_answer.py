"""What is said at the closed gate, for each way it closes."""

from typing import Any

import pytest
from made_evidence import analysis

from pincite.evidence.binding.bind_candidate import GateDecision, gate
from pincite.evidence.model.spans import Place, Span
from pincite.evidence.model.subjects import FactId, Plan, PlanStep, RejectedCandidate, SourceLocation, SubjectClass
from pincite.evidence.report.evidence_report import ClosestDocument
from pincite.nodes.answer.phrases import phrases_for
from pincite.nodes.gate.gate_answer import gate_steps, gate_text, lead, near_misses, scopes_in_words

ENGLISH = phrases_for("en")
CLOSED = GateDecision(outcome="subject_not_found", reason="")


def asked(question: str = "Who is it?", **subject: Any) -> Any:
    return analysis(question, {}, subjects=(subject,))


def miss(name: str, condition: str, quote: str | None, title: str = "Document") -> RejectedCandidate:
    span = None
    if quote is not None:
        span = Span.model_validate(
            {
                "span_id": quote, "document_id": "d", "version_id": "v", "file_sha256": "", "text_sha256": "",
                "extractor": "text/1", "place": Place(line_start=1, line_end=1), "char_start": 0,
                "char_end": len(quote), "quote": quote,
            }
        )  # fmt: skip
    place = SourceLocation.model_validate({"document_id": "d", "version_id": "v", "title": title, "span": span})
    return RejectedCandidate.model_validate(
        {"name": name, "failed_condition": condition, "reason": "a reason", "source_location": place}
    )


FOUNDER = {"subject_type": "person", "role": "founder", "parent_entity": "Acme Ltd"}
AGREEMENT = {"subject_type": "document", "document_type": "service agreement", "parent_entity": "Acme Ltd"}
ENTITY = {"name": "Acme Ltd"}


@pytest.mark.spec("SUB-10", "SUB-12", "SUB-7")
@pytest.mark.parametrize(
    ("reason", "gate", "subject", "said"),
    [
        ("subject_not_found", {}, FOUNDER, "No document in the knowledge base names the founder of Acme Ltd."),
        ("subject_not_found", {}, AGREEMENT, "The knowledge base holds no service agreement with Acme Ltd."),
        (
            "subject_not_found",
            {},
            {"subject_type": "document", "document_type": "price list", "parent_entity": "Acme Ltd"},
            "The knowledge base holds no price list of Acme Ltd.",
        ),
        ("subject_not_found", {}, ENTITY, "No document in the knowledge base is about Acme Ltd."),
        (
            "scope_absent",
            {"holder": "Acme Ltd", "lacking": ("2023",), "existing_scopes": ("Q1 2026", "in force 2025-01-01..")},
            ENTITY,
            "The knowledge base has documents about Acme Ltd, but none that covers 2023. They cover Q1 2026.",
        ),
        (
            "ambiguous_question",
            {},
            {},
            "The question is too open to be answered from documents: it names nothing that could be looked for.",
        ),
        (
            "ambiguous_question",
            {"whose": ("Acme Ltd", "Borealis Ltd")},
            {},
            "The question does not say whose; the knowledge base has documents of Acme Ltd and Borealis Ltd.",
        ),
        (
            "out_of_scope",
            {},
            {"subject_type": "concept", "name": "ethanol"},
            "Nothing in the knowledge base is about “Who is it”.",
        ),
    ],
)
def test_the_first_sentence_says_what_the_knowledge_base_does_not_hold(
    reason: Any, gate: dict[str, Any], subject: dict[str, Any], said: str
) -> None:
    assert lead(reason, CLOSED.model_copy(update=gate), asked(**subject), (), ENGLISH) == said


@pytest.mark.spec("SUB-11")
@pytest.mark.parametrize("reason", ["source_unavailable", "budget_exhausted", "time_exhausted", "analysis_unavailable"])
def test_an_incomplete_search_never_says_that_the_subject_is_absent(reason: Any) -> None:
    said = lead(reason, CLOSED, asked(**ENTITY), (), ENGLISH)
    assert said.startswith("The search was not complete")
    assert "Acme Ltd" in said
    assert "No document" not in said


@pytest.mark.spec("SUB-10")
def test_a_name_that_stands_somewhere_is_not_said_to_be_absent() -> None:
    near = miss("Acme Ltd", "name", "Acme Ltd carried it.")
    said = lead("subject_not_found", CLOSED, asked(**ENTITY), (near,), ENGLISH)
    assert said.startswith("Acme Ltd is named in the knowledge base")
    assert near_misses((near,), asked(**ENTITY).subjects) == ()


@pytest.mark.spec("SUB-6", "SUB-4")
def test_near_misses_are_reported_with_the_condition_they_failed_the_nearest_first() -> None:
    near = (
        miss("Ida Holt", "role", "Ida Holt, Managing Director, signed for Acme Ltd.", "Lease"),
        miss("Tannery Brae", "role", "The office of Acme Ltd is at 4 Tannery Brae.", "Lease"),
        miss("Version", "type", None),
        miss("Subject", "parent", "Subject: the founder's dinner"),
        miss("Borealis Ltd", "parent", "Lena Marsh is the founder of Borealis Ltd.", "Partners"),
        miss("Lena Marsh", "parent", "Lena Marsh is the founder of Borealis Ltd.", "Partners"),
    )
    shown = gate_text("subject_not_found", CLOSED, asked(**FOUNDER), near, (), "", ENGLISH)
    assert shown.endswith(
        "Near-misses, not used:\n\n"
        "- Lena Marsh: named as founder, but not shown to be of Acme Ltd (Partners)\n"
        "- Ida Holt: named there, but not as founder of Acme Ltd (Lease)"
    )


@pytest.mark.spec("SUB-2", "SUB-6")
def test_a_document_of_another_kind_is_a_near_miss_named_by_its_title() -> None:
    near = (miss("Acme Ltd", "document_type", None, "NDA with Acme Ltd"),)
    shown = gate_text("subject_not_found", CLOSED, asked(**AGREEMENT), near, (), "", ENGLISH)
    assert "- NDA with Acme Ltd: names Acme Ltd, but is not of the type “service agreement”" in shown


@pytest.mark.spec("SUB-10", "VER-2")
def test_a_role_or_a_document_that_is_found_without_its_owner_is_not_said_to_be_absent() -> None:
    near = (miss("Lena Marsh", "parent", "The founder, Lena Marsh, spoke."),)
    said = lead("subject_not_found", CLOSED, asked(**FOUNDER), near, ENGLISH)
    assert said == "Nothing in the knowledge base shows who the founder of Acme Ltd is."
    near = (miss("Acme Ltd", "parent", "Acme Ltd owns the shop next door.", "Cleaning agreement"),)
    shown = gate_text("subject_not_found", CLOSED, asked(**AGREEMENT), near, (), "", ENGLISH)
    assert shown.startswith("No service agreement in the knowledge base is shown to be with Acme Ltd.")
    assert "- Cleaning agreement: names Acme Ltd, but is not shown to be with Acme Ltd" in shown


@pytest.mark.spec("SUB-10", "SUB-12")
@pytest.mark.parametrize(
    ("mentioned", "said"),
    [
        ({"club"}, "The knowledge base mentions “club”, but not “boats”."),
        (set(), "Nothing in the knowledge base mentions “boats” or “club”."),
        (
            {"boats", "club"},
            "The knowledge base mentions “boats” and “club”, but no passage was found that has them together.",
        ),
    ],
)
def test_of_a_topic_in_several_places_of_the_question_its_missing_words_are_named(
    mentioned: set[str], said: str
) -> None:
    subject = SubjectClass(subject_type="concept", name="boats club")
    fact = PlanStep(fact_id=FactId("f1"), text="How many boats does the club have?", subject=0)
    plan = Plan(question=fact.text, resolved_question=fact.text, subjects=(subject,), required_facts=(fact,))
    assert lead("out_of_scope", CLOSED, plan, (), ENGLISH, lambda word: int(word in mentioned)) == said


@pytest.mark.spec("SUB-10")
def test_the_documents_mention_a_word_in_any_form_of_its_verb() -> None:
    subject = SubjectClass(subject_type="concept", name="keep hens")
    fact = PlanStep(fact_id=FactId("f1"), text="May I keep Hens?", subject=0)
    plan = Plan(question=fact.text, resolved_question=fact.text, subjects=(subject,), required_facts=(fact,))
    said = lead("subject_not_found", CLOSED, plan, (), ENGLISH, lambda word: int(word == "kept"))
    assert said == "The knowledge base mentions “keep”, but not “Hens”."


@pytest.mark.spec("SUB-12")
@pytest.mark.parametrize(("topic", "shown"), [("gnuplot", "gnuplot"), ("gnuplot wrote", "Who wrote gnuplot")])
def test_a_topic_is_shown_as_the_question_writes_it_or_else_with_the_question(topic: str, shown: str) -> None:
    subject = SubjectClass(subject_type="concept", name=topic)
    fact = PlanStep(fact_id=FactId("f1"), text="Who wrote gnuplot?", subject=0)
    plan = Plan(question=fact.text, resolved_question=fact.text, subjects=(subject,), required_facts=(fact,))
    said = lead("out_of_scope", CLOSED, plan, (), ENGLISH)
    assert said == f"Nothing in the knowledge base is about “{shown}”."
    assert f"“{shown}" in gate(plan, ()).reason


@pytest.mark.spec("SUB-12")
def test_out_of_scope_says_in_one_line_what_is_covered_and_names_no_documents_as_close() -> None:
    closest = (ClosestDocument(title="Lease", document="l", covers=""),)
    subject = {"subject_type": "concept", "name": "ethanol"}
    shown = gate_text(
        "out_of_scope", CLOSED, asked(**subject), (), closest, "The knowledge base covers leases.", ENGLISH
    )
    assert shown == "Nothing in the knowledge base is about “Who is it”. The knowledge base covers leases."


@pytest.mark.spec("SUB-10")
@pytest.mark.parametrize(
    ("reason", "subject", "steps"),
    [
        (
            "subject_not_found",
            FOUNDER,
            ["Obtain a document that names the founder of Acme Ltd", "Check the spelling of “Acme Ltd”"],
        ),
        ("subject_not_found", AGREEMENT, ["Obtain the service agreement with Acme Ltd", "Check the spelling"]),
        ("subject_not_found", ENTITY, ["Obtain a document about Acme Ltd", "Check the spelling"]),
        ("out_of_scope", {}, ["Ask about what the knowledge base covers"]),
        ("ambiguous_question", {}, ["Ask, for instance: What is in A?", "Ask, for instance: What is in B?"]),
    ],
)
def test_next_steps_can_be_carried_out(reason: Any, subject: dict[str, Any], steps: list[str]) -> None:
    questions = ("What is in A?", "What is in B?")
    found = gate_steps(reason, CLOSED, asked(**subject), questions, (), ENGLISH)
    assert len(found) == len(steps)
    assert all(action.startswith(step) for action, step in zip(found, steps, strict=True))


@pytest.mark.spec("SUB-8", "SUB-10")
def test_a_known_name_is_proposed_for_a_misspelt_one_and_never_taken_for_it() -> None:
    slip = asked(name="Hollinbrea Instruments")
    first, *_ = gate_steps("subject_not_found", CLOSED, slip, (), ("Hollinbrae Instruments Ltd",), ENGLISH)
    assert first.startswith("Ask again with “Hollinbrae Instruments")
    far = gate_steps("subject_not_found", CLOSED, asked(name="Borealis"), (), ("Hollinbrae Instruments Ltd",), ENGLISH)
    assert not any("Hollinbrae" in action for action in far)


@pytest.mark.spec("SUB-10")
def test_the_spelling_of_a_name_that_is_known_needs_no_check() -> None:
    found = gate_steps("subject_not_found", CLOSED, asked(**FOUNDER), (), ("Acme Ltd",), ENGLISH)
    assert not any("spelling" in action for action in found)


@pytest.mark.spec("SUB-7")
@pytest.mark.parametrize(
    ("scopes", "shown"),
    [
        (("2026-02-19", "Q1 2026", "in force 2026-01-01..2026-12-31"), ("Q1 2026",)),
        (("in force 2026-01-01..2026-12-31",), ("2026-01-01–2026-12-31",)),
        (("Scotland", "Wales"), ("Scotland", "Wales")),
        ((), ()),
        (("FY2017", "2017-12-31", "2017", "2016", "FY2019", "2018"), ("2019", "2018", "2017", "2016")),
        (("FY2019", "FY2018", "2018", "Q1 2018"), ("FY2019", "FY2018", "Q1 2018")),
        (("2022", "Q2 FY2023", "2021"), ("Q2 FY2023", "2022", "2021")),
        (tuple(str(year) for year in range(2010, 2018)), ("2017", "2016", "2015", "2014", "2013", "2012", "2 more")),
    ],
)
def test_scopes_are_listed_as_a_person_names_them(scopes: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert scopes_in_words(scopes, ENGLISH) == shown
