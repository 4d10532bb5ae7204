"""A question that calls its source a manual, and documents that call themselves otherwise or nothing (SPEC SUB-2, VER-3)."""

from pathlib import Path

import pytest

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph

RULES = (
    "## Retry rules\n\nOtterd retries a delivery every 15 minutes.\n\n## Queue\n\nThe queue runner starts at noon.\n"
)


def ask(folder: Path, titles: list[str], question: str) -> EvidenceReport:
    with KnowledgeBase.open(folder / "kb") as kb:
        texts = [{"id": title, "media_type": "text/markdown", "text": f"# {title}\n\n{RULES}"} for title in titles]
        assert kb.ingest_texts(texts).ok
        report: EvidenceReport = build_graph(kb, Settings()).invoke({"question": question})["report"]
        return report


@pytest.mark.spec("SUB-2", "VER-3")
@pytest.mark.parametrize("title", ["Otterd Documentation", "Otterd Guide", "Otterd handbook", "Otterd"])
@pytest.mark.parametrize(
    "question",
    [
        "What does the manual say about retry rules?",
        "In the manual of Otterd, how often is a delivery retried?",
        "What does the Otterd manual say about the queue runner?",
        "When does the queue runner start by the handbook?",
    ],
)
def test_a_word_for_the_source_does_not_close_the_gate(tmp_path: Path, title: str, question: str) -> None:
    report = ask(tmp_path, [title], question)
    assert report.terminal_state == "CONCLUDED"
    assert report.evidence
    assert "holds no" not in report.conclusion


@pytest.mark.spec("SUB-2", "SUB-9")
def test_what_a_manual_does_not_state_is_missing_and_the_manual_is_not(tmp_path: Path) -> None:
    report = ask(tmp_path, ["Otterd Documentation"], "What does the manual say about holidays?")
    assert (report.terminal_state, report.answer) == ("CONCLUDED", None)
    assert "missing_evidence" in report.risk_signals


@pytest.mark.spec("SUB-2")
@pytest.mark.parametrize(
    ("title", "question"),
    [
        ("Otterd supply agreement", "What does the Otterd manual say about retry rules?"),
        ("Otterd Documentation", "What does the supply agreement with Otterd say about retry rules?"),
        ("Otterd", "What does the supply agreement with Otterd say about retry rules?"),
        ("Otterd newsletter", "What does the manual say about retry rules?"),
    ],
)
def test_another_type_than_the_one_asked_for_still_closes_it(tmp_path: Path, title: str, question: str) -> None:
    report = ask(tmp_path, [title], question)
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert "15 minutes" not in report.conclusion


@pytest.mark.spec("SUB-2")
def test_documents_as_the_objects_of_the_question_are_no_source_of_its_answer(tmp_path: Path) -> None:
    """What invoices are paid into, the contract states. What they say, only they do."""
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        text = "The invoices of Norvale Ltd are paid into account 4471."
        assert kb.ingest_texts([{"id": "contract", "title": "Services agreement with Norvale Ltd", "text": text}]).ok
        graph = build_graph(kb, Settings())
        paid = graph.invoke({"question": "Into which account do we pay the invoices of Norvale Ltd?"})["report"]
        stated = graph.invoke({"question": "What do the invoices of Norvale Ltd say about the account?"})["report"]
    assert "account 4471" in paid.conclusion
    assert stated.terminal_state == "SUBJECT_NOT_FOUND"


LEASE = "# Lease of 12 Harrow Lane\n\n{parties}\n\n## Rent\n\nThe rent is £18,400 a year.\n"
PARTIES = [
    "Landlord: Pellworth Estates\nTenant: Anna Reed",
    "Landlord: Pellworth Estates LLP\nTenant: Anna Reed",
    "The landlord (owner): Pellworth Estates LLP\n\nThe tenant: Anna Reed",
    "This lease is made between Pellworth Estates (the “Landlord”) and Anna Reed (the “Tenant”).",
    "1. Pellworth Estates LLP of 4 Market Place (Landlord)\n2. Anna Reed of Harrow Lane (Tenant)",
    "Pellworth Estates LLP, as landlord, and Anna Reed, as tenant, sign on 3 March 2021.",
]


def lease(folder: Path, parties: str, name: str) -> EvidenceReport:
    with KnowledgeBase.open(folder / "kb") as kb:
        assert kb.ingest_texts(
            [{"id": "lease.md", "media_type": "text/markdown", "text": LEASE.format(parties=parties)}]
        ).ok
        question = f"What is the rent under the lease with {name}?"
        report: EvidenceReport = build_graph(kb, Settings()).invoke({"question": question})["report"]
        return report


@pytest.mark.spec("SUB-2", "SUB-3")
@pytest.mark.parametrize("name", ["Pellworth Estates", "Anna Reed"])
@pytest.mark.parametrize("parties", PARTIES)
def test_a_lease_is_with_each_party_that_it_names_as_one(tmp_path: Path, parties: str, name: str) -> None:
    report = lease(tmp_path, parties, name)
    assert [found.name for found in report.candidate_subjects] == ["Lease of 12 Harrow Lane"]


@pytest.mark.spec("SUB-2", "VER-2")
def test_a_lease_that_only_mentions_a_name_is_not_with_it(tmp_path: Path) -> None:
    said = f"{PARTIES[0]}\n\nThe shop next door belongs to Grosvenor Land. The landlord of that shop is unknown."
    report = lease(tmp_path, said, "Grosvenor Land")
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert report.conclusion.startswith("No lease in the knowledge base is shown to be with Grosvenor Land.")
    assert report.answer is None


@pytest.mark.spec("SUB-2", "SUB-10")
def test_a_lease_without_the_name_is_not_with_it(tmp_path: Path) -> None:
    report = lease(tmp_path, PARTIES[0], "Grosvenor Land")
    assert report.conclusion.startswith("The knowledge base holds no lease with Grosvenor Land.")
