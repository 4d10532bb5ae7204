"""The word lists of the guards as stems and token keys, the form in which the guards compare words. They contain words
that deny, limit or hedge, and pairs of opposites."""

from ..lexicon.limiting_words import (
    FAILING,
    HEDGING,
    LIMITED_WORDS,
    NEGATING,
    OPPOSITE_PAIRS,
    SUPERLATIVE_WORDS,
    UNIVERSAL_WORDS,
)
from .synonyms import one_spelling


def _listed(words: str) -> frozenset[str]:
    """Return the given words together with the token keys that `tokens` makes of them.

    Example: `_listed("rose")` gives `{"rose"}`.
    """
    return frozenset(words.split()) | frozenset(one_spelling(word) for word in words.split())


NEGATIONS = _listed(NEGATING)
FAILURES = _listed(FAILING)
HEDGES = _listed(HEDGING)
UNIVERSAL = _listed(UNIVERSAL_WORDS)
LIMITED = _listed(LIMITED_WORDS)
SUPERLATIVES = _listed(SUPERLATIVE_WORDS)
OPPOSITES: dict[str, frozenset[str]] = {}
"""The words with the opposite meaning of each word or stem."""


def _fill() -> None:
    from .words import stem

    found: dict[str, set[str]] = {}
    for pair in OPPOSITE_PAIRS.replace("\n", "|").split("|"):
        if pair:
            one, other = pair.split()
            for here, there in ((one, other), (other, one)):
                for key in {here, stem(here)}:
                    found.setdefault(key, set()).update({there, stem(there)})
    OPPOSITES.update({word: frozenset(others) for word, others in found.items()})


_fill()
