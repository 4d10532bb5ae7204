"""A short list of other words for one topic (SPEC RET-6). They only rank passages; the guards use stricter lists."""

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


@lru_cache(maxsize=1)
def _groups() -> tuple[tuple[frozenset[str], ...], ...]:
    return tuple(tuple(frozenset(topic_roots(phrase)) for phrase in group) for group in TOPIC_GROUPS)
