"""The typed state that the nodes share. It contains frozen values only, and ids in place of long texts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NotRequired, Required

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from ...errors import SettingsError
from ...evidence.binding.bind_candidate import GateDecision
from ...evidence.judgement.coverage import Coverage
from ...evidence.model.evidence import Evidence, Proposal, RejectedEvidence
from ...evidence.model.frozen import Day, Frozen
from ...evidence.model.model_fault import ModelFault
from ...evidence.model.spans import PassageId, VersionId
from ...evidence.model.subjects import CandidateSubject, Plan, RejectedCandidate
from ...evidence.questions.critic_decision import Decision
from ...evidence.questions.follow_up_decision import NextStep
from ...evidence.report.evidence_report import (
    ClaimVerdict,
    Disclosure,
    EvidenceReport,
    RiskSignal,
    SourceSearched,
    Step,
    StopReason,
    ToolCall,
    Usage,
)
from ...roles.contracts.critic import LineSeen
from ...roles.contracts.generator import DraftSentence
from .context import RunContext


class RunHeader(Frozen):
    """The properties of a run that are fixed from its first node on."""

    run_id: str
    started: datetime
    as_of: Day
    snapshot_id: str
    generation: int
    settings_sha256: str
    """The hash of the graph's settings. A run is resumed only with the same settings."""
    context: RunContext = RunContext()
    """The settings that the caller changed for this run."""


class Found(Frozen):
    """The id of a retrieved passage, with the retrieval that found it: 0 for the first, 1 and 2 for follow-ups."""

    passage_id: PassageId
    version_id: VersionId
    score: float
    pass_number: int


class RunInput(TypedDict, total=False):
    """The input of a run. Only the question is required."""

    question: Required[str]
    as_of: str
    """The day of the answer, ISO 8601; default: today (UTC)."""
    constraints: list[str]
    """Further constraints, in words. They are added to those of the question (SPEC SUB-1)."""
    documents: list[str]
    """Limit the run to documents whose path matches one of these globs (SPEC USE-6)."""
    collections: list[str]
    """Limit the run to these first-level folders of the ingested roots."""
    earlier_turns: list[str]
    """Earlier turns of a conversation, oldest first. They only resolve references."""


class RunOutput(TypedDict):
    report: EvidenceReport


@with_config(ConfigDict(extra="forbid"))
class RunState(TypedDict, total=False):
    """The state of a run: all channels of the graph. `init` overwrites all of them, so that a thread can be used for
    another question."""

    question: str
    as_of: NotRequired[str]
    constraints: NotRequired[tuple[str, ...]]
    documents: NotRequired[tuple[str, ...]]
    collections: NotRequired[tuple[str, ...]]
    earlier_turns: NotRequired[tuple[str, ...]]
    run: RunHeader
    analysis: Plan | None
    gate: GateDecision | None
    candidates: tuple[CandidateSubject, ...]
    rejected_candidates: tuple[RejectedCandidate, ...]
    discovered: tuple[Found, ...]
    """The hits of discovery. A closed gate names the closest documents from them."""
    run_texts: tuple[VersionId, ...]
    """The texts that the user's own sources gave to this run. The catalogue contains them, but no generation does."""
    passages: tuple[Found, ...]
    """The found passages, in the order found. A passage that was found but not read may occur again in a later pass."""
    proposals: tuple[Proposal, ...]
    """The proposals of the latest extraction. Verified ones become evidence."""
    evidence: tuple[Evidence, ...]
    rejected_evidence: tuple[RejectedEvidence, ...]
    parallel_lines: tuple[LineSeen, ...]
    """Lines without a quote that share words with a verified quote, those of the latest pass first."""
    decisions: tuple[Decision, ...]
    """The critic's decisions, one for each critique, in order."""
    coverage: Coverage | None
    next_step: NextStep | None
    draft: tuple[DraftSentence, ...]
    claims: tuple[tuple[ClaimVerdict, ...], ...]
    """The audit's verdicts: one tuple for each sentence of the draft."""
    stop_reason: StopReason | None
    risk_signals: tuple[RiskSignal, ...]
    disclosures: tuple[Disclosure, ...]
    sources_searched: tuple[SourceSearched, ...]
    tool_history: tuple[ToolCall, ...]
    model_faults: tuple[ModelFault, ...]
    """Why models gave no answer so far. Each cause of each model occurs once."""
    path: tuple[Step, ...]
    usage: Usage
    """The model calls and tokens so far; the used time is in the path."""
    report: EvidenceReport | None


_STATE: TypeAdapter[RunState] = TypeAdapter(RunState)


def read_state(values: Any) -> RunState:
    """Return the state as typed values. A checkpoint turns tuples into lists, and an edit turns models into dicts.

    Raises SettingsError, which names a field that cannot be read. This happens after an edit, or in a run of an
    incompatible version.
    """
    try:
        return _STATE.validate_python(values)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(part) for part in problem["loc"])
        message = f"{where}: {problem['msg'][:1].lower()}{problem['msg'][1:]}"
        if isinstance(values, Mapping) and "run" in values:
            message += "; the state was edited so, or saved by another version of pincite: ask again on a new thread"
        raise SettingsError(message) from None


def empty_state(question: str, run: RunHeader) -> RunState:
    """Return the initial value of every channel."""
    return RunState(
        question=question,
        run=run,
        analysis=None,
        gate=None,
        candidates=(),
        rejected_candidates=(),
        discovered=(),
        run_texts=(),
        passages=(),
        proposals=(),
        evidence=(),
        rejected_evidence=(),
        parallel_lines=(),
        decisions=(),
        coverage=None,
        next_step=None,
        draft=(),
        claims=(),
        stop_reason=None,
        risk_signals=(),
        disclosures=(),
        sources_searched=(),
        tool_history=(),
        model_faults=(),
        path=(),
        usage=Usage(),
        report=None,
    )


def signalled(state: RunState, *signals: RiskSignal) -> tuple[RiskSignal, ...]:
    """Return the signals so far and the new ones, each once."""
    return tuple(dict.fromkeys(state["risk_signals"] + signals))
