"""Evidence at its three stages: proposed by an extractor, verified by code, or rejected by code."""

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
    """A proposal of the extractor: a quote from a passage that may state a required fact.

    Example: for the step “f1”, the quote “The fee is £90.” with the value “£90”.
    """

    fact_id: FactId
    claim: str
    quote: str
    passage_id: PassageId
    value: str | None = None
    """The value that answers the question, exactly as the quote writes it, if there is one."""


LinkMechanism = BindingMechanism | Literal["bridge", "unsettled"]
"""How evidence is linked to its subject.

- `bridge`: the evidence is about the result of an earlier step
- `unsettled`: code cannot show the link, so a judge must decide (SPEC VER-2)
- the others: as for a candidate (`BindingMechanism`)
"""


class SubjectLink(Frozen):
    """How a piece of evidence is shown to be about its subject (SPEC EVI-4).

    Either its own words show it, or the document's declared scope, or a bridge (SPEC RET-7): a name that other verified
    evidence links to the subject.
    """

    mechanism: LinkMechanism
    reason: str
    span: Span | None = None
    evidence_id: EvidenceId | None = None
    """The evidence that links a bridge to the subject."""


class Evidence(Frozen):
    """A verified quote that states a required fact. `span.quote` is the source's own text. `claim` restates it, and is
    shown only after an audit."""

    evidence_id: EvidenceId
    fact_id: FactId
    subject_id: SubjectId
    passage_id: PassageId
    claim: str
    value: str | None = None
    span: Span
    row: tuple[tuple[str, str], ...] = ()
    """The column name and text of each cell of a quoted table row, as stored."""
    source: SourceDocument
    link: SubjectLink
    relevance: float = Field(ge=0, le=1)
    """How much of the subject, the constraints and the required fact the passage states, 0 to 1 (SPEC ANS-1). 0.3 is
    the minimum, and 0.5 a strong match."""
    relevance_reason: str = ""
    of_the_period: bool = True
    """Whether the document is made for the requested period, and does not merely show it for comparison. True if the
    question names no period."""
    premises_stated: tuple[str, ...] = ()
    premises_open: tuple[str, ...] = ()
    """Constraints of the question that this evidence does not state (SPEC EVI-10). Evidence with open premises covers
    no fact."""
    declared: str = Field(default="", exclude_if=is_empty)
    """The entity and the period that the evidence's document declares."""
    open_reasons: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """What code found in place of each of `premises_open`. The judge reads this."""
    held_then: bool = Field(default=False, exclude_if=is_empty)
    """Whether the document was in force throughout the requested periods, as it states, and has since been replaced.
    Also True if the question is about the past, or about the end of the document's validity."""
    ended: Day | None = Field(default=None, exclude_if=is_none)
    """The last day of validity that the document states, if it is before the day of the run."""
    begins: Day | None = Field(default=None, exclude_if=is_none)
    """The first day of validity that the quote states, if it is after the day of the run. If a model reads the passages,
    this day is an open premise instead."""
    found_in_pass: int = 0
    """The retrieval that found the evidence: 0 for the first, 1 and 2 for follow-ups."""

    @property
    def unsettled(self) -> tuple[str, ...]:
        """The points that code could neither prove nor refute. Empty if code proved that the evidence is about its
        subject and states every condition."""
        about = (self.link.reason,) if self.link.mechanism == "unsettled" else ()
        return (*about, *(self.open_reasons or self.premises_open))

    @property
    def holds(self) -> bool:
        """Whether the evidence is valid on the day of the run, or in the requested period."""
        return (self.source.is_current and self.ended is None and self.begins is None) or self.held_then

    @property
    def not_yet(self) -> bool:
        """Whether the evidence becomes valid only after the day of the run."""
        return self.source.not_yet or self.begins is not None

    @property
    def weakness(self) -> str:
        """Why the evidence is weaker than that of a current primary source, in words for a model. "" if it is from such
        a source."""
        secondary = ("secondary",) if self.source.kind == "secondary" else ()
        if self.source.is_current:
            return ", ".join(secondary)
        old = "in force in the period asked about, replaced since" if self.held_then else "superseded"
        return ", ".join((*secondary, old))


def evidence_id(fact_id: FactId, span: Span) -> EvidenceId:
    """Return an id that depends only on the span and the fact, so it is the same in every run."""
    return EvidenceId(hashlib.sha256(f"{fact_id}|{span.span_id}".encode()).hexdigest()[:12])


class RejectedEvidence(Frozen):
    fact_id: FactId | None
    passage_id: PassageId
    document: str
    quote: str
    code: RejectionCode
    reason: str
