"""One knowledge base and one page for all tests that change neither."""

from collections.abc import Iterator

import pytest
from served_page import Served, served, write_documents

from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.fixture(scope="session")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Shared by tests that add nothing to it."""
    folder = tmp_path_factory.mktemp("web")
    (docs := folder / "docs").mkdir()
    write_documents(docs)
    with KnowledgeBase.open(folder / "kb") as opened:
        assert opened.ingest([docs]).ok
        yield opened


@pytest.fixture(scope="session")
def page(kb: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A page that takes no files, shared."""
    with served(kb) as running:
        yield running
