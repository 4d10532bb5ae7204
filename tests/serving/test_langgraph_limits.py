"""The graph on a real `langgraph dev` server that knows its users, counts its runs, refuses too many, and is told to end.

Each test needs the server in a state of its own, so they run in the order in which they stand; the last one ends it.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from good_model import QUESTION, TEXTS, right
from model_server import HANGS, Answer, ModelServer, model_server

from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.servers

ROOT = Path(__file__).parents[2]
SHUTDOWN_SECONDS = 2
TOKENS = "n-1=north, s-1=south, x-1="
GIVEN = {"question": QUESTION, "as_of": "2026-05-15"}


def bearer(tenant: str) -> dict[str, str]:
    return {"authorization": f"Bearer {tenant[0]}-1"}


@dataclass
class Running:
    url: str
    process: subprocess.Popen[bytes]
    log: Path
    model: ModelServer

    def post(self, path: str, token: str = "north", **body: Any) -> httpx.Response:
        asked = {"assistant_id": "pincite", "input": GIVEN, **body}
        return httpx.post(f"{self.url}{path}", json=asked, headers=bearer(token), timeout=60)

    def counted(self, name: str) -> float:
        text = httpx.get(f"{self.url}/metrics", timeout=30).text
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


def until(condition: Callable[[], Any], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def answers(url: str) -> bool:
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(f"{url}/ok", timeout=1).is_success
    return False


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("limits")
    auth = '"auth": {"path": "./server_auth.py:auth", "disable_studio_auth": true},'
    config = (ROOT / "langgraph.json").read_text().replace('"graphs"', f'{auth}\n  "graphs"')
    (folder / "langgraph.json").write_text(config)
    shutil.copy(ROOT / "examples" / "server_auth.py", folder)
    for tenant in ("north", "south"):
        with KnowledgeBase.open(folder / "kb", tenant=tenant) as kb:
            kb.ingest_texts([{**text, "title": f"{text['title']} ({tenant})"} for text in TEXTS])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).with_name("langgraph")), "dev", "--no-browser", "--no-reload"]
    command += ["--port", str(port), "--n-jobs-per-worker", "2"]
    with model_server() as model:
        model.answerer = lambda request: Answer(right(request))
        toml = f'[serving]\nruns_at_once = 3\nshutdown_seconds = {SHUTDOWN_SECONDS}\nmetrics = true\nmetrics_tenants = ["north"]\n'
        for role in ("generator", "critic"):
            toml += f'[models.{role}]\nmodel = "openai:model-{role}"\nbase_url = "{model.url}"\n'
        (folder / "pincite.toml").write_text(toml)
        kept = {"PINCITE_TENANT_OF_USER": "organisation", "PINCITE_TOKENS": TOKENS, "LANGSMITH_TRACING": "false"}
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=folder, stdout=log, stderr=log, start_new_session=True, env={**os.environ, **kept}
            )
        running = Running(f"http://127.0.0.1:{port}", process, folder / "log", model)
        try:
            until(lambda: process.poll() is not None or answers(running.url), seconds=150)
            if process.poll() is not None:
                pytest.fail((folder / "log").read_text()[-2_000:])
            yield running
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            shutil.rmtree(folder / "kb", ignore_errors=True)


@pytest.mark.spec("CFG-2", "USE-1")
def test_each_user_is_answered_from_its_own_tenant_and_from_no_other(server: Running) -> None:
    for tenant in ("north", "south"):
        report = server.post("/runs/wait", tenant).json()["report"]
        assert {citation["title"] for citation in report["citations"]} == {f"{TEXTS[0]['title']} ({tenant})"}
    assert server.post("/runs/wait", "unknown").status_code == 401
    for token, chosen, told in (
        ("north", {"kb_tenant": "south"}, "your user belongs to another tenant"),
        ("x", {}, "an authenticated user with a tenant"),
        ("x", {"kb_tenant": "north"}, "an authenticated user with a tenant"),
        ("north", {"langgraph_auth_user": {"organisation": "south"}}, "the server sets this field itself"),
    ):
        answer = server.post("/runs/wait", token, config={"configurable": chosen})
        assert told in answer.text, (token, chosen)
        assert "report" not in answer.text
    schemas = httpx.get(f"{server.url}/assistants/{assistant(server)}/schemas", headers=bearer("south"))
    assert schemas.json()["input_schema"]["required"] == ["question"]


def assistant(server: Running, graph: str = "pincite") -> str:
    found = httpx.post(f"{server.url}/assistants/search", json={"graph_id": graph}, headers=bearer("north"))
    return str(found.json()[0]["assistant_id"])


@pytest.mark.spec("CFG-3")
def test_its_metrics_stand_beside_the_servers_own_and_tell_nothing_of_texts(server: Running) -> None:
    assert server.counted("pincite_runs_total{") == 2
    assert server.counted("pincite_run_seconds_count") == 2
    text = httpx.get(f"{server.url}/metrics").text
    assert 'tenant="north"' in text
    assert 'tenant="other"' in text
    assert "lg_api_" in text
    assert not [word for word in ("Tarnholm", "lease", "notice period", "south", server.model.url) if word in text]
    assert server.counted("pincite_model_calls_total") > 5


@pytest.mark.spec("CFG-2", "ECO-1")
def test_threads_are_seen_by_whoever_made_them_and_strangers_come_in_nowhere(server: Running) -> None:
    before = server.counted("pincite_runs_total{")
    made = httpx.post(f"{server.url}/threads", json={}, headers=bearer("north")).json()["thread_id"]
    for tenant, status in (("north", 200), ("south", 404)):
        assert httpx.get(f"{server.url}/threads/{made}", headers=bearer(tenant)).status_code == status
        assert server.post(f"/threads/{made}/runs/wait", tenant).status_code == status
    chat = assistant(server, "pincite_chat")
    asked = {"role": "user", "parts": [{"kind": "text", "text": QUESTION}], "messageId": "1"}
    for path, method, params in (
        (f"/a2a/{chat}", "message/send", {"message": asked}),
        ("/mcp", "tools/call", {"name": "pincite_chat", "arguments": {"messages": QUESTION}}),
    ):
        body = {"jsonrpc": "2.0", "id": "1", "method": method, "params": params}
        sent = {"accept": "application/json, text/event-stream"}
        assert httpx.post(f"{server.url}{path}", json=body, headers=sent).status_code == 401
        answer = httpx.post(f"{server.url}{path}", json=body, headers={**sent, **bearer("north")}, timeout=60)
        assert "(north)" in answer.text
    assert server.counted("pincite_runs_total{") == before + 3  # a run within the chat counts once, as any other
    for refused in (
        httpx.post(f"{server.url}/assistants", json={"graph_id": "pincite"}, headers=bearer("north")),
        httpx.patch(f"{server.url}/assistants/{chat}", json={"name": "mine"}, headers=bearer("north")),
    ):
        assert refused.status_code == 403


@pytest.mark.spec("REL-5", "REL-1")
def test_one_run_too_many_is_refused_at_once_also_when_the_others_only_wait_in_the_queue(server: Running) -> None:
    """Two run, on a model that hangs; a third waits for a worker."""
    released = threading.Event()
    server.model.answerer = lambda request: Answer(right(request), before=released.wait)
    for _ in range(3):
        assert server.post("/runs").status_code == 200
    for path, body in (("/runs/wait", {}), ("/runs", {}), ("/runs/stream", {})):
        refused = server.post(path, **body)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert "3 runs are active" in refused.json()["detail"]
    assert server.counted('pincite_requests_refused_total{why="busy"}') == 3
    released.set()
    until(lambda: server.post("/runs/wait").status_code == 200, seconds=120)


@pytest.mark.spec("REL-5", "CRI-9")
def test_stopped_it_lets_the_run_under_way_conclude_and_leaves_no_process(server: Running) -> None:
    asked = len(server.model.requests)
    server.model.answerer = lambda _: Answer(wait=HANGS)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(server.post, "/runs/wait")
        until(lambda: len(server.model.requests) > asked)
        server.process.send_signal(signal.SIGTERM)
        report = waiting.result(timeout=50).json()["report"]
    assert report["sufficient"] is False
    assert "time_exhausted" in report["risk_signals"]
    assert server.process.wait(60) in (0, -signal.SIGTERM)
    assert not answers(server.url)
