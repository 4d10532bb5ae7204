"""Compares the words of a question with a row and a column of a table."""

from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from ....evidence.language.topic_words import alternatives
from ....evidence.language.words import root, stem
from ....evidence.lexicon.figure_words import FIGURE_WORDS
from ....evidence.tables.row_parts import bare_name
from ....evidence.tables.table_words import table_roots
from ....evidence.values.asked_periods import GAP, asked_periods

_LIGHT = frozenset(root(stem(word)) for word in FIGURE_WORDS)


class LabelMatch(NamedTuple):
    by_label: bool
    """Whether the label itself contains a word of the question."""
    distance: int
    """The number of words that either only the question or only the label and the column contain. A row is requested
    rather than another one if its distance is smaller."""


@lru_cache(maxsize=262_144)
def label_match(thing: str, label: str, heading: str, column: str, above: str) -> LabelMatch | None:
    """Return how `label`, with its `heading` and `column`, matches the words `thing` of the question. Return None if one
    of these words, or a related one, is in none of them, nor in `above`: the title of the table. Words such as
    "total" and "amount" may be missing.

    Example: `label_match("total revenue", "Revenue", "", "2023", "")` gives `LabelMatch(by_label=True, distance=1)`.
    """
    asked = frozenset(table_roots(thing))
    needed = asked - _LIGHT or asked
    own, beside = _roots(label), _roots(label) | _roots(column)
    stated = beside | _roots(heading) | _roots(above)
    if not needed or not all(is_among(word, stated) for word in needed):
        return None
    missing = sum(not is_among(word, beside) for word in asked)
    spare = sum(not is_among(word, asked) for word in telling_roots(label) | telling_roots(column))
    return LabelMatch(any(is_among(word, own) for word in needed), missing + spare)


def telling_roots(text: str) -> frozenset[str]:
    """Return the roots of the words that distinguish one row from another. Figures, periods and words such as "total" do
    not."""
    return frozenset(word for word in _roots(text) if word not in _LIGHT and not word.isdigit())


def is_among(word: str, known: Set[str]) -> bool:
    """Return whether a root, or all roots of one of its alternatives, are among the known ones."""
    return word in known or any(other <= known for other in alternatives(word))


@lru_cache(maxsize=16_384)
def apart_from_period(name: str) -> str:
    """Return a name without its periods.

    Example: `apart_from_period("Revenue 2023")` gives `"Revenue"`.
    """
    return " ".join(asked_periods(bare_name(name))[1].replace(GAP, " ").split())


@lru_cache(maxsize=65_536)
def _roots(text: str) -> frozenset[str]:
    return frozenset(table_roots(apart_from_period(text)))
