"""The organisation that most documents of a knowledge base belong to, if there is one: the meaning of "we" and "the company" (SPEC SUB-1)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...evidence.model.spans import VersionId
from ...evidence.model.subjects import Plan
from ...evidence.names.same_name import name_key, split_suffix
from ...stores.kb.snapshot import Snapshot
from .inventory import owners

SHARE, AT_LEAST = 0.6, 3
"""The least share of the current documents with a declared owner, and their least number; below it, the knowledge base is a collection of
several organisations."""


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


@lru_cache(maxsize=4)
def _by_entity(snapshot: Snapshot) -> Mapping[str, tuple[VersionId, ...]]:
    found: dict[str, list[VersionId]] = {}
    for document in snapshot.documents():
        if document.entity:
            found.setdefault(_key(document.entity), []).append(document.version_id)
    return {key: tuple(versions) for key, versions in found.items()}


def _key(name: str) -> str:
    """The name without its legal form: the gate decides which of two forms is meant."""
    return name_key(split_suffix(name)[0])
