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
