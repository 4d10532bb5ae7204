"""A question on a company's figures is led to the primary statement that holds them, whatever else shares its words."""

from collections.abc import Iterator

import pytest
from made_filing import FILING

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.adapters import Graph
from pincite.graph.build import build_graph
from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    earlier = FILING.replace("2022", "2020").replace("2023", "2021").replace("2024", "2022")
    with KnowledgeBase.open(tmp_path_factory.mktemp("statements") / "kb") as kb:
        folder = tmp_path_factory.mktemp("filings")
        (folder / "thornquay-2024.md").write_text(FILING, encoding="utf-8")
        (folder / "thornquay-2022.md").write_text(earlier, encoding="utf-8")
        kb.ingest([folder])
        yield build_graph(kb)


def ask(graph: Graph, question: str) -> EvidenceReport:
    report: EvidenceReport = graph.invoke({"question": question})["report"]
    return report


@pytest.mark.spec("RET-2", "RET-6")
@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("Has the quick ratio of Thornquay Mills improved between FY2023 and FY2024?", "Consolidated Balance Sheets"),
        ("What is Thornquay Mills' FY2024 days sales outstanding?", "Consolidated Balance Sheets"),
        ("Is Thornquay Mills a capital-intensive business as of FY2024?", "Consolidated Statements of Cash Flows"),
        (
            "How did Thornquay Mills' operating margin change between FY2023 and FY2024?",
            "Consolidated Statements of Income",
        ),
        ("What was the effective tax rate of Thornquay Mills in FY2024?", "Consolidated Statements of Income"),
    ],
)
def test_the_first_citation_is_of_the_statement_that_the_measure_is_worked_out_from(
    graph: Graph, question: str, section: str
) -> None:
    report = ask(graph, question)
    assert section in (report.citations[0].section or "")
    assert report.citations[0].document == "thornquay-2024.md"


@pytest.mark.spec("EVI-7")
def test_the_report_made_for_the_year_asked_about_is_cited(graph: Graph) -> None:
    report = ask(graph, "What is Thornquay Mills' inventory turnover for FY2022?")
    assert report.citations[0].document == "thornquay-2022.md"


@pytest.mark.spec("RET-2")
def test_a_line_asked_for_by_another_name_is_answered_from_its_row(graph: Graph) -> None:
    report = ask(graph, "What was the net PP&E of Thornquay Mills at the end of FY2024 in USD millions?")
    assert "210" in report.citations[0].quote
    assert "segment" not in report.citations[0].quote.casefold()


@pytest.mark.spec("RET-6")
def test_a_question_on_a_segment_is_not_led_to_the_statements_of_the_whole(graph: Graph) -> None:
    report = ask(graph, "What were the net sales of Thornquay Mills' rope segment in 2024?")
    assert all("Consolidated" not in (citation.section or "") for citation in report.citations[:1])


@pytest.mark.spec("ANS-9", "RET-2")
@pytest.mark.parametrize(("asked", "shown"), [("payables", "Accounts payable"), ("leases", None)])
def test_a_question_that_only_names_a_statement_is_shown_rows_with_its_words(
    graph: Graph, asked: str, shown: str | None
) -> None:
    report = ask(graph, f"Did the {asked} on the balance sheet of Thornquay Mills increase between FY2023 and FY2024?")
    if shown:
        assert report.citations[0].quote.startswith(shown)
    assert not any(citation.quote.startswith("Cash and cash equivalents") for citation in report.citations)
