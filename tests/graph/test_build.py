"""The graph is what the design draws: these edges and no others, forward only, for 0, 1 and 2 follow-ups."""

from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from pincite.errors import SettingsError
from pincite.graph.build import build_graph
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

START, END = "__start__", "__end__"
BEFORE = [
    (START, "init"),
    ("init", "identify_subject_class"),
    ("identify_subject_class", "discover_candidates"),
    ("discover_candidates", "retrieve_evidence"),
    ("discover_candidates", "subject_not_found"),
    ("subject_not_found", END),
    ("retrieve_evidence", "extract_evidence"),
    ("extract_evidence", "verify_evidence"),
    ("verify_evidence", "critique"),
    ("critique", "draft"),
    ("critique", "conclude"),
    ("draft", "audit"),
    ("audit", "conclude"),
    ("conclude", END),
]
FIRST = [
    ("critique", "follow_up_retrieve"),
    ("follow_up_retrieve", "follow_up_extract"),
    ("follow_up_extract", "follow_up_verify"),
    ("follow_up_verify", "follow_up_critique"),
    ("follow_up_critique", "draft"),
    ("follow_up_critique", "conclude"),
]
SECOND = [
    (a.replace("follow_up", "second_follow_up"), b.replace("follow_up", "second_follow_up")) for a, b in FIRST[1:]
]
EDGES = {
    0: BEFORE,
    1: BEFORE + FIRST,
    2: BEFORE + FIRST + [("follow_up_critique", "second_follow_up_retrieve"), *SECOND],
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        yield opened


@pytest.mark.spec("EXE-1", "EXE-2", "EXE-3", "EXE-4", "CRI-8")
@pytest.mark.parametrize("follow_ups", [0, 1, 2])
def test_the_edges_are_the_drawn_ones(kb: KnowledgeBase, follow_ups: int) -> None:
    drawn = build_graph(kb, Settings(follow_ups=follow_ups)).get_graph(xray=True)
    assert sorted((edge.source, edge.target) for edge in drawn.edges) == sorted(EDGES[follow_ups])


@pytest.mark.spec("EXE-3")
@pytest.mark.parametrize("follow_ups", [0, 1, 2])
def test_nothing_can_go_back_and_nothing_stands_alone(kb: KnowledgeBase, follow_ups: int) -> None:
    drawn = build_graph(kb, Settings(follow_ups=follow_ups)).get_graph(xray=True)
    before: dict[str, set[str]] = {node: set() for node in drawn.nodes}
    for edge in drawn.edges:
        before[edge.target].add(edge.source)
    order = list(TopologicalSorter(before).static_order())
    assert order[0] == START
    assert [node for node in drawn.nodes if node != START and not before[node]] == []


def test_the_gate_is_the_only_way_to_retrieval(kb: KnowledgeBase) -> None:
    drawn = build_graph(kb, Settings(follow_ups=2)).get_graph(xray=True)
    assert [edge.source for edge in drawn.edges if edge.target == "retrieve_evidence"] == ["discover_candidates"]


def test_what_is_no_knowledge_base_is_refused_at_once() -> None:
    with pytest.raises(SettingsError, match="a KnowledgeBase is needed, not str"):
        build_graph("kb")  # type: ignore[arg-type]
