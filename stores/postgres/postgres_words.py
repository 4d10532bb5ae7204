"""Words for PostgreSQL's full text, cut and stemmed as FTS5 does it, so that both catalogues find the same."""

import re
import threading
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import snowballstemmer

from ...evidence.language.marks import without_footnote_marks
from ..index.catalogue import NewPassage
from ..index.fulltext import Names, Phrase

_TOKEN = re.compile(r"[^\W_]+")
_MARKS = re.compile("[\u0300-\u036f]")
_STEMMED = range(3, 65)
"""Lengths of the words that are stemmed, as by FTS5."""
LONGEST = 400
"""Characters of a word that are kept: PostgreSQL takes no word of more than 2 KB."""
NAME_WORDS = 500
"""Words of a name that is looked for. PostgreSQL cannot read a phrase of thousands, and a passage does not hold one."""
APART = 2
"""Positions left free between the parts of a passage, so that no phrase runs from one into the next."""
PARTS = (("text", "A", 1.0), ("heading", "B", 0.5), ("title", "C", 0.7), ("grams", "D", 1.0))
"""Of a passage: the label its words carry, and what they count for. The weights are those of `fts5.WEIGHTS`."""
LABEL_WEIGHTS = "{1.0,0.7,0.5,1.0}"
"""The same for ts_rank, which wants them from D to A."""

_porter = snowballstemmer.stemmer("porter")
_stemming = threading.Lock()  # the stemmer keeps its cursor in itself


class Words(NamedTuple):
    """Of one passage. `vector` is a tsvector's literal; `counts` how often each word stands there, weighted; `length` how many there
    are."""

    vector: str
    counts: Mapping[str, float]
    length: int


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    with _stemming:
        return str(_porter.stemWord(word))


def tokens(text: str) -> Iterator[str]:
    """The words of a text: letters and figures, without case and accents, stemmed."""
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
    """A tsquery's literal for any of the names; None where none can stand in a passage."""
    found = [[_phrase_query(phrase) for phrase in name] for name in names]
    return " | ".join(f"({' & '.join(f'({one})' for one in name)})" for name in found if name and all(name)) or None


def _phrase_query(phrase: Phrase) -> str:
    """Empty where there is no word, or more than any name has."""
    label = f"{'*' if phrase.begun else ''}{'D' if phrase.paired else ''}"
    found = list(islice(tokens(phrase.text), NAME_WORDS + 1))
    return " <-> ".join(f"'{word}'{':' if label else ''}{label}" for word in found) if len(found) <= NAME_WORDS else ""
