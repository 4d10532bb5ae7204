"""A snapshot: the knowledge base after one change (its generation), seen on one day.

A run reads only its snapshot (SPEC REL-2). It is read-only, and safe for many threads at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import SourceDocument
from ...evidence.model.spans import VersionId
from ..documents.passages import Passage
from ..index.cache import BoundedCache
from ..index.fulltext import Names, Phrase, phrases, plain
from ..index.rerank import RERANKED, Candidate, QueryTerms, query_terms, rerank
from ..index.search import DENSE_WEIGHT, DENSE_WEIGHT_RERANKED, Ranked, fused, lexical
from ..index.selection import Selection
from ..index.vectors import Filling
from .dense import nearest, read_filling
from .generation import Generation

if TYPE_CHECKING:
    from .opening import Stores

SELECTIONS_KEPT = 16
BYTES_KEPT = 32_000_000
"""The size in bytes of the cache of passage numbers by name."""
SPARE = 20
"""The number of hits that are fetched beyond the limit, so that hits with equal scores at the limit are ordered by id
and not by the time of ingest."""


class Hit(Frozen):
    """A found passage. `score` only orders the hits of one search; it is not a relevance."""

    passage: Passage
    document: SourceDocument
    score: float
    lexical_rank: int | None = None
    dense_rank: int | None = None


class Snapshot(Generation):
    """The knowledge base after one change (a generation), on one day. `KnowledgeBase.snapshot` makes it. Raises
    StoreError for an id that is not in this generation."""

    def __init__(self, stores: Stores, generation: int, as_of: date) -> None:
        super().__init__(stores, generation, as_of)
        self._mentioning = lru_cache(maxsize=256)(self._read_mentioning)
        self._selections: BoundedCache[Selection] = BoundedCache(SELECTIONS_KEPT)
        self._held: BoundedCache[NDArray[np.int64]] = BoundedCache(BYTES_KEPT, lambda numbers: numbers.nbytes)
        self._document_count = lru_cache(maxsize=4_096)(stores.catalogue.document_count)

    @cached_property
    def _filling(self) -> Filling:
        """How far the vector index is filled. It is read once, so that a snapshot ignores vectors that another process
        adds later."""
        return read_filling(self._stores)

    @cached_property
    def _everything(self) -> Selection:
        rows = sorted(
            (version.first, version.first + version.passages, version.number)
            for version in self._alive.values()
            if version.passages
        )
        starts, ends, versions = np.asarray(rows, np.int64).reshape(-1, 3).T
        return Selection(versions, starts, ends)

    @cached_property
    def _last(self) -> int:
        """The highest passage number of this generation. Statistics of words leave later passages out, so a later
        ingest does not change them."""
        return int(self._everything.ends[-1]) - 1 if len(self._everything.ends) else 0

    @cached_property
    def _numbers(self) -> Mapping[VersionId, range]:
        """The passage numbers of each version."""
        return {
            version_id: range(version.first, version.first + version.passages)
            for version_id, version in self._alive.items()
        }

    @cached_property
    def _stretches(self) -> Mapping[VersionId, int]:
        """The position of each version's passage numbers in `_everything`."""
        return {self._versions[number]: place for place, number in enumerate(self._everything.versions.tolist())}

    def search(
        self,
        query: str,
        *,
        limit: int = 30,
        versions: Collection[VersionId] | None = None,
        must_mention: Sequence[str] = (),
        in_tables: bool = False,
    ) -> tuple[Hit, ...]:
        """Return the best passages for `query`, at most `limit`, ties by id. A query without words gives none.

        The ranks by words and by vectors are fused, and the first hits are reranked. Scores only order the hits.
        `versions`: search only these. `must_mention`: return only passages with one of these names as a phrase, in
        text, heading or title. `in_tables`: return only table rows.
        """
        query, selection = plain(query), self._selection(versions)
        phrase = phrases(must_mention)
        if not any(map(str.isalnum, query)) or (must_mention and phrase is None):
            return ()
        allowed = self._containing(phrase) if phrase else None
        if in_tables:
            rows = self._rows_of_tables
            allowed = rows if allowed is None else np.intersect1d(allowed, rows, assume_unique=True)
        if not len(selection.versions) or (allowed is not None and not len(allowed)):
            return ()
        whole, wide = selection is self._everything, max(limit * 2, 50)
        by_words = lexical(self._stores.catalogue, query, selection, wide, self._last, self._document_count, allowed)
        by_meaning = nearest(
            self._stores,
            query,
            selection,
            self._filling,
            held=self._numbers,
            whole=whole,
            allowed=allowed,
            limit=wide,
        )
        terms = query_terms(query, self._document_count, self._last)
        ranked = fused(by_words, by_meaning, DENSE_WEIGHT if terms is None else DENSE_WEIGHT_RERANKED)
        hits = self._hits(ranked[: max(limit + SPARE, RERANKED)])
        return (hits if terms is None else _reranked(terms, hits))[:limit]

    def mentions(
        self, names: Sequence[str], *, limit: int = 50, versions: Collection[VersionId] | None = None
    ) -> tuple[Hit, ...]:
        """Return passages that contain one of the names as a phrase, best first. Case is ignored."""
        phrase = phrases(names)
        if phrase is None:
            return ()
        containing = self._selection(versions).among(self._containing(phrase))
        found = self._best_named(phrase, containing, limit) if len(containing) else []
        return self._hits([Ranked(number, 0.0, rank, None) for rank, number in enumerate(found, 1)])

    def _best_named(self, names: Names, containing: NDArray[np.int64], limit: int) -> list[int]:
        """Return at most `limit` of the passages that contain a name, best first. Names of one word are ranked by their
        postings: if a name is in every title, the database needs 2.4 s of CPU time to rank a million passages."""
        terms = [term for name in names for term in name]
        if all(term.text.isalnum() and not term.paired for term in terms):
            return self._stores.catalogue.ranked(terms, self._everything, limit, self._last, containing)
        return self._stores.catalogue.named(names, containing, limit)

    def best_in_each(self, query: str, *, each: int, versions: Collection[VersionId] | None = None) -> tuple[Hit, ...]:
        """Return the `each` best passages of every version by words (BM25), and none of a version without a word of
        `query`."""
        words, selection = plain(query), self._selection(versions)
        if not len(selection.versions) or not any(map(str.isalnum, words)):
            return ()
        ranked = lexical(
            self._stores.catalogue, words, selection, selection.passages, self._last, lambda _: 1
        )  # a document count of 1: no word is too common here
        kept: dict[int, list[int]] = {}
        for number, place in zip(ranked, selection.places(np.asarray(ranked, np.int64)).tolist(), strict=True):
            of_version = kept.setdefault(place, [])
            if len(of_version) < each:
                of_version.append(number)
        numbers = [number for found in kept.values() for number in found]
        return self._hits([Ranked(number, 0.0, rank, None) for rank, number in enumerate(numbers, 1)])

    def document_count(self, word: str) -> int:
        """Return how many passages, of all generations, contain the word in one of its forms."""
        return self._document_count(word.casefold())

    def mentioning_versions(self, names: Sequence[str]) -> frozenset[VersionId]:
        """Return the versions that contain one of the names in a passage, a heading or the title, or declare it as
        their entity."""
        return self._mentioning(tuple(names))

    def _read_mentioning(self, names: tuple[str, ...]) -> frozenset[VersionId]:
        phrase = phrases(names)
        if phrase is None:
            return frozenset()
        found = self._everything.containing(self._containing(phrase)).versions.tolist()
        folded = {name.casefold() for name in names}
        declared = {
            version_id
            for version_id, version in self._alive.items()
            if version.document.entity is not None and version.document.entity.casefold() in folded
        }
        return frozenset(self._versions[number] for number in found) | declared

    def _containing(self, names: Names) -> NDArray[np.int64]:
        """Return the numbers of all passages of this generation that contain one of the names, in ascending order. Each
        name is cached alone, since later searches combine it with others."""
        found = [self._held.get_or_make(name, lambda name=name: self._read_containing(name)) for name in names]  # type: ignore[misc]
        return found[0] if len(found) == 1 else np.unique(np.concatenate(found))

    def _read_containing(self, name: tuple[Phrase, ...]) -> NDArray[np.int64]:
        return self._everything.among(self._stores.catalogue.containing((name,)))

    @cached_property
    def _rows_of_tables(self) -> NDArray[np.int64]:
        """The numbers of all passages with table rows, in all generations, in ascending order."""
        return np.asarray(self._stores.catalogue.rows_of_tables(), np.int64)

    def holds_tables(self, versions: Collection[VersionId] | None = None) -> bool:
        """Return whether any of the versions has a table; by default any version of the generation."""
        return len(self._selection(versions).containing(self._rows_of_tables).versions) > 0

    def _selection(self, versions: Collection[VersionId] | None) -> Selection:
        """Return the passages of these versions; by default of the whole generation."""
        if versions is None:
            return self._everything
        wanted = frozenset(versions)
        return self._selections.get_or_make(wanted, lambda: self._read_selection(wanted))

    def _read_selection(self, wanted: frozenset[VersionId]) -> Selection:
        places = sorted(self._stretches[version] for version in wanted if version in self._stretches)
        return (
            self._everything
            if len(places) == len(self._stretches)
            else self._everything.part(np.asarray(places, np.int64))
        )

    def _hits(self, ranked: Sequence[Ranked]) -> tuple[Hit, ...]:
        if not ranked:
            return ()
        passages = self._stores.versions.passages([hit.number for hit in ranked])
        found = [
            (hit, passages[hit.number][1])
            for hit in ranked
            if hit.number in passages and passages[hit.number][0] in self._versions
        ]
        found.sort(key=lambda pair: (-pair[0].score, pair[0].lexical_rank or 0, pair[1].passage_id))
        return tuple(
            Hit(
                passage=passage,
                document=self.document(passage.version_id),
                score=hit.score,
                lexical_rank=hit.lexical_rank,
                dense_rank=hit.dense_rank,
            )
            for hit, passage in found
        )


def _reranked(terms: QueryTerms, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """Return the hits, of which the first `RERANKED` are in the order of the reranker."""
    scores = rerank(terms, [_candidate(hit) for hit in hits[:RERANKED]])
    first = [hit.model_copy(update={"score": score}) for hit, score in zip(hits, scores, strict=False)]
    first.sort(key=lambda hit: (-hit.score, hit.lexical_rank or 0, hit.passage.passage_id))
    return (*first, *hits[RERANKED:])


def _candidate(hit: Hit) -> Candidate:
    section, title = hit.passage.place.section or "", hit.document.title
    return Candidate(hit.passage.text, section, title, hit.lexical_rank, hit.dense_rank)
