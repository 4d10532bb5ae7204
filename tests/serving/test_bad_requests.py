"""Requests made to do harm are refused by the server's middleware shortly and soon, and none of them is a fault of the server."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Mount

from pincite.errors import SettingsError
from pincite.serving.request_check import begins_a_run, why_refused
from pincite.serving.server import RefuseBadRequests
from pincite.serving.studio import make_graph

GIVEN = {"question": "What is the notice period of the lease?"}


def of(**choices: Any) -> dict[str, Any]:
    return {"input": GIVEN, "config": {"configurable": choices}}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (of(kb="a\0b"), "configurable.kb"),
        (of(kb="a/" * 1_000_000), "configurable.kb"),
        (of(kb="../" * 300), "it is outside"),
        (of(follow_ups=10**4_000), "configurable.follow_ups"),
        ({"input": GIVEN, "context": {"self": 1}}, "context.self: no such field"),
        ({"input": GIVEN, "context": {f"field {number}": 1 for number in range(20_000)}}, "and 19,995 more"),
        ({"input": {**GIVEN, "documents": ["*"] * 50_000}}, "documents: 50,000 are chosen; at most 1,000"),
        ({"input": {**GIVEN, "constraints": ["x" * 9_000]}}, "constraints: 9,000 characters"),
        ({"input": [GIVEN]}, "input: an object is needed"),
    ],
)
@pytest.mark.spec("CRI-9", "USE-1")
def test_a_request_made_to_do_harm_is_refused_by_name(body: dict[str, Any], said: str) -> None:
    wrong = why_refused("/runs/wait", json.dumps(body).encode())
    assert wrong is not None
    assert said in wrong
    assert len(wrong) < 6_000


@pytest.mark.parametrize(
    "body", [b"[" * 1_000_000, b"\xff\xfe{}", b"9" * 5_000, b'{"method": "run.start", "params": [1]}', b"null", b'"x"']
)
def test_what_is_no_request_is_left_to_the_server(body: bytes) -> None:
    assert why_refused("/threads/1/commands", body) is None


@pytest.mark.parametrize(
    ("body", "begins"),
    [
        (rb'{"method": "run.start"}', True),
        (rb'{"method": "run\u002estart", "params": {}}', True),
        (rb'{"method": "run.cancel", "params": "run.start"}', False),
        (b'["run.start"]', False),
        (b"[" * 100_000, False),
    ],
)
def test_a_command_counts_as_a_run_however_it_is_written(body: bytes, begins: bool) -> None:
    assert begins_a_run("/threads/1/commands", body) is begins


@pytest.mark.slow
def test_names_of_the_servers_own_are_passed_over_however_many() -> None:
    assert (
        why_refused("/runs/wait", json.dumps(of(**{f"name {number}": number for number in range(20_000)})).encode())
        is None
    )


@pytest.mark.parametrize("kb", ["a" * 300, "a" * 900, "\ud800", "a/" * 400])
@pytest.mark.spec("USE-1")
def test_a_folder_that_no_system_can_have_is_a_wrong_setting(kb: str) -> None:
    with pytest.raises(SettingsError, match=r"^configurable\.kb = ") as raised:
        asyncio.run(make_graph({"configurable": {"kb": kb}}))
    assert len(str(raised.value)) < 3_000


@pytest.mark.spec("USE-1")
def test_a_bad_request_is_refused_under_the_prefix_that_a_server_is_mounted_at() -> None:
    app = Starlette(routes=[Mount("/api", app=RefuseBadRequests(JSONResponse({})))])

    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://server") as client:
            return await client.post("/api/runs/wait", json={"input": {"qestion": "Who?"}})

    answer = asyncio.run(asked())
    assert (answer.status_code, answer.json()["detail"].split(":")[0]) == (422, "input.qestion")


@pytest.mark.spec("USE-1", "ECO-1")
@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        ("question", GIVEN, None),
        ("chat", GIVEN, "input.question: no such field"),
        ("chat", {"messages": "Who?"}, None),
        ("question", {"messages": "Who?"}, "input.messages: no such field"),
        ("other", {"anything": 5}, None),
        (None, {"messages": [7]}, "input.messages: Unsupported message type"),
        (None, {"mesages": "Who?"}, "input.mesages: no such field"),
    ],
)
def test_input_is_held_against_the_graph_of_the_assistant(kind: Any, given: dict[str, Any], said: str | None) -> None:
    for path, body in (
        ("/runs/wait", {"assistant_id": "mine", "input": given}),
        ("/threads/1/commands", {"method": "run.start", "params": {"assistant_id": "mine", "input": given}}),
    ):
        wrong = why_refused(path, json.dumps(body).encode(), {"mine": kind} if kind else {})
        assert (wrong or "").startswith(said) if said else wrong is None
