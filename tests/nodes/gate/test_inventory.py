"""What a knowledge base holds as a whole is gone through once, and is that of the generation asked."""

from pathlib import Path

import pytest

from pincite.nodes.gate import inventory
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.snapshot import Snapshot


def test_it_is_that_of_the_generation_asked(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "a", "title": "Rules", "text": "The mill opens at six."}])
        before = kb.snapshot()
        assert inventory.titles(before) == ("Rules",)
        kb.ingest_texts([{"id": "b", "title": "Fees", "text": "The mill takes 3 euros.", "entity": "Marsh Mill"}])
        assert inventory.titles(before) == ("Rules",)
        assert inventory.titles(kb.snapshot()) == ("Rules", "Fees")
        assert inventory.owners(kb.snapshot()) == {"Marsh Mill": 1}


def test_of_a_text_that_was_replaced_titles_and_owners_are_those_of_the_new(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "a", "title": "Old rules", "text": "The mill opens at six.", "entity": "Old Mill"}])
        kb.ingest_texts([{"id": "a", "title": "New rules", "text": "The mill opens at seven.", "entity": "New Mill"}])
        snapshot = kb.snapshot()
        assert inventory.current_titles(snapshot) == inventory.primary_titles(snapshot) == ("New rules",)
        assert set(inventory.owners(snapshot)) == {"New Mill"}
        assert inventory.by_path(snapshot)["a"].title == snapshot.documents()[0].title
        assert set(inventory.current_documents(snapshot)) < set(inventory.by_version(snapshot))


def test_a_large_knowledge_base_is_gone_through_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "a", "title": "Rules", "text": "The mill opens at six.", "entity": "Marsh Mill"}])
        first = inventory.owners(kb.snapshot())
        monkeypatch.setattr(Snapshot, "owner", lambda self, version: pytest.fail("asked of each document again"))
        assert inventory.owners(kb.snapshot()) is first
