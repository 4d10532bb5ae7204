"""A folder of small documents, and knowledge bases that close themselves."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from served_pair import Pair, served_pair

from pincite.stores.kb.knowledge_base import KnowledgeBase

LEAVE = """# Leave policy

Updated 3 February 2026.

## 1. Annual leave

Every employee of Harrowgate Mills has 27 days of paid leave in a calendar year.

## 2. Carrying over

At most 5 days may be carried over, and only until 31 March.
"""
BLOG = "Harrowgate Mills blog\n\nWe heard that people get 30 days off. Nice, is it not?\n"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "people").mkdir(parents=True)
    (folder / "people" / "leave-policy.md").write_text(LEAVE, encoding="utf-8")
    (folder / "blog.txt").write_text(BLOG, encoding="utf-8")
    return folder


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., KnowledgeBase]]:
    """Opens a knowledge base in `tmp_path/kb` (or another folder), with the arguments of `KnowledgeBase.open`."""
    held: list[KnowledgeBase] = []

    def make(folder: str | Path = "kb", **arguments: object) -> KnowledgeBase:
        held.append(KnowledgeBase.open(tmp_path / folder, **arguments))  # type: ignore[arg-type]
        return held[-1]

    yield make
    for kb in held:
        kb.close()


@pytest.fixture
def kb(opened: Callable[..., KnowledgeBase]) -> KnowledgeBase:
    return opened()


@pytest.fixture(scope="session")
def servers() -> Iterator[Pair]:
    """PostgreSQL and Chroma, once for all tests: each works as a tenant of its own."""
    with served_pair() as pair:
        yield pair
