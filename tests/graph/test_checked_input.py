"""A key of the input that the graph does not have is an error that names the right one, by every way to run it."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, TypedDict

import pytest
from hosting_contract import ASKED, FEE
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command

from pincite.errors import SettingsError
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.adapters import Graph
from pincite.graph.build import build_graph
from pincite.nodes.runtime.serde import make_serializer
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("checked") / "kb") as kb:
        kb.ingest_texts([FEE])
        yield build_graph(kb, Settings(), checkpointer=InMemorySaver(serde=make_serializer()))


async def streamed(graph: Graph, given: Any) -> None:
    async for _ in graph.astream(given, THREAD):
        pass


THREAD: Any = {"configurable": {"thread_id": "1"}}
WAYS: list[Callable[[Graph, Any], Any]] = [
    lambda graph, given: graph.invoke(given, THREAD),
    lambda graph, given: asyncio.run(graph.ainvoke(given, THREAD)),
    lambda graph, given: graph.stream(given, THREAD),  # at once, and not with the first part
    lambda graph, given: asyncio.run(streamed(graph, given)),
    lambda graph, given: graph.batch([given], THREAD),
    lambda graph, given: graph.with_config(tags=["mine"]).invoke(given, THREAD),
]


@pytest.mark.spec("USE-3")
@pytest.mark.parametrize("way", WAYS)
def test_a_misspelt_key_is_refused_at_once_with_the_right_one(graph: Graph, way: Callable[[Graph, Any], Any]) -> None:
    with pytest.raises(
        SettingsError, match=r"^input\.qestion: no such field; did you mean question\? The fields are question, "
    ):
        way(graph, {"qestion": ASKED["question"]})


@pytest.mark.spec("USE-3")
def test_a_key_that_is_like_no_other_is_refused_too(graph: Graph) -> None:
    with pytest.raises(SettingsError, match=r"^input\.user: no such field; the fields are question, as_of, "):
        graph.invoke({**ASKED, "user": "Ines"}, THREAD)  # type: ignore[typeddict-item]


class Parent(TypedDict, total=False):
    question: str
    questions: list[str]
    report: EvidenceReport


@pytest.mark.spec("USE-2")
def test_a_parents_own_channels_are_no_misspelt_keys(graph: Graph) -> None:
    built = StateGraph(Parent)
    built.add_node("ask", graph)
    built.add_edge(START, "ask")
    given = Parent(question=ASKED["question"], questions=["Who?"])
    assert built.compile().invoke(given)["report"].question == ASKED["question"]


@pytest.mark.spec("EXE-2")
def test_a_run_cannot_be_begun_in_its_middle(graph: Graph) -> None:
    with pytest.raises(SettingsError):
        graph.invoke(Command(goto="conclude"), {"configurable": {"thread_id": "2"}})
