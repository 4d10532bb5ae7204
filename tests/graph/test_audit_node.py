"""The audit as a node that gates another graph's answers."""

import asyncio
from typing import Any

import pytest
from langchain_core.documents import Document
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph

from pincite.evidence.audit.audit_report import AuditReport
from pincite.graph.audit_node import AuditUpdate, after_audit, audit_node


class Chat(AuditUpdate, total=False):
    reply: str
    passages: list[Any]
    sent: str


def gated() -> Any:
    graph = StateGraph(Chat)
    graph.add_node("audit", audit_node(answer="reply", chunks="passages"))
    graph.add_node("send", lambda state: {"sent": state["reply"]})
    graph.add_node("hold", lambda state: {"sent": "held back"})
    graph.add_edge(START, "audit")
    graph.add_conditional_edges("audit", after_audit, {"faithful": "send", "not_faithful": "hold", "broken": "hold"})
    graph.add_edge("send", END)
    graph.add_edge("hold", END)
    return graph.compile(checkpointer=InMemorySaver())


PASSAGES = [Document(page_content="Acme was founded in 1990."), {"id": "b", "text": "Beta is a bank."}]


def ask(reply: str | None, passages: Any) -> dict[str, Any]:
    state: dict[str, Any] = gated().invoke(
        {"reply": reply, "passages": passages}, {"configurable": {"thread_id": "one"}}
    )
    return state


@pytest.mark.spec("AUD-9")
def test_a_faithful_answer_goes_out() -> None:
    state = ask("Acme was founded in 1990 [1]. Beta is a bank [b].", PASSAGES)
    assert state["sent"] == "Acme was founded in 1990 [1]. Beta is a bank [b]."
    assert AuditReport.model_validate(state["audit"]).verdict == "faithful"
    assert state["audit_error"] is None


@pytest.mark.spec("AUD-9")
def test_an_unfaithful_answer_is_held_and_the_state_says_why() -> None:
    state = ask("Acme was founded in 1991 [1].", PASSAGES)
    assert state["sent"] == "held back"
    assert state["audit"]["claims"][0]["verdict"] == "contradicted"


@pytest.mark.spec("AUD-9")
@pytest.mark.parametrize(
    ("reply", "passages", "error"),
    [
        ("Acme grew.", [], "no chunks"),
        ("Is it?", PASSAGES, "asserts nothing"),
        (None, PASSAGES, "no value in channel “reply”"),
        ("Acme grew.", "Acme grew.", "a list of chunks is needed"),
    ],
)
def test_what_cannot_be_audited_is_held_too(reply: str | None, passages: Any, error: str) -> None:
    state = ask(reply, passages)
    assert state["sent"] == "held back"
    assert error in state["audit_error"]


@pytest.mark.spec("AUD-9")
def test_it_runs_in_an_async_graph() -> None:
    given = {"reply": "Acme was founded in 1990.", "passages": PASSAGES}
    state = asyncio.run(gated().ainvoke(given, {"configurable": {"thread_id": "one"}}))
    assert state["sent"] == "Acme was founded in 1990."


def test_a_state_without_an_audit_passes_nothing() -> None:
    assert after_audit({}) == "broken"
