"""A snapshot together with the texts that the tools of one run returned. Searches cover the knowledge base only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import cast

from ...errors import StoreError
from ...evidence.language.words import content_stems
from ...evidence.model.source_record import Alias, AliasFields, AliasOrigin, SourceDocument
from ...evidence.model.spans import PassageId, Span, VersionId
from ...evidence.names.alias_index import AliasIndex
from ...evidence.scope.document_scope import DocumentScope
from ..documents.financial_statements import StatementTable, statement_tables
from ..documents.loaded import LoadedDocument, Table
from ..documents.passages import Passage
from ..documents.places import Places, span_of
from ..documents.prepared import Prepared
from ..documents.tables import Row, TableReader
from ..index.fulltext import UNSPACED
from .generation import StoredDisclosure
from .run_texts import passages_of
from .snapshot import Hit, Snapshot


class RunSnapshot(Snapshot):
    """The snapshot of one run: the knowledge base, and the texts that tools returned to the run."""

    def __init__(self, base: Snapshot, texts: Sequence[Prepared]) -> None:
        self._base = base
        self.generation, self.as_of = base.generation, base.as_of
        self._own: Mapping[VersionId, Prepared] = {prepared.source.version_id: prepared for prepared in texts}
        self._passages_of = lru_cache(maxsize=256)(lambda version: passages_of(self._own[version]))
        self._places_of = lru_cache(maxsize=256)(lambda version: Places(self._own[version].loaded))
        self._reader_of = lru_cache(maxsize=256)(lambda table_id: TableReader(*self.table(table_id)))

    @property
    def snapshot_id(self) -> str:
        return self._base.snapshot_id

    def documents(self) -> tuple[SourceDocument, ...]:
        """Return the documents of the knowledge base, then the run's own texts."""
        return (*self._base.documents(), *(prepared.source for prepared in self._own.values()))

    def document(self, version_id: VersionId) -> SourceDocument:
        own = self._own.get(version_id)
        return own.source if own else self._base.document(version_id)

    def replaced_later(self, version_id: VersionId) -> SourceDocument | None:
        return None if version_id in self._own else self._base.replaced_later(version_id)

    def text(self, version_id: VersionId) -> str:
        own = self._own.get(version_id)
        return own.loaded.text if own else self._base.text(version_id)

    def structure(self, version_id: VersionId) -> LoadedDocument:
        own = self._own.get(version_id)
        return own.loaded if own else self._base.structure(version_id)

    def statements(self, version_id: VersionId) -> tuple[StatementTable, ...]:
        own = self._own.get(version_id)
        return statement_tables(own.loaded) if own else self._base.statements(version_id)

    def declared(self, version_id: VersionId) -> DocumentScope:
        return self.all_declared((version_id,))[version_id]

    def all_declared(self, versions: Iterable[VersionId]) -> Mapping[VersionId, DocumentScope]:
        wanted = tuple(versions)
        stored = self._base.all_declared(version for version in wanted if version not in self._own)
        return {version: self._own[version].scope if version in self._own else stored[version] for version in wanted}

    def labels(self, version_id: VersionId) -> tuple[str, ...]:
        own = self._own.get(version_id)
        return own.scope.labels() if own else self._base.labels(version_id)

    def owner(self, version_id: VersionId) -> str | None:
        own = self._own.get(version_id)
        return next(iter(own.scope.owners()), None) if own else self._base.owner(version_id)

    def aliases_about(self, names: Sequence[str]) -> tuple[Alias, ...]:
        return tuple(dict.fromkeys((*self._base.aliases_about(names), *self._own_index.about(names))))

    def aliases(self) -> tuple[Alias, ...]:
        return (*self._base.aliases(), *self._own_aliases)

    def alias_names(self) -> Iterable[tuple[str, str, AliasOrigin]]:
        own = ((alias.name, alias.of, alias.origin) for alias in self._own_aliases)
        return dict.fromkeys((*self._base.alias_names(), *own))

    @cached_property
    def _own_aliases(self) -> tuple[Alias, ...]:
        """The aliases that the run's own texts introduce. Each is valid only in the text that introduces it."""
        return tuple(alias for prepared in self._own.values() for alias in prepared.aliases)

    @cached_property
    def _own_index(self) -> AliasIndex:
        return AliasIndex(cast(AliasFields, alias.model_dump()) for alias in self._own_aliases)

    def passage(self, passage_id: PassageId) -> Passage:
        version = VersionId(passage_id.rpartition("-")[0])
        if version not in self._own:
            return self._base.passage(passage_id)
        found = next((own for own in self.passages(version) if own.passage_id == passage_id), None)
        if found is None:
            raise StoreError(f"passage {passage_id}: the tool's text has no such passage")
        return found

    def passages(self, version_id: VersionId) -> tuple[Passage, ...]:
        return self._passages_of(version_id) if version_id in self._own else self._base.passages(version_id)

    def search(
        self,
        query: str,
        *,
        limit: int = 30,
        versions: Collection[VersionId] | None = None,
        must_mention: Sequence[str] = (),
        in_tables: bool = False,
    ) -> tuple[Hit, ...]:
        return self._base.search(query, limit=limit, versions=versions, must_mention=must_mention, in_tables=in_tables)

    def holds_tables(self, versions: Collection[VersionId] | None = None) -> bool:
        return self._base.holds_tables(versions)

    def mentions(
        self, names: Sequence[str], *, limit: int = 50, versions: Collection[VersionId] | None = None
    ) -> tuple[Hit, ...]:
        return self._base.mentions(names, limit=limit, versions=versions)

    def best_in_each(self, query: str, *, each: int, versions: Collection[VersionId] | None = None) -> tuple[Hit, ...]:
        """Return the `each` best passages of every version (`Snapshot.best_in_each`). Of the run's own texts, these
        share most words with the query."""
        asked = set(content_stems(query))
        own: list[Hit] = []
        for version, prepared in self._own.items():
            if versions is not None and version not in versions:
                continue
            shared = [
                (len(asked.intersection(content_stems(passage.text))), passage)
                for passage in self._passages_of(version)
            ]
            ranked = sorted((pair for pair in shared if pair[0]), key=lambda pair: (-pair[0], pair[1].ordinal))
            own += [Hit(passage=passage, document=prepared.source, score=0.0) for _, passage in ranked[:each]]
        return (*self._base.best_in_each(query, each=each, versions=versions), *own)

    def document_count(self, word: str) -> int:
        return self._base.document_count(word)

    def mentioning_versions(self, names: Sequence[str]) -> frozenset[VersionId]:
        return self._base.mentioning_versions(names) | {
            version for version, prepared in self._own.items() if holds_a_name(names, prepared)
        }

    def column_names(self, passage: Passage) -> str | None:
        if passage.version_id not in self._own:
            return self._base.column_names(passage)
        return None if passage.table_id is None else self._reader_of(passage.table_id).column_names

    def table_unit(self, passage: Passage) -> str | None:
        if passage.version_id not in self._own:
            return self._base.table_unit(passage)
        return None if passage.table_id is None else self._reader_of(passage.table_id).unit

    def row(self, table_id: str, start: int, end: int) -> tuple[tuple[str, str], ...]:
        own = VersionId(table_id.rpartition("#")[0]) in self._own
        return self._reader_of(table_id).cells(start, end) if own else self._base.row(table_id, start, end)

    def rows(self, passage: Passage) -> tuple[Row, ...]:
        if passage.version_id not in self._own:
            return self._base.rows(passage)
        if passage.table_id is None:
            return ()
        return self._reader_of(passage.table_id).rows(passage.char_start, passage.char_end)

    def table(self, table_id: str) -> tuple[Table, str]:
        version_id, _, index = table_id.rpartition("#")
        own = self._own.get(VersionId(version_id))
        return (own.loaded.tables[int(index)], own.loaded.text) if own else self._base.table(table_id)

    def span(self, version_id: VersionId, start: int, end: int) -> Span:
        own = self._own.get(version_id)
        if own is None:
            return self._base.span(version_id, start, end)
        return span_of(own.source, own.loaded.text, self._places_of(version_id), start, end)

    def disclosures(self) -> tuple[StoredDisclosure, ...]:
        return self._base.disclosures()


def holds_a_name(names: Sequence[str], prepared: Prepared) -> bool:
    """Return whether a tool's text or title contains one of the names as a phrase, with case and accents folded."""
    source, text = prepared.source, prepared.loaded.text
    folded = f" {_folded(text if source.title == source.tool else f'{source.title} | {text}')} "
    return any(
        f" {_folded(name)} " in folded or (UNSPACED.search(name) is not None and name in text)
        for name in names
        if _folded(name)
    )


def _folded(text: str) -> str:
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return " ".join(re.findall(r"\w+", plain.casefold()))
