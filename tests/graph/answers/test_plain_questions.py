"""Plain questions to the demo documents, as a first user asks them, by rule: what is stated is quoted, what is only near is not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.adapters import Graph
from pincite.graph.build import build_graph
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

CORPUS = Path(__file__).parents[3] / "examples" / "corpus"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("plain") / "kb") as kb:
        kb.ingest([CORPUS])
        yield build_graph(kb, Settings())


def ask(graph: Graph, question: str) -> EvidenceReport:
    report: EvidenceReport = graph.invoke({"question": question, "as_of": "2026-05-15"})["report"]
    return report


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the price of the HB-340?", "1,480.00"),
        ("What is the minimum order of the HB-110?", "Minimum order (units): 1"),
        ("What is the hotel limit per night at Hollinbrae Instruments?", "up to £140 per night"),
        ("Who is the CEO of Hollinbrae Instruments?", "Marit Solvenby"),
        ("Where is the registered office of Quillmarsh Systems Ltd?", "Unit 9, Ropewalk Yard"),
        ("What is the initial term of the Master Services Agreement with Quillmarsh Systems?", "36 months"),
        ("What notice period does the agreement with Quillmarsh Systems require?", "90 days"),
        ("How long are accounting records and invoices kept?", "7 years"),
        ("When must expense claims be submitted at Hollinbrae Instruments?", "within 30 days"),
        ("What is the day rate?", "£780"),
    ],
)
def test_what_a_document_states_is_quoted_whether_confirmed_or_not(graph: Graph, question: str, told: str) -> None:
    report = ask(graph, question)
    assert report.sufficient or report.conflicts or "Nothing is confirmed." in report.conclusion
    assert told in report.conclusion


@pytest.mark.parametrize(
    "question",
    [
        "List all products in the price list.",
        "Wie hoch ist der Essenszuschuss in Freiburg?",
        "What does the HB-999 cost?",
        "What is the maximum depth of the Wexbury gauge?",
    ],
)
def test_what_is_only_near_does_not_count_as_an_answer(graph: Graph, question: str) -> None:
    assert not ask(graph, question).sufficient


@pytest.mark.spec("SUB-12")
@pytest.mark.parametrize(
    "question", ["Hollinbrae", "How many days?", "What does Price list 2026 say?", "Tell me about Ferrowick Analytics."]
)
def test_a_question_that_asks_nothing_certain_is_too_open(graph: Graph, question: str) -> None:
    report = ask(graph, question)
    assert report.stop_reason == "ambiguous_question"
    assert report.suggested_next_actions


FEES = (
    "harbour fee", "storage fee", "entry fee", "parking fee", "filing fee", "annual rent", "ground rent", "survey fee",
    "licence fee", "audit fee", "cleaning fee", "docking fee", "towing fee",
)  # fmt: skip


@pytest.mark.spec("PLN-5", "EVI-8")
def test_parts_beyond_the_limit_are_named_and_the_report_is_not_sufficient(tmp_path: Path) -> None:
    text = "\n\n".join(f"The {fee} of Acme Ltd is £{number}." for number, fee in enumerate(FEES, 10))
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts(
            [{"id": "a", "title": "Terms of Acme Ltd", "entity": "Acme Ltd", "kind": "primary", "text": text}]
        )
        asked = [f"What is the {fee} of Acme Ltd?" for fee in FEES]
        whole, longer = (ask(build_graph(kb, Settings()), " ".join(asked[:count])) for count in (12, 13))
    assert whole.sufficient
    assert {fact.status for fact in longer.required_facts} == {"covered"}
    assert not longer.sufficient
    assert "“What is the towing fee of Acme Ltd”: it exceeds the steps of one run." in longer.conclusion
    assert longer.suggested_next_actions == (
        "Ask this in a question of its own: “What is the towing fee of Acme Ltd”.",
    )
    assert any("towing fee" in note.reason for note in longer.disclosures if note.kind == "truncated")
