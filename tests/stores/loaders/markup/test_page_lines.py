"""Page numbers of a document that was printed to HTML are no statements of it."""

from pathlib import Path

import pytest

from pincite import KnowledgeBase
from pincite.stores.loaders.limits import LoadLimits
from pincite.stores.loaders.markup.html import load_html


def page(*lines: str) -> str:
    return "".join(
        f"<p>Orrin spent money on boats in year {1900 + at}.</p><div>{line}</div>" for at, line in enumerate(lines)
    )


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([f"Orrin Foods, Inc. | 2025 Form 10-K | {number}" for number in range(1, 13)], 12),
        ([f"Orrin Foods, Inc. | 2025 Form 10-K | {number}" for number in range(1, 8)], 0),
        ([f"Article {number}" for number in range(1, 40)], 0),
        ([f"The boats of Orrin cost {cost}" for cost in (5, 9, 12, 40, 41, 50, 77, 80, 81, 90, 99)], 0),
    ],
)
def test_a_line_that_counts_the_pages_is_furniture(lines: list[str], found: int) -> None:
    loaded = load_html(page(*lines), (), LoadLimits())
    assert [loaded.text[part.start : part.end] for part in loaded.furniture] == lines[:found]


@pytest.mark.spec("EVI-2")
def test_a_page_number_is_part_of_no_passage(tmp_path: Path) -> None:
    text = page(*(f"Orrin Foods, Inc. | 2025 Form 10-K | {number}" for number in range(1, 13)))
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "report", "text": f"<html><body>{text}</body></html>", "media_type": "text/html"}])
        assert not [hit for hit in kb.search("Orrin Foods 2025 Form 10-K") if "Form 10-K" in hit.passage.text]
