"""Runs that the caller limits to chosen documents. A refusal names the limit, since other documents may hold the
answer."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite import EvidenceReport, KnowledgeBase, build_graph, render
from pincite.reports.outcome import outcome_of

TEXTS: list[dict[str, Any]] = [
    {
        "id": "lease",
        "title": "Lease of Tarnholm Ltd",
        "entity": "Tarnholm Ltd",
        "text": "Tarnholm Ltd rents the hall. The yearly rent of Tarnholm Ltd is £48,000.",
    },
    {
        "id": "policy",
        "title": "Travel policy of Skiddaw Mills plc",
        "entity": "Skiddaw Mills plc",
        "text": "Employees of Skiddaw Mills plc may claim £140 a night.",
    },
    {
        "id": "minutes",
        "title": "Board minutes of Skiddaw Mills plc",
        "entity": "Skiddaw Mills plc",
        "text": "The training budget of Skiddaw Mills plc is £9,000. Ada Tarn is the chief financial officer of Skiddaw Mills plc.",
    },
]
RENT = "What is the yearly rent of Tarnholm Ltd?"
BUDGET = "What is the training budget of Skiddaw Mills plc?"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts(TEXTS).ok
        yield opened


def ask(kb: KnowledgeBase, question: str, **given: Any) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb).invoke({"question": question, "as_of": "2026-05-15", **given})["report"]
    return report


@pytest.mark.spec("SUB-8", "SUB-10", "USE-6")
@pytest.mark.parametrize(
    ("question", "elsewhere"),
    [
        pytest.param(RENT, "Lease of Tarnholm Ltd", id="the subject is only in another document"),
        pytest.param(BUDGET, "Board minutes of Skiddaw Mills plc", id="only the fact is in another document"),
        pytest.param(
            "Who is the chief financial officer of Skiddaw Mills plc?",
            "Board minutes of Skiddaw Mills plc",
            id="the role is in another document",
        ),
    ],
)
def test_a_refusal_names_the_limit_and_the_other_documents(kb: KnowledgeBase, question: str, elsewhere: str) -> None:
    report = ask(kb, question, documents=["policy"])
    assert report.answer is None
    assert report.limit is not None
    assert (report.limit.documents, report.limit.chosen, report.limit.of) == (("policy",), 1, 3)
    assert report.limit.named_elsewhere == (elsewhere,)
    assert "documents_limited" in report.risk_signals
    assert outcome_of(report) == "not_chosen"
    assert "without the limit" in report.suggested_next_actions[0]
    assert elsewhere in report.suggested_next_actions[0]
    for style in ("text", "markdown", "html", "citation-tags"):
        shown = render(report, style)
        assert "limited to 1 of 3 documents" in shown
        assert elsewhere in shown
    assert "in the knowledge base" not in report.conclusion
    assert not any("The knowledge base does not contain" in step.exit for step in report.path)


@pytest.mark.spec("USE-6")
def test_no_document_is_to_be_obtained_that_is_already_there(kb: KnowledgeBase) -> None:
    report = ask(kb, RENT, documents=["policy"])
    assert not any(step.startswith("Obtain") for step in report.suggested_next_actions)
    unknown = ask(kb, "What is the yearly rent of Greenhow Ltd?", documents=["policy"])
    assert unknown.limit is not None
    assert unknown.limit.named_elsewhere == ()
    assert any(step.startswith("Obtain") for step in unknown.suggested_next_actions)


@pytest.mark.spec("USE-6")
def test_a_limit_that_leaves_nothing_out_is_no_reason(kb: KnowledgeBase) -> None:
    whole = ask(kb, "What is the yearly rent of Greenhow Ltd?", documents=["*"])
    assert whole.limit is not None
    assert "documents_limited" not in whole.risk_signals
    assert "No document in the knowledge base is about Greenhow Ltd." in whole.conclusion
    assert ask(kb, RENT).limit is None


@pytest.mark.spec("USE-6")
def test_an_answer_from_the_chosen_documents_stands_and_the_report_keeps_the_limit(kb: KnowledgeBase) -> None:
    report = ask(kb, RENT, documents=["lease"])
    assert report.sufficient
    assert report.limit is not None
    assert "documents_limited" not in report.risk_signals
    assert "limited to" not in report.conclusion


@pytest.mark.spec("USE-6")
def test_the_limit_is_named_in_the_language_of_the_question(kb: KnowledgeBase) -> None:
    report = ask(kb, "Wie hoch ist die Miete der Tarnholm Ltd?", documents=["policy"])
    assert "Die Frage war auf 1 von 3 Dokumenten beschränkt." in report.conclusion


@pytest.mark.spec("SUB-1", "EVI-10")
def test_a_constraint_of_the_caller_that_no_passage_states_is_named(kb: KnowledgeBase) -> None:
    report = ask(kb, RENT, constraints=["for 2019"])
    assert report.answer is None
    assert "“for 2019”" in report.conclusion
    assert "“for 2019”" in report.suggested_next_actions[0]
