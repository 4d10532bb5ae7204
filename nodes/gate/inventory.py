"""Lists over all documents of a snapshot. A knowledge base of thousands of documents is read once for each generation, not for each
question."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...evidence.model.source_record import SourceDocument
from ...evidence.model.spans import DocumentId, VersionId
from ...evidence.names.same_name import name_key
from ...stores.kb.snapshot import Snapshot

_once = lru_cache(maxsize=4)
"""Cached for each of the latest snapshots."""


@_once
def titles(snapshot: Snapshot) -> tuple[str, ...]:
    """The titles of all documents, each once."""
    return tuple(dict.fromkeys(document.title for document in snapshot.documents()))


@_once
def current_titles(snapshot: Snapshot) -> tuple[str, ...]:
    return tuple(dict.fromkeys(document.title for document in snapshot.documents() if document.is_current))


@_once
def primary_titles(snapshot: Snapshot) -> tuple[str, ...]:
    """The titles of the current primary documents; if there is none, the title of the first current document."""
    current = [document for document in snapshot.documents() if document.is_current]
    return tuple(document.title for document in current if document.kind == "primary") or tuple(
        document.title for document in current[:1]
    )


@_once
def by_version(snapshot: Snapshot) -> Mapping[VersionId, SourceDocument]:
    return {document.version_id: document for document in snapshot.documents()}


@_once
def by_path(snapshot: Snapshot) -> Mapping[str, SourceDocument]:
    """The first version of each path."""
    return {document.path: document for document in reversed(snapshot.documents())}


@_once
def current_documents(snapshot: Snapshot) -> Mapping[VersionId, DocumentId]:
    return {document.version_id: document.document_id for document in snapshot.documents() if document.is_current}


@_once
def owners(snapshot: Snapshot) -> Mapping[str, int]:
    """The declared owners of the current documents, in the order of ingest, with the number of their documents."""
    return Counter(owner for version in current_documents(snapshot) if (owner := snapshot.owner(version)) is not None)


def owners_that_share_a_first_word(snapshot: Snapshot, names: Sequence[str]) -> tuple[str, ...]:
    """The owners whose name begins with the first word of one of `names`, in the order of ingest."""
    by_word = _by_first_word(snapshot)
    return tuple(dict.fromkeys(owner for name in names for owner in by_word.get(_first_word(name), ())))


@_once
def _by_first_word(snapshot: Snapshot) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for owner in owners(snapshot):
        found.setdefault(_first_word(owner), []).append(owner)
    return found


def _first_word(name: str) -> str:
    return name_key(name).partition(" ")[0]
