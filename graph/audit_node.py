"""The audit as a node of any LangGraph graph, and a router by its result (SPEC AUD-9)."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol

from langchain_core.documents import Document
from typing_extensions import TypedDict

from ..errors import AuditInputError, PinciteError
from ..roles.answer_audit import audit
from ..roles.contracts.auditor import Auditor

AuditOutcome = Literal[
    "faithful",  # every claim is supported by what it cites
    "not_faithful",  # at least one claim is not supported
    "broken",  # the answer could not be audited
]


class AuditUpdate(TypedDict):
    """The two channels that the node writes, of which one is None. Include them in the state of the graph."""

    audit: dict[str, Any] | None
    """The report as JSON (SPEC AUD-1), which any checkpointer can store. `AuditReport.model_validate` converts it
    back."""
    audit_error: str | None


class AuditNode(Protocol):
    def __call__(self, state: Any) -> AuditUpdate: ...


def audit_node(*, answer: str = "answer", chunks: str = "chunks", auditor: Auditor | None = None) -> AuditNode:
    """Return a node that audits the text in channel `answer` against the channel `chunks`, and writes `audit` and
    `audit_error`.

    Chunks are mappings or objects with `id` and `text`, or LangChain documents. A document without an id is named by
    its position, counted from 1. If the answer cannot be audited, `audit_error` gives the reason, and `after_audit`
    does not pass it.

    >>> from langgraph.graph import StateGraph
    >>> class State(AuditUpdate):
    ...     answer: str
    ...     chunks: list[dict[str, str]]
    >>> graph = StateGraph(State).add_node("audit", audit_node())
    """

    def node(state: Any) -> AuditUpdate:
        try:
            given, held = _channel(state, answer), _channel(state, chunks)
            report = audit(given, _read(held), auditor=auditor)
        except PinciteError as error:
            return {"audit": None, "audit_error": str(error)}
        return {"audit": report.model_dump(mode="json"), "audit_error": None}

    return node


def after_audit(state: Mapping[str, Any]) -> AuditOutcome:
    """Return the next branch after `audit_node`, for `add_conditional_edges`. A missing audit counts as broken."""
    report = state.get("audit")
    if not report:
        return "broken"
    return "faithful" if report["verdict"] == "faithful" else "not_faithful"


def _channel(state: Mapping[str, Any], name: str) -> Any:
    if state.get(name) is None:
        raise AuditInputError(
            f"the state has no value in channel “{name}”; write it before the audit, or name another channel"
        )
    return state[name]


def _read(chunks: Any) -> Any:
    if not isinstance(chunks, Iterable) or isinstance(chunks, str | bytes | Mapping):
        return chunks
    return [
        {"id": chunk.id or str(place), "text": chunk.page_content} if isinstance(chunk, Document) else chunk
        for place, chunk in enumerate(chunks, 1)
    ]
