from pathlib import Path

import pytest

from pincite import KnowledgeBase
from pincite.nodes.gate.closest import closest_documents


@pytest.mark.spec("ANS-9")
def test_a_heading_without_content_is_not_named_as_what_a_document_covers(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(
        "# Norvale Foods Report\n\n## Item 6. [Reserved]\n\n## Item 7. Results\n\nRevenue rose by 9.3% in 2023.\n"
    )
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([tmp_path / "report.md"])
        snapshot = kb.snapshot()
        (document,) = snapshot.documents()
        hits = [(document.version_id, passage.passage_id) for passage in snapshot.passages(document.version_id)]
        (closest,) = closest_documents(snapshot, hits, "What is the revenue?")
    assert closest.covers == "Item 7. Results"


@pytest.mark.spec("ANS-9")
def test_a_document_that_has_little_of_the_question_is_named_only_if_all_have_little(tmp_path: Path) -> None:
    (tmp_path / "library.md").write_text("# Tarn Library\n\nThe library is open from 9 am. Story time is on Friday.\n")
    (tmp_path / "minutes.md").write_text("# Canal minutes\n\nThe meeting closed. No time was left for the fair.\n")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([tmp_path / "library.md", tmp_path / "minutes.md"])
        snapshot = kb.snapshot()
        hits = [
            (document.version_id, passage.passage_id)
            for document in snapshot.documents()
            for passage in snapshot.passages(document.version_id)
        ]

        def titles(question: str) -> list[str]:
            return [document.title for document in closest_documents(snapshot, hits, question)]

        assert titles("At what time does the library open for story time?") == ["Tarn Library"]
        assert titles("Who keeps the bees?") == ["Tarn Library", "Canal minutes"]
