"""The tools of the MCP server as a client of the SDK sees them: typed results, resources, and errors that say what to do."""

import asyncio
import shutil
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import AnyUrl
from scripted_agent import calls, scripted
from waiting_critic import Waiting

from pincite import KnowledgeBase
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.roles.extractive.extractive_roles import extractive_roles

mcp = pytest.importorskip("mcp")
from mcp.shared.memory import create_connected_server_and_client_session as connected  # noqa: E402

from pincite.serving import mcp_tools  # noqa: E402
from pincite.serving.mcp_messages import ANSWER_CHARACTERS  # noqa: E402
from pincite.serving.mcp_server import TOOLS, make_server  # noqa: E402
from pincite.serving.mcp_tools import McpTools  # noqa: E402

QUESTION = "What is the notice period under the lease agreement of Tarnholm Ltd?"
ABSENT = "What is the notice period under the lease agreement of Orrinvale Ltd?"
NOTICE = "The notice period under this lease is six months."
LEASE = {
    "id": "leases/tarnholm",
    "title": "Lease agreement between Tarnholm Ltd and Borrowdale Estates Ltd",
    "entity": "Tarnholm Ltd",
    "document_type": "lease agreement",
    "updated_at": "2026-04-10",
    "text": f"Tarnholm Ltd rents the hall. {NOTICE}",
}
Client = Any


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("mcp") / "kb"
    with KnowledgeBase.open(folder) as kb:
        kb.ingest_texts([LEASE, {"id": "notes", "title": "Notes", "text": "The hall is cold in winter."}])
    return str(folder)


def during(tools: McpTools, talk: Callable[[Client], Awaitable[Any]]) -> Any:
    """What `talk` gives, with a client that is connected to a server over these tools."""

    async def run() -> Any:
        async with connected(make_server(tools), read_timeout_seconds=timedelta(seconds=60)) as client:
            return await talk(client)

    try:
        return asyncio.run(run())
    finally:
        tools.close()


def called(place: str, name: str, given: Any) -> Any:
    return during(McpTools(place), lambda client: client.call_tool(name, given))


# what there is


@pytest.mark.spec("ECO-2")
def test_the_tools_are_described_with_types_for_what_they_take_and_give(place: str) -> None:
    async def talk(client: Client) -> Any:
        return await client.list_tools()

    found = {tool.name: tool for tool in during(McpTools(place), talk).tools}
    assert set(found) == {"ask", "search", "audit", "verify", "list_documents"} == set(TOOLS)
    assert "refuses" in found["ask"].description
    assert found["ask"].inputSchema["required"] == ["question"]
    assert set(found["ask"].outputSchema["required"]) >= {"sufficient", "conclusion", "sources", "run_id"}
    assert all(tool.annotations.readOnlyHint for tool in found.values())


@pytest.mark.spec("ECO-2")
def test_ask_answers_with_quotes_tells_its_progress_and_keeps_the_report(place: str) -> None:
    stages: list[str] = []

    async def told(progress: float, total: float | None, message: str | None) -> None:
        stages.append(str(message))

    async def talk(client: Client) -> Any:
        given = {"question": QUESTION, "as_of": "2026-05-15"}
        found = await client.call_tool("ask", given, progress_callback=told)
        run_id = found.structuredContent["run_id"]
        listed = await client.list_resources()
        whole = await client.read_resource(listed.resources[0].uri)
        text = await client.read_resource(AnyUrl(f"pincite://reports/{run_id}/markdown"))
        checked = await client.call_tool("verify", {"run_id": run_id})
        return found, whole.contents[0].text, text.contents[0].text, checked

    found, whole, text, checked = during(McpTools(place), talk)
    answer = found.structuredContent
    assert answer["sufficient"]
    assert [source["quote"] for source in answer["sources"]] == [NOTICE]
    assert f"“{NOTICE}”" in found.content[0].text
    assert "six months" in text
    assert EvidenceReport.model_validate_json(whole).run_id == answer["run_id"]
    assert checked.structuredContent["holds"]
    assert stages[:2] == ["reading the question", "planning"]
    assert stages[-1] == "concluding"


@pytest.mark.spec("ECO-2")
def test_a_refusal_is_a_result_that_says_why(place: str) -> None:
    found = called(place, "ask", {"question": ABSENT})
    assert not found.isError
    assert (found.structuredContent["sufficient"], found.structuredContent["answer"]) == (False, None)
    assert found.structuredContent["stop_reason"] == "subject_not_found"
    assert "Orrinvale" in found.content[0].text


