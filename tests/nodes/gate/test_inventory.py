"""What a knowledge base holds as a whole is gone through once, and is that of the generation asked."""

from pathlib import Path

import pytest

from pincite.nodes.gate.inventory import inventory_of
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.snapshot import Snapshot


def test_it_is_that_of_the_generation_asked(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "a", "title": "Rules", "text": "The mill opens at six."}])
        before = kb.snapshot()
        assert inventory_of(before).titles == ("Rules",)
        kb.ingest_texts([{"id": "b", "title": "Fees", "text": "The mill takes 3 euros.", "entity": "Marsh Mill"}])
        assert inventory_of(before).titles == ("Rules",)
        assert inventory_of(kb.snapshot()).titles == ("Rules", "Fees")
        assert inventory_of(kb.snapshot()).owners == {"Marsh Mill": 1}


def test_of_a_text_that_was_replaced_titles_and_owners_are_those_of_the_new(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "a", "title": "Old rules", "text": "The mill opens at six.", "entity": "Old Mill"}])
        kb.ingest_texts([{"id": "a", "title": "New rules", "text": "The mill opens at seven.", "entity": "New Mill"}])
        snapshot = kb.snapshot()
        assert inventory_of(snapshot).current_titles == inventory_of(snapshot).primary_titles == ("New rules",)
        assert set(inventory_of(snapshot).owners) == {"New Mill"}
        assert inventory_of(snapshot).by_path["a"].title == snapshot.documents()[0].title
        assert set(inventory_of(snapshot).current_documents) < set(inventory_of(snapshot).by_version)


def test_a_large_knowledge_base_is_gone_through_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "a", "title": "Rules", "text": "The mill opens at six.", "entity": "Marsh Mill"}])
        first = inventory_of(kb.snapshot()).owners
        monkeypatch.setattr(Snapshot, "owner", lambda self, version: pytest.fail("asked of each document again"))
        assert inventory_of(kb.snapshot()).owners is first
