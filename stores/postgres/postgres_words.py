"""Splits and stems words for PostgreSQL's full text as FTS5 does, so that both catalogues find the same passages."""

import re
import threading
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import snowballstemmer

from ...evidence.language.text_marks import without_footnote_marks
from ..index.catalogue import NewPassage
from ..index.fulltext import Names, Phrase

_TOKEN = re.compile(r"[^\W_]+")
_MARKS = re.compile("[\u0300-\u036f]")
_STEMMED = range(3, 65)
"""The lengths of words that are stemmed, as in FTS5."""
LONGEST = 400
"""The maximum number of characters of a word; PostgreSQL rejects words of more than 2 KB."""
NAME_WORDS = 500
"""The maximum number of words of a name. PostgreSQL cannot parse a phrase of thousands of words, and no passage
contains one."""
APART = 2
"""The number of word positions that stay unused between the parts of a passage, so that no phrase matches across two
parts."""
PARTS = (("text", "A", 1.0), ("heading", "B", 0.5), ("title", "C", 0.7), ("grams", "D", 1.0))
"""The parts of a passage, with the label and the weight of their words. The weights are those of `fts5.WEIGHTS`."""
LABEL_WEIGHTS = "{1.0,0.7,0.5,1.0}"
"""The weights of the parts in the order that ts_rank expects, from D to A."""

_porter = snowballstemmer.stemmer("porter")
_stemming = threading.Lock()  # the stemmer is not thread-safe


class Words(NamedTuple):
    """The words of one passage. `vector`: the literal of a tsvector. `counts`: the weighted frequency of each word.
    `length`: the number of words."""

    vector: str
    counts: Mapping[str, float]
    length: int


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    with _stemming:
        return str(_porter.stemWord(word))


def tokens(text: str) -> Iterator[str]:
    """Yield the words of a text: letters and digits, case and accents folded, stemmed."""
    text = without_footnote_marks(text)
    plain = text if text.isascii() else unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", text)))
    for word in _TOKEN.findall(plain.lower()):
        yield stem(word) if len(word) in _STEMMED else word[:LONGEST]


def words_of(passage: NewPassage) -> Words:
    places: dict[str, list[str]] = {}
    counts: dict[str, float] = {}
    position = length = 0
    for part, label, weight in PARTS:
        for word in tokens(getattr(passage, part)):
            position, length = position + 1, length + 1
            places.setdefault(word, []).append(f"{position}{label}")
            counts[word] = counts.get(word, 0.0) + weight
        position += APART
    vector = " ".join(f"'{word}':{','.join(at)}" for word, at in places.items())
    return Words(vector, counts, length)


def names_query(names: Names) -> str | None:
    """Return the literal of a tsquery for any of the names, or None if no passage can contain any."""
    found = [[_phrase_query(phrase) for phrase in name] for name in names]
    return (
        " | ".join(f"({' & '.join(f'({phrase})' for phrase in name)})" for name in found if name and all(name)) or None
    )


def _phrase_query(phrase: Phrase) -> str:
    """Return the tsquery literal of a phrase, or "" if it has no words or more than `NAME_WORDS`."""
    label = f"{'*' if phrase.is_prefix else ''}{'D' if phrase.paired else ''}"
    found = list(islice(tokens(phrase.text), NAME_WORDS + 1))
    return " <-> ".join(f"'{word}'{':' if label else ''}{label}" for word in found) if len(found) <= NAME_WORDS else ""
