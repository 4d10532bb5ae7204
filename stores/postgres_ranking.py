"""Ranking in PostgreSQL: BM25 over stored postings, phrases over a tsvector with its GIN index.

PostgreSQL's own ts_rank knows nothing of how rare a word is. BM25 is what FTS5 computes (k1 = 1.2, b = 0.75): each posting holds how
often a word stands in a passage and how long that passage is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .fulltext import Names, Phrase
from .postgres_words import LABEL_WEIGHTS, Words, asked, names_query, tokens

if TYPE_CHECKING:
    import psycopg

BEGUN_AT_MOST = 200
"""Words looked for where a word is only begun."""
LEAST = 1e-6
"""What a word that most passages hold still counts for, as in FTS5."""
_BM25 = """
with asked as (select * from unnest(%(terms)s::int[], %(words)s::text[], %(sizes)s::int[], %(worth)s::float8[]) as a (term, word, size, worth)),
found as (
  select a.term, u.passage, min(u.count)::float8 as count, max(u.length) as length, max(a.worth) as worth
  from asked a join postings p on p.term = a.word and p.version = any(%(versions)s)
  cross join unnest(p.passages, p.counts, p.lengths) as u (passage, count, length)
  group by a.term, u.passage, a.size having count(*) = a.size)
select passage from found where %(among)s::int[] is null or passage = any(%(among)s)
group by passage
order by sum(worth * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / %(usual)s))) desc, passage limit %(limit)s
"""
_NAMED = """
select f.number from fulltext f join passages p using (number)
where f.words @@ %(names)s::tsquery and p.version = any(%(versions)s)
order by ts_rank(%(weights)s::real[], f.words, %(names)s::tsquery, 1) desc, number limit %(limit)s
"""


class Wanted(NamedTuple):
    """Which versions count, which passages alone where these are given, and how many are wanted."""

    versions: list[int]
    among: list[int] | None
    limit: int


def named(connection: psycopg.Connection, names: Names, wanted: Wanted) -> list[int]:
    query = names_query(names)
    if query is None:
        return []
    found = connection.execute(_NAMED, {**wanted._asdict(), "names": query, "weights": LABEL_WEIGHTS}, prepare=False)
    return [number for (number,) in found]


def ranked(connection: psycopg.Connection, terms: Sequence[Phrase], wanted: Wanted) -> list[int]:
    words = asked(_completed(connection, terms))
    known: dict[str, int] = dict(
        connection.execute("select term, passages from vocabulary where term = any(%s)", (words.words,)).fetchall()
    )
    passages, length = connection.execute(
        "select (select coalesce(max(number), 0) from passages), (select value::float8 from meta where key = 'tokens')"
    ).fetchone() or (0, 0.0)
    if not passages or not known:
        return []
    rarest: dict[int, int] = {}
    for term, word in zip(words.terms, words.words, strict=True):
        rarest[term] = min(known.get(word, 0), rarest.get(term, int(passages)))
    worth = [_worth(rarest[term], passages) for term in words.terms]
    found = connection.execute(
        _BM25,
        {**wanted._asdict(), **words._asdict(), "worth": worth, "usual": max(length / passages, 1.0)},
        prepare=False,
    )
    return [number for (number,) in found]


def _worth(holding: int, passages: int) -> float:
    return max(log((passages - holding + 0.5) / (holding + 0.5)), LEAST)


def _completed(connection: psycopg.Connection, terms: Sequence[Phrase]) -> list[Phrase]:
    """The terms, those that are only begun as the words that begin so."""
    found: list[Phrase] = []
    for term in terms:
        if not term.begun:
            found.append(term)
            continue
        for begin in tokens(term.text):
            rows = connection.execute(
                "select term from vocabulary where term >= %s and term < %s order by passages desc, term limit %s",
                (begin, f"{begin}\U0010ffff", BEGUN_AT_MOST),
            )
            found += [Phrase(word) for (word,) in rows]
    return found


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
