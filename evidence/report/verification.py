"""What a later check of a report found: which citations hold, which moved, changed or are missing (SPEC REP-1)."""

from typing import Literal

from pydantic import Field, computed_field

from ..model.frozen import Frozen
from ..model.spans import Place

CitationStatus = Literal[
    "holds",  # the quote stands in the source where the report says
    "moved",  # the source has the same words at another place
    "changed",  # the source is there and does not have these words
    "missing",  # the source is not there, or cannot be read
]

DigestStatus = Literal[
    "holds",  # the report is exactly what its digest was made of
    "changed",  # something in it was changed afterwards
    "unsealed",  # it carries no digest
]

JournalStatus = Literal[
    "recorded",  # the knowledge base keeps this digest for this run
    "differs",  # it keeps another digest for this run: the report was changed and its digest made anew
    "not_recorded",  # it knows no such run
    "not_checked",  # files alone keep no journal
]


class CitationCheck(Frozen):
    """One citation, read again."""

    number: int = Field(ge=1)
    document: str
    status: CitationStatus
    reason: str
    stands: Place | None = None
    """Where the quote stands now; None when it stands nowhere."""


class CalculationCheck(Frozen):
    """One calculation, worked out again from operands looked up again."""

    calculation: str
    """The working as the report shows it."""
    holds: bool
    reason: str


class SourceCheck(Frozen):
    """One cited version, its hashes worked out again."""

    document: str
    version_id: str
    found: bool
    """Whether this very version was there to be checked; where it was not, its citations say what that means for the report."""
    holds: bool
    """False when a hash of this very version differs from the report's, or its stored text is damaged; a newer version beside it breaks
    nothing by itself."""
    reason: str


class VerificationReport(Frozen):
    """What still holds of a report, and by name what does not."""

    run_id: str
    question: str
    against: str
    """What it was checked against, in words: a knowledge base with its generation, or files."""
    digest: DigestStatus
    journal: JournalStatus
    citations: tuple[CitationCheck, ...] = ()
    sources: tuple[SourceCheck, ...] = ()
    calculations: tuple[CalculationCheck, ...] = ()
    contradictions: tuple[str, ...] = ()
    """Where the report disagrees with itself: a sentence with a number that no citation has, a citation unlike its evidence."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def holds(self) -> bool:
        """Whether everything checked still stands as the report says."""
        return not self.problems()

    def problems(self) -> tuple[str, ...]:
        """Each thing that does not hold, in words; empty when all does."""
        found = []
        if self.digest != "holds":
            told = {"changed": "it was changed after the run", "unsealed": "it carries none"}[self.digest]
            found.append(f"digest: the report is not what its digest was made of; {told}")
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
