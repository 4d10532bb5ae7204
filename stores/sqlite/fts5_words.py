"""Reads the index of SQLite's FTS5 as arrays: the passages of a word, and the lengths of passages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..index.fulltext import Phrase
from ..index.postings import NOTHING, TermHits
from . import fts5

MAKE_PLACES = "create virtual table if not exists temp.places using fts5vocab(main, fulltext, instance)"
_PLACES = "select group_concat((doc << 32) | (unicode(col) << 24) | offset) from temp.places where "
"""The SQL that reads each place of a word as one number, in 0.2 µs. The number consists of the passage, the first
letter of the column, and the position in the column."""
_SIZES = "select count(*), min(id), cast(group_concat(sz, '') as blob) from fulltext_docsize where id >= ? and id < ?"
"""The SQL that reads the lengths of passages, joined to one blob. This takes a third of the CPU time of one row for each
passage. The numbers of passages have no gaps, which opening a knowledge base checks."""
_GRAMS = ord("g")
_WEIGHTS = np.zeros(128)
for _name, _weight in fts5.WEIGHTS.items():
    _WEIGHTS[ord(_name[0])] = _weight
LENGTHS_AT_ONCE = 65_536


class _Lengths(NamedTuple):
    """The length of each passage in words, by its number, and the mean length."""

    of: NDArray[np.int32]
    mean_length: float


class Fts5Words:
    """Reads the full-text index of FTS5. Safe for many threads.

    `rows`: returns the rows of a query, on a connection that has the table `temp.places`.
    """

    def __init__(self, rows: Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]) -> None:
        self._rows = rows
        self._lengths = _Lengths(np.zeros(1, np.int32), 1.0)
        self._reading = threading.Lock()

    def held(self, term: Phrase, last: int) -> TermHits:
        """Return the passages up to the number `last` that contain the term, with the term's frequency in each.

        For several words this is the frequency of the rarest one. Counting the whole phrase takes a second at a million
        passages if its words are common ("10-K", "right-of-use").
        """
        words = fts5.words_of(term.text)
        if not words:
            return NOTHING
        places = self._places(min(words, key=self._count) if len(words) > 1 else words[0], is_prefix=term.is_prefix)
        columns = places >> 24 & 0x7F
        counts_here = columns == _GRAMS if term.paired else _WEIGHTS[columns] > 0
        places = places[counts_here & (places >> 32 <= last)]
        if len(words) > 1:
            places = places[np.isin(places >> 32, self._holding(term))]
        if not len(places):
            return NOTHING
        numbers = places >> 32
        firsts = np.flatnonzero(np.diff(numbers, prepend=0))
        passages, counts = numbers[firsts], np.add.reduceat(_WEIGHTS[places >> 24 & 0x7F], firsts)
        return TermHits(passages, counts, self._lengths_to(last).of[passages].astype(np.float64))

    def mean_length(self, last: int) -> float:
        return self._lengths_to(last).mean_length

    def _count(self, word: str) -> int:
        found = self._rows("select doc from vocabulary where term = ?", (word,))
        return int(found[0][0]) if found else 0

    def _holding(self, term: Phrase) -> NDArray[np.int64]:
        ((joined,),) = self._rows(fts5.HOLDING, (fts5.expression(((term,),)),))
        return np.fromstring(joined or "", np.int64, sep=",")

    def _places(self, word: str, *, is_prefix: bool) -> NDArray[np.int64]:
        """Return the places of a word, or of all words with this prefix, in ascending order. A place is one number made
        of passage, column and position."""
        if is_prefix:
            ((joined,),) = self._rows(_PLACES + "term >= ? and term < ?", (word, f"{word}\U0010ffff"))
        else:
            ((joined,),) = self._rows(_PLACES + "term = ?", (word,))
        found = np.fromstring(joined or "", np.int64, sep=",")
        return np.sort(found) if is_prefix else found

    def _lengths_to(self, last: int) -> _Lengths:
        if len(self._lengths.of) <= last:
            with self._reading:  # the first words of a process are read in several threads
                if len(self._lengths.of) <= last:
                    self._lengths = self._read_lengths(last)
        return self._lengths

    def _read_lengths(self, last: int) -> _Lengths:
        parts = [self._lengths.of]
        for first in range(len(parts[0]), last + 1, LENGTHS_AT_ONCE):
            end = min(first + LENGTHS_AT_ONCE, last + 1)
            part = np.zeros(end - first, np.int32)
            ((rows, lowest, sizes),) = self._rows(_SIZES, (first, end))
            if rows:
                part[lowest - first :][:rows] = _summed(sizes, rows)
            parts.append(part)
        of = np.concatenate(parts)
        return _Lengths(of, max(float(of.sum(dtype=np.int64)) / max(last, 1), 1.0))


def _summed(sizes: bytes, rows: int) -> NDArray[np.int64]:
    """Return the sum of each of `rows` rows. `sizes`: SQLite varints, one for each column of each row."""
    octets = np.frombuffer(sizes, np.uint8).astype(np.int64)
    ends = np.flatnonzero(octets < 0x80)
    lengths = np.diff(ends, prepend=-1)
    values = octets[ends]
    for back in range(1, int(lengths.max(initial=1))):
        longer = lengths > back
        values[longer] += (octets[ends[longer] - back] & 0x7F) << (7 * back)
    return np.asarray(values.reshape(rows, -1).sum(axis=1), np.int64)
