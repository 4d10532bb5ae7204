"""The judge at the gate: says of subjects that code left unsettled whether the documents speak of them (SPEC VER-2, VER-5)."""

from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import PassageId, VersionId
from ...evidence.model.subjects import SubjectClass
from .finder import DiscoveryPassage


class OpenSubject(Frozen):
    """A subject that code neither proved nor ruled out."""

    number: int
    """Index into `Plan.subjects`."""
    subject: SubjectClass
    why: tuple[str, ...] = ()
    """Code's reasons, nearest first."""


class DeclaredDocument(Frozen):
    """A document by its title and what it declares itself to be about."""

    version_id: VersionId
    line: str


class GateJudgeInput(Frozen):
    question: str
    subjects: tuple[OpenSubject, ...]
    documents: tuple[DeclaredDocument, ...]
    passages: tuple[DiscoveryPassage, ...]


class JudgedSubject(Frozen):
    """A subject that the judge finds in the documents, by a quote that code located."""

    number: int
    name: str
    """As it stands there."""
    version_id: VersionId
    passage_id: PassageId | None = None
    """None where the document as a whole is about it."""
    quote: str
    """Words of the passage, or of the document's line, that hold the name."""
    reason: str


class GateJudge(Protocol):
    name: str

    def __call__(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]: ...
