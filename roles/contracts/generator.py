"""The generator drafts sentences from verified evidence, each with the ids of its evidence. It approves nothing."""

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
    """The day to which the question refers."""
    required_facts: tuple[PlanStep, ...]
    """The covered facts; the generator does not see the others."""
    evidence: tuple[Evidence, ...]
    """The verified evidence, best first within each fact."""
    links: tuple[Evidence, ...] = ()
    """Evidence that links a name in other evidence to the subject. The draft must state both."""
    conflicts: tuple[Conflict, ...] = ()
    """Facts for which sources give different values. The draft must state each side."""
    of_every_document: bool = False
    """Whether the question asks for every document. Then the statement of each document belongs to the answer (SPEC
    RET-14)."""


class DraftSentence(Frozen):
    text: str
    part: Literal["direct", "support", "related"]
    evidence_ids: tuple[EvidenceId, ...]
    calculation: Calculation | None = None
    """The calculation whose result the sentence states. Code makes it from figures of this evidence, and writes the
    text (`evidence.calculation.result_sentences.result_sentence`)."""
    settles: tuple[FactId, ...] | None = Field(default=None, exclude_if=is_none)
    """The facts that the sentence itself answers, if the generator states them. A sentence that gives only a rule,
    without its result, answers none."""


class Generator(Protocol):
    name: str

    def __call__(self, given: GeneratorInput) -> tuple[DraftSentence, ...]: ...
