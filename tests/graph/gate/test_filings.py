"""Filings as people ingest them: PDFs whose metadata says nothing of whose they are. All companies are made up."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.stores.kb.knowledge_base import KnowledgeBase

COVER = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549

FORM 10-K

For the fiscal year ended June 30, 2022
Commission file number 001-31111

{registrant}
(Exact name of registrant as specified in its charter)

Delaware 41-0417775
(State or other jurisdiction of incorporation) (I.R.S. Employer Identification No.)
12 Quay Street, Duluth, Minnesota 55802
(Address of principal executive offices)

Title of each class Trading Symbol(s) Name of each exchange on which registered
Common Stock, par value $0.10 {symbol} New York Stock Exchange
"""
PAGES = """Item 1. Business

The Company makes oat biscuits. Our Chief Executive Officer reviews results by segment.
Our fiscal year ends on June 30.

Net sales were $410 million in fiscal 2022.
---
Report of Independent Registered Public Accounting Firm

We have served as the Company's auditor since 2004.
/s/ Vell & Roe LLP
---
SIGNATURES

By: /s/ Ida Holt
Ida Holt
President and Chief Executive Officer
"""
FILINGS = {
    "ORRIN FOODS INTERNATIONAL": "ORF",
    "MARLOW CO., INC.": "MRW",
    "TARN & VALE": "TNV",
    "Selby Works, Inc.": "SWK",
    "Selby Mills plc": "SML",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("filings")
    for number, (registrant, symbol) in enumerate(FILINGS.items()):
        _write(
            folder / f"scan{number}.pdf", [COVER.format(registrant=registrant, symbol=symbol), *PAGES.split("---\n")]
        )
    with KnowledgeBase.open(tmp_path_factory.mktemp("kb")) as kb:
        kb.ingest([folder])
        yield kb


SEC = "UNITED STATES SECURITIES AND EXCHANGE COMMISSION"


def _write(path: Path, pages: list[str], title: str = SEC) -> None:
    if path.suffix == ".html":
        lines = "".join(f"<p>{escape(line)}</p>" for page in pages for line in page.splitlines() if line.strip())
        path.write_text(f"<html><head><title>{title}</title></head><body>{lines}</body></html>")
        return
    canvas = Canvas(str(path))
    canvas.setTitle(title)
    for page in pages:
        for row, line in enumerate(page.splitlines()):
            canvas.drawString(72, 760 - 14 * row, line)
        canvas.showPage()
    canvas.save()


def ask(kb: KnowledgeBase, question: str) -> EvidenceReport:
    report = build_graph(kb).invoke({"question": question})["report"]
    assert isinstance(report, EvidenceReport)
    return report


@pytest.mark.spec("SUB-3")
def test_a_filing_is_titled_by_its_cover(kb: KnowledgeBase) -> None:
    titles = {document.title for document in kb.snapshot().documents()}
    assert titles == {f"{registrant} – Form 10-K, fiscal year ended June 30, 2022" for registrant in FILINGS}


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize("file", ["filing.pdf", "filing.html"])
@pytest.mark.parametrize("title", ["10-K", "CORP Q1 2021", SEC])
def test_a_citation_names_a_filing_by_its_cover_whatever_the_title_of_its_file(
    tmp_path: Path, file: str, title: str
) -> None:
    _write(tmp_path / file, [COVER.format(registrant="MARLOW CO., INC.", symbol="MRW"), *PAGES.split("---\n")], title)
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([tmp_path / file])
        report = ask(kb, "What were Marlow's net sales in FY2022?")
    (citation,) = report.citations
    assert citation.quote == "Net sales were $410 million in fiscal 2022."
    assert citation.title == "MARLOW CO., INC. – Form 10-K, fiscal year ended June 30, 2022"
    assert f"({citation.title}" in report.conclusion


@pytest.mark.spec("SUB-3", "SUB-8")
@pytest.mark.parametrize(
    "question",
    [
        "What were Marlow's net sales in FY2022?",
        "What were the net sales of Marlow Co., Inc. in fiscal 2022?",
        "Based on the 10-K, what were Marlow's net sales as of the 2022 year end?",
        "Where are Marlow's principal executive offices?",
        "When does Marlow's fiscal year end?",
        "On which exchange is Marlow's stock listed?",
        "According to the statement of cash flows, what did Marlow spend on equipment in FY2022?",
        "Who is the CEO of Marlow?",
        "Who is Marlow's auditor?",
        "What were the net sales of Tarn and Vale in FY2022?",
        "What were TNV's net sales in FY2022?",
        "What were Selby Mills' net sales in FY2022?",
    ],
)
def test_a_question_about_a_registrant_passes_the_gate(kb: KnowledgeBase, question: str) -> None:
    assert ask(kb, question).terminal_state == "CONCLUDED"


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize("name", ["Orrin Foods", "Orrin"])
def test_leading_words_bind_to_the_only_entity_that_begins_so_and_this_is_disclosed(
    kb: KnowledgeBase, name: str
) -> None:
    report = ask(kb, f"What were the net sales of {name} in FY2022?")
    assert report.terminal_state == "CONCLUDED"
    said = f"“{name}” is taken to be ORRIN FOODS INTERNATIONAL: of the names that the documents are about, only this one begins so"
    assert said in {disclosure.reason for disclosure in report.disclosures}
    assert any(said in subject.parent_entity_binding.reason for subject in report.candidate_subjects)


@pytest.mark.spec("SUB-8")
def test_leading_words_of_two_entities_bind_to_neither_and_both_are_named(kb: KnowledgeBase) -> None:
    report = ask(kb, "What were the net sales of Selby in FY2022?")
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert "Selby Works, Inc." in report.conclusion
    assert "Selby Mills plc" in report.conclusion


@pytest.mark.spec("SUB-4", "SUB-8")
@pytest.mark.parametrize(
    "question",
    [
        "What were the net sales of Orin Foods in FY2022?",
        "What were the net sales of Foods International in FY2022?",
        "What were the net sales of Marlow GmbH in FY2022?",
        "What were the net sales of Marlow Foods in FY2022?",
        "Who is the founder of Marlow?",
        "What were Marlow's net sales in FY2012?",
    ],
)
def test_what_the_filings_do_not_hold_is_refused(kb: KnowledgeBase, question: str) -> None:
    assert ask(kb, question).terminal_state == "SUBJECT_NOT_FOUND"


@pytest.mark.spec("SUB-3", "SUB-4")
@pytest.mark.parametrize(
    ("sentence", "answered"),
    [
        ("The new mill was opened by Ida Holt, chief executive officer.", True),
        ("Ida Holt was appointed Chief Executive Officer and a member of our Board of Directors in 2022.", True),
        ("Ferrow Ltd named Ida Holt chief executive officer.", False),
        ("Vint Iberia S.A. named Ida Holt chief executive officer.", False),
        ("Ida Holt, chief executive officer, resigned on 3 May 2022.", False),
    ],
)
def test_a_role_that_a_filing_states_for_another_company_or_as_given_up_is_not_the_registrants(
    tmp_path: Path, sentence: str, answered: bool
) -> None:
    pages = [COVER.format(registrant="Vint Inc.", symbol="VNT"), sentence]
    _write(tmp_path / "vint.pdf", pages)
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([tmp_path / "vint.pdf"])
        report = ask(kb, "Who is the CEO of Vint?")
    assert report.terminal_state == ("CONCLUDED" if answered else "SUBJECT_NOT_FOUND")
