"""The MCP server over standard input and output and over HTTP, with the SDK's client and LangChain's: real processes, real sockets."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from waiting_critic import Waiting

from pincite import KnowledgeBase
from pincite.cli import main
from pincite.roles.extractive.extractive_roles import extractive_roles

pytest.importorskip("mcp")
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from pincite.serving.mcp_tools import McpTools
from pincite.serving.mcp_transports import BODY_BYTES, Guarded, make_app

pytestmark = pytest.mark.servers

QUESTION = "What is the notice period under the lease agreement of Tarnholm Ltd?"
LEASE = {
    "id": "lease",
    "title": "Lease agreement between Tarnholm Ltd and Borrowdale Estates Ltd",
    "entity": "Tarnholm Ltd",
    "document_type": "lease agreement",
    "updated_at": "2026-04-10",
    "text": "Tarnholm Ltd rents the hall. The notice period under this lease is six months.",
}
TOKEN = "a-token-of-this-test"
HEADERS = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
ABOUT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ABOUT}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mcp") / "kb"
    with KnowledgeBase.open(folder) as kb:
        kb.ingest_texts([LEASE])
    return folder


def command(place: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "pincite.cli", "mcp", "--kb", str(place), *arguments]


# standard input and output


@pytest.mark.slow
@pytest.mark.spec("ECO-2")
def test_over_stdio_a_client_asks_and_an_agents_tools_come_from_it(place: Path) -> None:
    first, *rest = command(place)
    client = pytest.importorskip("langchain_mcp_adapters.client")
    tools_of = pytest.importorskip("langchain_mcp_adapters.tools").load_mcp_tools
    assert client.MultiServerMCPClient
    server = StdioServerParameters(command=first, args=rest, env=dict(os.environ))

    async def talk() -> Any:
        async with stdio_client(server) as streams, ClientSession(*streams) as session:
            await session.initialize()
            found = await session.call_tool("ask", {"question": QUESTION})
            tools = {tool.name: tool for tool in await tools_of(session)}
            call = {"type": "tool_call", "id": "1", "name": "search"}
            message = await tools["search"].ainvoke({**call, "args": {"query": "notice period"}})
            wrong = await tools["search"].ainvoke({**call, "args": {"query": ""}})
            return found, message, wrong

    found, message, wrong = asyncio.run(talk())
    assert "six months" in found.structuredContent["conclusion"]
    assert "six months" in message.content[0]["text"]
    assert message.artifact["structured_content"]["passages"]
    assert wrong.status == "error"


@pytest.mark.slow
@pytest.mark.spec("ECO-2")
def test_standard_output_holds_messages_alone_and_the_server_ends_with_its_input(place: Path) -> None:
    """Also after lines that are no messages; what is wrong is told on standard error, without the line."""
    call = {"name": "ask", "arguments": {"question": QUESTION}}
    lines = [
        "nonsense about Tarnholm",
        json.dumps(HELLO),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}),
    ]
    with subprocess.Popen(
        command(place), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        said = [json.loads(next(process.stdout)) for _ in range(3)]
        process.stdin.close()
        assert process.wait(30) == 0
        assert process.stdout.read() == ""
        assert "Tarnholm" not in process.stderr.read()
    assert [message.get("id") for message in said] == [None, 1, 2]
    assert said[2]["result"]["structuredContent"]["sources"]


# HTTP


@contextmanager
def served(tools: McpTools, token: str | None = None) -> Iterator[str]:
    server = uvicorn.Server(
        uvicorn.Config(make_app(tools, "127.0.0.1", token), port=0, log_config=None, timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until(lambda: server.started)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        thread.join(timeout=20)
        tools.close()
    assert not thread.is_alive()


def until(condition: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.spec("ECO-2")
def test_over_http_a_client_and_an_agent_get_the_same_answer(place: Path) -> None:
    client = pytest.importorskip("langchain_mcp_adapters.client")
    stages: list[Any] = []

    async def told(*progress: Any) -> None:
        stages.append(progress[-1])

    async def talk(url: str) -> Any:
        async with streamable_http_client(url) as (read, write, _), ClientSession(read, write) as session:
            await session.initialize()
            found = await session.call_tool("ask", {"question": QUESTION}, progress_callback=told)
        servers = client.MultiServerMCPClient({"pincite": {"transport": "http", "url": url}})
        tools = {tool.name: tool for tool in await servers.get_tools()}
        call = {"type": "tool_call", "id": "1", "name": "ask", "args": {"question": QUESTION}}
        return found, await tools["ask"].ainvoke(call), await tools["ask"].ainvoke({**call, "args": {"question": " "}})

    with served(McpTools(str(place))) as url:
        found, message, refused = asyncio.run(talk(url))
    assert found.structuredContent["conclusion"] == message.artifact["structured_content"]["conclusion"]
    assert stages[-1] == "concluding"
    assert refused.status == "error"


@pytest.mark.spec("ECO-2")
def test_a_page_of_another_site_a_long_body_and_a_body_that_is_no_message_are_refused(place: Path) -> None:
    with served(McpTools(str(place))) as url, httpx.Client(timeout=30, headers=HEADERS) as client:
        assert client.post(url, json=HELLO).status_code == 200
        assert client.post(url, json=HELLO, headers={"Origin": "http://evil.example"}).status_code == 403
        assert client.post(url, json=HELLO, headers={"Host": "evil.example"}).status_code == 421
        assert client.post(url, content=b" " * (BODY_BYTES + 1)).status_code == 413
        assert client.post(url, content=(b" " * 100_000 for _ in range(60))).status_code == 413
        assert client.post(url, content=b"nonsense").status_code == 400
        assert client.post(url, json={**HELLO, "method": "tools/list"}).status_code == 400
        assert client.post(url, json=HELLO, headers={"mcp-session-id": "nix"}).status_code == 404
        assert client.post(url, json=HELLO).status_code == 200


@pytest.mark.spec("ECO-2")
def test_with_a_token_nobody_else_is_answered(place: Path) -> None:
    with served(McpTools(str(place)), TOKEN) as url, httpx.Client(timeout=30, headers=HEADERS) as client:
        for given in ({}, {"authorization": "Bearer nix"}, {"authorization": TOKEN}, {"authorization": "Bearer é"}):
            refused = client.post(url, json=HELLO, headers={name: value.encode() for name, value in given.items()})
            assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
        assert client.post(url, json=HELLO, headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_a_body_that_never_comes_to_its_end_gets_a_408(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Guarded.__init__, "__defaults__", (0.2,))
    with served(McpTools(str(place))) as url:
        host, port = url.removeprefix("http://").removesuffix("/mcp").split(":")
        with socket.create_connection((host, int(port)), timeout=10) as half:
            half.sendall(
                b"POST /mcp HTTP/1.1\r\nHost: x:1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
            )
            assert b"".join(iter(lambda: half.recv(4_096), b"")).startswith(b"HTTP/1.1 408")


@pytest.mark.spec("ECO-2")
def test_a_client_that_vanishes_in_a_call_holds_up_nobody_and_one_that_closes_its_session_ends_its_run(
    place: Path,
) -> None:
    critic = Waiting()
    tools = McpTools(str(place), roles=replace(extractive_roles(), critic=critic))
    asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call"}
    with served(tools) as url, httpx.Client(timeout=30, headers=HEADERS) as client:

        def session() -> dict[str, str]:
            return {"mcp-session-id": client.post(url, json=HELLO).headers["mcp-session-id"]}

        gone, other = session(), session()
        call = {**asked, "params": {"name": "ask", "arguments": {"question": QUESTION}, "_meta": {"progressToken": 1}}}
        with client.stream("POST", url, json=call, headers=gone) as stream:
            assert any("planning" in line for line in stream.iter_lines())
            assert critic.entered.wait(30)
        searched = {**asked, "params": {"name": "search", "arguments": {"query": "notice"}}}
        assert "six months" in client.post(url, json=searched, headers=other).text
        assert client.delete(url, headers=gone).status_code == 200
        assert critic.cancelled.wait(30)
        until(lambda: tools.admission().inside == 0)  # type: ignore[union-attr]


@pytest.mark.spec("ECO-2")
def test_the_run_of_a_client_whose_connection_drops_comes_to_its_end_and_its_report_is_kept(place: Path) -> None:
    tools = McpTools(str(place))
    call = {"name": "ask", "arguments": {"question": QUESTION}, "_meta": {"progressToken": 1}}
    asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}
    with served(tools) as url, httpx.Client(timeout=30, headers=HEADERS) as client:
        session = {"mcp-session-id": client.post(url, json=HELLO).headers["mcp-session-id"]}
        with client.stream("POST", url, json=asked, headers=session) as stream:
            assert any("reading the question" in line for line in stream.iter_lines())
        until(lambda: tools.reports())
        assert tools.reports()[0].sufficient
        until(lambda: tools.admission().inside == 0)  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.spec("ECO-2")
def test_the_command_says_where_it_listens_and_ends_when_it_is_stopped(place: Path) -> None:
    with subprocess.Popen(command(place, "--http", "--port", "0"), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = next(output for output in process.stderr if "MCP at" in output)
        url = line.partition(" at ")[2].partition(";")[0]
        hello = httpx.post(url, json=HELLO, headers=HEADERS, timeout=60)
        assert hello.status_code == 200
        with httpx.stream("GET", url, headers={**HEADERS, "mcp-session-id": hello.headers["mcp-session-id"]}):
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
        assert "Traceback" not in process.stderr.read()


def test_without_the_sdk_the_command_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [module for module in sys.modules if module.startswith("pincite.serving.mcp_t")]:
        monkeypatch.delitem(sys.modules, name)
    for name in [module for module in sys.modules if module.split(".")[0] == "mcp"]:
        monkeypatch.setitem(sys.modules, name, None)
    assert main(["mcp"]) == 2
    assert "run `pip install 'pincite[mcp]'`" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["mcp", "--http", f"--port={port}"])
    assert "a port must be a number from 0 to 65535" in capsys.readouterr().err


def test_a_port_that_is_taken_is_refused_with_the_reason(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["mcp", "--kb", str(place), "--http", "--port", str(taken.getsockname()[1])]) == 2
    assert "choose another port" in capsys.readouterr().err


@pytest.mark.spec("ECO-2")
@pytest.mark.parametrize(
    ("token", "given", "said"),
    [
        (None, ["--host", "0.0.0.0"], "set PINCITE_MCP_TOKEN"),
        ("short", ["--host", "0.0.0.0"], "at least 16 ASCII characters"),
        (None, ["--host", "nowhere.example.invalid"], "set PINCITE_MCP_TOKEN"),
        (TOKEN, ["--host", "nowhere.example.invalid"], "choose another port or address"),
    ],
)
def test_an_address_that_will_not_do_is_refused_with_the_reason(
    place: Path,
    token: str | None,
    given: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if token is not None:
        monkeypatch.setenv("PINCITE_MCP_TOKEN", token)
    assert main(["mcp", "--kb", str(place), "--http", *given]) == 2
    assert said in capsys.readouterr().err
