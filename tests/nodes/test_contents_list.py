"""Whole runs over documents with a list of contents."""

from pathlib import Path

import pytest

from pincite import KnowledgeBase, Settings, build_graph

REVENUE = "What was the total revenue of Acme Ltd in 2023?"
BODY = "Total revenue increased to $412 million in 2023.\n\nThe bottling segment had revenue of $120 million in 2023."
LISTS = {
    "leaders": "TABLE OF CONTENTS\n\nBusiness ...... 3\nEmployees ...... 4\nTotal revenue ...... 12",
    "spaced leaders": "Contents\n\nBusiness . . . . 3\nEmployees . . . . 4\nTotal revenue . . . . 12",
    "no leaders": "Table of Contents\nBusiness 3\nEmployees 4\nTotal revenue 12",
    "figures apart": "Table of Contents\n\nBusiness\n\n3\n\nTotal revenue\n\n12\n\n14",
}


@pytest.mark.spec("CON-1", "EVI-4")
@pytest.mark.parametrize("suffix", [".txt", ".md"])
@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
def test_page_numbers_of_a_list_of_contents_answer_nothing_and_conflict_with_nothing(
    tmp_path: Path, listed: str, suffix: str
) -> None:
    (tmp_path / f"report{suffix}").write_text(f"Acme Ltd, annual report for 2023\n\n{listed}\n\n{BODY}")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest([tmp_path / f"report{suffix}"]).ok
        graph = build_graph(kb, Settings())
        asked = graph.invoke({"question": REVENUE, "as_of": "2024-05-15"})["report"]
        segment = graph.invoke(
            {"question": "What was the bottling segment's revenue of Acme Ltd in 2023?", "as_of": "2024-05-15"}
        )["report"]
    assert asked.conflicts == segment.conflicts == ()
    assert "Total revenue increased to $412 million in 2023." in asked.conclusion
    assert "The bottling segment had revenue of $120 million in 2023." in segment.conclusion
    assert not any(
        "12" in unit.span.quote and "412" not in unit.span.quote and "120" not in unit.span.quote
        for unit in asked.evidence
    )


INDEX = (
    ("Selected data", "21"),
    ("Net sales", "54"),
    ("Operating income", "56"),
    ("Income taxes", "61"),
    ("Segments", "70"),
)


def index_of(heading: str, column: str) -> str:
    """A page of a company whose index is a table, with headings of these names below it."""
    header = f"<tr><th></th><th>{column}</th></tr>" if column else ""
    rows = "".join(f"<tr><td>{label}</td><td>{page}</td></tr>" for label, page in INDEX)
    body = "".join(f"<h3>{label}</h3><p>See the auditors' letter.</p>" for label, _ in INDEX)
    return (
        "<html><head><title>Brelling Foods plc annual report 2024</title></head><body>"
        "<p>Brelling Foods plc, annual report for the year ended 31 December 2024.</p>"
        f"<h2>{heading}</h2><table>{header}{rows}</table>{body}</body></html>"
    )


@pytest.mark.spec("EVI-4", "RET-3")
@pytest.mark.parametrize("column", ["Page", "Page No.", "Seite", ""])
def test_a_page_number_in_a_table_answers_for_no_figure(tmp_path: Path, column: str) -> None:
    (tmp_path / "report.html").write_text(index_of("Consolidated Financial Statements", column), encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest([tmp_path / "report.html"]).ok
        question = "What were the net sales of Brelling Foods plc in 2024?"
        report = build_graph(kb, Settings()).invoke({"question": question, "as_of": "2025-05-15"})["report"]
    assert not report.sufficient
    assert not any("54" in unit.span.quote for unit in report.evidence)


@pytest.mark.spec("EVI-4")
def test_a_page_number_answers_for_a_page(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text(index_of("Index to Financial Statements", "Page"), encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest([tmp_path / "report.html"]).ok
        question = "On which page are the net sales of Brelling Foods plc?"
        report = build_graph(kb, Settings()).invoke({"question": question, "as_of": "2025-05-15"})["report"]
    assert any("54" in unit.span.quote for unit in report.evidence)
