"""The gate judge decides whether the documents are about subjects that code left unsettled (SPEC VER-2, VER-5)."""

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
    """The reasons of code, nearest first."""


class DeclaredDocument(Frozen):
    """A document as one line: its title and its declared scope."""

    version_id: VersionId
    line: str


class GateJudgeInput(Frozen):
    question: str
    subjects: tuple[OpenSubject, ...]
    documents: tuple[DeclaredDocument, ...]
    passages: tuple[DiscoveryPassage, ...]


class JudgedSubject(Frozen):
    """A subject that the judge found in the documents, with a quote that code located."""

    number: int
    name: str
    """Verbatim from the quote."""
    version_id: VersionId
    passage_id: PassageId | None = None
    """None if the document as a whole is about it."""
    quote: str
    """Words of the passage, or of the line of the document, that contain the name."""
    reason: str


class GateJudge(Protocol):
    name: str

    def __call__(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]: ...
