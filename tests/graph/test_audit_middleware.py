"""The audit as middleware of agents that `create_agent` makes."""

import asyncio
import builtins
import importlib
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langchain_core.tools import BaseTool, ToolException, tool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import BaseModel
from scripted_agent import ScriptedModel, calls, scripted

from pincite import KnowledgeBase, Settings, build_graph, retrieval_tools
from pincite.errors import SettingsError
from pincite.evidence.audit.audit_report import AuditReport
from pincite.evidence.report.evidence_report import ClaimVerdict
from pincite.graph.adapters import as_tool
from pincite.graph.audit_node import after_audit
from pincite.graph.tool_results import CHARACTERS, tool_results

agents = pytest.importorskip("langchain.agents")
from pincite.graph.audit_middleware import AuditMiddleware, Policy  # noqa: E402

RIGHT, WRONG = "The fee is 40 euros.", "It is due on 5 May."
MIXED = f"{RIGHT} {WRONG}"
LEASE = {
    "id": "lease",
    "title": "Lease agreement between Tarnholm Ltd and Borrowdale Estates Ltd",
    "entity": "Tarnholm Ltd",
    "document_type": "lease agreement",
    "updated_at": "2026-04-10",
    "text": "Tarnholm Ltd rents the hall. The notice period under this lease is six months.",
}
QUESTION = "What is the notice period under the lease agreement of Tarnholm Ltd?"


@tool
def fees(query: str) -> str:
    """Look fees up."""
    return "The fee is 40 euros. The fee is due on 4 May."


@tool(response_format="content_and_artifact")
def documents(query: str) -> tuple[str, list[Document]]:
    """Search documents."""
    return "2 documents", [Document("The fee is 40 euros."), Document("The fee is due on 4 May.")]


@tool
def blocks(query: str) -> list[dict[str, str]]:
    """Give blocks of content."""
    return [
        {"type": "text", "text": "The fee is 40 euros."},
        {"type": "image", "url": "https://pictures.example/1.png"},
    ]


@tool
def broken(query: str) -> str:
    """Fail."""
    raise ToolException("The fee is 40 euros.")


broken.handle_tool_error = True
LOOK_UP = calls("fees", [{"query": "fee"}])


def agent(model: ScriptedModel, policy: Policy, tools: Sequence[BaseTool] = (fees,), **more: Any) -> Any:
    return agents.create_agent(model, list(tools), middleware=[AuditMiddleware(policy, **more)])


def asked(model: ScriptedModel, policy: Policy = "annotate", tools: Sequence[BaseTool] = (fees,), **more: Any) -> Any:
    return agent(model, policy, tools, **more).invoke({"messages": [HumanMessage("What is the fee?")]})


def last(state: Any) -> str:
    return str(state["messages"][-1].text)


@pytest.mark.spec("ECO-2")
@pytest.mark.parametrize("policy", ["annotate", "repair", "withhold"])
def test_an_answer_that_the_tools_support_goes_out_as_it_is(policy: Policy) -> None:
    state = asked(scripted(LOOK_UP, "The fee is 40 euros. It is due on 4 May."), policy)
    assert last(state) == "The fee is 40 euros. It is due on 4 May."
    assert AuditReport.model_validate(state["audit"]).verdict == "faithful"
    assert after_audit(state) == "faithful"


@pytest.mark.spec("ECO-2")
def test_annotate_names_after_the_answer_what_the_tools_do_not_support() -> None:
    state = asked(scripted(LOOK_UP, f"{MIXED} Late payment costs more."))
    assert last(state) == (
        f"{MIXED} Late payment costs more.\n\n"
        "Checked against the results of the tools: 1 of 3 claims supported.\n"
        "- “It is due on 5 May.”: contradicted (fees 1: the claim says 5 May, the source 4 May)\n"
        "- “Late payment costs more.”: not shown by any result"
    )
    assert after_audit(state) == "not_faithful"


@pytest.mark.spec("ECO-2")
def test_withhold_leaves_what_stands() -> None:
    state = asked(scripted(LOOK_UP, MIXED), "withhold")
    assert last(state).startswith("The fee is 40 euros.\n\nThe rest was withheld")
    assert last(asked(scripted(LOOK_UP, WRONG), "withhold")).startswith("The answer was withheld, since")


@pytest.mark.spec("ECO-2")
def test_repair_sends_the_agent_back_once_and_the_refused_answer_leaves_the_conversation() -> None:
    model = scripted(LOOK_UP, MIXED, LOOK_UP, f"{RIGHT} The fee is due on 4 May.")
    state = asked(model, "repair")
    assert [message.type for message in state["messages"]] == ["human", "ai", "tool", "ai", "tool", "ai"]
    assert last(state) == f"{RIGHT} The fee is due on 4 May."
    told = model.asked[2][-1].text
    assert "“It is due on 5 May.”: contradicted" in told
    assert RIGHT not in told.split("Answer again")[0]


