"""One generation of a knowledge base on one day, read-only: what a run is pinned to (SPEC REL-2). Safe for many threads at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import StoreError
from ..evidence.alias_index import AliasIndex
from ..evidence.currency import as_of_day, replaced_later
from ..evidence.frozen import Frozen
from ..evidence.scope import DocumentScope
from ..evidence.sources import Alias, SourceDocument
from ..evidence.spans import PassageId, Span, VersionId
from ..evidence.title_index import Titled, TitleIndex
from .dense import nearest, read_filling
from .fulltext import Names, phrases, plain
from .fulltext import stem as indexed
from .loaded import LoadedDocument, Table
from .passages import Passage
from .places import span_of
from .rereading import READ_AGAIN, Candidate, asked, reread
from .search import Ranked, fused, lexical
from .selection import Selection
from .statements import StatementTable
from .tables import Row, TableReader
from .vectors import Filling
from .versions import Version

if TYPE_CHECKING:
    from .opening import Stores

PASSAGES_KEPT = 8
"""Versions whose passages are kept once read whole: a long report, of which every question reads the statements, has 3 MB of them."""
SPARE = 20
"""Hits fetched beyond the limit, so that passages of equal score are told apart by id and not by when they were ingested."""


class Hit(Frozen):
    """A found passage. `score` orders the hits of one search and says nothing else: it is no relevance."""

    passage: Passage
    document: SourceDocument
    score: float
    lexical_rank: int | None = None
    dense_rank: int | None = None


class StoredDisclosure(Frozen):
    """Something of the knowledge base that could not be read."""

    document: str
    where: str
    reason: str


class Snapshot:
    """Made by `KnowledgeBase.snapshot`. Raises StoreError for what this generation does not hold."""

    def __init__(self, stores: Stores, generation: int, as_of: date) -> None:
        self._stores = stores
        self.generation = generation
        self.as_of = as_of
        self._mentioning = lru_cache(maxsize=256)(self._read_mentioning)
        self._holding = lru_cache(maxsize=64)(self._read_holding)
        self._passages_of = lru_cache(maxsize=PASSAGES_KEPT)(self._read_passages)
        self._document_count = lru_cache(maxsize=4_096)(stores.catalogue.document_count)

    @cached_property
    def snapshot_id(self) -> str:
        """Names this generation of this knowledge base."""
        return f"{self._stores.catalogue.meta('kb_id')}@{self.generation}"

    @cached_property
    def _alive(self) -> Mapping[VersionId, Version]:
        """The versions of this generation in the order of ingest, as they stand on the day."""
        since: dict[int, int] = {}
        for number, added in self._stores.catalogue.alive(self.generation):
            since[number] = max(added, since.get(number, 0))
        versions = self._stores.versions.read(list(since))
        taken_in = sorted(versions, key=lambda one: since[one.number])
        today = {one.version_id: one for one in as_of_day([one.document for one in taken_in], self.as_of)}
        return {one.document.version_id: one._replace(document=today[one.document.version_id]) for one in versions}

    @cached_property
    def _versions(self) -> Mapping[int, VersionId]:
        return {one.number: version for version, one in self._alive.items()}

    @cached_property
    def _filling(self) -> Filling:
        """Kept, so that a reader need not open the index anew for what a writer adds meanwhile."""
        return read_filling(self._stores)

    @cached_property
    def _everything(self) -> Selection:
        return _selection(list(self._alive.values()))

    def _version(self, version_id: VersionId) -> Version:
        try:
            return self._alive[version_id]
        except KeyError:
            raise StoreError(
                f"version {version_id}: not in generation {self.generation} of this knowledge base"
            ) from None

    def documents(self) -> tuple[SourceDocument, ...]:
        """Every version alive in this generation, superseded ones too, in the order of ingest."""
        return self._documents

    @cached_property
    def _documents(self) -> tuple[SourceDocument, ...]:
        return tuple(one.document for one in self._alive.values())

    def document(self, version_id: VersionId) -> SourceDocument:
        return self._version(version_id).document

    def replaced_later(self, version_id: VersionId) -> SourceDocument | None:
        """The text that is to replace this one after the day; None where the knowledge base holds none."""
        return replaced_later(self.document(version_id), self._ahead)

    @cached_property
    def _ahead(self) -> tuple[SourceDocument, ...]:
        return tuple(one for one in self.documents() if one.not_yet)

    def text(self, version_id: VersionId) -> str:
        """The stored text, letter for letter."""
        return self._stores.versions.text(self._version(version_id).number)

    def structure(self, version_id: VersionId) -> LoadedDocument:
        """Pages, headings, furniture and tables over the stored text."""
        return self._stores.versions.structure(self._version(version_id).number)

    def statements(self, version_id: VersionId) -> tuple[StatementTable, ...]:
        """Which of its tables are the primary financial statements."""
        return self._stores.versions.statements(self._version(version_id).number)

    def declared(self, version_id: VersionId) -> DocumentScope:
        """What the document declares itself to be about."""
        return self._stores.versions.declared(self._version(version_id).number)

    def labels(self, version_id: VersionId) -> tuple[str, ...]:
        """Periods, versions and jurisdictions that the document declares, in words."""
        return self._stores.versions.labels(self._version(version_id).number)

    def owner(self, version_id: VersionId) -> str | None:
        """The first name that the document declares itself to be about."""
        return self._stores.versions.owner(self._version(version_id).number)

    def aliases_about(self, names: Sequence[str]) -> tuple[Alias, ...]:
        """The aliases that bear on one of the names."""
        return self._alias_index.about(names)

    @cached_property
    def _alias_index(self) -> AliasIndex:
        return AliasIndex(self.aliases())

    def titles_in(self, text: str) -> tuple[Titled, ...]:
        """The documents whose title, or declared entity, the text holds; the longest names first."""
        return tuple(self._title_index.named_in(text))

    @cached_property
    def _title_index(self) -> TitleIndex:
        return TitleIndex(self.documents(), self.aliases())

    def aliases(self) -> tuple[Alias, ...]:
        """Aliases the manifest or the user declared, and those the documents' own texts introduce."""
        return self._aliases

    @cached_property
    def _aliases(self) -> tuple[Alias, ...]:
        declared = self._stores.catalogue.declared_aliases(self.generation)
        found = [Alias(name=name, of=of, origin="declared") for name, of in declared]
        found += self._stores.versions.aliases(list(self._versions))
        return tuple(dict.fromkeys(found))

    def passage(self, passage_id: PassageId) -> Passage:
        alive, found = self._versions, self._stores.versions.passage(passage_id)
        if found is None or found[0] not in alive:
            raise StoreError(f"passage {passage_id}: not in generation {self.generation} of this knowledge base")
        return found[1]

    def passages(self, version_id: VersionId) -> tuple[Passage, ...]:
        return self._passages_of(version_id)

    def _read_passages(self, version_id: VersionId) -> tuple[Passage, ...]:
        return self._stores.versions.passages_of(self._version(version_id).number)

    def search(
        self,
        query: str,
        *,
        limit: int = 30,
        versions: Collection[VersionId] | None = None,
        must_mention: Sequence[str] = (),
        in_tables: bool = False,
    ) -> tuple[Hit, ...]:
        """The best passages for `query`, lexical and dense ranks fused, the first of them read again; at most `limit`, ties by id. None
        without words.

        `versions`: search these only. `must_mention`: passages (with their headings and titles) that hold at least one of these
        names as a phrase. `in_tables`: rows of tables only. Scores order the hits and say nothing else.
        """
        query, chosen = plain(query), self._chosen(versions)
        phrase = phrases(must_mention)
        if not chosen or not any(map(str.isalnum, query)) or (must_mention and phrase is None):
            return ()
        whole, wide = len(chosen) == len(self._alive), max(limit * 2, 50)
        selection = self._everything if whole else _selection(chosen)
        allowed = self._holding(phrase) if phrase else None
        among: frozenset[int] | None = None
        if in_tables:
            rows, among = self._rows_of_tables, self._any_row_of_tables
            if not among:
                return ()
            allowed = rows if allowed is None else np.intersect1d(allowed, rows, assume_unique=True)
        by_words = lexical(self._stores.catalogue, query, selection, phrase, wide, self._document_count, among)
        by_meaning = nearest(self._stores, query, chosen, self._filling, whole=whole, allowed=allowed, limit=wide)
        hits = self._hits(fused(by_words, by_meaning)[: max(limit + SPARE, READ_AGAIN)])
        return self._read_again(query, hits)[:limit]

    def _read_again(self, query: str, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
        """The hits with the first of them in the order of what they say of the query."""
        wanted = asked(query, self._document_count, self._stores.catalogue.last_passage())
        if wanted is None:
            return hits
        scores = reread(wanted, [_candidate(hit) for hit in hits[:READ_AGAIN]])
        first = [hit.model_copy(update={"score": score}) for hit, score in zip(hits, scores, strict=False)]
        first.sort(key=lambda hit: (-hit.score, hit.lexical_rank or 0, hit.passage.passage_id))
        return (*first, *hits[READ_AGAIN:])

    def mentions(
        self, names: Sequence[str], *, limit: int = 50, versions: Collection[VersionId] | None = None
    ) -> tuple[Hit, ...]:
        """Passages that hold one of the names as a phrase, case folded, best first."""
        phrase, chosen = phrases(names), self._chosen(versions)
        if phrase is None or not chosen:
            return ()
        selection = _selection(chosen)
        found = lexical(self._stores.catalogue, "", selection, phrase, limit, self._document_count)
        return self._hits([Ranked(number, 0.0, rank, None) for rank, number in enumerate(found, 1)])

    def best_in_each(self, query: str, *, each: int, versions: Collection[VersionId] | None = None) -> tuple[Hit, ...]:
        """Of every version the `each` passages that say most of `query`, by words: nothing for a version that says none of them."""
        asked, chosen = plain(query), self._chosen(versions)
        selection = _selection(chosen)
        if not selection.versions or not any(map(str.isalnum, asked)):
            return ()
        whole = sum(one.passages for one in chosen)
        ranked = lexical(
            self._stores.catalogue, asked, selection, None, whole, lambda _: 1
        )  # no word is too common here
        kept: dict[int, list[int]] = {}
        for number in ranked:
            of_version = kept.setdefault(bisect_right(selection.starts, number) - 1, [])
            if len(of_version) < each:
                of_version.append(number)
        numbers = [number for found in kept.values() for number in found]
        return self._hits([Ranked(number, 0.0, rank, None) for rank, number in enumerate(numbers, 1)])

    def document_count(self, word: str) -> int:
        """How many passages hold the word in one of its forms, of whatever generation."""
        return self._document_count(indexed(word.casefold()))

    def passage_count(self) -> int:
        """How many passages there are, of whatever generation."""
        return self._stores.catalogue.last_passage()

    def mentioning_versions(self, names: Sequence[str]) -> frozenset[VersionId]:
        """The documents that hold one of the names in a passage, a heading or the title, or are declared to be about it."""
        return self._mentioning(tuple(names))

    def _read_mentioning(self, names: tuple[str, ...]) -> frozenset[VersionId]:
        phrase = phrases(names)
        if phrase is None:
            return frozenset()
        indexes = np.unique(np.searchsorted(self._everything.starts, self._holding(phrase), side="right") - 1)
        folded = {name.casefold() for name in names}
        declared = {
            version
            for version, one in self._alive.items()
            if one.document.entity is not None and one.document.entity.casefold() in folded
        }
        return frozenset(self._versions[self._everything.versions[index]] for index in indexes) | declared

    def _read_holding(self, names: Names) -> NDArray[np.int64]:
        """Numbers of all passages of this generation that hold one of the names, rising."""
        return self._everything.among(self._stores.catalogue.holding(names))

    @cached_property
    def _rows_of_tables(self) -> NDArray[np.int64]:
        """Numbers of the passages that hold rows of tables, rising, of whatever generation."""
        return np.asarray(self._stores.catalogue.rows_of_tables(), np.int64)

    @cached_property
    def _any_row_of_tables(self) -> frozenset[int]:
        return frozenset(self._rows_of_tables.tolist())

    def holds_tables(self, versions: Collection[VersionId] | None = None) -> bool:
        """Whether any of the versions has a table; of all, when left out."""
        rows = self._rows_of_tables
        return len(rows) > 0 and any(
            np.searchsorted(rows, one.first) < np.searchsorted(rows, one.first + one.passages)
            for one in self._chosen(versions)
        )

    def _chosen(self, versions: Collection[VersionId] | None) -> list[Version]:
        if versions is None:
            return list(self._alive.values())
        found = [self._alive[version] for version in set(versions) if version in self._alive]
        return sorted(found, key=lambda one: one.number)

    def _hits(self, ranked: Sequence[Ranked]) -> tuple[Hit, ...]:
        if not ranked:
            return ()
        passages = self._stores.versions.passages([one.number for one in ranked])
        found = [
            (one, passages[one.number][1])
            for one in ranked
            if one.number in passages and passages[one.number][0] in self._versions
        ]
        found.sort(key=lambda pair: (-pair[0].score, pair[0].lexical_rank or 0, pair[1].passage_id))
        return tuple(
            Hit(
                passage=passage,
                document=self.document(passage.version_id),
                score=one.score,
                lexical_rank=one.lexical_rank,
                dense_rank=one.dense_rank,
            )
            for one, passage in found
        )

    def column_names(self, table_id: str) -> str | None:
        """The header of a table as it stands in the text; None for a table without one."""
        return self._reader(table_id).column_names

    def row(self, table_id: str, start: int, end: int) -> tuple[tuple[str, str], ...]:
        """Column name and text of each filled cell between two offsets of the version's text; "" where a column has no name."""
        return self._reader(table_id).cells(start, end)

    def rows(self, passage: Passage) -> tuple[Row, ...]:
        """The rows of its table that stand whole in the passage; none where it holds no table."""
        if passage.table_id is None:
            return ()
        return self._reader(passage.table_id).rows(passage.char_start, passage.char_end)

    def _reader(self, table_id: str) -> TableReader:
        version_id, _, index = table_id.rpartition("#")
        return self._stores.versions.table(self._version(VersionId(version_id)).number, int(index))

    def table(self, table_id: str) -> tuple[Table, str]:
        """The table, and the text its cells point into."""
        version_id, _, index = table_id.rpartition("#")
        version = VersionId(version_id)
        return self.structure(version).tables[int(index)], self.text(version)

    def span(self, version_id: VersionId, start: int, end: int) -> Span:
        """The exact stretch `text[start:end]` with its place. Raises StoreError for offsets outside the text."""
        one = self._version(version_id)
        return span_of(one.document, self.text(version_id), self._stores.versions.places(one.number), start, end)

    def disclosures(self) -> tuple[StoredDisclosure, ...]:
        """Files and parts of files that could not be read."""
        return tuple(
            StoredDisclosure(document=document, where=where, reason=reason)
            for document, where, reason, version in self._stores.catalogue.problems(self.generation)
            if version is None or version in self._versions
        )


def _candidate(hit: Hit) -> Candidate:
    section, title = hit.passage.place.section or "", hit.document.title
    return Candidate(hit.passage.text, section, title, hit.lexical_rank, hit.dense_rank)


def _selection(chosen: Sequence[Version]) -> Selection:
    holders = sorted((one for one in chosen if one.passages), key=lambda one: one.first)
    return Selection(
        versions=tuple(one.number for one in holders),
        starts=tuple(one.first for one in holders),
        ends=tuple(one.first + one.passages for one in holders),
    )
