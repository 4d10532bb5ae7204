"""pincite as a chat: answers with sources, questions asked back, and messages that hold no question."""

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage, convert_to_messages, messages_to_dict
from langgraph.checkpoint.memory import InMemorySaver

from pincite.errors import SettingsError
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.graph.chat import ChatGraph, chat_graph
from pincite.nodes.runtime.events import NodeLeft, read_event
from pincite.nodes.runtime.serde import make_serializer
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

CONTEXT: Any = {"as_of": "2026-05-15"}
FEES = {"Tarnholm Ltd": "£6,500", "Orrinvale Ltd": "£3,200", "Quillfeather Ltd": "£9,100"}
IMAGE = {"type": "image", "url": "https://pictures.example/1.png"}
NO_TEXT = "I read text only, and your message has none. Please put your question in words."


def accounts(name: str) -> dict[str, str]:
    return {
        "id": f"accounts-{name}",
        "title": f"Annual accounts of {name}",
        "entity": name,
        "updated_at": "2026-04-10",
        "text": f"The audit fee of {name} for FY2025 was {FEES[name]}. The auditor of {name} is Pell & Harrow.",
    }


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("chat") / "kb") as opened:
        opened.ingest_texts([accounts(name) for name in FEES])
        yield opened


@pytest.fixture
def chat(kb: KnowledgeBase) -> ChatGraph:
    return chat_graph(build_graph(kb, Settings()), checkpointer=InMemorySaver(serde=make_serializer()))


def say(chat: ChatGraph, message: Any, thread: str = "1") -> tuple[AIMessage, EvidenceReport | None]:
    out = chat.invoke({"messages": [message]}, {"configurable": {"thread_id": thread}}, context=CONTEXT)
    said = out["messages"][-1]
    assert isinstance(said, AIMessage)
    assert said.name == "pincite"
    return said, out["report"]


@pytest.mark.spec("ECO-1")
def test_an_answer_is_one_message_with_its_sources_and_the_report_stands_beside_it(chat: ChatGraph) -> None:
    said, report = say(chat, ("user", "What was the audit fee of Tarnholm Ltd in FY2025?"))
    assert said.text == (
        "Annual accounts of Tarnholm Ltd: “The audit fee of Tarnholm Ltd for FY2025 was £6,500.” [1]\n\n[1] Annual accounts of Tarnholm Ltd, line 1"
    )
    assert isinstance(report, EvidenceReport)
    assert said.additional_kwargs["pincite"] == {
        "run_id": report.run_id,
        "answer": report.answer,
        "question": "What was the audit fee of Tarnholm Ltd in FY2025?",
        "sufficient": True,
        "confidence": "medium",
        "risk_signals": [],
    }


@pytest.mark.spec("ECO-1", "SUB-12")
def test_a_missing_detail_is_asked_back_for_and_the_next_turn_goes_on_with_it(chat: ChatGraph) -> None:
    said, report = say(chat, "What was the audit fee in FY2025?")
    assert said.text.startswith("Which one do you mean?\n\n1. ")
    assert report is not None
    assert report.clarification is not None
    assert set(report.clarification.options) == set(FEES)
    number = report.clarification.options.index("Orrinvale Ltd") + 1
    said, report = say(chat, str(number))
    assert "£3,200" in said.text
    assert said.text.endswith("Read as: “What was the audit fee in FY2025, Orrinvale Ltd?”")
    assert report is not None
    assert report.sufficient


@pytest.mark.spec("ECO-1", "SUB-1")
def test_a_conversation_goes_on_by_reference_and_by_another_name(chat: ChatGraph) -> None:
    say(chat, "What was the audit fee of Tarnholm Ltd in FY2025?")
    said, _ = say(chat, "And of Quillfeather Ltd?")
    assert "£9,100" in said.text
    said, report = say(chat, "And who is its auditor?")
    assert report is not None
    assert "Quillfeather Ltd" in report.resolved_question
    assert "Tarnholm" not in said.text


@pytest.mark.spec("ECO-1", "SUB-12")
@pytest.mark.parametrize(
    ("turn", "asked"),
    [
        ("Tarnholm Ltd", "What do you want to know about “Tarnholm Ltd”?"),
        ("How does it work?", "What is the question about? Name the company, document, person or topic."),
        ("Was ist das?", "Worum geht es? Nennen Sie die Firma, das Dokument, die Person oder das Thema."),
    ],
)
def test_what_is_asked_back_is_the_detail_that_lacks_in_the_language_of_the_question(
    chat: ChatGraph, turn: str, asked: str
) -> None:
    assert say(chat, turn)[0].text.startswith(asked)


@pytest.mark.spec("ECO-1", "ANS-9")
def test_a_refusal_says_what_to_do_next(chat: ChatGraph) -> None:
    said, report = say(chat, "What was the audit fee of Wexholm Ltd in FY2025?")
    assert report is not None
    assert report.clarification is None
    assert f"What to do next:\n- {report.suggested_next_actions[0]}" in said.text
    assert said.additional_kwargs["pincite"]["sufficient"] is False