@pytest.mark.spec("ECO-2")
def test_what_a_repair_does_not_mend_is_withheld_and_the_next_turn_may_be_repaired_again() -> None:
    model = scripted(LOOK_UP, MIXED, WRONG, LOOK_UP, WRONG, RIGHT)
    talk = agents.create_agent(model, [fees], middleware=[AuditMiddleware("repair")], checkpointer=InMemorySaver())
    where = {"configurable": {"thread_id": "1"}}
    first = talk.invoke({"messages": [HumanMessage("What is the fee?")]}, where)
    assert last(first).startswith("The answer was withheld")
    assert first["audit"]["verdict"] == "unfaithful"
    second = talk.invoke({"messages": [HumanMessage("And now?")]}, where)
    assert last(second) == RIGHT
    assert len(second["messages"]) == 8


@pytest.mark.spec("ECO-2")
def test_an_async_agent_is_audited_too() -> None:
    run = agent(scripted(LOOK_UP, MIXED, RIGHT), "repair").ainvoke({"messages": [HumanMessage("What is the fee?")]})
    assert last(asyncio.run(run)) == RIGHT


@pytest.mark.spec("ECO-2")
def test_an_answer_of_content_blocks_keeps_them() -> None:
    content = [{"type": "text", "text": RIGHT}, {"type": "text", "text": f" {WRONG}"}]
    answer = asked(scripted(LOOK_UP, content))["messages"][-1]
    assert answer.content[:2] == content
    assert "1 of 2 claims supported" in answer.content[2]["text"]


@pytest.mark.spec("ECO-2")
@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("annotate", f"{RIGHT}\n\nNot checked: nothing to audit against"),
        ("withhold", "The answer was withheld. It could not be checked: nothing to audit against"),
    ],
)
def test_an_answer_without_any_tool_result_says_that_there_is_nothing_to_audit_against(
    policy: Policy, said: str
) -> None:
    state = asked(scripted(RIGHT), policy)
    assert last(state).startswith(said)
    assert after_audit(state) == "broken"


def test_without_tool_results_repair_sends_the_agent_to_its_tools() -> None:
    assert last(asked(scripted(RIGHT, LOOK_UP, RIGHT), "repair")) == RIGHT


@pytest.mark.parametrize("policy", ["annotate", "repair", "withhold"])
def test_a_question_back_passes(policy: Policy) -> None:
    assert last(asked(scripted("Which fee do you mean?"), policy)) == "Which fee do you mean?"


@pytest.mark.spec("ECO-2")
@pytest.mark.parametrize(
    ("source", "answer", "verdict"),
    [
        (documents, MIXED, "unfaithful"),
        (documents, "The fee is 40 euros [1]. It is due on 4 May [1].", "faithful"),  # whose numbers nobody knows
        (blocks, RIGHT, "faithful"),
    ],
)
def test_documents_and_blocks_of_tools_are_evidence(source: BaseTool, answer: str, verdict: str) -> None:
    state = asked(scripted(calls(source.name, [{"query": "fee"}]), answer), tools=[source])
    assert state["audit"]["verdict"] == verdict


def test_what_a_failed_tool_says_is_no_evidence() -> None:
    state = asked(scripted(calls("broken", [{"query": "fee"}]), RIGHT), tools=[broken])
    assert "nothing to audit against" in state["audit_error"]


def test_a_structured_response_is_not_passed_off_as_audited() -> None:
    class Fee(BaseModel):
        euros: int

    model = scripted(LOOK_UP, calls("Fee", [{"euros": 50}]))
    made = agents.create_agent(
        model,
        [fees],
        response_format=agents.structured_output.ToolStrategy(Fee),
        middleware=[AuditMiddleware("withhold")],
    )
    state = made.invoke({"messages": [HumanMessage("What is the fee?")]})
    assert after_audit(state) == "broken"
    assert state.get("structured_response") is None


def test_a_result_that_ends_the_run_is_shown_as_it_is() -> None:
    direct = fees.model_copy(update={"return_direct": True})
    assert last(asked(scripted(LOOK_UP), "withhold", [direct])) == "The fee is 40 euros. The fee is due on 4 May."


class Approving:
    name = "approving"
    calibrated = True

    def __call__(self, given: Any) -> Any:
        return tuple(
            (ClaimVerdict(span=sentence.text, supported_by=(sentence.own[0].id,), verdict="supported"),)
            for sentence in given.sentences
        )


