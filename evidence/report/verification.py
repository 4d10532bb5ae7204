"""The result of a later check of a report: which citations are still right, and which moved, changed or are missing
(SPEC REP-1)."""

from typing import Literal

from pydantic import Field, computed_field

from ..model.frozen import Frozen
from ..model.spans import Place

CitationStatus = Literal[
    "holds",  # the source contains the quote at the reported place
    "moved",  # the source has the same words at another place
    "changed",  # the source exists but does not contain these words
    "missing",  # the source does not exist or cannot be read
]

DigestStatus = Literal[
    "holds",  # the report still has the content of which its digest was made
    "changed",  # something in it was changed afterwards
    "unsealed",  # it has no digest
]

JournalStatus = Literal[
    "recorded",  # the knowledge base has this digest for this run
    "differs",  # it has another digest for this run: the report and its digest were both changed
    "not_recorded",  # it has no such run
    "not_checked",  # the check used only files, which have no journal
]


class CitationCheck(Frozen):
    """The result of the later check for one citation."""

    number: int = Field(ge=1)
    document: str
    status: CitationStatus
    reason: str
    stands: Place | None = None
    """The current place of the quote; None if the source does not contain it."""


class CalculationCheck(Frozen):
    """The result of the check for one calculation, which was repeated with operands that were looked up again."""

    calculation: str
    """The working as the report shows it."""
    holds: bool
    reason: str


class SourceCheck(Frozen):
    """The result of the check for one cited version, whose hashes were computed again."""

    document: str
    version_id: str
    found: bool
    """Whether this version was available. If not, the checks of its citations say what follows."""
    holds: bool
    """Whether this version is intact. False if a hash differs from the report's or the stored text is damaged. A newer
    version does not matter."""
    reason: str


class VerificationReport(Frozen):
    """The result of a check of a saved report: what in it is still right, and what is not."""

    run_id: str
    question: str
    against: str
    """The sources of the check, in words: a knowledge base with its generation, or files."""
    digest: DigestStatus
    journal: JournalStatus
    citations: tuple[CitationCheck, ...] = ()
    sources: tuple[SourceCheck, ...] = ()
    calculations: tuple[CalculationCheck, ...] = ()
    contradictions: tuple[str, ...] = ()
    """The contradictions inside the report: a sentence with a number that no citation has, or a citation unlike its
    evidence."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def holds(self) -> bool:
        """Whether every check confirms the report."""
        return not self.problems()

    def problems(self) -> tuple[str, ...]:
        """Return each failed check in words; none if none failed."""
        found = []
        if self.digest != "holds":
            finding = {"changed": "it was changed after the run", "unsealed": "it carries none"}[self.digest]
            found.append(f"digest: the report is not what its digest was made of; {finding}")
        if self.journal == "differs":
            found.append("journal: the knowledge base recorded another report for this run")
        found += [
            f"[{citation.number}] {citation.status}: {citation.reason}"
            for citation in self.citations
            if citation.status != "holds"
        ]
        found += [f"source {source.document}: {source.reason}" for source in self.sources if not source.holds]
        found += [
            f"calculation {calculation.calculation}: {calculation.reason}"
            for calculation in self.calculations
            if not calculation.holds
        ]
        return (*found, *self.contradictions)
