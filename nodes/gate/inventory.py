"""Lists the documents of a knowledge base, their owners, and the organisation that “we” means (SPEC SUB-1).

The list is made once for each generation and not for each question, since a knowledge base may have thousands of
documents.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import PurePosixPath

from ...evidence.model.source_record import SourceDocument
from ...evidence.model.spans import DocumentId, VersionId
from ...evidence.model.subjects import Plan
from ...evidence.names.same_name import name_key, split_suffix
from ...stores.kb.snapshot import Snapshot

SHARE, AT_LEAST = 0.6, 3
"""The organisation that “we” means (the home organisation) owns at least this share, and at least this number, of the
current documents with a declared owner. If none does, the documents belong to several organisations."""


class Inventory:
    """Lists the documents of one snapshot, in the order of ingest."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._documents = snapshot.documents()

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The titles of all documents, each once."""
        return tuple(dict.fromkeys(document.title for document in self._documents))

    @cached_property
    def current_titles(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(document.title for document in self._documents if document.is_current))

    @cached_property
    def primary_titles(self) -> tuple[str, ...]:
        """The titles of the current primary documents, or the title of the first current document if none is
        primary."""
        current = [document for document in self._documents if document.is_current]
        primary = tuple(document.title for document in current if document.kind == "primary")
        return primary or tuple(document.title for document in current[:1])

    def title_of(self, path: str, title: str) -> str:
        """Return the title of a document with its file name if documents of other paths have the same title. Texts that
        a tool gave to the run have no files; the tool's own citation tells them apart."""
        return f"{title} ({PurePosixPath(path).name})" if len(self._paths_by_title.get(title, ())) > 1 else title

    @cached_property
    def _paths_by_title(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = {}
        for document in self._documents:
            if document.is_current and document.tool is None:
                found.setdefault(document.title, set()).add(document.path)
        return found

    @cached_property
    def by_version(self) -> Mapping[VersionId, SourceDocument]:
        return {document.version_id: document for document in self._documents}

    @cached_property
    def by_path(self) -> Mapping[str, SourceDocument]:
        """The first version of each path."""
        return {document.path: document for document in reversed(self._documents)}

    @cached_property
    def current_documents(self) -> Mapping[VersionId, DocumentId]:
        return {document.version_id: document.document_id for document in self._documents if document.is_current}

    @cached_property
    def owners(self) -> Mapping[str, int]:
        """The number of current documents of each declared owner."""
        declared = (self._snapshot.owner(version) for version in self.current_documents)
        return Counter(owner for owner in declared if owner is not None)

    @cached_property
    def organisations(self) -> tuple[str, ...]:
        """The declared owners, those with the most documents first."""
        return tuple(name for name, _ in Counter(self.owners).most_common())

    @cached_property
    def home(self) -> str | None:
        """The organisation that owns most of the current documents by their declarations, or None."""
        if not self.organisations:
            return None
        name = self.organisations[0]
        count = self.owners[name]
        return name if count >= AT_LEAST and count >= SHARE * sum(self.owners.values()) else None

    def at_home(self, analysis: Plan) -> Plan:
        """Return the plan with the name of the asker's own organisation. The plan is unchanged unless a subject means
        it and the knowledge base has a home organisation."""
        if not any(subject.own and subject.name is None for subject in analysis.subjects) or self.home is None:
            return analysis
        changes = {"subject_type": "organisation", "name": self.home}
        subjects = tuple(
            subject.model_copy(update=changes) if subject.own else subject for subject in analysis.subjects
        )
        return analysis.model_copy(update={"subjects": subjects})

    def owners_that_share_a_first_word(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the owners whose name begins with the first word of one of `names`."""
        return tuple(dict.fromkeys(owner for name in names for owner in self._by_first_word.get(_first_word(name), ())))

    @cached_property
    def _by_first_word(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for owner in self.owners:
            found.setdefault(_first_word(owner), []).append(owner)
        return found

    def declared_in_manifest(self, names: Sequence[str]) -> frozenset[VersionId]:
        """Return the documents that the manifest assigns to one of the names. Their text need not contain the name."""
        return frozenset(version for name in names for version in self._by_entity.get(_without_legal_form(name), ()))

    @cached_property
    def _by_entity(self) -> Mapping[str, list[VersionId]]:
        found: dict[str, list[VersionId]] = {}
        for document in self._documents:
            if document.entity:
                found.setdefault(_without_legal_form(document.entity), []).append(document.version_id)
        return found


@lru_cache(maxsize=4)
def inventory_of(snapshot: Snapshot) -> Inventory:
    """Return the inventory of a snapshot. The inventories of the latest snapshots are cached."""
    return Inventory(snapshot)


def _first_word(name: str) -> str:
    return name_key(name).partition(" ")[0]


def _without_legal_form(name: str) -> str:
    """Return the name without its legal form, to search the manifest for it. The gate decides between two legal
    forms."""
    return name_key(split_suffix(name)[0])
