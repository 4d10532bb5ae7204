"""A short list of other words for one topic (SPEC RET-6). They only find and rank passages; the guards use stricter
lists."""

from functools import lru_cache

from ..lexicon.topics import TOPIC_GROUPS
from .words import topic_roots


@lru_cache(maxsize=4_096)
def alternatives(root: str) -> tuple[frozenset[str], ...]:
    """Return the alternatives to a word, given as its root. Each is a set of roots, all of which a text must
    contain.

    Example: `alternatives("salari")` gives `({"pay"}, {"wage"}, {"compens"})`.
    """
    found: dict[frozenset[str], None] = {}
    for group in _groups():
        if any(phrase == frozenset({root}) for phrase in group):
            found |= dict.fromkeys(phrase for phrase in group if root not in phrase)
    return tuple(found)


_IN_MANY_SENSES = frozenset(
    root for word in "people pay end begin start drop fall rise grow charge based".split() for root in topic_roots(word)
)
"""Listed words with several senses. A text with one of their alternatives matches, but the alternatives are not added
to searches."""


def other_words(words: str) -> tuple[str, ...]:
    """Return phrases to add to a query: the alternatives of each listed word or phrase in it.

    Example: `other_words("the salary")` gives `("pay", "wages", "compensation")`.
    """
    asked = frozenset(topic_roots(words)) - _IN_MANY_SENSES
    found: dict[str, None] = {}
    for line in TOPIC_GROUPS.strip().splitlines():
        phrases = [phrase.strip() for phrase in line.split("|")]
        if any(frozenset(topic_roots(phrase)) <= asked for phrase in phrases):
            found |= dict.fromkeys(phrase for phrase in phrases if not frozenset(topic_roots(phrase)) <= asked)
    return tuple(found)


@lru_cache(maxsize=1)
def _groups() -> tuple[tuple[frozenset[str], ...], ...]:
    return tuple(
        tuple(frozenset(topic_roots(phrase)) for phrase in line.split("|"))
        for line in TOPIC_GROUPS.strip().splitlines()
    )
