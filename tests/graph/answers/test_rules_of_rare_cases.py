"""Rules for cases that question sets lack. Each document is one that a rule keeps from a wrong or a missing answer."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from made_filing import FILING
from reportlab.pdfgen.canvas import Canvas

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.stores.kb.knowledge_base import KnowledgeBase


def ask(folder: Path, question: str) -> EvidenceReport:
    with KnowledgeBase.open(folder.parent / "kb") as kb:
        kb.ingest([folder])
        report: EvidenceReport = build_graph(kb).invoke({"question": question})["report"]
        return report


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "documents"
    path.mkdir()
    return path


def write(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


STATEMENTS = """# Tarn Stores annual report 2022 (Form 10-K)

## Consolidated Statements of Income

| (USD millions) | January 28, 2023 | January 29, 2022 |
|---|---|---|
| Net sales | 980 | 940 |
| Cost of sales | 600 | 580 |
| Net income | 158 | 170 |
"""
NOTE = """# Tarn Ltd annual report 2023 (Form 10-K)

## Note 7 – Joint venture

| (USD millions) | 2023 | 2022 |
|---|---|---|
| Total assets | 12 | 11 |
"""
SHARES = """# Tarn Ltd revenue by product

| Product | 2023 | 2022 |
|---|---|---|
| Rope | 40% | 38% |
| Sail | 60% | 62% |
"""
PUMPS = """# Pump data

| Pump | Operating pressure (bar) |
|---|---|
| HB-430 | 12 |
| HB-440 | 14 |
"""


@pytest.mark.spec("VER-1", "EVI-10")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        pytest.param(STATEMENTS, "What was the net income of Tarn Stores in 2022?", id="a year that ends in January"),
        pytest.param(NOTE, "What were the total assets of Tarn Ltd in 2023?", id="a note on a part of the company"),
        pytest.param(SHARES, "How much was the revenue of Rope in 2023 at Tarn Ltd?", id="a share, not a sum"),
        pytest.param(PUMPS, "What is the maximum operating pressure of the HB-430 pump?", id="a word the row lacks"),
        pytest.param("# Tarn Ltd\n\nThe fee of Tarn Ltd may be £80.\n", "What is the fee of Tarn Ltd?", id="a hedge"),
    ],
)
def test_a_figure_of_something_else_is_found_and_not_confirmed(folder: Path, text: str, question: str) -> None:
    write(folder, {"document.md": text})
    report = ask(folder, question)
    assert not report.sufficient
    assert report.citations


@pytest.mark.spec("EVI-7")
def test_of_three_reports_with_the_year_the_one_made_for_it_is_used(folder: Path) -> None:
    write(folder, {f"report-{2024 - by}.md": _earlier(by) for by in range(3)})
    report = ask(folder, "What is Thornquay Mills' quick ratio for FY2023?")
    assert report.sufficient
    assert {citation.document for citation in report.citations} == {"report-2023.md"}


def _earlier(years: int) -> str:
    """The filing, made for as many years earlier."""
    text = FILING
    for year in (2022, 2023, 2024):
        text = text.replace(str(year), f"<{year - years}>")
    return text.replace("<", "").replace(">", "")


@pytest.mark.spec("SUB-7")
@pytest.mark.parametrize(
    ("texts", "question"),
    [
        pytest.param(
            {"manual.md": "# Harrow pump manual version 2.1\n\nThe test pressure of the Harrow pump is 6 bar.\n"},
            "What is the test pressure of the Harrow pump in version 3.0?",
            id="version",
        ),
        pytest.param(
            {"leave.md": "# Leave policy of Tarn Ltd (Germany)\n\nThe annual leave at Tarn Ltd is 30 days.\n"},
            "What is the annual leave at Tarn Ltd in France?",
            id="jurisdiction",
        ),
        pytest.param(
            {
                "report.md": "# Tarn Ltd annual report 2021\n\nThe revenue of Tarn Ltd was £5 million.\n",
                "profile.md": "# Tarn Ltd profile\n\nThe revenue of Tarn Ltd was £7 million.\n",
            },
            "What was the revenue of Tarn Ltd in 2019?",
            id="period",
        ),
    ],
)
def test_a_scope_that_no_document_covers_closes_the_gate(folder: Path, texts: Mapping[str, str], question: str) -> None:
    write(folder, texts)
    assert ask(folder, question).stop_reason == "scope_absent"


@pytest.mark.spec("SUB-4")
def test_the_word_for_a_body_is_no_holder_of_a_role(folder: Path) -> None:
    write(
        folder,
        {"minutes.md": "# Minutes of Tarn Ltd\n\nThe Board appointed the Chief Executive Officer of Tarn Ltd.\n"},
    )
    assert ask(folder, "Who is the CEO of Tarn Ltd?").stop_reason == "subject_not_found"


LEASE = """# Lease

