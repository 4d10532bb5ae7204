"""The critic: judges claim-to-evidence fit from the tool history alone, and names what is missing (SPEC CRI-1, CRI-3)."""

from datetime import date
from typing import Protocol

from ...evidence.model.evidence import EvidenceId, LinkMechanism
from ...evidence.model.frozen import Day, Frozen
from ...evidence.model.source_record import SourceKind
from ...evidence.model.spans import PassageId, VersionId
from ...evidence.model.subjects import FactId, PlanStep
from ...evidence.questions.decision import Decision


class VerifiedSpan(Frozen):
    """A quote that code found in the source and holds to be about the subject."""

    evidence_id: EvidenceId
    fact_id: FactId
    passage_id: PassageId
    quote: str
    document: str
    section: str | None = None
    row: tuple[tuple[str, str], ...] = ()
    """Column name and text of each cell, where the quote is a table row."""
    version_id: VersionId | None = None
    statement_line: bool = False
    """Whether it is a row of a primary financial statement that its fact needs."""
    mechanism: LinkMechanism = "document_scope"
    """How it is shown to be about its subject."""
    linked_by: str | None = None
    """The quote that links the name this one is about to the subject, where it is not about the subject itself (SPEC RET-7)."""
    source_kind: SourceKind
    is_current: bool
    """On the day of the run, or in the period asked about."""
    status: str = ""
    """What its document says that it is, where that is no text in force."""
    declared: str = ""
    """What its document declares itself to be about."""
    subject_open: str | None = None
    """Why code could not show that it is about the subject of its step; None where it could."""
    updated_at: date | None
    relevance: float
    premises_open: tuple[str, ...]


class Retrieval(Frozen):
    """One tool call of the run: what was asked of which tool, and the passages it gave."""

    tool: str
    query: str
    passages: tuple[PassageId, ...]


class PassageSeen(Frozen):
    """A passage that verified quotes were found in, so that their pronouns and columns can be understood."""

    passage_id: PassageId
    text: str
    column_names: str | None = None
    before: str = ""
    """The sentence before the passage, where a quote stands at its beginning."""
    after: str = ""
    """The sentence after it, where a quote stands at its end."""


class LineSeen(Frozen):
    """A line of a retrieved passage that nobody quoted: the one that says most of what is asked (SPEC CRI-15)."""

    passage_id: PassageId
    quote: str
    document: str
    section: str | None = None
    is_current: bool = True


class CriticInput(Frozen):
    """All a critic sees in its first stage: no draft can reach it, since there is no field for one."""

    question: str
    as_of: Day | None = None
    """The day for which the question is asked."""
    required_facts: tuple[PlanStep, ...]
    subject_names: tuple[str, ...]
    history: tuple[Retrieval, ...]
    verified: tuple[VerifiedSpan, ...]
    passages: tuple[PassageSeen, ...] = ()
    """Where the verified quotes stand."""
    lines: tuple[LineSeen, ...] = ()
    """Of what else the retrievals brought, the best first; a critic may point at one."""


class Critic(Protocol):
    name: str

    def __call__(self, given: CriticInput) -> Decision: ...
