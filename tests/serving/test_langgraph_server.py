"""The graph on the real `langgraph dev` server, driven as Studio and its clients drive it (SPEC USE-1, REL-5, CFG-1)."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import SyncLangGraphClient
from langgraph_sdk.errors import NotFoundError
from two_step_documents import QUESTION, TEXTS

from pincite.graph.build import build_graph
from pincite.nodes.runtime.events import NodeLeft, RunConcluded, read_event
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.servers

GIVEN = {"question": QUESTION, "as_of": "2026-05-15"}
LARGEST_TEXT = 20_000
"""Characters of one string in a state: what is longer no one reads in a form."""


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("direct") / "kb") as kb:
        kb.ingest_texts(TEXTS)
        return same(build_graph(kb, Settings()).invoke(GIVEN)["report"].model_dump(mode="json"))  # type: ignore[arg-type]


def same(report: dict[str, Any]) -> dict[str, Any]:
    """The report without what differs between two runs and two knowledge bases of the same texts."""
    kept = {key: value for key, value in report.items() if key not in ("run_id", "digest", "usage", "provenance")}
    return kept | {"path": [step["node"] for step in kept["path"]]}


def longest(value: Any) -> int:
    if isinstance(value, dict):
        return max(map(longest, value.values()), default=0)
    if isinstance(value, list):
        return max(map(longest, value), default=0)
    return len(value) if isinstance(value, str) else 0


@pytest.mark.spec("USE-1")
def test_input_output_and_context_have_schemas_that_a_form_can_be_made_of(client: SyncLangGraphClient) -> None:
    made = client.assistants.search(graph_id="pincite")[0]["assistant_id"]
    schemas = client.assistants.get_schemas(made)
    asked = schemas["input_schema"]
    assert asked["required"] == ["question"]
    assert set(asked["properties"]) == {
        *("question", "as_of", "constraints", "documents", "collections", "earlier_turns"),
    }
    assert set(schemas["output_schema"]["properties"]) == {"report"}
    context = schemas["context_schema"]
    assert set(context["properties"]) >= {"as_of", "conflict_policy", "budgets"}
    budgets = context["$defs"]["RunBudgets"]["properties"]
    assert {"tokens", "model_calls", "seconds_per_run"} <= set(budgets)


@pytest.mark.spec("USE-1", "EXE-3")
def test_the_drawing_is_that_of_the_compiled_graph(client: SyncLangGraphClient, tmp_path: Path) -> None:
    drawn = client.assistants.get_graph("pincite", xray=True)
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        compiled = build_graph(kb, Settings()).get_graph(xray=True)
    exact = compiled.to_json()
    assert [node["id"] for node in drawn["nodes"]] == [node["id"] for node in exact["nodes"]]
    assert drawn["edges"] == exact["edges"]  # with the name of each way out of a branch


@pytest.mark.spec("USE-1", "USE-3")
def test_a_run_streams_its_progress_and_leaves_a_readable_history(
    client: SyncLangGraphClient, direct: dict[str, Any]
) -> None:
    thread = client.threads.create()["thread_id"]
    parts = list(
        client.runs.stream(thread, "pincite", input=GIVEN, stream_mode=["custom", "values"], stream_subgraphs=True)
    )
    events = [read_event(part.data) for part in parts if part.event == "custom"]
    assert [event.node for event in events if isinstance(event, NodeLeft)] == [*direct["path"], "conclude"]
    assert [event.sufficient for event in events if isinstance(event, RunConcluded)] == [True]
    values = [part.data for part in parts if part.event == "values"]
    assert same(values[-1]["report"]) == direct
    history = client.threads.get_history(thread, limit=100)
    reached = [state["next"] for state in reversed(history)]
    assert reached[-1] == []
    assert [nodes[0] for nodes in reached[1:-1]] == [*direct["path"], "conclude"]
    assert all(longest(state["values"]) <= LARGEST_TEXT for state in history)
    judged = next(state for state in history if state["next"] == ["critique"])
    assert judged["values"]["evidence"][0]["span"]["quote"]


@pytest.mark.spec("USE-1", "REL-4")
def test_at_a_breakpoint_the_state_can_be_edited_and_a_forged_quote_is_not_shown(client: SyncLangGraphClient) -> None:
    thread = client.threads.create()["thread_id"]
    client.runs.wait(thread, "pincite", input=GIVEN, interrupt_before=["follow_up_critique"])
    state = client.threads.get_state(thread)
    assert state["next"] == ["follow_up_critique"]
    evidence = json.loads(json.dumps(state["values"]["evidence"]))
    for unit in evidence:
        unit["span"]["quote"] = unit["span"]["quote"].replace("27001:2022", "99999:2030")
    client.threads.update_state(thread, {"evidence": evidence})
    ended = client.runs.wait(thread, "pincite", input=None)
    assert "99999" not in json.dumps(ended["report"]["conclusion"])
    assert "99999" not in json.dumps(ended["report"]["citations"])

    again = client.threads.create()["thread_id"]
    client.runs.wait(again, "pincite", input=GIVEN, interrupt_before=["critique"])
    client.threads.update_state(again, {"evidence": client.threads.get_state(again)["values"]["evidence"]})
    assert client.runs.wait(again, "pincite", input=None)["report"]["sufficient"]


@pytest.mark.spec("USE-1", "REL-4")
@pytest.mark.parametrize(
    "node", ["identify_subject_class", "retrieve_evidence", "follow_up_retrieve", "draft", "conclude"]
)
def test_at_every_breakpoint_what_the_state_shows_can_be_put_back_and_the_run_goes_on(
    client: SyncLangGraphClient, direct: dict[str, Any], node: str
) -> None:
    thread = client.threads.create()["thread_id"]
    client.runs.wait(thread, "pincite", input=GIVEN, interrupt_before=[node])
    state = client.threads.get_state(thread)
    assert state["next"] == [node]
    client.threads.update_state(thread, state["values"])
    assert client.threads.get_state(thread)["next"] == [node]
    assert same(client.runs.wait(thread, "pincite", input=None)["report"]) == direct


@pytest.mark.spec("USE-1", "CFG-1")
def test_assistants_keep_to_their_own_settings(client: SyncLangGraphClient) -> None:
    nodes, reports = [], []
    for number in (0, 1):
        made = client.assistants.create("pincite", config={"configurable": {"follow_ups": number}})["assistant_id"]
        nodes.append({node["id"] for node in client.assistants.get_graph(made)["nodes"]})
        reports.append(client.runs.wait(None, made, input=GIVEN)["report"])
    assert nodes[1] - nodes[0] == {f"follow_up_{step}" for step in ("retrieve", "extract", "verify", "critique")}
    assert [report["sufficient"] for report in reports] == [False, True]
    hurried = client.assistants.create("pincite", context={"budgets": {"seconds_per_run": 0.001}})["assistant_id"]
    assert client.runs.wait(None, hurried, input=GIVEN)["report"]["stop_reason"] == "time_exhausted"
    dated = client.assistants.create("pincite", context={"as_of": "2026-04-30"})["assistant_id"]
    report = client.runs.wait(None, dated, input={"question": QUESTION})["report"]
    assert (report["sufficient"], report["as_of"]) == (True, "2026-04-30")


@pytest.mark.spec("REL-5")
def test_many_runs_at_once_do_not_mix(server: str, direct: dict[str, Any]) -> None:
    absent = {
        "question": "Which standard is the archive contractor of Wexholm Ltd certified to?",
        "as_of": "2026-05-15",
    }

    async def both() -> list[Any]:
        asked = [GIVEN if number % 2 else absent for number in range(32)]
        async with get_client(url=server) as client:
            return await asyncio.gather(*(client.runs.wait(None, "pincite", input=given) for given in asked))

    reports = [state["report"] for state in asyncio.run(both())]
    assert len({report["run_id"] for report in reports}) == 32
    assert all(same(report) == direct for report in reports[1::2])
    assert {report["terminal_state"] for report in reports[::2]} == {"SUBJECT_NOT_FOUND"}


ROUTES = [
    "/runs/wait",
    "/runs/stream",
    "/runs",
    "/runs/batch",
    "/threads/{thread}/runs",
    "/threads/{thread}/runs/wait",
    "/threads/{thread}/commands",
]


def begun(server: str, route: str, thread: str, body: dict[str, Any]) -> httpx.Response:
    """The answer to a request to begin a run, in the form that the route takes."""
    asked: Any = {"assistant_id": "pincite", **body}
    if route.endswith("/batch"):
        asked = [{"assistant_id": "pincite", "input": GIVEN}, asked]
    elif route.endswith("/commands"):
        asked = {"id": 1, "method": "run.start", "params": asked}
    return httpx.post(f"{server}{route.format(thread=thread)}", json=asked)


@pytest.mark.spec("USE-1", "CFG-1")
@pytest.mark.parametrize("route", ROUTES)
def test_a_bad_request_is_refused_with_the_field_named(client: SyncLangGraphClient, server: str, route: str) -> None:
    thread = client.threads.create()["thread_id"]
    for body, field in (
        ({"input": {"question": 5}}, "input.question"),
        ({"input": {}}, "input.question: field required"),
        ({"input": {"question": " "}}, "question: it is empty"),
        ({"input": {"question": "x", "documnets": []}}, "input.documnets: no such field"),
        ({"input": {"question": "x", "as_of": "soon"}}, "as_of = 'soon'"),
        ({"input": GIVEN, "context": {"asof": "2026-05-15"}}, "context.asof: no such field"),
        ({"input": GIVEN, "context": {"budgets": {"tokens": 10**9}}}, "context.budgets.tokens"),
        ({"input": GIVEN, "config": {"configurable": {"follow_ups": 7}}}, "configurable.follow_ups = 7"),
        ({"input": GIVEN, "config": {"configurable": {"followups": 1}}}, "did you mean follow_ups?"),
        ({"input": GIVEN, "config": {"configurable": {"kb": "../elsewhere"}}}, "it is outside"),
        ({"input": GIVEN, "config": {"configurable": {"budgets": {"tokens": 10**9}}}}, "context.budgets.tokens"),
    ):
        answer = begun(server, route, thread, body)
        assert answer.status_code == 422, body
        assert field in answer.json()["detail"]


@pytest.mark.spec("USE-1")
def test_a_run_without_a_thread_needs_a_question_and_one_on_a_thread_may_go_on_without(
    client: SyncLangGraphClient, server: str
) -> None:
    answer = httpx.post(f"{server}/runs/wait", json={"assistant_id": "pincite"})
    assert (answer.status_code, answer.json()["detail"]) == (422, "input.question: field required")
    thread = client.threads.create()["thread_id"]
    client.runs.wait(thread, "pincite", input=GIVEN, interrupt_before=["critique"])
    assert begun(server, "/threads/{thread}/runs/wait", thread, {}).json()["report"]["sufficient"]
    nested = httpx.post(f"{server}/runs/wait", content=b"[" * 200_000, headers={"content-type": "application/json"})
    assert nested.status_code == 422  # and no fault of the server


@pytest.mark.spec("USE-1", "CFG-1")
def test_an_assistant_is_neither_made_nor_changed_with_what_its_runs_would_refuse(
    client: SyncLangGraphClient, server: str
) -> None:
    made = client.assistants.create("pincite")["assistant_id"]
    for body, field in (
        ({"config": {"configurable": {"kb": ""}}}, "configurable.kb"),
        ({"config": {"configurable": {"kb": "../elsewhere"}}}, "it is outside"),
        ({"config": {"configurable": {"follow_ups": 7}}}, "configurable.follow_ups"),
        ({"context": {"budgets": {"seconds_per_run": 10**9}}}, "context.budgets.seconds_per_run"),
        ({"context": {"asof": "2026-05-15"}}, "context.asof"),
    ):
        for answer in (
            httpx.post(f"{server}/assistants", json={"graph_id": "pincite", **body}),
            httpx.patch(f"{server}/assistants/{made}", json=body),
        ):
            assert answer.status_code == 422, body
            assert field in answer.json()["detail"]


@pytest.mark.spec("CFG-2")
def test_a_run_reads_its_assistants_tenant_and_no_context_chooses_another(client: SyncLangGraphClient) -> None:
    asked = {"question": "Which standard is Southcombe Ltd certified to?", "as_of": "2026-05-15"}
    assert client.runs.wait(None, "pincite", input=asked)["report"]["terminal_state"] == "SUBJECT_NOT_FOUND"
    with pytest.raises(Exception, match=r"context\.tenant = 'south': this graph answers for another tenant"):
        client.runs.wait(None, "pincite", input=asked, context={"tenant": "south"})
    south = client.assistants.create("pincite", config={"configurable": {"kb_tenant": "south"}})["assistant_id"]
    assert "ISO 9001:2015" in client.runs.wait(None, south, input=asked)["report"]["conclusion"]
    assert client.runs.wait(None, south, input=GIVEN)["report"]["terminal_state"] == "SUBJECT_NOT_FOUND"
    nobody = client.assistants.create("pincite", config={"configurable": {"kb_tenant": "nobody"}})["assistant_id"]
    with pytest.raises(Exception, match="no knowledge base of tenant"):
        client.runs.wait(None, nobody, input=GIVEN)


def test_a_cancelled_run_leaves_the_server_serving(
    client: SyncLangGraphClient, server: str, direct: dict[str, Any]
) -> None:
    threads = [client.threads.create()["thread_id"] for _ in range(16)]
    runs = [client.runs.create(thread, "pincite", input=GIVEN)["run_id"] for thread in threads]
    for thread, run in zip(reversed(threads), reversed(runs), strict=True):
        with contextlib.suppress(httpx.HTTPStatusError, NotFoundError):  # it has ended before
            client.runs.cancel(thread, run)
    for thread, run in zip(threads, runs, strict=True):
        client.runs.join(thread, run)
    ended = [client.runs.get(thread, run)["status"] for thread, run in zip(threads, runs, strict=True)]
    assert "interrupted" in ended
    assert set(ended) <= {"interrupted", "success"}
    for thread in (
        threads[-1],
        client.threads.create()["thread_id"],
    ):  # a thread whose run was cancelled, and a new one
        assert same(client.runs.wait(thread, "pincite", input=GIVEN)["report"]) == direct
    with httpx.stream("POST", f"{server}/runs/stream", json={"assistant_id": "pincite", "input": GIVEN}):
        pass  # the one who asked goes away
    assert same(client.runs.wait(None, "pincite", input=GIVEN)["report"]) == direct