@pytest.mark.spec("ECO-2")
def test_what_is_written_from_found_passages_can_be_audited_by_their_ids(place: str) -> None:
    async def talk(client: Client) -> Any:
        found = await client.call_tool("search", {"query": "notice period"})
        ids = [passage["passage_id"] for passage in found.structuredContent["passages"]]
        held = [await client.call_tool("audit", {"answer": text, "passage_ids": ids}) for text in (NOTICE, WRONG)]
        return found, *held

    WRONG = NOTICE.replace("six", "five")  # noqa: N806
    found, right, wrong = during(McpTools(place), talk)
    assert "<CITATION" in found.content[0].text
    assert right.structuredContent["verdict"] == "faithful"
    assert wrong.structuredContent["claims"][0]["verdict"] == "contradicted"
    assert "the claim says" in wrong.content[0].text


@pytest.mark.spec("ECO-2", "REP-1")
@pytest.mark.parametrize(
    ("quote", "document", "holds", "said"),
    [
        (NOTICE, None, True, "found in leases/tarnholm"),
        ("notice period\nunder this lease", "leases/*", True, "found in leases/tarnholm"),
        (NOTICE.replace("six", "five"), None, False, "a search for it returns"),
        (NOTICE, "notes", False, "not found in notes"),
    ],
)
def test_a_quote_is_verified_in_the_stored_text(
    place: str, quote: str, document: str | None, holds: bool, said: str
) -> None:
    found = called(place, "verify", {"quotes": [{"quote": quote, "document": document}]}).structuredContent
    assert (found["holds"], found["quotes"][0]["holds"]) == (holds, holds)
    assert said in found["quotes"][0]["reason"]
    assert [found_place["text"] for found_place in found["quotes"][0]["stands"]] == (
        [" ".join(quote.split())] if holds else []
    )


@pytest.mark.spec("ECO-2", "REP-1")
def test_a_report_that_was_changed_does_not_hold(place: str) -> None:
    async def talk(client: Client) -> Any:
        asked = await client.call_tool("ask", {"question": QUESTION})
        uri = AnyUrl(asked.structuredContent["report"])
        whole = (await client.read_resource(uri)).contents[0].text
        changed = EvidenceReport.model_validate_json(whole.replace("six months", "two months")).model_dump(mode="json")
        return await client.call_tool("verify", {"report": changed})

    found = during(McpTools(place), talk)
    assert not found.structuredContent["holds"]
    assert "digest" in found.content[0].text


@pytest.mark.spec("ECO-2")
def test_documents_are_listed_in_pages(place: str) -> None:
    first = called(place, "list_documents", {"limit": 1})
    assert [document["path"] for document in first.structuredContent["documents"]] == ["leases/tarnholm"]
    assert first.structuredContent["more"]
    assert "continue with offset 1" in first.content[0].text
    last = called(place, "list_documents", {"offset": 1}).structuredContent
    assert ([document["path"] for document in last["documents"]], last["more"]) == (["notes"], False)
    assert "No document matches." in called(place, "list_documents", {"documents": ["nothing*"]}).content[0].text


@pytest.mark.spec("ECO-2")
@pytest.mark.parametrize(
    ("name", "answer", "verdict"),
    [
        ("ask", "The notice period under this lease is six months. [1]", "faithful"),
        ("search", "The notice period under this lease is five months.", "unfaithful"),
    ],
)
def test_an_agent_whose_tools_come_from_the_server_is_audited(place: str, name: str, answer: str, verdict: str) -> None:
    create_agent = pytest.importorskip("langchain.agents").create_agent
    load = pytest.importorskip("langchain_mcp_adapters.tools").load_mcp_tools
    from pincite.graph.audit_middleware import AuditMiddleware

    async def talk(client: Client) -> Any:
        model = scripted(calls(name, [{"question" if name == "ask" else "query": QUESTION}]), answer)
        agent = create_agent(model, await load(client), middleware=[AuditMiddleware()])
        return await agent.ainvoke({"messages": [("user", QUESTION)]})

    assert during(McpTools(place), talk)["audit"]["verdict"] == verdict


# bad input and faults


