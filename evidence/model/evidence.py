"""Evidence: what an extractor proposes, what code verified of it, and what code turned away."""

import hashlib
from typing import Literal, NewType

from pydantic import Field

from .frozen import Day, Frozen, is_empty, is_none
from .source_record import SourceDocument
from .spans import PassageId, Span
from .subjects import BindingMechanism, FactId, SubjectId

EvidenceId = NewType("EvidenceId", str)

RejectionCode = Literal[
    "quote_not_found",
    "unknown_passage",
    "unknown_fact",
    "subject_not_shown",
    "scope_differs",
    "premise_not_stated",
    "premise_contradicted",
    "not_visible",
    "struck_out",
    "off_topic",
    "duplicate",
    "empty",
]


class Proposal(Frozen):
    """What an extractor proposes: a quote from a passage that is said to state a required fact."""

    fact_id: FactId
    claim: str
    quote: str
    passage_id: PassageId
    value: str | None = None
    """The answering value in the quote's own letters, when there is one."""


LinkMechanism = BindingMechanism | Literal["bridge", "unsettled"]
"""bridge: it is about the result of an earlier step. unsettled: code could not show it, and a judge has to (SPEC VER-2)."""


class SubjectLink(Frozen):
    """How a piece of evidence is shown to be about its subject (SPEC EVI-4): in its own words, through the document's declared
    scope, or over a bridge (SPEC RET-7), a name that other verified evidence links to the subject."""

    mechanism: LinkMechanism
    reason: str
    span: Span | None = None
    evidence_id: EvidenceId | None = None
    """The evidence that links a bridge to the subject."""


class Evidence(Frozen):
    """A verified unit of evidence. `span.quote` is the source's own text; `claim` restates it and is never shown unaudited."""

    evidence_id: EvidenceId
    fact_id: FactId
    subject_id: SubjectId
    passage_id: PassageId
    claim: str
    value: str | None = None
    span: Span
    row: tuple[tuple[str, str], ...] = ()
    """Column name and text of each cell of a quoted table row, as stored."""
    source: SourceDocument
    link: SubjectLink
    relevance: float = Field(ge=0, le=1)
    """How much of the subject, constraints and asked fact the passage states (SPEC ANS-1): 0.3 is the floor, 0.5 a strong
    match."""
    relevance_reason: str = ""
    of_the_period: bool = True
    """Whether its document is made for the period asked about, not merely compares with it; True when none is asked about."""
    premises_stated: tuple[str, ...] = ()
    premises_open: tuple[str, ...] = ()
    """Constraints of the question that this evidence does not state (SPEC EVI-10); such evidence covers nothing."""
    declared: str = Field(default="", exclude_if=is_empty)
    """Whose its document declares itself to be, and for which period."""
    open_reasons: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """What code found instead of each of `premises_open`, for the judge."""
    held_then: bool = Field(default=False, exclude_if=is_empty)
    """Its document has been replaced since, and by its own account was in force throughout the periods asked about; or the question is
    about the past, or for the very end."""
    ended: Day | None = Field(default=None, exclude_if=is_none)
    """The last day on which it holds by its own words, where that is before the day of the run."""
    found_in_pass: int = 0
    """0 for the first retrieval, 1 and 2 for follow-ups."""

    @property
    def unsettled(self) -> tuple[str, ...]:
        """What code could neither prove nor refute of it; empty where code proved that it is about its subject and states every
        condition."""
        about = (self.link.reason,) if self.link.mechanism == "unsettled" else ()
        return (*about, *(self.open_reasons or self.premises_open))

    @property
    def holds(self) -> bool:
        """For what is asked: on the day of the run, or in the period asked about."""
        return (self.source.is_current and self.ended is None) or self.held_then


def evidence_id(fact_id: FactId, span: Span) -> EvidenceId:
    """The same for the same span and fact, in any run."""
    return EvidenceId(hashlib.sha256(f"{fact_id}|{span.span_id}".encode()).hexdigest()[:12])


class RejectedEvidence(Frozen):
    fact_id: FactId | None
    passage_id: PassageId
    document: str
    quote: str
    code: RejectionCode
    reason: str
