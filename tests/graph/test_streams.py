"""What a stream shows before the report is made: events, and no word of a model."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import pytest
from good_model import QUESTION, TEXTS, right
from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from model_server import Answer, model_server
from typing_extensions import TypedDict

from pincite.graph.adapters import as_node
from pincite.graph.build import build_graph
from pincite.graph.chat import chat_graph
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase


class Chat(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


@pytest.mark.spec("USE-3", "ANS-5")
def test_a_stream_of_messages_holds_no_draft_that_was_not_audited(tmp_path: Path) -> None:
    with model_server() as server, KnowledgeBase.open(tmp_path / "kb") as kb:
        server.answerer = lambda request: Answer(right(request))
        named = {
            role: {"model": f"openai:model-{role}", "base_url": server.url, "api_key": "none"}
            for role in ("generator", "critic")
        }
        kb.ingest_texts(TEXTS)
        graph = build_graph(kb, Settings(models={**named, "calibration_file": tmp_path / "none.json"}))  # type: ignore[arg-type]
        chat = StateGraph(Chat)
        chat.add_node("pincite", as_node(graph))
        chat.add_edge(START, "pincite")
        given, context = {"messages": [HumanMessage(QUESTION)]}, {"as_of": "2026-05-15"}

        async def streamed(app: Any) -> list[Any]:
            parts = app.astream(given, stream_mode="messages", subgraphs=True, context=context)
            return [part async for part in parts]

        for app in (chat.compile(), chat_graph(graph)):
            sync = list(app.stream(given, stream_mode="messages", subgraphs=True, context=context))  # type: ignore[call-overload]
            for parts in (sync, asyncio.run(streamed(app))):
                said = [message for _, (message, _) in parts]
                assert [message.name for message in said] == ["pincite"]
                assert "six months" in said[0].text
        assert len(server.requests) >= 12  # the models did speak
