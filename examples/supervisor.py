"""A supervisor that uses pincite in two ways: as a tool, and as a subgraph to which it hands over a question.

    python examples/supervisor.py

The tool's answer returns as text to the supervisor's model, for further work. A question that is handed over bypasses
the model, so the caller gets the report unchanged. Needs neither a key nor a network.
"""

import tempfile
from pathlib import Path
from typing import Annotated, Any, Literal

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import InjectedToolCallId, tool
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.types import Command
from typing_extensions import TypedDict

from pincite import EvidenceReport, Graph, KnowledgeBase, Settings, as_tool, build_graph, render

CORPUS = Path(__file__).parent / "corpus"
LOOK_UP = "How many days a week may employees of Hollinbrae Instruments work from home?"
ON_RECORD = "Which standard is the archive contractor of Hollinbrae Instruments certified to?"


class StandIn(BaseChatModel):
    """Simulates a chat model, so that the example needs no key. It hands over questions that begin with “On record:”,
    and searches for the rest."""

    def bind_tools(self, tools: Any, **_: Any) -> "StandIn":
        return self

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **options: Any
    ) -> ChatResult:
        _, colon, question = messages[-1].text.rpartition("On record: ")
        call = {"name": "hand_over" if colon else "ask_documents", "args": {"question": question}, "id": "call-1"}
        said = AIMessage("", tool_calls=[call])
        if isinstance(messages[-1], ToolMessage):
            said = AIMessage(f"I looked it up for you: {messages[-1].text}")
        return ChatResult(generations=[ChatGeneration(message=said)])

    @property
    def _llm_type(self) -> str:
        return "stand-in"


MODEL: BaseChatModel = StandIn()
# A real one, after `from langchain_openai import ChatOpenAI`:  MODEL = ChatOpenAI(model="gpt-5-mini")


class State(TypedDict, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    question: str  # as a subgraph, pincite reads and writes these two channels
    report: EvidenceReport


@tool
def hand_over(question: str, call: Annotated[str, InjectedToolCallId]) -> Command[Any]:
    """Hand over a question whose answer goes on record: the caller gets the report as it is, with no word of yours."""
    said = ToolMessage("Handed over.", name="hand_over", tool_call_id=call)
    return Command(update={"question": question, "messages": [said]})


def after_tools(state: State) -> Literal["pincite", "supervisor"]:
    return "pincite" if state["messages"][-1].name == "hand_over" else "supervisor"


def supervisor_graph(pincite: Graph, model: BaseChatModel = MODEL) -> CompiledStateGraph[Any, Any, Any, Any]:
    tools = [as_tool(pincite), hand_over]  # pincite as a tool
    speaking = model.bind_tools(tools)
    graph = StateGraph(State)
    graph.add_node("supervisor", lambda state: {"messages": [speaking.invoke(state["messages"])]})
    graph.add_node("tools", ToolNode(tools))
    graph.add_node("pincite", pincite)  # pincite as a subgraph
    graph.add_edge(START, "supervisor")
    graph.add_conditional_edges("supervisor", tools_condition)
    graph.add_conditional_edges("tools", after_tools)
    return graph.compile()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest(CORPUS)
        graph = supervisor_graph(build_graph(kb, Settings()))
        context = {"as_of": "2026-05-15"}  # reaches pincite in both ways

        print(LOOK_UP, "\n")
        looked_up = graph.invoke({"messages": [("user", LOOK_UP)]}, context=context)
        print(looked_up["messages"][-1].text)
        artifact = next(message.artifact for message in looked_up["messages"] if isinstance(message, ToolMessage))
        kept = EvidenceReport.model_validate(artifact)  # plain JSON, so that it survives any checkpoint
        print(
            f"\nThe report behind it: {len(kept.citations)} source, {kept.terminal_state}, digest {kept.digest[:12]}…\n"
        )

        print("On record:", ON_RECORD, "\n")
        print(render(graph.invoke({"messages": [("user", f"On record: {ON_RECORD}")]}, context=context)["report"]))


if __name__ == "__main__":
    main()
