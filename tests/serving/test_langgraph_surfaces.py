"""Every way into the real `langgraph dev` server, with real clients: the chat, A2A, MCP and the web socket. Good input is answered and bad
input refused in the same words everywhere (SPEC ECO-1, USE-1)."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph_sdk.client import SyncLangGraphClient
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
from two_step_documents import QUESTION
from websockets.sync.client import ClientConnection, connect

pytestmark = pytest.mark.servers

ANSWER = "ISO/IEC 27001:2022"
GIVEN = {"question": QUESTION, "as_of": "2026-05-15"}
ASKED = {"messages": [{"role": "user", "content": QUESTION}]}
DAY = {"as_of": "2026-05-15"}
BAD = [
    ("pincite", {"qestion": "x"}, "input.qestion: no such field; did you mean question?"),
    ("pincite", {"question": 5}, "input.question: input should be a valid string"),
    ("pincite", ASKED, "input.messages: no such field"),
    ("pincite", {}, "input.question: field required"),
    ("pincite_chat", {"mesages": []}, "input.mesages: no such field; did you mean messages?"),
    ("pincite_chat", GIVEN, "input.question: no such field"),
    ("pincite_chat", {"messages": []}, "input.messages: needs a list of messages"),
    ("pincite_chat", {"messages": [{"role": "wizard", "content": "x"}]}, "Unexpected message type: 'wizard'"),
]
"""Inputs of graphs, and what each way in says to them."""


def assistant(client: SyncLangGraphClient, graph: str) -> str:
    """The one that the server makes of a graph; tests make others."""
    found = client.assistants.search(graph_id=graph, metadata={"created_by": "system"})
    return str(found[0]["assistant_id"])


# the chat


@pytest.mark.spec("ECO-1", "USE-1")
def test_both_graphs_are_described_and_take_and_give_what_their_clients_need(client: SyncLangGraphClient) -> None:
    found = {described["name"]: described for described in client.assistants.search(metadata={"created_by": "system"})}
    assert "one question" in str(found["pincite"]["description"])
    assert "conversation" in str(found["pincite_chat"]["description"])
    schemas = client.assistants.get_schemas(assistant(client, "pincite_chat"))
    assert list(schemas["input_schema"]["properties"]) == ["messages"]
    assert set(schemas["output_schema"]["properties"]) == {"messages", "report"}
    assert schemas["context_schema"]["title"] == "RunContext"
    drawn = {node["id"] for node in client.assistants.get_graph(assistant(client, "pincite_chat"), xray=True)["nodes"]}
    assert {"read_messages", "pincite:discover_candidates", "pincite:conclude", "reply"} <= drawn


@pytest.mark.spec("ECO-1")
def test_a_conversation_on_a_thread_goes_on_with_the_detail_that_was_asked_for(client: SyncLangGraphClient) -> None:
    made = client.assistants.create("pincite_chat", config={"configurable": {"kb": "fees"}})["assistant_id"]
    thread = client.threads.create()["thread_id"]
    said = []
    for turn in ("What was the audit fee in FY2025?", "Orrinvale", "And of Tarnholm Ltd?"):
        out = client.runs.wait(thread, made, input={"messages": turn}, context=DAY)
        said.append(out["messages"][-1]["content"])
    assert said[0].startswith("Which one do you mean?")
    assert "£3,200" in said[1]
    assert "£6,500" in said[2]
    assert out["report"]["sufficient"]
    assert len(client.threads.get_state(thread)["values"]["messages"]) == 6


@pytest.mark.spec("ECO-1", "USE-3")
def test_the_answer_streams_as_one_message_beside_the_events_of_the_run(client: SyncLangGraphClient) -> None:
    modes: list[Any] = ["messages-tuple", "custom"]
    parts = list(
        client.runs.stream(None, "pincite_chat", input=ASKED, context=DAY, stream_mode=modes, stream_subgraphs=True)
    )
    said = [part.data[0]["content"] for part in parts if part.event.startswith("messages")]
    assert len(said) == 1
    assert ANSWER in said[0]
    assert next(part.data["node"] for part in parts if part.event.startswith("custom")) == "init"


@pytest.mark.spec("ECO-1")
def test_a_message_without_text_is_answered_and_no_error(client: SyncLangGraphClient) -> None:
    image = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://pictures.example/1.png"}}]}
    said = client.runs.wait(None, "pincite_chat", input={"messages": [image]})["messages"][-1]["content"]
    assert said.startswith("I read text only")


@pytest.mark.spec("ECO-1", "USE-1")
@pytest.mark.parametrize(("graph", "given", "said"), BAD)
def test_bad_input_is_a_422_by_the_graphs_name_and_by_the_assistants_id(
    client: SyncLangGraphClient, server: str, graph: str, given: dict[str, Any], said: str
) -> None:
    for named in (graph, assistant(client, graph)):
        answer = httpx.post(f"{server}/runs/wait", json={"assistant_id": named, "input": given})
        assert answer.status_code == 422
        assert said in answer.json()["detail"]


@pytest.mark.spec("EXE-2", "USE-1")
@pytest.mark.parametrize("graph", ["pincite", "pincite_chat"])
@pytest.mark.parametrize("command", [{"goto": "conclude"}, {"update": {"question": "x"}}])
def test_no_command_takes_a_run_into_its_middle(
    client: SyncLangGraphClient, server: str, graph: str, command: dict[str, Any]
) -> None:
    thread = client.threads.create()["thread_id"]
    for route in (f"/threads/{thread}/runs/wait", "/runs/wait", f"/threads/{thread}/runs"):
        answer = httpx.post(f"{server}{route}", json={"assistant_id": graph, "command": command})
        assert (answer.status_code, answer.json()["detail"].split(":")[0]) == (422, f"command.{next(iter(command))}")


# A2A


def a2a(
    server: str, assistant_id: str, parts: list[dict[str, Any]], method: str = "message/send", **message: Any
) -> dict[str, Any]:
    asked = {"role": "user", "parts": parts, "messageId": f"m-{len(str(parts))}", **message}
    body = {"jsonrpc": "2.0", "id": "7", "method": method, "params": {"message": asked}}
    sent = {"accept": "application/json, text/event-stream"}
    answer = httpx.post(f"{server}/a2a/{assistant_id}", json=body, headers=sent, timeout=60).json()
    assert answer["id"] == "7"
    return dict(answer)


def text_of(task: dict[str, Any]) -> str:
    return str(task["artifacts"][0]["parts"][0]["text"])


@pytest.mark.spec("ECO-1")
def test_an_a2a_agent_asks_is_asked_back_and_goes_on_in_the_same_context(
    client: SyncLangGraphClient, server: str
) -> None:
    made = client.assistants.create("pincite_chat", config={"configurable": {"kb": "fees"}})["assistant_id"]
    first = a2a(server, made, [{"kind": "text", "text": "What was the audit fee in FY2025?"}])["result"]
    assert first["status"]["state"] == "completed"
    assert text_of(first).startswith("Which one do you mean?")
    second = a2a(server, made, [{"kind": "text", "text": "Tarnholm"}], contextId=first["contextId"])["result"]
    assert "£6,500" in text_of(second)


@pytest.mark.spec("ECO-1")
def test_an_a2a_card_names_the_chat_and_its_streaming(client: SyncLangGraphClient, server: str) -> None:
    asked = {"assistant_id": assistant(client, "pincite_chat")}
    card = httpx.get(f"{server}/.well-known/agent-card.json", params=asked).json()
    assert card["name"] == "pincite_chat"
    assert "conversation" in card["description"]
    assert card["capabilities"]["streaming"] is True


@pytest.mark.spec("ECO-1", "USE-1")
@pytest.mark.parametrize(("graph", "given", "said"), [case for case in BAD if case[1]])
def test_bad_data_of_an_a2a_agent_is_refused_in_the_same_words(
    client: SyncLangGraphClient, server: str, graph: str, given: dict[str, Any], said: str
) -> None:
    for method in ("message/send", "message/stream"):
        answer = a2a(server, assistant(client, graph), [{"kind": "data", "data": given}], method)
        assert said in answer["error"]["message"]
        assert answer["error"]["code"] == -32602


def test_an_a2a_agent_that_sends_a_picture_is_answered(client: SyncLangGraphClient, server: str) -> None:
    picture = {"kind": "file", "file": {"uri": "https://pictures.example/1.png", "mimeType": "image/png"}}
    assert text_of(a2a(server, assistant(client, "pincite_chat"), [picture])["result"]).startswith("I read text only")


# MCP


def mcp_calls(server: str, *calls: tuple[str, dict[str, Any]]) -> tuple[dict[str, Any], list[Any]]:
    """The tools by their names, and the results of calls."""

    async def called() -> tuple[dict[str, Any], list[Any]]:
        async with streamablehttp_client(f"{server}/mcp") as (read, write, _), ClientSession(read, write) as session:
            await session.initialize()
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            return tools, [await session.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(called())


@pytest.mark.spec("ECO-1")
def test_an_mcp_client_sees_both_graphs_described_and_asks_either(server: str) -> None:
    tools, results = mcp_calls(server, ("pincite", GIVEN), ("pincite_chat", {"messages": QUESTION}))
    assert "one question" in tools["pincite"].description
    assert tools["pincite_chat"].inputSchema["properties"]["messages"]["type"] == "string"
    for result in results:
        assert not result.isError
        assert ANSWER in result.content[0].text


@pytest.mark.spec("ECO-1", "USE-1")
def test_bad_arguments_of_an_mcp_client_are_refused_in_the_same_words(server: str) -> None:
    _, results = mcp_calls(server, *((graph, given) for graph, given, _ in BAD))
    for result, (_, _, said) in zip(results, BAD, strict=True):
        assert result.isError
        assert said in result.content[0].text


# the web socket


@contextmanager
def socket(client: SyncLangGraphClient, server: str) -> Iterator[ClientConnection]:
    thread = client.threads.create()["thread_id"]
    with connect(f"{server.replace('http', 'ws', 1)}/threads/{thread}/stream/events") as opened:
        yield opened


def command(opened: ClientConnection, number: int, method: str, params: Any) -> dict[str, Any]:
    opened.send(json.dumps({"id": number, "method": method, "params": params}))
    while True:
        answer = json.loads(opened.recv(timeout=60))
        if answer.get("id") == number:
            return dict(answer)


@pytest.mark.spec("ECO-1", "USE-1")
def test_bad_input_over_the_web_socket_is_refused_in_the_same_words_and_the_socket_stays_open(
    client: SyncLangGraphClient, server: str
) -> None:
    with socket(client, server) as opened:
        bad: list[tuple[str, dict[str, Any], str]] = [
            *(("run.start", {"assistant_id": graph, "input": given}, said) for graph, given, said in BAD),
            ("run.start", {"assistant_id": "pincite", "input": GIVEN, "config": {"configurable": {"kb": "../x"}}}, "it is outside"),
            ("input.respond", {"interrupt_id": "1", "response": 1, "goto": "conclude"}, "command.goto"),
        ]  # fmt: skip
        for number, (method, params, said) in enumerate(bad):
            answer = command(opened, number, method, params)
            assert (answer["type"], answer["error"]) == ("error", "invalid_argument")
            assert said in answer["message"]
        opened.send("[[[")
        assert "valid JSON" in json.loads(opened.recv(timeout=60))["message"]
        assert command(opened, 99, "subscription.subscribe", {"channels": ["values"]})["type"] == "success"
        assert command(opened, 100, "run.start", {"assistant_id": "pincite_chat", "input": ASKED})["type"] == "success"
        while True:
            event = json.loads(opened.recv(timeout=60))
            if event.get("method") == "values" and len(event["params"]["data"].get("messages", [])) == 2:
                break
        assert ANSWER in event["params"]["data"]["messages"][1]["content"]


# the server's own log


@pytest.mark.spec("USE-1", "REL-4")
def test_the_server_logs_no_fault_and_loads_no_type_that_is_not_of_a_run(
    client: SyncLangGraphClient, server: str, server_folder: Path
) -> None:
    before = (server_folder / "log").read_text()
    assert "Unable to parse docstring" not in before
    thread = client.threads.create()["thread_id"]
    for _ in range(2):  # the second loads what the first kept
        client.runs.wait(thread, "pincite_chat", input=ASKED)
    client.threads.get_history(thread)
    log = (server_folder / "log").read_text()[len(before) :]
    assert "Traceback" not in log
    assert "msgpack" not in log  # "unregistered type" where any is allowed, "Blocked" where one is missing
    said = httpx.get(f"{server}/openapi.json").json()["paths"]["/ready"]["get"]
    assert said["summary"] == "Whether runs can be served"
