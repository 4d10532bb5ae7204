"""The generator: drafts sentences from verified evidence, each naming the evidence it rests on. It never approves."""

from typing import Literal, Protocol

from pydantic import Field

from ...evidence.calculation.calculations import Calculation
from ...evidence.judgement.conflicts import Conflict
from ...evidence.model.evidence import Evidence, EvidenceId
from ...evidence.model.frozen import Day, Frozen, is_none
from ...evidence.model.subjects import FactId, PlanStep


class GeneratorInput(Frozen):
    question: str
    as_of: Day | None = None
    """The day for which the question is asked."""
    required_facts: tuple[PlanStep, ...]
    """The covered ones only."""
    evidence: tuple[Evidence, ...]
    """Best first within each fact."""
    links: tuple[Evidence, ...] = ()
    """Evidence that links a name other evidence is about to the subject; to be told with it."""
    conflicts: tuple[Conflict, ...] = ()
    """Where sources give different values, each side is to be told."""
    of_every_document: bool = False
    """Whether all there is is asked for: then what each document states belongs to the answer (SPEC RET-14)."""


class DraftSentence(Frozen):
    text: str
    part: Literal["direct", "support", "related"]
    evidence_ids: tuple[EvidenceId, ...]
    calculation: Calculation | None = None
    """What the sentence tells the result of, worked out by code over figures of this evidence; its text is then
    `evidence.calculation.result_sentences.told_result`."""
    settles: tuple[FactId, ...] | None = Field(default=None, exclude_if=is_none)
    """The facts whose very answer it gives, where its writer tells that; a rule whose result is still open settles nothing."""


class Generator(Protocol):
    name: str

    def __call__(self, given: GeneratorInput) -> tuple[DraftSentence, ...]: ...