@pytest.mark.spec("ECO-2")
@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("ask", {}, "question: field required"),
        ("ask", {"question": 7, "asof": "x"}, "question: input should be a valid string; asof: extra inputs"),
        ("ask", {"question": " "}, "question: it is empty; ask something"),
        ("ask", {"question": "x" * 9_000}, "question: 9,000 characters; at most 8,000 are read"),
        ("ask", {"question": QUESTION, "as_of": "yesterday"}, "an ISO date is needed"),
        ("ask", {"question": QUESTION, "documents": ["nothing*"]}, "no document of the knowledge base matches"),
        ("search", {"query": "x" * 5_000}, "query: string should have at most 4000 characters"),
        ("search", {"query": "x", "limit": "many"}, "limit: input should be 30, 50 or 100"),
        ("audit", {"answer": NOTICE}, "give passage_ids or chunks"),
        ("audit", {"answer": NOTICE, "passage_ids": ["nix"]}, "passage nix: not in generation"),
        ("audit", {"answer": "x" * (ANSWER_CHARACTERS + 1), "chunks": []}, "at most 20000 characters"),
        (
            "audit",
            {"answer": NOTICE, "chunks": [{"id": str(n), "text": "x" * 200_000} for n in (1, 2)]},
            "at most 300,000",
        ),
        ("audit", {"answer": "Is it?", "chunks": [{"id": "1", "text": "x"}]}, "asserts nothing"),
        ("verify", {}, "Error: give exactly one of run_id, report and quotes"),
        ("verify", {"run_id": "nix"}, "has no such report"),
        ("verify", {"report": {"question": "?"}}, "not a report"),
        (
            "verify",
            {"quotes": [{"quote": NOTICE, "document": "nix"}]},
            "no document matches; available are leases/tarnholm",
        ),
        ("verify", {"quotes": [{"quote": "…"}]}, "no letter or digit"),
        ("list_documents", {"offset": -1}, "offset: input should be greater than or equal to 0"),
        ("answer", {}, "answer: no such tool; available are ask, search, audit, verify, list_documents"),
    ],
)
def test_bad_arguments_are_tool_errors_that_name_the_field(place: str, name: str, given: Any, said: str) -> None:
    found = called(place, name, given)
    assert found.isError
    assert said in found.content[0].text
    assert len(found.content[0].text) < 600


@pytest.mark.spec("ECO-2")
def test_a_missing_knowledge_base_is_named_with_its_command_and_found_once_it_is_there(tmp_path: Path) -> None:
    place = tmp_path / "kb"

    async def talk(client: Client) -> Any:
        before = [
            await client.call_tool(name, given)
            for name, given in (("ask", {"question": QUESTION}), ("search", {"query": "x"}))
        ]
        with KnowledgeBase.open(place) as kb:
            kb.ingest_texts([LEASE])
        return *before, await client.call_tool("ask", {"question": QUESTION})

    *before, after = during(McpTools(str(place)), talk)
    for found in before:
        assert found.isError
        assert f"make one with `pincite ingest PATH --kb {place}`" in found.content[0].text
    assert not after.isError


@pytest.mark.spec("ECO-2")
def test_a_knowledge_base_that_is_deleted_is_missing_and_one_made_anew_is_the_one_that_is_asked(tmp_path: Path) -> None:
    place = tmp_path / "kb"

    def made(lease: dict[str, str]) -> None:
        with KnowledgeBase.open(place) as kb:
            kb.ingest_texts([lease])

    async def talk(client: Client) -> Any:
        made(LEASE)
        found = [await client.call_tool("ask", {"question": QUESTION})]
        shutil.rmtree(place)
        found.append(await client.call_tool("ask", {"question": QUESTION}))
        made({**LEASE, "text": str(LEASE["text"]).replace("six", "nine")})
        return *found, await client.call_tool("ask", {"question": QUESTION})

    before, missing, after = during(McpTools(str(place)), talk)
    assert "six months" in before.structuredContent["conclusion"]
    assert missing.isError
    assert "nine months" in after.structuredContent["conclusion"]


