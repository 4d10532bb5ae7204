"""Tools of an MCP server as sources: async alone, and asked from runs of either kind."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite import KnowledgeBase, Skill, build_graph, verify

pytestmark = pytest.mark.servers

client = pytest.importorskip("langchain_mcp_adapters.client")
ASKED: Any = {"question": "What is the credit limit of Borealis Ltd?", "as_of": "2026-05-15"}


@pytest.fixture
def server() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(Path(__file__).with_name("records_server.py")), str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        try:
            _until_it_listens(port)
            yield process, f"http://127.0.0.1:{port}/mcp"
        finally:
            process.kill()


def _until_it_listens(port: int) -> None:
    for _ in range(1_000):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise AssertionError("the server does not listen")


@pytest.mark.spec("RET-1", "RET-12")
def test_a_tool_of_an_mcp_server_is_a_source_and_one_that_is_gone_is_named(
    server: tuple[subprocess.Popen[bytes], str], tmp_path: Path
) -> None:
    process, url = server
    servers = client.MultiServerMCPClient({"records": {"transport": "http", "url": url}})
    (tool,) = asyncio.run(servers.get_tools())
    with KnowledgeBase.open(tmp_path) as kb:
        graph = build_graph(kb, sources=[Skill(tool, kind="primary", authority="published")])
        first, second = graph.invoke(ASKED)["report"], asyncio.run(graph.ainvoke(ASKED))["report"]
        for report in (first, second):
            assert report.answer == "The credit limit of Borealis Ltd is £9,000. [1]"
            assert verify(report, kb).holds
        refused = graph.invoke({**ASKED, "question": "What is the credit limit of Tarnholm Ltd?"})["report"]
        assert "the record is locked" in refused.sources_searched[0].reason
        process.kill()
        process.wait()
        gone = graph.invoke(ASKED)["report"]
        assert gone.stop_reason == "source_unavailable"
        assert gone.sources_searched[0].verdict == "unavailable"
