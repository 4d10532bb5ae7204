"""Questions about all of something: every document in scope, and how many that were."""

from collections.abc import Iterator

import pytest

from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.nodes.retrieval.every_document import gone_through, sweep
from pincite.nodes.retrieval.usable import Sought
from pincite.settings import Budgets, Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

LEASES = 60
QUESTION = "List every deposit that Tarn Estates holds."
FACT = PlanStep(fact_id=FactId("f1"), text=QUESTION, terms=("deposit",), answer_type="list")


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("kb")) as opened:
        opened.ingest_texts(
            {
                "id": f"lease-{number}",
                "title": f"Lease of unit {number}",
                "entity": "Tarn Estates",
                "text": f"Tarn Estates lets unit {number}. " + "The deposit is kept by the landlord. " * (number % 5),
            }
            for number in range(LEASES)
        )
        yield opened


def sought() -> tuple[Sought, ...]:
    return (Sought(fact=FACT, names=("Tarn Estates",), declared=frozenset(), of_any=False),)


@pytest.mark.spec("RET-14")
def test_every_document_that_says_a_word_of_it_is_read_and_not_the_best_few(kb: KnowledgeBase) -> None:
    swept = sweep(kb.snapshot(), sought(), None, 0)
    speaking = {hit.document.path for hit in swept.hits[0]}
    assert speaking == {f"lease-{number}" for number in range(LEASES) if number % 5}
    assert len(swept.in_scope) == LEASES
    told = gone_through(swept, ())
    assert (told.gone_through, told.in_scope, told.verdict) == (LEASES, LEASES, "sufficient")


@pytest.mark.spec("RET-14")
def test_documents_cut_from_the_output_were_not_gone_through(kb: KnowledgeBase) -> None:
    swept = sweep(kb.snapshot(), sought(), None, 0)
    cut = {hit.passage.version_id for hit in swept.hits[0][:7]}
    told = gone_through(swept, cut)
    assert (told.gone_through, told.verdict) == (LEASES - len(cut), "insufficient")


def ask(kb: KnowledgeBase, question: str, settings: Settings | None = None) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb, settings).invoke({"question": question})["report"]
    return report


@pytest.mark.spec("RET-14")
def test_the_report_says_how_many_documents_were_gone_through(kb: KnowledgeBase) -> None:
    report = ask(kb, QUESTION)
    assert f"Documents read: {LEASES} of {LEASES} in scope." in report.conclusion
    assert "complete" not in report.conclusion or report.answer is not None
    plain = ask(kb, "Who keeps the deposit of Tarn Estates?")
    assert "Documents read" not in plain.conclusion


@pytest.mark.spec("RET-14", "RET-11")
def test_a_small_output_cap_leaves_documents_out_and_the_report_counts_them(kb: KnowledgeBase) -> None:
    report = ask(kb, QUESTION, Settings(budgets=Budgets(tool_output_chars=1_000)))
    swept = next(searched for searched in report.sources_searched if searched.source == "every_document")
    assert swept.gone_through is not None
    assert swept.gone_through < LEASES
    assert any(disclosure.kind == "truncated" for disclosure in report.disclosures)
    assert f"{swept.gone_through} of {LEASES}" in report.conclusion
