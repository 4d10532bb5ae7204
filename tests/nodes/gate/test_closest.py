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
        (closest,) = closest_documents(snapshot, hits)
    assert closest.covers == "Item 7. Results"
