"""Ranking in a folder: BM25 over the postings of FTS5, each read once and kept.

FTS5's own `bm25` counts the passages of each word anew for every search, and looks up the length of every passage it scores: 70 ms a search
over a million passages, where a question takes some thirty. The same sums over arrays take 2 ms once the words have been read, which is
0.2 µs for each place where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import fts5
from .fulltext import Phrase
from .kept import Kept
from .selection import Selection

K1, B = 1.2, 0.75
"""Of BM25, as in FTS5."""
LEAST = 1e-6
"""What a word that most passages hold still counts for, as in FTS5."""
BYTES_KEPT = 64_000_000
"""Of postings: 5 million places of words."""
LENGTHS_AT_ONCE = 65_536
_WEIGHTS = np.zeros(128)
for _name, _weight in fts5.WEIGHTS.items():
    _WEIGHTS[ord(_name[0])] = _weight
_GRAMS = ord("g")
_PLACES = "select group_concat((doc << 32) | (unicode(col) << 24) | offset) from temp.places where "
"""Each place of a word as one number: its passage, the first letter of its column, and which word of the column it is."""
MAKE_PLACES = "create virtual table if not exists temp.places using fts5vocab(main, fulltext, instance)"


class Posting(NamedTuple):
    """The passages that hold a term, by rising number, and what it adds to the score of each. `telling`: few enough hold it."""

    passages: NDArray[np.int64]
    scores: NDArray[np.float64]
    telling: bool


class Lengths(NamedTuple):
    """How many words each passage has, by its number (0 where there is none), how many passages there are, and the usual length."""

    of: NDArray[np.int32]
    passages: int
    usual: float


class Postings:
    """Reads by `rows`, which gives the rows of one query on a connection that has `temp.places`. Safe for many threads."""

    def __init__(self, rows: Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]) -> None:
        self._rows = rows
        self._kept: Kept[Posting] = Kept(BYTES_KEPT, lambda one: one.passages.nbytes + one.scores.nbytes)
        self._lengths = Lengths(np.zeros(1, np.int32), 0, 1.0)

    def ranked(
        self, terms: Sequence[Phrase], selection: Selection, limit: int, among: NDArray[np.int64] | None, last: int
    ) -> list[int]:
        """Numbers of passages that hold any of the terms, best first, ties by number. `among`: the only ones that count, rising; `last`:
        the highest there is."""
        held = [self._kept.made((term, last), lambda term=term: self._scored(term, last)) for term in terms]  # type: ignore[misc]
        telling = [one for one in held if one.telling]
        found = _best(telling, selection, limit, among)
        if len(found) < limit and len(telling) < len(held):  # words that most passages hold only fill up
            found = _best(held, selection, limit, among)
        return found

    def _scored(self, term: Phrase, last: int) -> Posting:
        passages, counts = self._read(term, last)
        lengths = self._lengths_to(last)
        worth = log((lengths.passages - len(passages) + 0.5) / (len(passages) + 0.5))
        dampened = counts + K1 * (1 - B + B * lengths.of[passages] / lengths.usual)
        return Posting(passages, max(worth, LEAST) * counts * (K1 + 1) / dampened, worth > LEAST)

    def _read(self, term: Phrase, last: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The passages that hold the term, rising, and how often each does, weighted by where."""
        words = fts5.words_of(term.text)
        places = np.zeros(0, np.int64)
        for index, word in enumerate(words):
            begun = term.begun and index == len(words) - 1
            own = self._places(word, begun=begun) - index
            places = np.intersect1d(places, own, assume_unique=True) if index else own
            if not len(places):
                break
        columns = places >> 24 & 0x7F
        counts_here = columns == _GRAMS if term.paired else _WEIGHTS[columns] > 0
        places = places[counts_here & (places >> 32 <= last)]  # what is being added meanwhile is of no generation yet
        numbers = places >> 32
        firsts = np.flatnonzero(np.diff(numbers, prepend=0))
        counts = np.add.reduceat(_WEIGHTS[places >> 24 & 0x7F], firsts) if len(firsts) else np.zeros(0)
        return numbers[firsts], counts

    def _places(self, word: str, *, begun: bool) -> NDArray[np.int64]:
        """Rising."""
        if begun:
            ((told,),) = self._rows(_PLACES + "term >= ? and term < ?", (word, f"{word}\U0010ffff"))
        else:
            ((told,),) = self._rows(_PLACES + "term = ?", (word,))
        found = np.fromstring(told or "", np.int64, sep=",")
        return np.sort(found) if begun else found

    def _lengths_to(self, last: int) -> Lengths:
        known = self._lengths
        if len(known.of) <= last:
            parts = [known.of]
            for first in range(len(known.of), last + 1, LENGTHS_AT_ONCE):
                end = min(first + LENGTHS_AT_ONCE, last + 1)
                part = np.zeros(end - first, np.int32)
                rows = self._rows("select id, sz from fulltext_docsize where id >= ? and id < ?", (first, end))
                part[[number - first for number, _ in rows]] = _summed(b"".join(size for _, size in rows), len(rows))
                parts.append(part)
            of = np.concatenate(parts)
            passages = int(np.count_nonzero(of))
            self._lengths = known = Lengths(of, passages, max(float(of.sum(dtype=np.int64)) / max(passages, 1), 1.0))
        return known


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
    return [int(one) for one in numbers[np.lexsort((numbers, -of))][:limit]]


def _reached(held: Sequence[Posting], scores: NDArray[np.float64], selection: Selection, limit: int) -> float:
    """A score that as many passages as are wanted reach: what those with the rarest words have. Most others need not be looked at."""
    for one in sorted(held, key=lambda one: len(one.passages)):
        if len(one.passages) >= limit and len(inside := selection.among(one.passages)) >= limit:
            return _largest(scores[inside], limit)
    return float(np.finfo(float).tiny)


def _largest(values: NDArray[np.float64], limit: int) -> float:
    """The smallest of the largest `limit`."""
    return float(np.partition(values, len(values) - limit)[len(values) - limit])


def _summed(sizes: bytes, rows: int) -> NDArray[np.int64]:
    """The sums of as many rows of SQLite's varints, of which each row has one a column."""
    octets = np.frombuffer(sizes, np.uint8).astype(np.int64)
    ends = np.flatnonzero(octets < 0x80)
    lengths = np.diff(ends, prepend=-1)
    values = octets[ends]
    for back in range(1, int(lengths.max(initial=1))):
        longer = lengths > back
        values[longer] += (octets[ends[longer] - back] & 0x7F) << (7 * back)
    return values.reshape(rows, -1).sum(axis=1) if rows else np.zeros(0, np.int64)
