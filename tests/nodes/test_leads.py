"""Which words of what was read are names that a follow-up may go by."""

from collections.abc import Iterator
from datetime import date

import pytest

from pincite.graph.build import build_graph
from pincite.nodes.retrieval import linked_names as leads
from pincite.nodes.runtime.state import read_state
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.snapshot import Snapshot

TEXTS = {
    "Rules of Marsh Mill": "Marsh Mill lends each Employee a boat. At Marsh Mill the keeper of the boats is called Ennerdale. Every employee "
    "signs for the boat.",
    "Rules of the harbour": "Each Employee has the boat repaired by the wharf in spring.",
    "Boats": "Old Ennerdale has the boat repaired by the yard in autumn.",
}
QUESTION = "Which company repairs the boat that Marsh Mill lends?"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("leads") / "kb") as opened:
        opened.ingest_texts([{"id": title, "title": title, "text": text} for title, text in TEXTS.items()])
        yield opened


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names whose mentions all documents were searched for."""
    names: list[str] = []
    found = Snapshot.mentioning_versions
    monkeypatch.setattr(Snapshot, "mentioning_versions", lambda self, asked: names.extend(asked) or found(self, asked))
    return names


def ask(kb: KnowledgeBase) -> None:
    read_state(build_graph(kb, Settings().with_changes(follow_ups=1)).invoke({"question": QUESTION}))


@pytest.mark.spec("RET-7", "SUB-8")
def test_a_term_that_is_written_small_elsewhere_is_no_name_to_follow(kb: KnowledgeBase, looked_up: list[str]) -> None:
    ask(kb)
    assert "Ennerdale" in looked_up
    assert "Employee" not in looked_up


@pytest.mark.spec("RET-7")
def test_a_word_that_very_many_passages_hold_is_not_followed(
    kb: KnowledgeBase, looked_up: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kb.snapshot(as_of=date(2026, 5, 1)).document_count("Ennerdale") == 2
    monkeypatch.setattr(leads, "TOO_COMMON", 1)
    ask(kb)
    assert "Ennerdale" not in looked_up