def test_an_auditor_settles_what_code_leaves_unsettled_and_no_value() -> None:
    reworded = "You have to pay by early May."
    assert asked(scripted(LOOK_UP, reworded), auditor=Approving())["audit"]["verdict"] == "faithful"
    assert asked(scripted(LOOK_UP, WRONG), auditor=Approving())["audit"]["verdict"] == "unfaithful"


# pincite's own tools


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with KnowledgeBase.open(tmp_path_factory.mktemp("kb")) as kb:
        kb.ingest_texts([LEASE])
        yield [as_tool(build_graph(kb, Settings())), *retrieval_tools(kb)]


@pytest.mark.spec("ECO-2", "USE-2")
@pytest.mark.parametrize(
    ("called", "answer", "verdict"),
    [
        ("ask_documents", "The notice period under this lease is six months. [1]", "faithful"),
        ("ask_documents", "The notice period under this lease is six months. [4]", "partial"),
        ("ask_documents", "The notice period under this lease is five months. [1]", "unfaithful"),
        ("rag_retrieve", "The notice period under this lease is six months.", "faithful"),
    ],
)
def test_the_answer_is_held_against_the_quotes_of_pincites_own_tools(
    tools: list[BaseTool], called: str, answer: str, verdict: str
) -> None:
    arguments = {"question" if called == "ask_documents" else "query": QUESTION}
    talk = agents.create_agent(
        scripted(calls(called, [arguments]), answer),
        tools,
        middleware=[AuditMiddleware()],
        checkpointer=InMemorySaver(),
    )
    state = talk.invoke({"messages": [HumanMessage(QUESTION)]}, {"configurable": {"thread_id": "1"}})
    assert state["audit"]["verdict"] == verdict


@pytest.mark.spec("ECO-2")
@pytest.mark.parametrize(
    "question", [QUESTION, "What is the notice period under the lease agreement of Orrinvale Ltd?"]
)
def test_an_agent_that_gives_a_report_on_as_it_is_passes_refusals_too(tools: list[BaseTool], question: str) -> None:
    said = tools[0].invoke({"question": question})
    for answer in (said, said.rpartition("\n\n(")[0]):
        state = asked(scripted(calls("ask_documents", [{"question": question}]), answer), "withhold", tools)
        assert last(state) == answer


def test_beside_the_results_of_another_tool_numbers_name_none(tools: list[BaseTool]) -> None:
    both = AIMessage("", tool_calls=[*calls("ask_documents", [{"question": QUESTION}]).tool_calls, *LOOK_UP.tool_calls])
    state = asked(scripted(both, "The fee is 40 euros. [1]"), tools=[*tools, fees])
    assert state["audit"]["verdict"] == "faithful"


def test_two_reports_number_their_sources_alike_so_that_numbers_name_none(tools: list[BaseTool]) -> None:
    twice = calls("ask_documents", [{"question": QUESTION}, {"question": QUESTION}])
    state = asked(scripted(twice, "The notice period under this lease is six months. [2]"), tools=tools)
    assert state["audit"]["verdict"] == "faithful"


# limits and bad input


def test_only_so_much_of_a_long_conversation_is_looked_at_the_latest_first() -> None:
    long = "The fee is 30 euros. " * (CHARACTERS // 30)
    turns: list[AnyMessage] = [ToolMessage(text, tool_call_id="1", name="fees") for text in (RIGHT, long, long, WRONG)]
    found = tool_results(turns)
    assert [chunk.id for chunk in found.chunks] == ["fees 4", "fees 3", "fees 1"]
    assert found.left_out == 1


def test_an_artifact_that_only_looks_like_a_report_counts_by_its_words() -> None:
    artifact = {"provenance": {}, "structured_content": None}
    found = tool_results([ToolMessage(RIGHT, tool_call_id="1", artifact=artifact)])
    assert [tuple(chunk) for chunk in found.chunks] == [("tool 1", RIGHT)]


def test_an_answer_too_long_to_audit_is_withheld() -> None:
    state = asked(scripted(LOOK_UP, AIMessage("The fee is 40 euros. " * 10_000)), "withhold")
    assert "The answer was withheld. It could not be checked" in last(state)


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(SettingsError, match="policy = 'block': it must be one of annotate, repair, withhold"):
        AuditMiddleware("block")  # type: ignore[arg-type]


def test_without_langchain_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("langchain.agents"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.delitem(sys.modules, "pincite.graph.audit_middleware")
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ImportError, match=r"pip install 'pincite\[agents\]'"):
        importlib.import_module("pincite.graph.audit_middleware")
