"""The extractor proposes quotes that state a required fact. Code verifies them."""

import re
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from ...evidence.language.sentences import sentence_spans
from ...evidence.model.evidence import Proposal
from ...evidence.model.frozen import Day, Frozen
from ...evidence.model.spans import PassageId
from ...evidence.model.subjects import CandidateSubject, FactId, PlanStep

_HEADING_MARK = re.compile(r"^[#\s]+")


class PassageToRead(Frozen):
    """A retrieved passage as input of the extractor."""

    passage_id: PassageId
    text: str
    title: str
    section: str | None = None
    about: bool = False
    """Whether the passage's document declares a candidate as its subject. The passage then need not name it."""
    is_current: bool = True
    column_names: str | None = None
    """The header row of the table whose rows the passage contains."""
    unit: str | None = None
    """The unit of that table's figures, such as "in millions"."""
    rows: tuple[tuple[int, int], ...] = ()
    """The offsets of the table rows that the passage contains, without its header; none outside tables."""
    document: str = ""
    """The id of the stored version of the passage's document."""

    def quotable(self) -> tuple[tuple[int, int], ...]:
        """Return the offsets of what can be quoted: each table row, or each sentence outside tables. A heading at the
        start is no part of the first sentence."""
        below = 0
        for heading in (self.section or "").split(" › "):
            if heading and (above := _HEADING_MARK.sub("", self.text[below:])).startswith(heading):
                below = len(self.text) - len(above) + len(heading)
        return self.rows or tuple((below + start, below + end) for start, end in sentence_spans(self.text[below:]))


class KnownQuote(Frozen):
    """A quote that an earlier pass verified. It lets the extractor see a whole chain of steps."""

    fact_ids: tuple[FactId, ...]
    title: str
    quote: str


class ExtractorInput(Frozen):
    question: str
    as_of: Day | None = None
    """The day to which the question refers."""
    candidates: tuple[CandidateSubject, ...]
    required_facts: tuple[PlanStep, ...]
    passages: tuple[PassageToRead, ...]
    verified: tuple[KnownQuote, ...] = ()
    """The verified quotes of earlier passes."""
    of_every_document: bool = False
    """Whether the question asks for every document. Then the statement of each document counts, not only the best few
    (SPEC RET-14)."""


class Extractor(Protocol):
    name: str

    def __call__(self, given: ExtractorInput) -> tuple[Proposal, ...]: ...


@runtime_checkable
class WithRoom(Protocol):
    """An extractor that reads a limited number of passages."""

    def reads(self, passages: Sequence[PassageToRead]) -> tuple[PassageToRead, ...]:
        """Return the passages that it reads, in their order."""
        ...
