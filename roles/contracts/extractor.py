"""The extractor: proposes quotes that state a required fact. Code decides what they are worth."""

from typing import Protocol

from ...evidence.model.evidence import Proposal
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import PassageId
from ...evidence.model.subjects import CandidateSubject, FactId, PlanStep


class PassageToRead(Frozen):
    """A retrieved passage as the extractor reads it."""

    passage_id: PassageId
    text: str
    title: str
    section: str | None = None
    about: bool = False
    """Whether its document declares itself to be about a candidate, so that it need not name it again."""
    is_current: bool = True
    column_names: str | None = None
    """The header row of the table whose rows the passage holds."""
    document: str = ""
    """The id of its document's version."""


class KnownQuote(Frozen):
    """A quote that an earlier pass verified, so that a chain split over passes is seen whole."""

    fact_ids: tuple[FactId, ...]
    title: str
    quote: str


class ExtractorInput(Frozen):
    question: str
    candidates: tuple[CandidateSubject, ...]
    required_facts: tuple[PlanStep, ...]
    passages: tuple[PassageToRead, ...]
    verified: tuple[KnownQuote, ...] = ()
    """What earlier passes verified."""
    of_every_document: bool = False
    """Whether all there is is asked for, so that each document's own statement counts and not the best few (SPEC RET-14)."""


class Extractor(Protocol):
    name: str

    def __call__(self, given: ExtractorInput) -> tuple[Proposal, ...]: ...
