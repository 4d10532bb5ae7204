"""The critic decides whether the evidence states each step, and names what is missing (SPEC CRI-1, CRI-3). It sees the
tool history only."""

from datetime import date
from typing import Protocol

from ...evidence.model.evidence import EvidenceId
from ...evidence.model.frozen import Day, Frozen
from ...evidence.model.source_record import SourceKind
from ...evidence.model.spans import PassageId
from ...evidence.model.subjects import FactId, PlanStep
from ...evidence.questions.critic_decision import Decision


class VerifiedSpan(Frozen):
    """A quote that code found in its source, with a checked link to the subject."""

    evidence_id: EvidenceId
    fact_id: FactId
    passage_id: PassageId
    quote: str
    document: str
    section: str | None = None
    row: tuple[tuple[str, str], ...] = ()
    """The column name and the text of each cell, if the quote is a table row."""
    source_kind: SourceKind
    is_current: bool
    """Whether the quote's document is current on the day of the run, or in the period of the question."""
    status: str = ""
    """The status that the quote's document states, if it is not in force."""
    declared: str = ""
    """The declared scope of the quote's document."""
    subject_open: str | None = None
    """Why code could not show that the quote is about the subject of its step; None if it could."""
    updated_at: date | None
    relevance: float
    premises_open: tuple[str, ...]
    proved: bool = False
    """Whether code proves that the quote states its fact."""


class Retrieval(Frozen):
    """A tool call of the run: the tool, the query, and the passages it returned. `titles`: those of the documents of
    the first passages, shortened."""

    tool: str
    query: str
    passages: tuple[PassageId, ...]
    titles: tuple[str, ...] = ()


class PassageSeen(Frozen):
    """A passage that contains verified quotes. It shows the critic what pronouns and columns mean."""

    passage_id: PassageId
    text: str
    column_names: str | None = None
    unit: str | None = None
    """The unit of the figures of the passage's table."""
    before: str = ""
    """The sentence before the passage, if a quote is at its beginning."""
    after: str = ""
    """The sentence after the passage, if a quote is at its end."""


class LineSeen(Frozen):
    """The line of a passage without quotes that contains most words of the question (SPEC CRI-15)."""

    passage_id: PassageId
    quote: str
    document: str
    section: str | None = None
    is_current: bool = True
    column_names: str | None = None
    unit: str | None = None


class CriticInput(Frozen):
    """Everything that a critic sees in its first stage. It has no field for a draft, so a critic cannot see one."""

    question: str
    as_of: Day | None = None
    """The day to which the question refers."""
    required_facts: tuple[PlanStep, ...]
    subject_names: tuple[str, ...]
    history: tuple[Retrieval, ...]
    verified: tuple[VerifiedSpan, ...]
    passages: tuple[PassageSeen, ...] = ()
    """The passages that contain the verified quotes."""
    lines: tuple[LineSeen, ...] = ()
    """Other lines that retrieval found, the best first. A critic may point at one of them."""
    searches_left: int = 0
    """The number of follow-up searches that the graph has after this critique. A budget may allow fewer."""


class Critic(Protocol):
    name: str

    def __call__(self, given: CriticInput) -> Decision: ...
