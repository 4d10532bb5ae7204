"""The gate judge decides for each subject that code left open whether the documents are about it (SPEC VER-2,
VER-5)."""

from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import PassageId, VersionId
from ...evidence.model.subjects import SubjectClass
from .finder import DiscoveryPassage


class OpenSubject(Frozen):
    """A subject that code could neither prove nor rule out."""

    number: int
    """The index of the subject in `Plan.subjects`."""
    subject: SubjectClass
    why: tuple[str, ...] = ()
    """Why code left the subject open, the reason of the nearest candidate first."""


class DeclaredDocument(Frozen):
    """A line about a document: its title and its declared scope."""

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
    """The name of the subject, verbatim from the quote."""
    version_id: VersionId
    passage_id: PassageId | None = None
    """The passage of the quote; None if the document as a whole is about the subject."""
    quote: str
    """Words that contain the name, verbatim from the passage or from the line about the document."""
    reason: str


class GateJudge(Protocol):
    name: str

    def __call__(self, given: GateJudgeInput) -> tuple[JudgedSubject, ...]: ...
