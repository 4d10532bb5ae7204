"""The finder: proposes what in the knowledge base might be the subject. Code decides (`evidence.binding.bind_candidate`)."""

from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import Alias, SourceDocument
from ...evidence.model.spans import PassageId, VersionId
from ...evidence.model.subjects import CandidateProposal, Plan
from ...evidence.scope.document_scope import DocumentScope


class DiscoveryPassage(Frozen):
    """A passage that discovery found: it names the subject or its parent, or says what the question asks."""

    passage_id: PassageId
    version_id: VersionId
    title: str
    section: str | None = None
    text: str


class ScopedDocument(Frozen):
    """A document with what it declares itself to be about."""

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
