"""Ranking over the postings of FTS5, beside what FTS5 itself computes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.stores.index.fulltext import Phrase, grams
from pincite.stores.index.postings import Ranking
from pincite.stores.index.search import lexical
from pincite.stores.index.selection import Selection
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.sqlite import fts5
from pincite.stores.sqlite.fts5_words import Fts5Words

WORDS = ("rent", "rents", "technology", "Mühle", "lease", "of", "mill", "년", "有給休暇", "the")
SCHEMA = f"""
create virtual table fulltext using fts5(body, heading, title, grams, version, content='', tokenize='{fts5.TOKENIZE}');
create virtual table vocabulary using fts5vocab(fulltext, row);
create virtual table temp.places using fts5vocab(main, fulltext, instance);
"""
texts = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
passages = st.builds(lambda text, heading, title: (text, heading, title), texts, texts, texts)


@contextmanager
def filled(given: list[tuple[str, str, str]]) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        connection.executemany(
            "insert into fulltext (rowid, body, heading, title, grams, version) values (?, ?, ?, ?, ?, ?)",
            [(number, *texts, grams(" | ".join(texts)), "v1") for number, texts in enumerate(given, 1)],
        )
        yield connection


def ranked(connection: sqlite3.Connection, terms: list[Phrase], last: int, **wanted: object) -> list[int]:
    everything = Selection(np.array([1]), np.array([1]), np.array([last + 1]))
    arguments = {"selection": everything, "limit": last, "among": None, "last": last} | wanted
    ranking = Ranking(Fts5Words(lambda sql, values: connection.execute(sql, values).fetchall()))
    return ranking.ranked(terms, **arguments)  # type: ignore[arg-type]


def by_fts5(connection: sqlite3.Connection, terms: list[Phrase]) -> list[tuple[int, float]]:
    weights = ", ".join(map(str, fts5.WEIGHTS.values()))
    sql = f"select rowid, bm25(fulltext, {weights}, 0) as score from fulltext where fulltext match ? order by score, rowid"
    return connection.execute(sql, (fts5.expression(tuple((term,) for term in terms)),)).fetchall()


@given(
    st.lists(passages, min_size=1, max_size=30), st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True)
)
def test_the_order_is_that_of_fts5(given: list[tuple[str, str, str]], asked: list[str]) -> None:
    terms = [Phrase(grams(word).split()[0], paired=True) if grams(word) else Phrase(word) for word in asked]
    with filled(given) as connection:
        by_them = by_fts5(connection, terms)
        found = ranked(connection, terms, len(given))
    score = dict(by_them)
    assert set(found) == set(score)
    assert [score[number] for number in found] == pytest.approx([value for _, value in by_them], abs=3e-6)


def test_a_term_of_several_words_is_found_where_they_stand_together() -> None:
    given = [
        ("a 10-K of the mill", "", ""),
        ("10 forms, K", "", ""),
        ("K. 10", "", ""),
        ("rent", "Form 10-K", ""),
        ("10 K 10-K", "", ""),
    ]
    with filled(given) as connection:
        assert ranked(connection, [Phrase("10-K")], 5) == [5, 1, 4]
        assert ranked(connection, [Phrase("10-Q")], 5) == []


def test_a_long_passage_counts_less_and_lengths_of_more_than_one_octet_are_read() -> None:
    given = [(f"rent {'mill ' * count}", "", "") for count in (20_000, 130, 3, 500)]
    with filled(given) as connection:
        assert ranked(connection, [Phrase("rent")], 4) == [3, 2, 4, 1]


def test_a_word_that_most_passages_hold_is_read_only_to_fill_up() -> None:
    asked: list[list[str]] = []

    class Asked:
        def ranked(self, terms: list[Phrase], selection: Selection, limit: int, last: int, among: None) -> list[int]:
            asked.append([term.text for term in terms])
            return [21]

    everything = Selection(np.array([1]), np.array([1]), np.array([24]))
    counts = {"mill": 21, "rent": 1}
    found = lexical(Asked(), "rent of the mill", everything, 1, 23, lambda word: counts[word])  # type: ignore[arg-type]
    assert (found, asked) == ([21], [["rent"]])
    lexical(Asked(), "rent of the mill", everything, 2, 23, lambda word: counts[word])  # type: ignore[arg-type]
    assert asked == [["rent"], ["rent"], ["rent", "mill"]]


def test_only_what_is_asked_for_counts() -> None:
    given = [("rent of the mill", "", "")] * 9
    with filled(given) as connection:
        some = Selection(np.array([1, 2]), np.array([2, 6]), np.array([4, 8]))
        assert ranked(connection, [Phrase("rent")], 9, selection=some) == [2, 3, 6, 7]
        assert ranked(connection, [Phrase("rent")], 9, selection=some, limit=3) == [2, 3, 6]
        assert ranked(connection, [Phrase("rent")], 9, selection=some, among=np.array([3, 5, 7, 40])) == [3, 7]
        assert ranked(connection, [Phrase("lease")], 9) == []


def test_passages_that_come_meanwhile_wait_for_the_next_search() -> None:
    with filled([("rent", "", "")] * 3) as connection:
        ranking = Ranking(Fts5Words(lambda sql, values: connection.execute(sql, values).fetchall()))
        everything = Selection(np.array([1]), np.array([1]), np.array([5]))
        assert ranking.ranked([Phrase("rent")], everything, 9, 2) == [1, 2]
        connection.execute("insert into fulltext (rowid, body, version) values (4, 'rent', 'v2')")
        assert ranking.ranked([Phrase("rent")], everything, 9, 2) == [1, 2]
        assert ranking.ranked([Phrase("rent")], everything, 9, 4) == [1, 2, 3, 4]


@pytest.mark.spec("EVI-3")
@pytest.mark.parametrize("word", ["technology", "Mühle", "µg", "running", "O'Brien"])
def test_the_passages_of_a_word_are_counted_as_the_full_text_stems_it(kb: KnowledgeBase, word: str) -> None:
    kb.ingest_texts([{"id": "one", "text": f"It tells of {word} here."}, {"id": "two", "text": "It tells nothing."}])
    assert kb.snapshot().document_count(word) == 1
