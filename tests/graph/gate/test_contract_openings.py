"""Contracts that name their parties and their object once, in the opening, and then call them by terms (SPEC SUB-3)."""

from pathlib import Path

import pytest

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph

FLAT = (
    "Tenancy agreement",
    "This agreement is made between Norvale Lets Ltd (the Landlord) of 8 Mill Row, Tarn, and Ms Ada Finn and Mr Tom Finn "
    "(together the Tenant) for the letting of Flat 4, Otter House, Tarn (the Property).\n\n1. Rent\n\nThe rent is £1,180 a "
    "month.\n\n2. Deposit\n\nThe Tenant has paid a deposit of £1,360.",
)
UNIT = (
    "Lease",
    "Landlord: Mill Wharf Ltd\nTenant: Tarn Bakery\nProperty: Unit 12, Mill Yard\n\n1. Rent\n\nThe rent of the Property is "
    "£1,550 a month.\n\n2. Deposit\n\nThe deposit is £4,650.\n\n3. Painting\n\nThe Tenant shall repaint the inside every "
    "three years. The Landlord repairs the roof.",
)


def ask(folder: Path, question: str) -> EvidenceReport:
    with KnowledgeBase.open(folder / "kb") as kb:
        texts = [{"id": f"{title}.md", "title": title, "text": text} for title, text in (FLAT, UNIT)]
        assert kb.ingest_texts(texts).ok
        report: EvidenceReport = build_graph(kb, Settings()).invoke({"question": question})["report"]
        return report


@pytest.mark.spec("SUB-3", "SUB-4")
@pytest.mark.parametrize(
    ("question", "stated"),
    [
        ("What is the rent for the flat at Otter House?", "£1,180"),
        ("What is the deposit for Flat 4?", "£1,360"),
        ("What deposit did Ada Finn pay?", "£1,360"),
        ("What is the rent of Unit 12, Mill Yard?", "£1,550"),
        ("How often must Tarn Bakery repaint the inside?", "every three years"),
        ("Who is the landlord of Flat 4?", "Norvale Lets Ltd"),
        ("Who is the tenant of Otter House?", "Tom Finn"),
        ("Who is the landlord of Ada Finn?", "Norvale Lets Ltd"),
        ("Who is the tenant of Mill Yard?", "Tarn Bakery"),
    ],
)
def test_what_a_contract_states_is_shown_for_the_names_in_its_opening(
    tmp_path: Path, question: str, stated: str
) -> None:
    assert stated in ask(tmp_path, question).conclusion


@pytest.mark.spec("SUB-2", "SUB-7")
@pytest.mark.parametrize(
    "question",
    [
        "What is the rent of Flat 5, Otter House?",
        "What is the rent for flat 5 at Otter House?",
        "What is the rent of Unit 14, Mill Yard?",
        "Who is the landlord of Flat 5, Otter House?",
        "What is the rent for Weir House?",
        "What is the rent of 8 Mill Row?",
        "Who is the landlord of Mill Wharf Ltd?",
    ],
)
def test_another_number_or_property_closes_the_gate(tmp_path: Path, question: str) -> None:
    report = ask(tmp_path, question)
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert "£" not in report.conclusion


@pytest.mark.spec("SUB-8", "SUB-12")
def test_a_term_that_two_contracts_define_is_ambiguous(tmp_path: Path) -> None:
    report = ask(tmp_path, "What is the deposit for the Property?")
    assert "“Property” may mean" in report.conclusion
    assert "£" not in report.conclusion