This lease is made between Tarn Ltd (landlord) and Vell Ltd (tenant).

The rent is £900 per month.
"""


@pytest.mark.spec("SUB-3")
def test_a_lease_is_about_each_of_its_parties(folder: Path) -> None:
    write(folder, {"document.md": LEASE, "notes.md": "# Notes\n\nThe rent is £500. The notice period is a day.\n"})
    report = ask(folder, "What is the rent of Vell Ltd?")
    assert report.sufficient
    assert "£900" in (report.answer or "")


@pytest.mark.spec("SUB-3")
def test_a_release_belongs_to_the_company_that_announces(folder: Path) -> None:
    canvas = Canvas(str(folder / "ex991.pdf"))
    canvas.setTitle("EX-99.1")
    lines = (
        "Vell Foods Announces Third Quarter Results",
        "LEEDS, Oct. 5, 2023 -- Vell Foods (NYSE: VLF) today announced its results.",
        "",
        "Net sales were $77 million.",
    )
    for row, line in enumerate(lines):
        canvas.drawString(72, 760 - 14 * row, line)
    canvas.save()
    report = ask(folder, "What were the net sales of Vell Foods?")
    assert report.sufficient
    assert "$77 million" in (report.answer or "")


REMOTE = "# Remote Working Policy\n\nStaff work at home on Fridays.\n"
OFFICE = "# Office Handbook\n\nThe Remote Working Policy has no parking fee. The parking fee is £5.\n"


@pytest.mark.spec("SUB-2")
def test_a_document_that_mentions_the_one_asked_about_does_not_answer_for_it(folder: Path) -> None:
    write(folder, {"policy.md": REMOTE, "handbook.md": OFFICE})
    assert not ask(folder, "What is the parking fee in the Remote Working Policy?").sufficient


@pytest.mark.spec("SUB-2")
@pytest.mark.parametrize(
    "sentence",
    ["Ann Roe may become managing director of Tarn Ltd.", "Ann Roe was managing director of Tarn Ltd until 2019."],
)
def test_whoever_may_get_a_role_or_had_it_is_not_its_holder(folder: Path, sentence: str) -> None:
    write(folder, {"notes.md": f"# Notes on Tarn Ltd\n\n{sentence}\n"})
    assert ask(folder, "Who is the managing director of Tarn Ltd?").stop_reason == "subject_not_found"


def told(folder: Path, question: str, *texts: Mapping[str, object]) -> EvidenceReport:
    with KnowledgeBase.open(folder) as kb:
        assert kb.ingest_texts([{"id": str(at), **text} for at, text in enumerate(texts)]).ok
        report: EvidenceReport = build_graph(kb).invoke({"question": question})["report"]
        return report


@pytest.mark.spec("SUB-7")
def test_the_leaflet_of_another_company_does_not_make_a_question_of_staff_ambiguous(tmp_path: Path) -> None:
    own = [
        {"title": "Sick pay", "text": "Sick pay is paid for ten weeks.", "entity": "Tarn Ltd"},
        {"title": "Leave", "text": "Leave is booked by post.", "entity": "Tarn Ltd"},
        {"title": "Travel", "text": "Travel is booked by post.", "entity": "Tarn Ltd"},
    ]
    leaflet = {"title": "Cash plan", "text": "Sick pay is good to have.", "entity": "Harrow Ltd"}
    report = told(tmp_path, "For how many weeks is sick pay paid?", *own, leaflet)
    assert report.stop_reason != "ambiguous_question"
    assert "ten weeks" in report.conclusion


@pytest.mark.spec("EVI-7", "EVI-10")
def test_a_rate_in_force_since_january_is_shown_for_may(tmp_path: Path) -> None:
    rates = {"title": "Rates of Tarn Ltd", "text": "The rate of Tarn Ltd is £62.", "effective_from": "2026-01-01"}
    assert "£62" in told(tmp_path, "What is the rate of Tarn Ltd in May 2026?", rates).conclusion
