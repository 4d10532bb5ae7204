"""pincite as a chat: a graph with `messages` in and out, for chat clients, A2A and the LangGraph server (SPEC ECO-1)."""

from typing import Annotated, Any, Literal, Required

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

from ..errors import SettingsError
from ..evidence.report.evidence_report import EvidenceReport
from ..nodes.answer.phrases import phrases_of
from ..nodes.init import clean_question
from ..nodes.runtime.context import RunContext
from .adapters import Graph, in_words
from .chat_turns import NOTE, AskedBack, ask_back, earlier_turns, last_question, read_turn
from .checked_input import CheckedGraph, checked

NAME = "pincite"
"""The name of the author in messages of the chat."""


class ChatInput(TypedDict, total=False):
    """A conversation. Its last human message is the question; earlier messages resolve its references."""

    messages: Required[Annotated[list[AnyMessage], add_messages]]


class ChatOutput(TypedDict, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    report: EvidenceReport | None
    """The report of the last turn; None if there was no question to answer."""


class ChatState(ChatOutput, total=False):
    question: str
    """The question to answer; empty if there is none, for which `unasked` gives the reason."""
    unasked: str
    without_detail: str
    """The question before the chat added a detail."""
    earlier_turns: list[str]


ChatGraph = CheckedGraph[ChatState, RunContext, ChatInput, ChatOutput]


def chat_graph(graph: Graph, *, checkpointer: Any = None) -> ChatGraph:
    """Return `graph`, made by `build_graph`, as a chat. Each turn adds one AI message with the answer and its numbered
    sources. The state has the report of the turn under `report`.

    If a question lacks one detail, the message asks for it, and the next turn continues the question with it.
    `additional_kwargs["pincite"]` of the message contains the question that was answered, and the confidence. The chat
    answers a message without text with a request for text.
    """
    built = StateGraph(ChatState, context_schema=RunContext, input_schema=ChatInput, output_schema=ChatOutput)
    built.add_node("read_messages", read_messages)
    built.add_node("pincite", graph)
    built.add_node("reply", reply)
    built.add_edge(START, "read_messages")
    built.add_conditional_edges("read_messages", after_reading, {"asked": "pincite", "nothing_asked": "reply"})
    built.add_edge("pincite", "reply")
    built.add_edge("reply", END)
    return checked(built.compile(checkpointer=checkpointer, name="pincite_chat"))


def read_messages(state: ChatState) -> ChatState:
    """Return the question of the latest turn, completed by rules where possible, and the turns that may resolve the
    rest."""
    asked, before = last_question(state.get("messages", []))
    unasked = phrases_of(" ".join(earlier_turns(before)[-1:])).no_text
    question, without_detail = read_turn(asked, before) if asked else ("", "")
    try:
        question = clean_question(question)[0] if asked else ""
    except SettingsError as error:
        question, unasked = "", str(error)
    turns = earlier_turns(before)
    return ChatState(
        question=question, without_detail=without_detail, unasked=unasked, earlier_turns=turns, report=None
    )


def after_reading(state: ChatState) -> Literal["asked", "nothing_asked"]:
    return "asked" if state.get("question") else "nothing_asked"


def reply(state: ChatState) -> ChatState:
    if state.get("report") is None:
        return ChatState(messages=[AIMessage(content=state.get("unasked", ""), name=NAME)])
    report = EvidenceReport.model_validate(state["report"])  # plain data, if the state was edited
    asked = last_question(state["messages"])[0]
    note: dict[str, Any] = {
        "run_id": report.run_id,
        "question": report.resolved_question,
        "answer": report.answer,
        "sufficient": report.sufficient,
        "confidence": report.confidence,
        "risk_signals": list(report.risk_signals),
    }
    if (missing := report.clarification) is not None:
        back = AskedBack(question=state["without_detail"], asks=missing.asks, options=missing.options)
        note["asked_back"] = back.model_dump(mode="json")
    return ChatState(
        messages=[AIMessage(content=_in_words(report, asked or ""), name=NAME, additional_kwargs={NOTE: note})]
    )


def _in_words(report: EvidenceReport, asked: str) -> str:
    """Return the answer as a chat message. If it is not sufficient, the next steps follow. If the question differs from
    the last message, the question follows too."""
    phrases = phrases_of(report.question)
    if report.clarification is not None:
        return ask_back(report.clarification, phrases)
    blocks = [in_words(report)]
    if steps := [] if report.sufficient else report.suggested_next_actions:
        blocks.append(f"{phrases.next_steps}:\n" + "\n".join(f"- {step}" for step in steps))
    if _folded(report.resolved_question) != _folded(asked):
        blocks.append(phrases.read_as.format(question=report.resolved_question))
    return "\n\n".join(blocks)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
