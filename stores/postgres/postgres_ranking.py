"""Searches words and names in PostgreSQL: BM25 over postings, and phrases over a tsvector with a GIN index.

PostgreSQL's own ranking (ts_rank) ignores how rare a word is. So the database also stores postings: which passages
contain a word, how often, and how long each passage is. They are read as binary rows of fixed size and ranked here, as
for a knowledge base in a folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..index.cache import BoundedCache
from ..index.fulltext import Names, Phrase
from ..index.postings import NOTHING, TermHits
from .postgres_words import LABEL_WEIGHTS, Words, names_query, tokens

if TYPE_CHECKING:
    import psycopg

BEGUN_AT_MOST = 200
"""The maximum number of words that a prefix may match."""
_HELD = """
select string_agg(substr(array_send(passages), 21), ''), string_agg(substr(array_send(counts), 21), ''),
  string_agg(substr(array_send(lengths), 21), '')
from postings where term = any(%s) and version > (select coalesce(max(version), 0) from passages where number = %s)
"""
"""The SQL that reads the postings of words as three binary columns, without the 20 bytes before the elements of each
array. Fetching them as rows takes 5 µs for each passage, and joining the columns in the database 1.6 to 4 times as long as
this."""
_SENT = tuple(np.dtype([("size", ">i4"), ("value", kind)]) for kind in (">i4", ">f4", ">i4"))
"""The elements of the columns as PostgreSQL sends them."""
_ROW = np.dtype([("passage", np.int32), ("count", np.float32), ("length", np.int32)])
BYTES_KEPT = 64_000_000
"""The size in bytes of the cache of these rows: 5 million pairs of passage and word."""
MEANS_KEPT = 16
"""The number of states of the knowledge base that have the mean length of their passages cached."""
_CONTAINING = "select substr(array_send(array_agg(number)), 21) from fulltext where words @@ %s::tsquery"
"""The SQL that reads the passages that contain a name. With `order by`, PostgreSQL reads the table in the order of its key
for a name of common words, which takes 1.5 times as long."""
_NAMED = """
select number from fulltext where number = any(%(holding)s::int[])
order by ts_rank(%(weights)s::real[], words, %(names)s::tsquery, 1) desc, number limit %(limit)s
"""

Rows = NDArray[np.void]


class _Read(NamedTuple):
    """The cached rows of a word, up to the passage number `last`."""

    last: int
    rows: Rows


def named(connection: psycopg.Connection, names: Names, containing: NDArray[np.int64], limit: int) -> list[int]:
    query = names_query(names)
    if query is None:
        return []
    wanted = {"holding": containing.tolist(), "names": query, "weights": LABEL_WEIGHTS, "limit": limit}
    return [number for (number,) in connection.execute(_NAMED, wanted, prepare=False)]


class PostgresWords:
    """Reads the postings of words. Rows are cached, so only rows that were added later are read again.

    `retried`: calls a function with a connection, and repeats the call if the connection was broken.
    """

    def __init__(
        self, retried: Callable[[Callable[[psycopg.Connection], Rows]], Rows], mean_length: Callable[[int], float]
    ) -> None:
        self._retried = retried
        self.mean_length = lru_cache(maxsize=MEANS_KEPT)(mean_length)
        self._kept: BoundedCache[_Read] = BoundedCache(BYTES_KEPT, lambda read: read.rows.nbytes)

    def held(self, term: Phrase, last: int) -> TermHits:
        """Return the passages that contain all words of the term."""
        found: TermHits | None = None
        for word in dict.fromkeys(tokens(term.text)):
            own = _held(self._begun(word, last) if term.is_prefix else self._rows(word, last))
            found = own if found is None else _both(found, own)
            if not len(found.passages):
                break
        return NOTHING if found is None else found

    def _rows(self, word: str, last: int) -> Rows:
        known = self._kept.get(word) or _Read(0, np.zeros(0, _ROW))
        if known.last < last:
            since = self._retried(lambda connection: _rows(connection, [word], known.last, last))
            known = _Read(last, np.concatenate([known.rows, since]))
            self._kept.put(word, known)
        return known.rows[: np.searchsorted(known.rows["passage"], last, side="right")]

    def _begun(self, begin: str, last: int) -> Rows:
        return self._retried(lambda connection: _rows(connection, _words_begun(connection, begin), 0, last))


def _rows(connection: psycopg.Connection, words: Sequence[str], after: int, last: int) -> Rows:
    """Return the rows of these words for passages after `after` and up to `last`. `after`: the last passage of a
    version, or 0."""
    found = connection.execute(_HELD, (list(words), after), binary=True).fetchone() or (None,) * len(_SENT)
    passages, counts, lengths = (
        np.frombuffer(column or b"", sent)["value"] for column, sent in zip(found, _SENT, strict=True)
    )
    kept = np.flatnonzero(passages <= last)
    kept = kept[np.argsort(passages[kept], kind="stable")]
    rows = np.empty(len(kept), _ROW)
    rows["passage"], rows["count"], rows["length"] = passages[kept], counts[kept], lengths[kept]
    return rows


def _held(rows: Rows) -> TermHits:
    passages, firsts = np.unique(rows["passage"].astype(np.int64), return_index=True)
    if not len(passages):
        return NOTHING
    counts = np.add.reduceat(rows["count"].astype(np.float64), firsts)
    return TermHits(passages, counts, rows["length"][firsts].astype(np.float64))


def _both(first: TermHits, second: TermHits) -> TermHits:
    passages, here, there = np.intersect1d(first.passages, second.passages, assume_unique=True, return_indices=True)
    return TermHits(passages, np.minimum(first.counts[here], second.counts[there]), first.lengths[here])


def _words_begun(connection: psycopg.Connection, begin: str) -> list[str]:
    rows = connection.execute(
        "select term from vocabulary where term >= %s and term < %s order by passages desc, term limit %s",
        (begin, f"{begin}\U0010ffff", BEGUN_AT_MOST),
    )
    return [word for (word,) in rows]


def containing(connection: psycopg.Connection, names: Names) -> NDArray[np.int64]:
    query = names_query(names)
    if query is None:
        return np.zeros(0, np.int64)
    (numbers,) = connection.execute(_CONTAINING, (query,), binary=True).fetchone() or (None,)
    return np.sort(np.frombuffer(numbers or b"", _SENT[0])["value"].astype(np.int64))


def insert(connection: psycopg.Connection, version: int, passages: Mapping[int, Words]) -> None:
    """Add the words of one version's passages, given by passage number."""
    postings: dict[str, list[tuple[int, float, int]]] = {}
    for number, words in passages.items():
        for word, count in words.counts.items():
            postings.setdefault(word, []).append((number, count, words.length))
    with connection.cursor() as cursor:
        with cursor.copy("copy fulltext (number, words) from stdin") as copy:
            for number, words in passages.items():
                copy.write_row((number, words.vector))
        with cursor.copy("copy postings (term, version, passages, counts, lengths) from stdin") as copy:
            for word, rows in postings.items():
                numbers, counts, lengths = (list(column) for column in zip(*rows, strict=True))
                copy.write_row((word, version, numbers, counts, lengths))
    connection.execute(
        "insert into vocabulary select * from unnest(%s::text[], %s::int[]) "
        "on conflict (term) do update set passages = vocabulary.passages + excluded.passages",
        (list(postings), [len(rows) for rows in postings.values()]),
    )
    connection.execute(
        "update meta set value = (value::bigint + %s)::text where key = 'tokens'",
        (sum(words.length for words in passages.values()),),
    )
