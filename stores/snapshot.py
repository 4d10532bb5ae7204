"""One generation of a knowledge base on one day, read-only: what a run is pinned to (SPEC REL-2), and searches. Safe for many threads
at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..evidence.frozen import Frozen
from ..evidence.sources import SourceDocument
from ..evidence.spans import VersionId
from .dense import nearest, read_filling
from .fulltext import Names, phrases, plain
from .fulltext import stem as indexed
from .generation import Generation
from .passages import Passage
from .rereading import READ_AGAIN, Candidate, asked, reread
from .search import Ranked, fused, lexical
from .selection import Selection
from .vectors import Filling
from .versions import Version

if TYPE_CHECKING:
    from .opening import Stores

SPARE = 20
"""Hits fetched beyond the limit, so that passages of equal score are told apart by id and not by when they were ingested."""


class Hit(Frozen):
    """A found passage. `score` orders the hits of one search and says nothing else: it is no relevance."""

    passage: Passage
    document: SourceDocument
    score: float
    lexical_rank: int | None = None
    dense_rank: int | None = None


class Snapshot(Generation):
    """Made by `KnowledgeBase.snapshot`. Raises StoreError for what this generation does not hold."""

    def __init__(self, stores: Stores, generation: int, as_of: date) -> None:
        super().__init__(stores, generation, as_of)
        self._mentioning = lru_cache(maxsize=256)(self._read_mentioning)
        self._holding = lru_cache(maxsize=64)(self._read_holding)
        self._document_count = lru_cache(maxsize=4_096)(stores.catalogue.document_count)

    @cached_property
    def _filling(self) -> Filling:
        """Kept, so that a reader need not open the index anew for what a writer adds meanwhile."""
        return read_filling(self._stores)

    @cached_property
    def _everything(self) -> Selection:
        return _selection(list(self._alive.values()))

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
