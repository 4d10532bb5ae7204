"""Selects the documents that a run may read: those that the caller chose, and those about a candidate (SPEC RET-7,
USE-6)."""

from collections.abc import Collection
from fnmatch import fnmatchcase

from ...evidence.model.source_record import SourceDocument
from ...evidence.model.spans import VersionId
from ...evidence.model.subjects import CandidateSubject
from ...stores.kb.snapshot import Snapshot
from ..runtime.state import RunState


def chosen_versions(snapshot: Snapshot, state: RunState) -> frozenset[VersionId] | None:
    """Return the versions to which the caller limits the run, or None if it may read the whole knowledge base."""
    documents, collections = state.get("documents", ()), state.get("collections", ())
    if not documents and not collections:
        return None
    return frozenset(
        document.version_id for document in snapshot.documents() if is_chosen(document, documents, collections)
    )


def is_chosen(document: SourceDocument, globs: Collection[str], collections: Collection[str]) -> bool:
    by_path = not globs or any(fnmatchcase(document.path, glob) or document.document_id == glob for glob in globs)
    return by_path and (not collections or document.collection in collections)


def readable_versions(snapshot: Snapshot, state: RunState) -> frozenset[VersionId] | None:
    """Return the versions that are about a candidate and that the caller has chosen. None means the whole knowledge
    base."""
    chosen = chosen_versions(snapshot, state)
    scopes = [versions_about(snapshot, candidate, chosen) for candidate in state["candidates"]]
    known = [scope for scope in scopes if scope is not None]
    return frozenset[VersionId]().union(*known) if len(known) == len(scopes) else None


def versions_about(
    snapshot: Snapshot, candidate: CandidateSubject, chosen: frozenset[VersionId] | None
) -> frozenset[VersionId] | None:
    """Return the versions that declare or mention the candidate, or None if it is bound to the whole knowledge base."""
    if candidate.parent_entity_binding.mechanism == "knowledge_base":
        return chosen
    about = frozenset(candidate.versions) | snapshot.mentioning_versions(candidate.identifiers)
    return about if chosen is None else about & chosen
