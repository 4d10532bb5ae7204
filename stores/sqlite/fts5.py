"""Words and queries of SQLite's FTS5."""

import sqlite3
import threading
from collections.abc import Sequence
from functools import cache, lru_cache
from weakref import finalize

from ..index.fulltext import Names, Phrase

TOKENIZE = "porter unicode61 remove_diacritics 2"
"""The FTS5 tokenizer that splits and stems words, as the schema declares it."""
WEIGHTS = {"body": 1.0, "heading": 0.5, "title": 0.7, "grams": 1.0}
"""The weight of a word by its column. Earlier versions of pincite filled a fifth column, `version`, which has no
weight."""
COLUMNS = "{body heading title grams}"
NAMED = f"select rowid from fulltext where fulltext match ? order by bm25(fulltext, {', '.join(map(str, WEIGHTS.values()))}, 0), rowid"  # nosec B608 # constants
HOLDING = "select group_concat(rowid) from fulltext where fulltext match ?"


def expression(names: Names) -> str:
    """Return an FTS5 query for any of the names."""
    return f"({COLUMNS}: ({' OR '.join(map(_all, names))}))"


def _all(name: Sequence[Phrase]) -> str:
    return f"({' AND '.join(map(_phrase, name))})" if len(name) > 1 else _phrase(name[0])


def _phrase(phrase: Phrase) -> str:
    column = "grams:" if phrase.paired else ""
    return f"{column}{_quoted(phrase.text)}{' *' if phrase.is_prefix else ''}"


def _quoted(text: str) -> str:
    """Return a string literal of FTS5, in which no word is an operator."""
    return '"' + text.replace('"', '""') + '"'


class Tokenizer:
    """Splits text into stemmed words with FTS5 itself, since no other tokenizer gives exactly the same ones. Safe for
    many threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        finalize(self, self._connection.close)  # two threads may each create one at first; only one of them is kept
        self._connection.execute(f"create virtual table text using fts5(body, content='', tokenize='{TOKENIZE}')")
        self._connection.execute("create virtual table words using fts5vocab(text, instance)")

    def __call__(self, text: str) -> tuple[str, ...]:
        with self._guard:
            self._connection.execute("insert into text (rowid, body) values (1, ?)", (text,))
            rows = self._connection.execute("select term from words order by offset").fetchall()
            self._connection.execute("insert into text (text) values ('delete-all')")
        return tuple(term for (term,) in rows)


_tokenizer = cache(Tokenizer)


@lru_cache(maxsize=16_384)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a short text in order, folded and stemmed."""
    return _tokenizer()(text)
