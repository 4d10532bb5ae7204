"""Reports the progress of a run as typed events through LangGraph's stream writer (`stream_mode="custom"`).

The events are written as plain dicts, so they are the same in one process and over a server. `read_event` turns them
into typed objects.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from langgraph.config import get_stream_writer
from pydantic import Field, TypeAdapter

from ...evidence.model.evidence import RejectionCode
from ...evidence.model.frozen import Frozen
from ...evidence.report.evidence_report import State, Step
from ...roles.contracts.auditor import sentence_passes
from .state import RunState


class _Event(Frozen):
    node: str
    """The node that sends the event. The nodes of follow-ups have their own names."""
    state: State


class NodeEntered(_Event):
    event: Literal["entered"] = "entered"


class NodeLeft(_Event):
    """A node has ended. `exit`: the reason in words. The other fields are what remains of each budget; the seconds
    count working time only."""

    event: Literal["left"] = "left"
    exit: str
    seconds: float
    model_calls_left: int
    tokens_left: int
    seconds_left: float


class PlanMade(_Event):
    """The plan of the question: its subjects and its steps, in words."""

    event: Literal["plan"] = "plan"
    subjects: tuple[str, ...]
    steps: tuple[str, ...]


class GatePassed(_Event):
    """The gate has decided whether the documents contain the subject. `candidates`: the subject's names there."""

    event: Literal["gate"] = "gate"
    found: bool
    candidates: tuple[str, ...]
    rejected: int


class PassagesFound(_Event):
    event: Literal["passages"] = "passages"
    new: int
    in_all: int


class EvidenceJudged(_Event):
    """How many quotes were verified, and how many rejected for each reason, in the whole run so far."""

    event: Literal["evidence"] = "evidence"
    accepted: int
    rejected: int
    refused_for: tuple[RejectionCode, ...]


class CriticDecided(_Event):
    event: Literal["decision"] = "decision"
    requires_more_context: bool
    reason: str
    missing_facts: tuple[str, ...]
    next_step: Literal["draft", "follow_up", "conclude"] | None
    suggested_query: str


class SentencesAudited(_Event):
    event: Literal["audit"] = "audit"
    supported: int
    in_all: int


class RunConcluded(_Event):
    event: Literal["concluded"] = "concluded"
    sufficient: bool
    confidence: Literal["low", "medium", "high"]
    stop_reason: str


ProgressEvent = Annotated[
    NodeEntered
    | NodeLeft
    | PlanMade
    | GatePassed
    | PassagesFound
    | EvidenceJudged
    | CriticDecided
    | SentencesAudited
    | RunConcluded,
    Field(discriminator="event"),
]
_EVENT: TypeAdapter[ProgressEvent] = TypeAdapter(ProgressEvent)


def read_event(data: Any) -> ProgressEvent:
    """Return the typed event of a part of the custom stream. Raises pydantic's ValidationError if pincite did not write
    it."""
    return _EVENT.validate_python(data)


def tell(*events: ProgressEvent) -> None:
    """Write the events to the stream of the run. Outside a run they are dropped."""
    try:
        write = get_stream_writer()
    except (RuntimeError, KeyError, LookupError):
        return
    for event in events:
        write(dict(event))


def happened(step: Step, state: RunState, changes: RunState) -> Iterator[ProgressEvent]:
    """Yield the events of a node that ended. `state`: the state before the node. `changes`: the output of the node."""
    about: dict[str, Any] = {"node": step.node, "state": step.state}
    if (plan := changes.get("analysis")) is not None:
        subjects = tuple(subject.described() for subject in plan.subjects)
        yield PlanMade(**about, subjects=subjects, steps=tuple(fact.text for fact in plan.required_facts))
    if "candidates" in changes and step.state == "CANDIDATE_SUBJECT_DISCOVERED":
        names = tuple(dict.fromkeys(change.name for change in changes["candidates"]))
        rejected = changes.get("rejected_candidates", ())
        yield GatePassed(**about, found=bool(names), candidates=names, rejected=len(rejected))
    if "passages" in changes and step.state == "EVIDENCE_RETRIEVAL":
        found = len(changes["passages"])
        yield PassagesFound(**about, new=found - len(state.get("passages", ())), in_all=found)
    if "evidence" in changes and step.state == "EVIDENCE_VERIFIED" and "decisions" not in changes:
        rejected_evidence = changes.get("rejected_evidence", state.get("rejected_evidence", ()))
        codes = tuple(dict.fromkeys(rejection.code for rejection in rejected_evidence))
        yield EvidenceJudged(
            **about, accepted=len(changes["evidence"]), rejected=len(rejected_evidence), refused_for=codes
        )
    if changes.get("decisions"):
        decision, following = changes["decisions"][-1], changes.get("next_step")
        yield CriticDecided(
            **about,
            requires_more_context=decision.requires_more_context,
            reason=decision.reason,
            missing_facts=decision.missing_facts,
            next_step=following.step if following else None,
            suggested_query=decision.suggested_query,
        )
    if "claims" in changes and step.node == "audit":
        verdicts = changes["claims"]
        yield SentencesAudited(**about, supported=sum(map(sentence_passes, verdicts)), in_all=len(verdicts))
    report = changes.get("report")
    if report is not None:
        yield RunConcluded(
            **about, sufficient=report.sufficient, confidence=report.confidence, stop_reason=report.stop_reason
        )
