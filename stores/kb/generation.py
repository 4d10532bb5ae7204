"""The content of one generation of a knowledge base on one day: its documents, texts, tables, passages, names and
aliases.

A generation is the state after one change; changes are numbered. It is read-only, and safe for many threads at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ...errors import StoreError
from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import Alias, AliasFields, AliasOrigin, SourceDocument
from ...evidence.model.spans import PassageId, Span, VersionId
from ...evidence.names.alias_index import AliasIndex
from ...evidence.scope.document_scope import DocumentScope
from ...evidence.scope.version_validity import as_of_day, replaced_later
from ..documents.financial_statements import StatementTable
from ..documents.loaded import LoadedDocument, Table
from ..documents.passages import Passage
from ..documents.places import span_of
from ..documents.tables import Row, TableReader
from .versions import Version

if TYPE_CHECKING:
    from .opening import Stores

PASSAGES_KEPT = 8
"""The number of versions that have their passages cached. Every question reads the statements of a long report, whose
passages take 3 MB."""


class StoredDisclosure(Frozen):
    """A file, or a part of a file, that could not be read."""

    document: str
    where: str
    reason: str


class Generation:
    """The part of a `Snapshot` that reads documents, texts and tables by id. Raises StoreError for an id that is not in
    this generation (the state after one change)."""

    def __init__(self, stores: Stores, generation: int, as_of: date) -> None:
        self._stores = stores
        self.generation = generation
        self.as_of = as_of
        self._passages_of = lru_cache(maxsize=PASSAGES_KEPT)(self._read_passages)

    @cached_property
    def snapshot_id(self) -> str:
        """The id of this generation of this knowledge base."""
        return f"{self._stores.catalogue.meta('kb_id')}@{self.generation}"

    @cached_property
    def _alive(self) -> Mapping[VersionId, Version]:
        """The document versions of this generation in the order of ingest. Each states whether it is in force on the
        day `as_of`."""
        since: dict[int, int] = {}
        for number, added in self._stores.catalogue.alive(self.generation):
            since[number] = max(added, since.get(number, 0))
        versions = self._stores.versions.read(list(since))
        by_ingest = sorted(versions, key=lambda version: since[version.number])
        dated = as_of_day([version.document for version in by_ingest], self.as_of)
        today = {source.version_id: source for source in dated}
        return {
            version.document.version_id: version._replace(document=today[version.document.version_id])
            for version in versions
        }

    @cached_property
    def _versions(self) -> Mapping[int, VersionId]:
        return {version.number: version_id for version_id, version in self._alive.items()}

    def _version(self, version_id: VersionId) -> Version:
        try:
            return self._alive[version_id]
        except KeyError:
            raise StoreError(
                f"version {version_id}: not in generation {self.generation} of this knowledge base"
            ) from None

    def documents(self) -> tuple[SourceDocument, ...]:
        """Every document version in this generation, superseded ones too, in the order of ingest."""
        return self._documents

    @cached_property
    def _documents(self) -> tuple[SourceDocument, ...]:
        return tuple(version.document for version in self._alive.values())

    def document(self, version_id: VersionId) -> SourceDocument:
        return self._version(version_id).document

    def replaced_later(self, version_id: VersionId) -> SourceDocument | None:
        """Return the document that replaces this one after the day `as_of`, or None if the knowledge base contains
        none."""
        return replaced_later(self.document(version_id), self._ahead)

    @cached_property
    def _ahead(self) -> tuple[SourceDocument, ...]:
        return tuple(source for source in self.documents() if source.not_yet)

    def text(self, version_id: VersionId) -> str:
        """Return the stored text, verbatim."""
        return self._stores.versions.text(self._version(version_id).number)

    def structure(self, version_id: VersionId) -> LoadedDocument:
        """Return the stored text with its pages, headings, running headers and tables."""
        return self._stores.versions.structure(self._version(version_id).number)

    def statements(self, version_id: VersionId) -> tuple[StatementTable, ...]:
        """Return the document's tables that are primary financial statements."""
        return self._stores.versions.statements(self._version(version_id).number)

    def declared(self, version_id: VersionId) -> DocumentScope:
        """Return the document's declared scope."""
        return self.all_declared((version_id,))[version_id]

    def all_declared(self, versions: Iterable[VersionId]) -> Mapping[VersionId, DocumentScope]:
        """Return the declared scope of each of these versions, in their order. They are read at once."""
        numbers = {version_id: self._version(version_id).number for version_id in versions}
        return dict(zip(numbers, self._stores.versions.declared(list(numbers.values())), strict=True))

    def labels(self, version_id: VersionId) -> tuple[str, ...]:
        """Return the periods, versions and jurisdictions of the declared scope, in words."""
        return self._stores.versions.labels(self._version(version_id).number)

    def owner(self, version_id: VersionId) -> str | None:
        """Return the first entity of the document's declared scope; None without one."""
        return self._stores.versions.owner(self._version(version_id).number)

    def aliases_about(self, names: Sequence[str]) -> tuple[Alias, ...]:
        """Return the aliases that concern one of the names."""
        return self._alias_index.about(names)

    @cached_property
    def _alias_index(self) -> AliasIndex:
        return AliasIndex(self._aliases)

    def aliases(self) -> tuple[Alias, ...]:
        """Return all aliases: those that the manifest or the user declared, and those that documents define."""
        return tuple(dict.fromkeys(Alias(**fields) for fields in self._aliases))

    def alias_names(self) -> Iterable[tuple[str, str, AliasOrigin]]:
        """Return name, entity and origin of all aliases, each combination once."""
        return dict.fromkeys((fields["name"], fields["of"], fields["origin"]) for fields in self._aliases)

    @cached_property
    def _aliases(self) -> Sequence[AliasFields]:
        declared = self._stores.catalogue.declared_aliases(self.generation)
        found: list[AliasFields] = [{"name": name, "of": of, "origin": "declared"} for name, of in declared]
        return found + self._stores.versions.aliases(list(self._versions))

    def passage(self, passage_id: PassageId) -> Passage:
        alive, found = self._versions, self._stores.versions.passage(passage_id)
        if found is None or found[0] not in alive:
            raise StoreError(f"passage {passage_id}: not in generation {self.generation} of this knowledge base")
        return found[1]

    def passages(self, version_id: VersionId) -> tuple[Passage, ...]:
        return self._passages_of(version_id)

    def _read_passages(self, version_id: VersionId) -> tuple[Passage, ...]:
        return self._stores.versions.passages_of(self._version(version_id).number)

    def column_names(self, passage: Passage) -> str | None:
        """Return the header of the passage's table, verbatim, or None outside tables and for a table without one."""
        return None if passage.table_id is None else self._reader(passage.table_id).column_names

    def table_unit(self, passage: Passage) -> str | None:
        """Return the unit that the passage's table states for its figures, verbatim, or None."""
        return None if passage.table_id is None else self._reader(passage.table_id).unit

    def row(self, table_id: str, start: int, end: int) -> tuple[tuple[str, str], ...]:
        """Return column name and text of each filled cell between two offsets of the version's text. The name is "" if
        the column has none."""
        return self._reader(table_id).cells(start, end)

    def rows(self, passage: Passage) -> tuple[Row, ...]:
        """Return the table rows that are wholly inside the passage; none outside tables."""
        if passage.table_id is None:
            return ()
        return self._reader(passage.table_id).rows(passage.char_start, passage.char_end)

    def _reader(self, table_id: str) -> TableReader:
        version_id, _, index = table_id.rpartition("#")
        return self._stores.versions.table(self._version(VersionId(version_id)).number, int(index))

    def table(self, table_id: str) -> tuple[Table, str]:
        """Return the table, and the text to which the offsets of its cells refer."""
        version_id, _, index = table_id.rpartition("#")
        version = VersionId(version_id)
        return self.structure(version).tables[int(index)], self.text(version)

    def span(self, version_id: VersionId, start: int, end: int) -> Span:
        """Return the exact stretch `text[start:end]` with its place. Raises StoreError for offsets outside the text."""
        version = self._version(version_id)
        places = self._stores.versions.places(version.number)
        return span_of(version.document, self.text(version_id), places, start, end)

    def disclosures(self) -> tuple[StoredDisclosure, ...]:
        """Return the files, and the parts of files, that could not be read."""
        return tuple(
            StoredDisclosure(document=document, where=where, reason=reason)
            for document, where, reason, version in self._stores.catalogue.problems(self.generation)
            if version is None or version in self._versions
        )
