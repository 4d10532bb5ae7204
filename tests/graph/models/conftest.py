"""A knowledge base of the documents about storage."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from storage_terms import TEXTS

from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts(TEXTS).ok
        yield opened
