"""Gives the words of a row label or column name that count, and the measures among them."""

from functools import lru_cache

from ..language.words import root, stem, words
from ..lexicon.small_words import SMALL_WORDS_OF_ROWS

MEASURE_ROOTS = frozenset(
    root(stem(word))
    for word in "revenue sales net income cost expense profit fee charge value amount total number".split()
)
"""Measures that a whole table may be about. Its rows need not repeat them: the row “Mexico” in a table of sales."""


def names_a_measure(text: str) -> bool:
    """Return whether the text contains a measure that a whole table may be about: “Net sales”."""
    return not MEASURE_ROOTS.isdisjoint(table_roots(text))


@lru_cache(maxsize=65_536)
def table_roots(text: str) -> tuple[str, ...]:
    """Return the roots of a label's words, in order, each once, without small words. “Other”, “before” and “not” stay,
    because they distinguish lines."""
    spelled = (word.text.casefold().replace("’", "'") for word in words(text))
    return tuple(dict.fromkeys(root(stem(word)) for word in spelled if word not in SMALL_WORDS_OF_ROWS))
