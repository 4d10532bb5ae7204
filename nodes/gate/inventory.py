"""What a knowledge base holds as a whole: its documents, their owners, and the organisation that "we" means (SPEC SUB-1).

A knowledge base of thousands of documents is read once for each generation, not for each question.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...evidence.model.source_record import SourceDocument
from ...evidence.model.spans import DocumentId, VersionId
from ...evidence.model.subjects import Plan
from ...evidence.names.same_name import name_key, split_suffix
from ...stores.kb.snapshot import Snapshot

_once = lru_cache(maxsize=4)
"""Cached for each of the latest snapshots."""
SHARE, AT_LEAST = 0.6, 3
"""The home organisation owns at least this share of the current documents with a declared owner, and at least this number; without one,
the knowledge base is a collection of several organisations."""


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


def organisations(snapshot: Snapshot) -> tuple[str, ...]:
    """The declared owners of the current documents, those with the most documents first."""
    return tuple(name for name, _ in Counter(owners(snapshot)).most_common())


def home_of(snapshot: Snapshot) -> str | None:
    """The organisation that most of the current documents declare as their owner; None if there is none."""
    counted = Counter(owners(snapshot))
    if not counted:
        return None
    name, count = counted.most_common(1)[0]
    return name if count >= AT_LEAST and count >= SHARE * counted.total() else None


def at_home(snapshot: Snapshot, analysis: Plan) -> Plan:
    """The plan with the name of the asker's own organisation, if a subject means it and the knowledge base has one."""
    if (
        not any(subject.own and subject.name is None for subject in analysis.subjects)
        or (name := home_of(snapshot)) is None
    ):
        return analysis
    subjects = tuple(
        subject.model_copy(update={"subject_type": "organisation", "name": name}) if subject.own else subject
        for subject in analysis.subjects
    )
    return analysis.model_copy(update={"subjects": subjects})


def declared_in_manifest(snapshot: Snapshot, names: Sequence[str]) -> frozenset[VersionId]:
    """The documents that the manifest declares to be about one of the names, whatever their text states."""
    by_entity = _by_entity(snapshot)
    return frozenset(version for name in names for version in by_entity.get(_key(name), ()))


@_once
def _by_entity(snapshot: Snapshot) -> Mapping[str, tuple[VersionId, ...]]:
    found: dict[str, list[VersionId]] = {}
    for document in snapshot.documents():
        if document.entity:
            found.setdefault(_key(document.entity), []).append(document.version_id)
    return {key: tuple(versions) for key, versions in found.items()}


def _key(name: str) -> str:
    """The name without its legal form: the gate decides which of two forms is meant."""
    return name_key(split_suffix(name)[0])
