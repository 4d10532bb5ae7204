"""The graph inside larger ones: per-run context, progress events, as a node, as a tool, as a subgraph."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from scripted_agent import calls, scripted
from typing_extensions import TypedDict

from pincite.errors import SettingsError
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.adapters import Graph, as_node, as_tool
from pincite.graph.build import build_graph
from pincite.nodes.runtime.context import RunBudgets, RunContext
from pincite.nodes.runtime.events import (
    CriticDecided,
    EvidenceJudged,
    GatePassed,
    NodeEntered,
    NodeLeft,
    PassagesFound,
    ProgressEvent,
    RunConcluded,
    SentencesAudited,
    read_event,
)
from pincite.nodes.runtime.serde import make_serializer
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

QUESTION = "What is the notice period under the lease agreement of Tarnholm Ltd?"
ABSENT = "What is the notice period under the lease agreement of Orrinvale Ltd?"
LEASE = {
    "id": "lease",
    "title": "Lease agreement between Tarnholm Ltd and Borrowdale Estates Ltd",
    "entity": "Tarnholm Ltd",
    "document_type": "lease agreement",
    "updated_at": "2026-04-10",
    "text": "Tarnholm Ltd rents the hall. The notice period under this lease is six months.",
}
AS_OF = "2026-05-15"


class Chat(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


class Parent(TypedDict):
    question: str
    report: EvidenceReport


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("lease") / "kb", tenant="north") as opened:
        opened.ingest_texts([LEASE])
        yield opened


@pytest.fixture(scope="module")
def graph(kb: KnowledgeBase) -> Graph:
    return build_graph(kb, Settings())


def same(report: EvidenceReport) -> dict[str, Any]:
    """The report without what differs between two runs: its id, its clock, and the digest over both."""
    kept = report.model_dump(mode="json", exclude={"run_id", "digest", "usage"})
    return kept | {"path": [(step["node"], step["exit"]) for step in kept["path"]]}


def direct(graph: Graph, question: str = QUESTION) -> dict[str, Any]:
    return same(graph.invoke({"question": question, "as_of": AS_OF})["report"])


# context


@pytest.mark.spec("CFG-1")
def test_the_context_sets_the_day_and_the_budgets_of_one_run(graph: Graph) -> None:
    context = RunContext(as_of=AS_OF, budgets=RunBudgets(tokens=5_000))  # type: ignore[arg-type]
    report = graph.invoke({"question": QUESTION}, context=context)["report"]
    assert str(report.as_of) == AS_OF
    assert report.sufficient
    assert report.provenance.settings_sha256 != direct(graph)["provenance"]["settings_sha256"]
    given = graph.invoke({"question": QUESTION, "as_of": "2026-06-01"}, context=context)["report"]
    assert str(given.as_of) == "2026-06-01"  # what the input says goes before


@pytest.mark.spec("CFG-1", "CFG-2")
def test_a_context_beyond_the_limits_or_of_another_tenant_is_an_error_before_anything_runs(graph: Graph) -> None:
    for context, field in (
        ({"budgets": {"tokens": 10**9}}, "context.budgets.tokens"),
        ({"tenant": "south"}, "context.tenant"),
        ({"asof": AS_OF}, "context.asof"),
    ):
        with pytest.raises(SettingsError, match=field):
            graph.invoke({"question": QUESTION}, context=context)  # type: ignore[arg-type]
    assert graph.invoke({"question": QUESTION}, context=RunContext(tenant="north"))["report"].sufficient


# progress


def events_of(graph: Graph, question: str) -> list[ProgressEvent]:
    parts = graph.stream({"question": question, "as_of": AS_OF}, stream_mode="custom", version="v2")
    return [read_event(part["data"]) for part in parts]


@pytest.mark.spec("USE-3")
def test_every_node_tells_when_it_is_entered_and_left_and_what_it_did(graph: Graph) -> None:
    events = events_of(graph, QUESTION)
    walked = [event.node for event in events if isinstance(event, NodeLeft)]
    assert walked == [event.node for event in events if isinstance(event, NodeEntered)]
    assert walked == [*(step[0] for step in direct(graph)["path"]), "conclude"]
    told = {type(event): event for event in events}
    gate, concluded, decided = told[GatePassed], told[RunConcluded], told[CriticDecided]
    assert isinstance(gate, GatePassed)
    assert (gate.found, gate.node) == (True, "discover_candidates")
    assert "Tarnholm Ltd" in " ".join(gate.candidates)
    assert isinstance(concluded, RunConcluded)
    assert (concluded.sufficient, concluded.stop_reason) == (True, "contract_met")
    assert isinstance(decided, CriticDecided)
    assert decided.next_step == "draft"
    judged, found, audited = told[EvidenceJudged], told[PassagesFound], told[SentencesAudited]
    assert isinstance(judged, EvidenceJudged)
    assert judged.accepted >= 1
    assert isinstance(found, PassagesFound)
    assert found.new >= 1
    assert isinstance(audited, SentencesAudited)
    assert audited.supported == audited.in_all >= 1
    last = events[-1]
    assert isinstance(last, NodeLeft)
    assert (last.model_calls_left, last.tokens_left) == (24, 400_000)
    assert 0 < last.seconds_left < 300


def test_a_closed_gate_is_reported_with_the_number_refused(graph: Graph) -> None:
    events = events_of(graph, ABSENT)
    assert [event.found for event in events if isinstance(event, GatePassed)] == [False]
    assert not any(isinstance(event, PassagesFound | CriticDecided) for event in events)


@pytest.mark.spec("USE-3")
def test_all_ways_to_run_give_the_same_report(graph: Graph) -> None:
    given = {"question": QUESTION, "as_of": AS_OF}
    expected = direct(graph)
    values = list(graph.stream(given, stream_mode="values"))[-1]["report"]
    updates = list(graph.stream(given, stream_mode="updates"))[-1]["conclude"]["report"]

    async def others() -> list[EvidenceReport]:
        awaited = (await graph.ainvoke(given))["report"]
        streamed = [part async for part in graph.astream(given, stream_mode=["values", "custom", "messages"])]
        last = [data for mode, data in streamed if mode == "values"][-1]["report"]
        return [awaited, last, *(state["report"] for state in await graph.abatch([given, given]))]

    reports = [values, updates, *asyncio.run(others()), *(state["report"] for state in graph.batch([given, given]))]
    assert all(same(report) == expected for report in reports)


def test_a_cancelled_run_leaves_nothing_running(graph: Graph) -> None:
    async def cancelled() -> set[str]:
        before = asyncio.all_tasks()
        task = asyncio.create_task(anext(aiter(graph.astream({"question": QUESTION}, stream_mode="custom"))))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        left = asyncio.all_tasks() - before
        if left:
            await asyncio.wait(left, timeout=20)
        return {str(task) for task in asyncio.all_tasks() - before}

    assert asyncio.run(cancelled()) == set()


# as a node of a chat


def chat(graph: Graph, **options: Any) -> Any:
    built = StateGraph(Chat)
    built.add_node("pincite", as_node(graph))
    built.add_edge(START, "pincite")
    return built.compile(**options)


@pytest.mark.spec("USE-2")
def test_the_last_human_message_is_asked_and_the_answer_carries_the_report(graph: Graph) -> None:
    out = chat(graph).invoke({"messages": [HumanMessage(QUESTION)]}, context={"as_of": AS_OF, "user": "Ines"})
    said = out["messages"][-1]
    assert isinstance(said, AIMessage)
    assert "six months" in said.text
    assert "[1] Lease agreement between Tarnholm Ltd" in said.text
    assert same(EvidenceReport.model_validate(said.additional_kwargs["report"])) == direct(graph)


@pytest.mark.spec("USE-2", "SUB-1")
def test_earlier_messages_resolve_a_reference_and_the_async_path_reads_alike(graph: Graph) -> None:
    talk = [HumanMessage("Who rents the hall under the lease agreement of Tarnholm Ltd?"), AIMessage("Tarnholm Ltd.")]
    talk.append(HumanMessage("And what is its notice period?"))
    given = {"messages": talk}
    out = [chat(graph).invoke(given), asyncio.run(chat(graph).ainvoke(given))]
    reports = [EvidenceReport.model_validate(state["messages"][-1].additional_kwargs["report"]) for state in out]
    assert reports[0].resolved_question != "And what is its notice period?"
    assert same(reports[0]) == same(reports[1])


@pytest.mark.spec("USE-2")
def test_events_of_a_node_carry_its_namespace_and_the_parents_checkpointer_keeps_its_states(graph: Graph) -> None:
    parent = chat(graph, checkpointer=InMemorySaver(serde=make_serializer()))
    where = {"configurable": {"thread_id": "1"}}
    parts = list(parent.stream({"messages": [HumanMessage(QUESTION)]}, where, stream_mode="custom", subgraphs=True))
    assert {namespace[0].partition(":")[0] for namespace, _ in parts} == {"pincite"}
    assert isinstance(read_event(parts[-1][1]), NodeLeft)
    kept = {step.config["configurable"]["checkpoint_ns"] for step in parent.checkpointer.list(where)}
    assert any(namespace.startswith("pincite:") for namespace in kept)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"messages": []}, "no messages under this name"),
        ({"messages": [AIMessage("Hello.")]}, "no human message"),
        ({"messages": [HumanMessage([{"type": "image", "url": "https://pictures.example/1.png"}])]}, "has no text"),
        ({"messages": [HumanMessage("   ")]}, "has no text"),
    ],
)
def test_a_chat_without_a_question_is_an_error_that_says_what_is_missing(
    graph: Graph, state: dict[str, Any], message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        as_node(graph).invoke(state)


# as a tool, as a subgraph


@pytest.mark.spec("USE-2")
def test_as_a_tool_it_gives_words_to_the_model_and_the_report_as_artifact(graph: Graph) -> None:
    tool = as_tool(graph)
    call = {"name": tool.name, "args": {"question": QUESTION}, "id": "1", "type": "tool_call"}
    message, awaited = tool.invoke(call), asyncio.run(tool.ainvoke(call))
    assert "six months" in message.content
    assert "sufficient: yes" in message.content
    report, again = (EvidenceReport.model_validate(tool_message.artifact) for tool_message in (message, awaited))
    assert same(report) == same(again)
    refused = tool.invoke({**call, "args": {"question": ABSENT}})
    assert "sufficient: no" in refused.content
    assert "subject_not_found" in refused.content


@pytest.mark.spec("USE-2")
def test_the_artifact_is_the_same_report_after_a_checkpoint_of_any_serializer(
    graph: Graph, caplog: pytest.LogCaptureFixture
) -> None:
    create_agent = pytest.importorskip("langchain.agents").create_agent
    for serializer in (None, make_serializer()):
        agent = create_agent(
            scripted(calls("ask_documents", [{"question": QUESTION}]), "It is six months."),
            [as_tool(graph)],
            checkpointer=InMemorySaver(serde=serializer),
        )
        where: Any = {"configurable": {"thread_id": "1"}}
        said = agent.invoke({"messages": [HumanMessage(QUESTION)]}, where)["messages"]
        kept = agent.get_state(where).values["messages"]
        (before,), (after,) = (
            [message.artifact for message in turn if isinstance(message, ToolMessage)] for turn in (said, kept)
        )
        assert before == after
        assert (
            EvidenceReport.model_validate(after).citations[0].quote
            == "The notice period under this lease is six months."
        )
    assert [record.getMessage() for record in caplog.records if "type" in record.getMessage()] == []


def test_a_question_that_cannot_be_asked_is_reported_to_the_agent(graph: Graph) -> None:
    assert as_tool(graph).invoke({"question": " "}).startswith("Error: question: it is empty")


@pytest.mark.spec("USE-2")
def test_the_graph_itself_is_a_node_of_a_parent_with_its_channels(graph: Graph) -> None:
    built = StateGraph(Parent)
    built.add_node("ask", graph)
    built.add_edge(START, "ask")
    out = built.compile().invoke({"question": QUESTION}, context={"as_of": AS_OF})  # type: ignore[arg-type]
    assert same(out["report"]) == direct(graph)


# resuming


@pytest.mark.spec("REL-4")
def test_a_thread_is_not_resumed_under_other_settings_or_over_another_knowledge_base(
    kb: KnowledgeBase, tmp_path: Path
) -> None:
    saver, where = InMemorySaver(serde=make_serializer()), {"configurable": {"thread_id": "1"}}
    build_graph(kb, Settings(), checkpointer=saver).invoke({"question": QUESTION}, where, interrupt_before=["critique"])
    with pytest.raises(SettingsError, match=r"run\.settings_sha256: .*but this graph has settings"):
        build_graph(kb, Settings(minimum_confidence="high"), checkpointer=saver).invoke(None, where)
    with KnowledgeBase.open(tmp_path / "other") as other:
        other.ingest_texts([LEASE])
        with pytest.raises(SettingsError, match=r"run\.snapshot_id: .*knowledge base"):
            build_graph(other, Settings(), checkpointer=saver).invoke(None, where)
    assert build_graph(kb, Settings(), checkpointer=saver).invoke(None, where)["report"].sufficient


@pytest.mark.spec("REL-4", "USE-1")
def test_a_state_edited_as_plain_data_is_read_as_typed_values(kb: KnowledgeBase) -> None:
    saver, where = InMemorySaver(serde=make_serializer()), {"configurable": {"thread_id": "1"}}
    graph = build_graph(kb, Settings(), checkpointer=saver)
    graph.invoke({"question": QUESTION}, where, interrupt_before=["critique"])
    held = graph.get_state(where).values["evidence"]
    plain = [unit.model_dump(mode="json") for unit in held]
    day = held[0].source.updated_at
    plain[0]["source"]["updated_at"] = [day.year, day.month, day.day]  # as LangGraph's server shows a date
    graph.update_state(where, {"evidence": plain})
    assert graph.invoke(None, where)["report"].sufficient
    plain[0]["span"]["quote"] = "The notice period under this lease is two months."
    graph.invoke({"question": QUESTION}, where, interrupt_before=["critique"])
    graph.update_state(where, {"evidence": plain})
    edited = graph.invoke(None, where)["report"]
    assert "two months" not in edited.conclusion
