"""Ranks passages by BM25 over postings. The posting of a term lists the passages that contain it. Each posting is read
from the catalogue once and cached.

A database that ranks by itself counts the passages of each term and looks up the length of every passage, in every
search. Over a million passages, a search takes FTS5 70 ms and PostgreSQL ten times as long. The same sums over arrays
take 3 ms once the terms are read, and a question takes about thirty searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from math import log
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .cache import BoundedCache
from .fulltext import Phrase
from .selection import Selection

K1, B = 1.2, 0.75
"""The parameters of BM25, as in FTS5."""
LEAST = 1e-6
"""The minimum weight of a term, as in FTS5. It applies to terms in most passages."""
READ_AT_ONCE, READ_AT_ONCE_FROM = 4, 100_000
"""The number of terms that are read in parallel, and the number of passages from which this is faster."""
BYTES_KEPT = 128_000_000
"""The size of the cache of postings in bytes: 8 million pairs of passage and term. Some questions over a million
passages take 6 million."""


class TermHits(NamedTuple):
    """The passages with a term, by ascending number. Each has the frequency of the term, weighted by field, and its
    length in words."""

    passages: NDArray[np.int64]
    counts: NDArray[np.float64]
    lengths: NDArray[np.float64]


NOTHING = TermHits(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))


class Words(Protocol):
    """The full-text index of a catalogue. Safe for many threads."""

    def held(self, term: Phrase, last: int) -> TermHits:
        """Return the passages up to the number `last` that contain the term. Later ones are not yet in the knowledge
        base."""
        ...

    def mean_length(self, last: int) -> float:
        """Return the mean length of a passage in words."""
        ...


class Posting(NamedTuple):
    """The passages with a term, by ascending number, and how much the term raises the score of each."""

    passages: NDArray[np.int64]
    scores: NDArray[np.float64]


class Ranking:
    """Ranks passages by BM25, with a cache of postings. Safe for many threads."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._kept: BoundedCache[Posting] = BoundedCache(
            BYTES_KEPT, lambda posting: posting.passages.nbytes + posting.scores.nbytes
        )

    def ranked(
        self,
        terms: Sequence[Phrase],
        selection: Selection,
        limit: int,
        last: int,
        among: NDArray[np.int64] | None = None,
    ) -> list[int]:
        """Rank passages as `Catalogue.ranked` does."""
        return _best(self._postings(terms, last), selection, limit, among)

    def _postings(self, terms: Sequence[Phrase], last: int) -> list[Posting]:
        """Return the postings of the terms. In a large catalogue, uncached ones are read in parallel, since the
        database works outside the interpreter lock."""
        if last < READ_AT_ONCE_FROM or sum(self._kept.get((term, last)) is None for term in terms) < 2:
            return [self._posting(term, last) for term in terms]
        with ThreadPoolExecutor(READ_AT_ONCE) as pool:
            return [
                future.result()
                for future in [pool.submit(copy_context().run, self._posting, term, last) for term in terms]
            ]

    def _posting(self, term: Phrase, last: int) -> Posting:
        return self._kept.get_or_make((term, last), lambda: self._scored(term, last))

    def _scored(self, term: Phrase, last: int) -> Posting:
        passages, counts, lengths = self._words.held(term, last)
        worth = log((last - len(passages) + 0.5) / (len(passages) + 0.5))
        dampened = counts + K1 * (1 - B + B * lengths / self._words.mean_length(last))
        return Posting(passages, max(worth, LEAST) * counts * (K1 + 1) / dampened)


def _best(held: Sequence[Posting], selection: Selection, limit: int, among: NDArray[np.int64] | None) -> list[int]:
    held = [posting for posting in held if len(posting.passages)]
    if not held:
        return []
    every, added = (
        np.concatenate([posting.passages for posting in held]),
        np.concatenate([posting.scores for posting in held]),
    )
    scores = np.bincount(every, added).astype(np.float64, copy=False)
    if among is None:
        numbers = np.flatnonzero(scores >= _reached(held, scores, selection, limit))
    else:
        numbers = among[: np.searchsorted(among, len(scores))]
    numbers = selection.among(numbers)
    of = scores[numbers]
    numbers, of = numbers[of > 0], of[of > 0]
    if len(numbers) > limit:
        least = _largest(of, limit)
        numbers, of = numbers[of >= least], of[of >= least]
    return [int(number) for number in numbers[np.lexsort((numbers, -of))][:limit]]


def _reached(held: Sequence[Posting], scores: NDArray[np.float64], selection: Selection, limit: int) -> float:
    """Return a score that at least `limit` passages reach with the rarest terms. Passages with a lower score need not
    be sorted."""
    for posting in sorted(held, key=lambda posting: len(posting.passages)):
        if len(posting.passages) >= limit and len(inside := selection.among(posting.passages)) >= limit:
            return _largest(scores[inside], limit)
    return float(np.finfo(float).tiny)


def _largest(values: NDArray[np.float64], limit: int) -> float:
    """Return the smallest of the `limit` largest values."""
    return float(np.partition(values, len(values) - limit)[len(values) - limit])