@pytest.mark.spec("ECO-2")
def test_wrong_settings_are_a_tool_error(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_SERVING__RUNS_AT_ONCE", "none")
    found = called(place, "ask", {"question": QUESTION})
    assert found.isError
    assert "serving.runs_at_once" in found.content[0].text


def test_a_fault_of_ours_names_its_type_and_no_more(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(mcp_tools, "retrieval", fail)
    found = called(place, "search", {"query": "x"})
    assert found.isError
    assert "search failed (RuntimeError)" in found.content[0].text
    assert "secret" not in found.content[0].text


def test_an_unknown_resource_is_an_error(place: str) -> None:
    async def talk(client: Client) -> list[str]:
        said = []
        for uri in ("pincite://reports/nix", "pincite://reports/nix/html", "pincite://documents/notes"):
            with pytest.raises(mcp.McpError) as error:
                await client.read_resource(AnyUrl(uri))
            said.append(str(error.value))
        return said

    kept, *others = during(McpTools(place), talk)
    assert "has no such report" in kept
    assert all("no such resource" in other for other in others)


@pytest.mark.spec("ECO-2")
def test_only_the_latest_reports_are_kept(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_tools, "REPORTS_KEPT", 2)

    async def talk(client: Client) -> Any:
        runs = [(await client.call_tool("ask", {"question": ABSENT})).structuredContent["run_id"] for _ in range(3)]
        return runs, [resource.name for resource in (await client.list_resources()).resources]

    runs, kept = during(McpTools(place), talk)
    assert kept == [runs[2], runs[1]]


# clients that cancel, leave or ask too much


@pytest.fixture
def waiting(place: str) -> tuple[McpTools, Waiting]:
    critic = Waiting()
    return McpTools(place, roles=replace(extractive_roles(), critic=critic)), critic


@pytest.mark.spec("ECO-2")
def test_one_run_too_many_is_given_a_time_to_retry_and_the_rest_still_serves(
    waiting: tuple[McpTools, Waiting], monkeypatch: pytest.MonkeyPatch
) -> None:
    tools, critic = waiting
    monkeypatch.setenv("PINCITE_SERVING__RUNS_AT_ONCE", "1")

    async def talk(client: Client) -> Any:
        first = asyncio.create_task(client.call_tool("ask", {"question": QUESTION}))
        await asyncio.to_thread(critic.entered.wait, 30)
        refused = await client.call_tool("ask", {"question": QUESTION})
        searched = await client.call_tool("search", {"query": "notice"})
        first.cancel()
        return refused, searched

    refused, searched = during(tools, talk)
    assert refused.isError
    assert "1 runs are active" in refused.content[0].text
    assert "(in 5 seconds)" in refused.content[0].text
    assert not searched.isError


@pytest.mark.spec("ECO-2")
def test_a_request_that_is_cancelled_ends_its_run_and_gives_its_place_back(waiting: tuple[McpTools, Waiting]) -> None:
    tools, critic = waiting

    async def talk(client: Client) -> Any:
        asked = asyncio.create_task(client.call_tool("ask", {"question": QUESTION}))
        await asyncio.to_thread(critic.entered.wait, 30)
        number = client._request_id - 1
        await client.send_notification(
            mcp.types.ClientNotification(
                mcp.types.CancelledNotification(params=mcp.types.CancelledNotificationParams(requestId=number))
            )
        )
        with pytest.raises(mcp.McpError, match="cancelled"):
            await asked
        assert await asyncio.to_thread(critic.cancelled.wait, 30)
        return await client.call_tool("search", {"query": "notice"})

    assert not during(tools, talk).isError
    assert critic.cancelled.is_set()


def test_an_audit_that_nobody_waits_for_gives_its_place_back_when_it_ends(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, go_on, tools = threading.Event(), threading.Event(), McpTools(place)

    def slow(*_: Any, **__: Any) -> None:
        entered.set()
        go_on.wait(30)
        raise RuntimeError

    monkeypatch.setattr(mcp_tools, "audit", slow)

    async def talk(client: Client) -> list[int]:
        given = {"answer": NOTICE, "chunks": [{"id": "1", "text": NOTICE}]}
        asked = asyncio.create_task(client.call_tool("audit", given))
        await asyncio.to_thread(entered.wait, 30)
        admission = tools.admission()
        asked.cancel()
        assert admission is not None
        held = admission.inside
        go_on.set()
        await asyncio.to_thread(admission.wait, 30)
        return [held, admission.inside]

    assert during(tools, talk) == [1, 0]


@pytest.mark.spec("ECO-2")
def test_a_client_that_leaves_ends_its_run(waiting: tuple[McpTools, Waiting]) -> None:
    tools, critic = waiting

    async def talk(client: Client) -> None:
        asked = asyncio.create_task(client.call_tool("ask", {"question": QUESTION}))
        await asyncio.to_thread(critic.entered.wait, 30)
        asked.cancel()

    during(tools, talk)
    assert critic.cancelled.is_set()
    admission = tools.admission()
    assert admission is None or admission.inside == 0
