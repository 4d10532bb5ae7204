"""Words and names in PostgreSQL: postings for BM25, phrases over a tsvector with its GIN index.

PostgreSQL's own ts_rank knows nothing of how rare a word is. So there are postings as well: which passages hold a word, how often each
does, and how long it is. They are ranked here, as those of a folder are, and read as binary rows of one size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..index.cache import Kept
from ..index.fulltext import Names, Phrase
from ..index.postings import NOTHING, Held
from .postgres_words import LABEL_WEIGHTS, Words, names_query, tokens

if TYPE_CHECKING:
    import psycopg

BEGUN_AT_MOST = 200
"""Words looked for where a word is only begun."""
_HELD = """
select string_agg(int4send(u.passage) || float4send(u.count) || int4send(u.length), '')
from postings, unnest(passages, counts, lengths) as u (passage, count, length)
where term = any(%s) and version > (select coalesce(max(version), 0) from passages where number = %s) and u.passage <= %s
"""
"""One value: a row for each passage costs 5 µs to take from the connection."""
_SENT = np.dtype([("passage", ">i4"), ("count", ">f4"), ("length", ">i4")])
_ROW = np.dtype([("passage", np.int32), ("count", np.float32), ("length", np.int32)])
BYTES_KEPT = 64_000_000
"""Of such rows: 5 million times that a passage holds a word."""
_NAMED = """
select number from fulltext where number = any(%(holding)s::int[])
order by ts_rank(%(weights)s::real[], words, %(names)s::tsquery, 1) desc, number limit %(limit)s
"""

Rows = NDArray[np.void]


class _Read(NamedTuple):
    """The rows of a word, up to a passage."""

    last: int
    rows: Rows


def named(connection: psycopg.Connection, names: Names, holding: NDArray[np.int64], limit: int) -> list[int]:
    query = names_query(names)
    if query is None:
        return []
    wanted = {"holding": holding.tolist(), "names": query, "weights": LABEL_WEIGHTS, "limit": limit}
    return [number for (number,) in connection.execute(_NAMED, wanted, prepare=False)]


class PostgresWords:
    """Reads by `again`, which gives what a function reads on a connection. Of a word that was read before only what has come since is
    read, since on servers others take documents in all the time."""

    def __init__(
        self, again: Callable[[Callable[[psycopg.Connection], Rows]], Rows], usual: Callable[[int], float]
    ) -> None:
        self._again, self.usual = again, usual
        self._kept: Kept[_Read] = Kept(BYTES_KEPT, lambda one: one.rows.nbytes)

    def held(self, term: Phrase, last: int) -> Held:
        """Of the passages that hold all words of the term."""
        found: Held | None = None
        for word in dict.fromkeys(tokens(term.text)):
            own = _held(self._begun(word, last) if term.begun else self._rows(word, last))
            found = own if found is None else _both(found, own)
            if not len(found.passages):
                break
        return NOTHING if found is None else found

    def _rows(self, word: str, last: int) -> Rows:
        known = self._kept.get(word) or _Read(0, np.zeros(0, _ROW))
        if known.last < last:
            since = self._again(lambda connection: _rows(connection, [word], known.last, last))
            known = _Read(last, np.concatenate([known.rows, since]))
            self._kept.keep(word, known)
        return known.rows[: np.searchsorted(known.rows["passage"], last, side="right")]

    def _begun(self, begin: str, last: int) -> Rows:
        return self._again(lambda connection: _rows(connection, _words_begun(connection, begin), 0, last))


def _rows(connection: psycopg.Connection, words: Sequence[str], after: int, last: int) -> Rows:
    """Of the passages beyond `after`, the last passage of a version, or 0."""
    found = connection.execute(_HELD, (list(words), after, last), binary=True).fetchone()
    rows = np.frombuffer(found[0] if found and found[0] else b"", _SENT).astype(_ROW)
    return rows[np.argsort(rows["passage"], kind="stable")]


def _held(rows: Rows) -> Held:
    passages, firsts = np.unique(rows["passage"].astype(np.int64), return_index=True)
    if not len(passages):
        return NOTHING
    counts = np.add.reduceat(rows["count"].astype(np.float64), firsts)
    return Held(passages, counts, rows["length"][firsts].astype(np.float64))


def _both(first: Held, second: Held) -> Held:
    passages, here, there = np.intersect1d(first.passages, second.passages, assume_unique=True, return_indices=True)
    return Held(passages, np.minimum(first.counts[here], second.counts[there]), first.lengths[here])


def _words_begun(connection: psycopg.Connection, begin: str) -> list[str]:
    rows = connection.execute(
        "select term from vocabulary where term >= %s and term < %s order by passages desc, term limit %s",
        (begin, f"{begin}\U0010ffff", BEGUN_AT_MOST),
    )
    return [word for (word,) in rows]


def holding(connection: psycopg.Connection, names: Names) -> NDArray[np.int64]:
    query = names_query(names)
    if query is None:
        return np.zeros(0, np.int64)
    rows = connection.execute("select number from fulltext where words @@ %s::tsquery order by number", (query,))
    return np.asarray([number for (number,) in rows], np.int64)


def insert(connection: psycopg.Connection, version: int, passages: Mapping[int, Words]) -> None:
    """The words of one version's passages, by their numbers."""
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