@pytest.mark.spec("ECO-1")
@pytest.mark.parametrize(
    ("message", "answer"),
    [
        (HumanMessage([IMAGE]), NO_TEXT),
        (HumanMessage(""), NO_TEXT),
        (HumanMessage([]), NO_TEXT),
        (HumanMessage("\u200b \n"), "question: it is empty"),
        (AIMessage("Hello."), NO_TEXT),
        (ToolMessage("42", tool_call_id="1"), NO_TEXT),
        (HumanMessage("x" * 9_000), "question: 9,000 characters; at most 8,000 are read"),
    ],
)
def test_a_message_without_a_question_is_answered_in_words(chat: ChatGraph, message: Any, answer: str) -> None:
    said, report = say(chat, message)
    assert said.text.startswith(answer)
    assert report is None


@pytest.mark.spec("ECO-1")
def test_a_turn_without_a_question_shows_no_report_of_the_turn_before(chat: ChatGraph) -> None:
    assert say(chat, "What was the audit fee of Tarnholm Ltd in FY2025?")[1] is not None
    said, report = say(chat, HumanMessage([IMAGE]))
    assert (said.text, report) == (NO_TEXT, None)


@pytest.mark.spec("ECO-1")
def test_a_long_history_with_tools_and_images_is_answered_for_its_last_question(kb: KnowledgeBase) -> None:
    graph = chat_graph(build_graph(kb, Settings()))
    noise: list[Any] = []
    for number in range(125):
        noise += [
            HumanMessage([IMAGE]),
            AIMessage("Seen."),
            ToolMessage("x" * 500, tool_call_id=str(number)),
            ("user", "Hm."),
        ]
    asked = [{"type": "text", "text": "What was the audit fee of Tarnholm Ltd in FY2025?"}, IMAGE]
    out = graph.invoke({"messages": [*noise, HumanMessage(asked)]}, context=CONTEXT)
    assert len(out["messages"]) == 502
    assert "£6,500" in out["messages"][-1].text


@pytest.mark.spec("ECO-1")
def test_a_client_that_keeps_the_history_itself_goes_on_with_a_detail_too(kb: KnowledgeBase) -> None:
    graph = chat_graph(build_graph(kb, Settings()))
    history: list[Any] = ["What was the audit fee in FY2025?"]
    kept = json.loads(json.dumps(messages_to_dict(graph.invoke({"messages": history}, context=CONTEXT)["messages"])))
    sent = [{"role": message["type"], **message["data"]} for message in kept]
    out = asyncio.run(graph.ainvoke({"messages": [*sent, ("user", "Quillfeather")]}, context=CONTEXT))
    assert "£9,100" in out["messages"][-1].text
    assert convert_to_messages(sent)


@pytest.mark.spec("ECO-1", "USE-3", "ANS-5")
def test_a_stream_shows_the_events_of_the_run_and_then_the_one_message(chat: ChatGraph) -> None:
    given: Any = {"messages": "What was the audit fee of Tarnholm Ltd in FY2025?"}
    parts: list[Any] = list(
        chat.stream(
            given,
            {"configurable": {"thread_id": "1"}},
            context=CONTEXT,
            stream_mode=["custom", "messages"],
            subgraphs=True,
            version="v2",
        )
    )
    left = [
        event for part in parts if part["type"] == "custom" and isinstance(event := read_event(part["data"]), NodeLeft)
    ]
    assert [event.node for event in left][-1] == "conclude"
    assert [part["data"][0].text.split(" [1]")[0] for part in parts if part["type"] == "messages"] == [
        "Annual accounts of Tarnholm Ltd: “The audit fee of Tarnholm Ltd for FY2025 was £6,500.”"
    ]
    assert parts[-1]["type"] == "messages"


@pytest.mark.spec("REL-4")
def test_what_a_chat_keeps_loads_with_nothing_but_types_of_a_run(
    chat: ChatGraph, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        say(chat, "What was the audit fee of Tarnholm Ltd in FY2025?")
        held = chat.get_state({"configurable": {"thread_id": "1"}}).values
    assert isinstance(held["report"], EvidenceReport)
    assert [type(message) for message in held["messages"]] == [HumanMessage, AIMessage]
    assert not [message for message in caplog.messages if "msgpack" in message]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"mesages": []}, "input.mesages: no such field; did you mean messages?"),
        ({"question": "Who?"}, "input.question: no such field; the fields are messages"),
        ({}, "input.messages: needs a list of messages"),
        ({"messages": []}, "input.messages: needs a list of messages"),
        ({"messages": [{"role": "wizard", "content": "x"}]}, "input.messages: Unexpected message type: 'wizard'"),
        ({"messages": [7]}, "input.messages: Unsupported message type"),
    ],
)
def test_an_input_that_is_no_conversation_is_refused_by_name(chat: ChatGraph, given: Any, said: str) -> None:
    with pytest.raises(SettingsError) as raised:
        chat.invoke(given, {"configurable": {"thread_id": "1"}})
    assert str(raised.value).startswith(said)
