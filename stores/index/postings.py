"""BM25 over the postings of words, each read from the catalogue once and kept.

A database that ranks by itself counts the passages of each word anew for every search, and looks up the length of every passage it scores:
FTS5 takes 70 ms a search over a million passages, PostgreSQL ten times as long, and a question takes some thirty searches. The same
sums over arrays take 3 ms once the words have been read.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from math import log
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .cache import Kept
from .fulltext import Phrase
from .selection import Selection

K1, B = 1.2, 0.75
"""Of BM25, as in FTS5."""
LEAST = 1e-6
"""What a word that most passages hold still counts for, as in FTS5."""
READ_AT_ONCE, READ_AT_ONCE_FROM = 4, 100_000
"""Words that are read at once, and among how many passages that is worth it."""
BYTES_KEPT = 128_000_000
"""Of postings: 8 million times that a passage holds a word. Some questions over a million passages take 6 million."""


class Held(NamedTuple):
    """The passages that hold a term, by rising number; how often each does, weighted by where; and how many words each passage has."""

    passages: NDArray[np.int64]
    counts: NDArray[np.float64]
    lengths: NDArray[np.float64]


NOTHING = Held(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))


class Words(Protocol):
    """The full text of a catalogue. Safe for many threads."""

    def held(self, term: Phrase, last: int) -> Held:
        """Of the passages up to the number `last`: those that are being added meanwhile are of no generation yet."""
        ...

    def usual(self, last: int) -> float:
        """How many words a passage has, on average."""
        ...


class Posting(NamedTuple):
    """The passages that hold a term, by rising number, and what it adds to the score of each."""

    passages: NDArray[np.int64]
    scores: NDArray[np.float64]


class Ranking:
    """Safe for many threads."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._kept: Kept[Posting] = Kept(BYTES_KEPT, lambda one: one.passages.nbytes + one.scores.nbytes)

    def ranked(
        self,
        terms: Sequence[Phrase],
        selection: Selection,
        limit: int,
        last: int,
        among: NDArray[np.int64] | None = None,
    ) -> list[int]:
        """As `Catalogue.ranked`."""
        return _best(self._all(terms, last), selection, limit, among)

    def _all(self, terms: Sequence[Phrase], last: int) -> list[Posting]:
        """Those that are not known yet are read side by side where that takes long: a database does so without holding up Python."""
        if last < READ_AT_ONCE_FROM or sum(self._kept.get((term, last)) is None for term in terms) < 2:
            return [self._one(term, last) for term in terms]
        with ThreadPoolExecutor(READ_AT_ONCE) as pool:
            return [one.result() for one in [pool.submit(copy_context().run, self._one, term, last) for term in terms]]

    def _one(self, term: Phrase, last: int) -> Posting:
        return self._kept.made((term, last), lambda: self._scored(term, last))

    def _scored(self, term: Phrase, last: int) -> Posting:
        passages, counts, lengths = self._words.held(term, last)
        worth = log((last - len(passages) + 0.5) / (len(passages) + 0.5))
        dampened = counts + K1 * (1 - B + B * lengths / self._words.usual(last))
        return Posting(passages, max(worth, LEAST) * counts * (K1 + 1) / dampened)


def _best(held: Sequence[Posting], selection: Selection, limit: int, among: NDArray[np.int64] | None) -> list[int]:
    held = [one for one in held if len(one.passages)]
    if not held:
        return []
    every, added = np.concatenate([one.passages for one in held]), np.concatenate([one.scores for one in held])
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
    """A score that as many passages as are wanted reach: what those with the rarest words have. Most others need not be looked at."""
    for one in sorted(held, key=lambda one: len(one.passages)):
        if len(one.passages) >= limit and len(inside := selection.among(one.passages)) >= limit:
            return _largest(scores[inside], limit)
    return float(np.finfo(float).tiny)


def _largest(values: NDArray[np.float64], limit: int) -> float:
    """The smallest of the largest `limit`."""
    return float(np.partition(values, len(values) - limit)[len(values) - limit])
