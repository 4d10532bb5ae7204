"""Each example runs as it is given, prints what its reader came for, and gives the reports that a direct call gives."""

import csv
import importlib.util
import io
import json
import logging
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from langchain_core.messages import HumanMessage, ToolMessage
from model_server import Answer, model_server
from waiting_critic import Waiting

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.adapters import Graph
from pincite.graph.build import build_graph
from pincite.roles.extractive.extractive_roles import extractive_roles
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
AS_OF = "2026-05-15"


def loaded(name: str) -> Any:
    """The example as a module: examples are no package."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """What `python examples/NAME.py ARGUMENTS` does, and its exit code."""
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *arguments])
    try:
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("kb")) as opened:
        opened.ingest(EXAMPLES / "corpus")
        yield opened


@pytest.fixture(scope="module")
def graph(kb: KnowledgeBase) -> Graph:
    return build_graph(kb, Settings())


def same(report: Any) -> dict[str, Any]:
    """The report without what differs between two runs: its id, its clock, and the digest over both."""
    read = EvidenceReport.model_validate(report)
    kept = read.model_dump(mode="json", exclude={"run_id", "digest", "usage"})
    return kept | {"path": [(step["node"], step["exit"]) for step in kept["path"]]}


def direct(graph: Graph, question: str) -> dict[str, Any]:
    return same(graph.invoke({"question": question, "as_of": AS_OF})["report"])


@pytest.mark.spec("USE-3", "USE-5")
def test_ask_prints_the_answer_with_its_page_and_refuses_with_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("ask", monkeypatch) == 0
    shown = capsys.readouterr().out
    assert "up to three days in each working week" in shown
    assert "page 2, § 3. Remote Working, clause 3.1, lines 4–5" in shown
    assert run("ask", monkeypatch, "Who is the founder of Hollinbrae Instruments?") == 1
    assert "SUBJECT_NOT_FOUND" in capsys.readouterr().out


@pytest.mark.spec("USE-3")
def test_stream_prints_the_follow_up_and_two_runs_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("stream", monkeypatch) == 0
    shown = capsys.readouterr().out
    assert shown.index("looks for “Stavenholt Vaults Ltd") < shown.index("follow_up_verify")
    assert (
        "Security and certificates of Stavenholt Vaults Ltd: “Stavenholt Vaults Ltd is certified to ISO/IEC 27001:2022.” [2]"
        in shown
    )
    assert "run 1  contract_met, confidence medium" in shown
    assert "run 2  subject_not_found, confidence low" in shown


@pytest.mark.spec("USE-3")
def test_stream_gives_the_report_of_a_direct_call(graph: Graph) -> None:
    example = loaded("stream")
    assert same(example.watch(graph, example.TWO_STEPS)) == direct(graph, example.TWO_STEPS)


@pytest.mark.spec("USE-2")
def test_a_supervisor_gets_the_same_report_by_tool_and_by_subgraph(graph: Graph) -> None:
    example = loaded("supervisor")
    agent, context = example.supervisor_graph(graph), {"as_of": AS_OF}
    looked_up = agent.invoke({"messages": [HumanMessage(example.LOOK_UP)]}, context=context)
    artifacts = [message.artifact for message in looked_up["messages"] if isinstance(message, ToolMessage)]
    assert [same(artifact) for artifact in artifacts] == [direct(graph, example.LOOK_UP)]
    assert "report" not in looked_up
    handed = agent.invoke({"messages": [HumanMessage(f"On record: {example.ON_RECORD}")]}, context=context)
    assert same(handed["report"]) == direct(graph, example.ON_RECORD)
    assert not any("Stavenholt" in message.text for message in handed["messages"])  # no model saw it


def test_supervisor_shows_the_answer_of_either_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("supervisor", monkeypatch) == 0
    shown = capsys.readouterr().out
    assert (
        "I looked it up for you: Remote Working and Expenses Policy, version 3.0, clause 3.1: “An Employee may work from home"
        in shown
    )
    assert (
        "Security and certificates of Stavenholt Vaults Ltd: “Stavenholt Vaults Ltd is certified to ISO/IEC 27001:2022.” [2]"
        in shown
    )


@pytest.mark.spec("RET-1", "USE-2")
def test_a_tool_of_ones_own_is_asked_beside_the_documents(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not run("own_tools", monkeypatch)
    shown = capsys.readouterr().out
    assert "The credit limit of Ferrowick Analytics Ltd is £25,000. [1]\n  [1] customer_records/" in shown
    assert "[CRM-2]" in shown
    assert "up to three days in each working week" in shown
    assert shown.count("checked again: holds") == 2
    assert "[f1] Master Services Agreement" in shown


@pytest.mark.spec("AUD-9", "USE-2")
def test_a_gated_chat_sends_what_stands_and_holds_what_does_not(
    kb: KnowledgeBase, graph: Graph, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("gated_chat", monkeypatch) == 0
    shown = capsys.readouterr().out
    assert "writer: Stavenholt Vaults Ltd is certified to ISO/IEC 27001:2022 [1]." in shown
    assert "“You may work from home on up to five days a week in August”: contradicted" in shown
    assert "writer: You may now" not in shown
    example = loaded("gated_chat")
    talk = {"messages": [HumanMessage(example.AT_HOME)]}
    said = example.gated_graph(kb, graph).invoke(talk, context={"as_of": AS_OF})["messages"]
    assert [message.name for message in said] == [None, "gate", "pincite"]
    assert same(said[-1].additional_kwargs["report"]) == direct(graph, example.AT_HOME)


@pytest.mark.spec("ECO-2", "USE-2")
def test_an_agent_is_sent_back_for_what_its_tools_do_not_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("agent", monkeypatch) == 0
    shown = capsys.readouterr().out
    assert "- “The certificate is valid until 2031.”: not shown by any result" in shown
    assert "agent: Security and certificates of Stavenholt Vaults Ltd: “Stavenholt Vaults Ltd is certified" in shown
    assert "ISO/IEC 27001:2022.” [1]\n(audit: faithful; " in shown
    assert "agent: Nothing in the knowledge base shows who the founder of Hollinbrae Instruments is." in shown


@pytest.mark.spec("USE-3")
def test_batch_writes_a_row_for_each_question_as_a_direct_call_answers_it(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("batch", monkeypatch) == 0
    shown = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(shown.out)))
    assert shown.err == "3 of 5 questions were answered\n"
    assert [row["sufficient"] for row in rows] == ["yes", "no", "no", "yes", "yes"]
    assert rows[2]["signals"] == "conflicting_evidence"
    assert "cells Annual leave!A6:E6" in rows[3]["citations"]
    for row in rows:
        assert row["answer"] == direct(graph, row["question"])["conclusion"]
    given, out = tmp_path / "given.csv", tmp_path / "out.csv"
    given.write_text("question\n \nWho is the founder of Hollinbrae Instruments?\n", encoding="utf-8")
    assert run("batch", monkeypatch, str(given), str(out)) == 0
    with out.open(encoding="utf-8", newline="") as file:
        told = [row["answer"] for row in csv.DictReader(file)]
    assert told[0].startswith("not asked: question: it is empty")
    assert len(told) == 2


def test_a_text_that_a_spreadsheet_would_compute_stays_a_text(graph: Graph) -> None:
    example = loaded("batch")
    report = graph.invoke({"question": example.read_questions(EXAMPLES / "questions.csv")[0]["question"]})["report"]
    formula = report.model_copy(update={"conclusion": "=SUM(A1:A9)"})
    assert example.row({"question": "?"}, formula)["answer"] == "'=SUM(A1:A9)"


# over HTTP


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until(lambda: server.started)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=10)
    assert not thread.is_alive()


def until(condition: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def events_of(body: str) -> list[tuple[str, Any]]:
    told = []
    for block in body.removesuffix("\n\n").split("\n\n"):
        name, data = block.split("\n")
        told.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return told


@pytest.mark.spec("USE-3")
def test_an_endpoint_gives_the_report_and_its_stream_the_progress_first(kb: KnowledgeBase, graph: Graph) -> None:
    example, question = loaded("serve"), "Who founded Ferrowick Analytics?"
    given = {"question": question, "as_of": AS_OF}
    with served(example.make_app(kb, Settings())) as url, httpx.Client(base_url=url, timeout=20) as client:
        assert same(client.post("/ask", json=given).json()) == direct(graph, question)
        streamed = client.get("/ask/stream", params=given)
        assert streamed.headers["content-type"].startswith("text/event-stream")
        told = events_of(streamed.text)
        refused = client.post("/ask", json={"question": " "})
        unknown = client.post("/ask", json={"question": question, "asof": AS_OF})
        broken = events_of(client.get("/ask/stream", params={"question": " "}).text)
    assert {name for name, _ in told[:-1]} == {"progress"}
    assert told[-1][0] == "report"
    assert same(told[-1][1]) == direct(graph, question)
    assert (refused.status_code, unknown.status_code) == (422, 422)
    assert refused.json()["detail"].startswith("question: it is empty")
    assert (broken[-1][0], broken[-1][1]) == ("error", refused.json())


def test_a_body_that_is_too_long_or_never_ends_or_holds_no_json_is_refused(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = loaded("serve")
    monkeypatch.setattr(example.BodyLimit.__init__, "__defaults__", (example.BODY_BYTES, 0.3))
    with served(example.make_app(kb, Settings())) as url, httpx.Client(base_url=url, timeout=20) as client:
        long = client.post("/ask", content=b" " * (example.BODY_BYTES + 1))
        endless = client.post("/ask", content=(b" " * 100_000 for _ in range(200)))
        not_a_number = client.post("/ask", content=b'{"question": NaN}', headers={"content-type": "application/json"})
        host, port = url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=10) as half:
            half.sendall(b"POST /ask HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            answered = b"".join(iter(lambda: half.recv(4_096), b""))
        assert client.get("/ready").json() == {"ready": True}
    assert (long.status_code, endless.status_code, not_a_number.status_code) == (413, 413, 422)
    assert not_a_number.json()["detail"].startswith("body.question: Input should be a valid string")
    assert answered.startswith(b"HTTP/1.1 408")


@pytest.mark.spec("USE-3")
def test_a_client_that_goes_away_ends_its_run_and_leaves_the_server_serving(
    kb: KnowledgeBase, caplog: pytest.LogCaptureFixture
) -> None:
    waiting = Waiting()
    app = loaded("serve").make_app(kb, Settings(), roles=replace(extractive_roles(), critic=waiting))
    with served(app) as url, httpx.Client(base_url=url, timeout=20) as client:
        with client.stream("GET", "/ask/stream", params={"question": "Who founded Ferrowick Analytics?"}) as answer:
            lines = answer.iter_lines()
            assert any('"node": "critique"' in line for line in lines)
            assert waiting.entered.wait(10)
        assert waiting.cancelled.wait(10)
        assert client.get("/openapi.json").status_code == 200
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.spec("REL-5")
def test_one_run_too_many_is_sent_away_at_once_and_counted(kb: KnowledgeBase) -> None:
    waiting = Waiting()
    roles = replace(extractive_roles(), critic=waiting)
    settings = Settings(serving={"runs_at_once": 1})  # type: ignore[arg-type]
    question = {"question": "Who founded Ferrowick Analytics?"}
    app = loaded("serve").make_app(kb, settings, roles=roles)
    with served(app) as url, httpx.Client(base_url=url, timeout=20) as client:
        with client.stream("GET", "/ask/stream", params=question) as answer:
            lines = answer.iter_lines()
            assert any('"node": "critique"' in line for line in lines)
            for refused in (client.post("/ask", json=question), client.get("/ask/stream", params=question)):
                assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
            assert client.get("/ready").json() == {"ready": True}
            counted = client.get("/metrics").text
        assert 'pincite_requests_refused_total{why="busy"} 2.0' in counted
        assert "pincite_requests_under_way 1.0" in counted
        assert "pincite_runs_under_way 1.0" in counted
        until(lambda: "pincite_requests_under_way 0.0" in client.get("/metrics").text)


SERVING = """
import sys
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("serve", sys.argv[1])
serve = module_from_spec(spec)
sys.modules["serve"] = serve
spec.loader.exec_module(serve)
serve.main(int(sys.argv[2]))
"""


@pytest.mark.spec("REL-5", "CRI-9")
def test_a_server_that_is_stopped_accepts_no_run_and_finishes_those_under_way(tmp_path: Path) -> None:
    """The model hangs for far longer than there is time."""
    with model_server() as model, socket.socket() as free:
        model.answerer = lambda _: Answer(wait=60)
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        toml = "[serving]\nshutdown_seconds = 1\n"
        for role in ("generator", "critic"):
            toml += f'[models.{role}]\nmodel = "openai:model-{role}"\nbase_url = "{model.url}"\n'
        (tmp_path / "pincite.toml").write_text(toml)
        command = [sys.executable, "-c", SERVING, str(EXAMPLES / "serve.py"), str(port)]
        with (tmp_path / "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=tmp_path, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            until(lambda: process.poll() is not None or answers(url), seconds=120)
            assert process.poll() is None, (tmp_path / "log").read_text()
            with ThreadPoolExecutor(1) as pool:
                asked = pool.submit(httpx.post, f"{url}/ask", json={"question": "Who is it?"}, timeout=60)
                until(lambda: model.requests)
                process.send_signal(signal.SIGTERM)
                report = asked.result(timeout=30).json()
            assert (report["terminal_state"], report["sufficient"]) != ("CONCLUDED", True)
            assert "time_exhausted" in report["risk_signals"]
            assert process.wait(20) in (0, -signal.SIGTERM)
            assert not answers(url)
        finally:
            process.kill()
            process.wait()
        assert "Traceback" not in (tmp_path / "log").read_text()


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/ready", timeout=1).json() == {"ready": True}
    except httpx.HTTPError:
        return False
