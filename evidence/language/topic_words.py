"""Other words for the same topic: a small stated list (SPEC RET-6). For finding and ranking; the guards have their own."""

from functools import lru_cache

from ..lexicon.topics import TOPIC_GROUPS
from .words import topic_roots


@lru_cache(maxsize=4_096)
def alternatives(root: str) -> tuple[frozenset[str], ...]:
    """What may stand in a text for a word of the question: each a set of roots that must all stand there."""
    found: dict[frozenset[str], None] = {}
    for group in _groups():
        if any(phrase == frozenset({root}) for phrase in group):
            found |= dict.fromkeys(phrase for phrase in group if root not in phrase)
    return tuple(found)


_IN_MANY_SENSES = frozenset(
    root for word in "people pay end begin start drop fall rise grow charge based".split() for root in topic_roots(word)
)
"""Words of the list that questions hold for other reasons: their alternatives count where a text has them, and are not searched for."""


def other_words(words: str) -> tuple[str, ...]:
    """Phrases to add to a query: the alternatives of what stands in it whole."""
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
