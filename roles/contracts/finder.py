"""The finder proposes candidates for the subject from the knowledge base. Code decides on them
(`evidence.binding.bind_candidate`)."""

from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import Alias, SourceDocument
from ...evidence.model.spans import PassageId, VersionId
from ...evidence.model.subjects import CandidateProposal, Plan
from ...evidence.scope.document_scope import DocumentScope


class DiscoveryPassage(Frozen):
    """A passage that is found before the gate. It names the subject or its parent, or contains words of the
    question."""

    passage_id: PassageId
    version_id: VersionId
    title: str
    section: str | None = None
    text: str


class ScopedDocument(Frozen):
    """A document with its declared scope."""

    source: SourceDocument
    scope: DocumentScope


class FinderInput(Frozen):
    analysis: Plan
    passages: tuple[DiscoveryPassage, ...]
    documents: tuple[ScopedDocument, ...]
    aliases: tuple[Alias, ...]


class Finder(Protocol):
    name: str

    def __call__(self, given: FinderInput) -> tuple[CandidateProposal, ...]: ...
