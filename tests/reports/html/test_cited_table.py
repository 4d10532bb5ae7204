"""Evidence from a table is shown as a table: the cited row with its neighbours under the table's header, the stated figure marked."""

from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup

from pincite import EvidenceReport, KnowledgeBase, build_graph, render

PRICES = "\n".join(
    (
        "# Price list of Tarnholm Ltd",
        "",
        "Revenue of Tarnholm Ltd by product line (£ thousand):",
        "",
        "| Product line (£ thousand) | Revenue 2024 | Revenue 2025 |",
        "|---|---|---|",
        *(f"| Gauge {letter} | {number},200 | {number},400 |" for number, letter in enumerate("ABCDEFGH", 2)),
        "",
    )
)


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("prices")
    (folder / "prices.md").write_text(PRICES, encoding="utf-8")
    with KnowledgeBase.open(folder / "kb") as opened:
        opened.ingest([folder / "prices.md"])
        yield opened


@pytest.fixture(scope="module")
def report(kb: KnowledgeBase) -> EvidenceReport:
    question = "What was the revenue of Tarnholm Ltd from Gauge D in 2025?"
    found: EvidenceReport = build_graph(kb).invoke({"question": question, "as_of": "2026-05-15"})["report"]
    assert found.citations
    assert found.citations[0].cell
    return found


def rows(report: EvidenceReport, kb: KnowledgeBase | None) -> list[list[str]]:
    soup = BeautifulSoup(render(report, "html", kb=kb), "html.parser")
    return [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in soup.select("#c1 table.cited tr")]


def test_the_cited_row_stands_among_its_neighbours_under_the_header(report: EvidenceReport, kb: KnowledgeBase) -> None:
    shown = rows(report, kb)
    assert shown[0][1:] == ["Revenue 2024", "Revenue 2025"]
    assert [row[0] for row in shown[1:]] == ["Gauge B", "Gauge C", "Gauge D", "Gauge E", "Gauge F"]
    assert ["Gauge D", "5,200", "5,400"] in shown


def test_only_the_cited_row_is_marked(report: EvidenceReport, kb: KnowledgeBase) -> None:
    soup = BeautifulSoup(render(report, "html", kb=kb), "html.parser")
    (cited,) = soup.select("#c1 tr.cited")
    assert [mark.get_text() for mark in cited.find_all("mark")] == ["Gauge D", "5,200", "5,400"]
    assert cited.find_all("td")[1]["title"] == "£5.4 million (5,400,000 GBP)"


def test_without_the_knowledge_base_the_row_stands_under_its_own_columns(report: EvidenceReport) -> None:
    shown = rows(report, None)
    assert len(shown) == 2
    assert shown[0][1:] == ["Revenue 2024", "Revenue 2025"]
    assert shown[1] == ["Gauge D", "5,200", "5,400"]


def test_the_answer_gives_the_figure_in_large_with_what_it_is_of(report: EvidenceReport, kb: KnowledgeBase) -> None:
    soup = BeautifulSoup(render(report, "html", kb=kb), "html.parser")
    figures = [figure.get_text(" ") for figure in soup.select(".answer .figure")]
    assert any("£5.4 million" in figure for figure in figures)
    assert "Gauge D" in soup.select_one(".answer .figure-of").get_text()
    assert "5,400,000 GBP" in soup.select(".answer .amount")[-1]["title"]
