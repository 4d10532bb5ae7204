"""One `langgraph dev` server for all tests of its surfaces: to start one takes longer than they do."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient
from two_step_documents import TEXTS

from pincite.stores.kb.knowledge_base import KnowledgeBase

ROOT = Path(__file__).parents[2]
SOUTHERN = {
    "id": "southern",
    "title": "Certificates of Southcombe Ltd",
    "entity": "Southcombe Ltd",
    "updated_at": "2026-04-12",
    "text": "Southcombe Ltd is certified to the standard ISO 9001:2015.",
}
"""Of another tenant in the same folder."""
FEES = {"Tarnholm Ltd": "£6,500", "Orrinvale Ltd": "£3,200"}
"""In the knowledge base `fees`: two organisations, so that a question which names neither is asked back."""


@pytest.fixture(scope="session")
def server_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's own `langgraph.json` and small knowledge bases; the server writes its `log` here."""
    folder = tmp_path_factory.mktemp("served")
    shutil.copy(ROOT / "langgraph.json", folder)
    with KnowledgeBase.open(folder / "kb") as kb:
        kb.ingest_texts(TEXTS)
    with KnowledgeBase.open(folder / "kb", tenant="south") as kb:
        kb.ingest_texts([SOUTHERN])
    with KnowledgeBase.open(folder / "fees") as kb:
        kb.ingest_texts(
            {
                "id": f"accounts-{name}",
                "title": f"Annual accounts of {name}",
                "entity": name,
                "updated_at": "2026-04-10",
                "text": f"The audit fee of {name} for FY2025 was {fee}.",
            }
            for name, fee in FEES.items()
        )
    return folder


@pytest.fixture(scope="session")
def server(server_folder: Path) -> Iterator[str]:
    """The server's address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    command = [str(Path(sys.executable).with_name("langgraph")), "dev", "--no-browser", "--no-reload"]
    command += ["--port", str(port), "--n-jobs-per-worker", "8"]
    env = {name: value for name, value in os.environ.items() if name != "LANGGRAPH_STRICT_MSGPACK"}
    with (server_folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=server_folder,
            stdout=log,
            stderr=log,
            start_new_session=True,
            env={**env, "LANGSMITH_TRACING": "false"},
        )
    try:
        if not answers(url, process):
            pytest.fail((server_folder / "log").read_text()[-2_000:])
        yield url
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def answers(url: str, process: subprocess.Popen[bytes]) -> bool:
    """Whether the server comes to answer within a minute; not when its process ends before."""
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{url}/ok", timeout=1).is_success:
                return True
        time.sleep(0.05)
    return False


@pytest.fixture
def client(server: str) -> Iterator[SyncLangGraphClient]:
    with get_sync_client(url=server) as opened:
        yield opened
