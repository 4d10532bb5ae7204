"""Adapts a compiled pincite graph to larger graphs: as a node of a chat graph, or as a tool of an agent (SPEC USE-2).

A parent whose state has `question` and `report` needs no adapter: it adds the compiled graph itself as a node.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, convert_to_messages
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.errors import GraphBubbleUp
from langgraph.graph.state import CompiledStateGraph
from pydantic import BaseModel, ConfigDict, Field

from ..errors import PinciteError, SettingsError
from ..evidence.report.evidence_report import EvidenceReport
from ..evidence.report.place_words import place_in_words
from ..nodes.runtime.context import RunContext, current_context
from ..nodes.runtime.state import RunInput, RunOutput, RunState
from .chat_turns import earlier_turns, last_question

Graph = CompiledStateGraph[RunState, RunContext, RunInput, RunOutput]


class Asked(BaseModel):
    """The arguments of the tool."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(description="One self-contained question that names its subject.")
    documents: list[str] = Field(
        default=[], description="Limit the search to documents whose path matches one of these globs."
    )


def as_node(graph: Graph, *, messages: str = "messages") -> RunnableLambda[Any, Any]:
    """Return `graph` as a node of a parent graph whose state has the conversation under the key `messages`.

    Input: the last human message is the question; the ten messages before it resolve its references. Output: one AI
    message with the conclusion and its numbered sources. `additional_kwargs["report"]` contains the report as JSON, for
    `EvidenceReport.model_validate`. The run uses the parent's context, checkpointer and streams.

    Raises SettingsError if there is no human message with text.
    """

    def run(state: Any, config: RunnableConfig) -> dict[str, list[AnyMessage]]:
        return _said(graph.invoke(_asked(state, messages), config, context=current_context())["report"], messages)

    async def arun(state: Any, config: RunnableConfig) -> dict[str, list[AnyMessage]]:
        found = await graph.ainvoke(_asked(state, messages), config, context=current_context())
        return _said(found["report"], messages)

    return RunnableLambda(run, afunc=arun, name="pincite")


def as_tool(graph: Graph, *, name: str = "ask_documents", description: str | None = None) -> BaseTool:
    """Return `graph` as a tool. The agent gets the conclusion with its sources; the `artifact` of the tool message is
    the report as JSON.

    `EvidenceReport.model_validate(message.artifact)` gives the report. As plain data it survives a checkpoint with any
    serializer. For an invalid question the tool returns an error text, so that the agent can correct the question, and
    None as artifact.
    """

    def ask(
        question: str, documents: Sequence[str] = (), *, config: RunnableConfig
    ) -> tuple[str, dict[str, Any] | None]:
        try:
            return _tool_result(graph.invoke(_given(question, documents), config, context=current_context())["report"])
        except GraphBubbleUp:
            raise
        except PinciteError as error:
            return f"Error: {error}", None

    async def aask(
        question: str, documents: Sequence[str] = (), *, config: RunnableConfig
    ) -> tuple[str, dict[str, Any] | None]:
        try:
            return _tool_result(
                (await graph.ainvoke(_given(question, documents), config, context=current_context()))["report"]
            )
        except GraphBubbleUp:
            raise
        except PinciteError as error:
            return f"Error: {error}", None

    return StructuredTool.from_function(
        ask,
        coroutine=aask,
        name=name,
        description=description
        or "Answer one question from the user's own documents, with exact quotes and their places, or say why they do not answer "
        "it. Pass the answer on unchanged, with its [n] markers and sources; never add to it from elsewhere.",
        args_schema=Asked,
        response_format="content_and_artifact",
    )


def in_words(report: EvidenceReport) -> str:
    """Return the conclusion, followed by a line for each numbered source: “[1] Travel Policy, page 3, line 4”."""
    sources = [f"[{citation.number}] {citation.title}, {place_in_words(citation)}" for citation in report.citations]
    return "\n\n".join(part for part in (report.conclusion, "\n".join(sources)) if part)


def _tool_result(report: EvidenceReport) -> tuple[str, dict[str, Any]]:
    signals = f"; signals: {', '.join(report.risk_signals)}" if report.risk_signals else ""
    standing = f"sufficient: {'yes' if report.sufficient else 'no'}; confidence: {report.confidence}{signals}"
    return f"{in_words(report)}\n\n({standing})", report.model_dump(mode="json")


def _said(report: EvidenceReport, messages: str) -> dict[str, list[AnyMessage]]:
    kept = {"report": report.model_dump(mode="json")}
    return {messages: [AIMessage(content=in_words(report), name="pincite", additional_kwargs=kept)]}


def _given(question: str, documents: Sequence[str]) -> RunInput:
    return RunInput(question=question, documents=list(documents)) if documents else RunInput(question=question)


def _asked(state: Any, name: str) -> RunInput:
    held = state.get(name) if isinstance(state, Mapping) else getattr(state, name, None)
    if not held:
        raise SettingsError(
            f"{name}: the parent's state has no messages under this name; pass the right name with as_node(…, messages=…)"
        )
    question, before = last_question(convert_to_messages(held))
    if question is None:
        raise SettingsError(f"{name}: no human message found; the last human message must be the question")
    if not question:
        raise SettingsError(f"{name}: the last human message has no text; images and files are not read")
    return RunInput(question=question, earlier_turns=earlier_turns(before))
