"""Three questions that a search would answer and the gate must not: each told as a user would meet it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph, render

Ask = Callable[[list[dict[str, Any]], str], EvidenceReport]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    def asked(documents: list[dict[str, Any]], question: str) -> EvidenceReport:
        with KnowledgeBase.open(tmp_path / "kb") as kb:
            assert kb.ingest_texts({"media_type": "text/markdown", **document} for document in documents).ok
            report: EvidenceReport = build_graph(kb, Settings()).invoke({"question": question, "as_of": "2026-05-15"})[
                "report"
            ]
            return report

    return asked


NDA = {
    "id": "nda",
    "entity": "Corbel Ltd",
    "document_type": "non-disclosure agreement",
    "authority": "contract",
    "text": "# Non-disclosure agreement of Corbel Ltd and Thornby Freight Ltd\n\n"
    "This non-disclosure agreement is made between Corbel Ltd and Thornby Freight Ltd.\n\n"
    "Confidential information is kept secret for five years.\n",
}
TERMS = {
    "id": "terms",
    "entity": "Pell Haulage Ltd",
    "document_type": "master services agreement",
    "authority": "contract",
    "text": "# Master services agreement of Corbel Ltd and Pell Haulage Ltd\n\n"
    "Invoices of Pell Haulage Ltd are paid within 30 days.\n",
}


@pytest.mark.spec("EXE-4", "SUB-2", "SUB-6", "SUB-9", "SUB-10")
def test_an_absent_agreement_is_not_answered_from_another_one(ask: Ask) -> None:
    """The payment terms of the agreement with Thornby are asked for. There is an NDA with Thornby, and an agreement with another
    haulier that has payment terms: the two halves of a wrong answer."""
    report = ask([NDA, TERMS], "What are the payment terms in the Master Services Agreement with Thornby Freight?")

    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert not report.sufficient
    assert report.confidence == "low"
    assert report.risk_signals == ("subject_not_found",)
    assert report.conclusion.startswith("The knowledge base holds no master services agreement with Thornby Freight.")
    assert "30 days" not in report.conclusion
    assert "five years" not in report.conclusion
    assert {candidate.failed_condition for candidate in report.rejected_candidates} == {"document_type"}
    assert "Non-disclosure agreement of Corbel Ltd and Thornby Freight Ltd: names Thornby Freight" in report.conclusion
    assert report.suggested_next_actions[0].startswith("Obtain the master services agreement with Thornby Freight")
    assert report.tool_history == ()  # nothing was retrieved
    assert report.citations == ()
    assert "retrieve_evidence" not in {step.node for step in report.path}


OSTERBY = {
    "id": "review",
    "entity": "Osterby Ltd",
    "text": "# Annual review of Osterby Ltd\n\nThe Chief Executive Officer of Osterby Ltd is Paul Reyne.\n\nOsterby Ltd makes valves.\n",
}
NOBODYS = {"id": "people", "text": "# The people behind it\n\nThe company's founder, Lena Marsh, studied in Leeds.\n"}


@pytest.mark.spec("EXE-4", "SUB-2", "SUB-4", "SUB-6", "SUB-10")
def test_a_founder_bound_to_nobody_and_a_chief_executive_are_near_misses_and_no_answer(ask: Ask) -> None:
    """The founder of Osterby is asked for. One text names “the company's founder” and does not say of which company; another binds a
    person to Osterby, in another role. A search finds both and the question reads as answered."""
    report = ask([OSTERBY, NOBODYS], "Who is the founder of Osterby Ltd?")

    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert not report.sufficient
    assert report.confidence == "low"
    assert report.risk_signals == ("subject_not_found",)
    assert report.conclusion.startswith("Nothing in the knowledge base shows who the founder of Osterby Ltd is.")
    failed = {candidate.name: candidate.failed_condition for candidate in report.rejected_candidates}
    assert failed == {"Lena Marsh": "parent", "Paul Reyne": "role"}
    shown = render(report)
    assert "- Lena Marsh: named as founder, but not shown to be of Osterby Ltd (The people behind it)" in shown
    assert "- Paul Reyne: named there, but not as founder of Osterby Ltd (Annual review of Osterby Ltd)" in shown
    assert report.answer is None
    assert report.sentences == ()
    assert report.suggested_next_actions == (
        "Obtain a document that names the founder of Osterby Ltd, such as a register entry or a company page.",
    )


DRAFT = {
    "id": "draft",
    "authority": "draft",
    "kind": "primary",
    "updated_at": "2026-05-01",
    "text": "# Draft rules on single payments\n\n## 4. Limits\n\nThe limit of a single payment shall be 5,000 euros.\n\n"
    "## 5. Records\n\nRecords of payments are kept for six years.\n",
}
SCOPED = {**DRAFT, "text": DRAFT["text"] + "\n## 6. Application\n\nThese rules apply to every branch.\n"}


@pytest.mark.spec("ANS-11", "SUB-9")
def test_a_constraint_without_its_scope_is_reported_with_that_caveat_and_is_not_sufficient(ask: Ask) -> None:
    """The limit stands there and answers the words of the question; whom it binds stands nowhere."""
    report = ask([DRAFT], "What is the limit of a single payment?")

    assert report.terminal_state == "CONCLUDED"
    assert not report.sufficient
    assert report.confidence in {"medium", "low"}
    assert report.answer == "The limit of a single payment shall be 5,000 euros. [1]"
    assert (
        "This may not be the whole rule: the text found does not say whom or what it applies to." in report.conclusion
    )
    assert "missing_evidence" in report.risk_signals
    assert "subject_not_found" not in report.risk_signals
    asked, final = report.suggested_next_actions
    assert asked.startswith("Find out whom and what the provision applies to")
    assert "a final version of Draft rules on single payments exists" in final


@pytest.mark.spec("ANS-11")
def test_the_same_constraint_with_its_scope_is_sufficient(ask: Ask) -> None:
    report = ask([SCOPED], "What is the limit of a single payment?")
    assert report.sufficient
    assert "whole rule" not in report.conclusion
