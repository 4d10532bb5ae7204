"""Weights words by inverse document frequency: the fewer of the given texts contain a word, the more it weighs."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from .words import topic_roots

_ASKED_KIND = re.compile(r"\b(?:which|what)\s+([\w-]+)", re.IGNORECASE)


class TermWeights:
    """The weight of each root of a word (`words.root`). A root that no text contains weighs more than the rarest one."""

    def __init__(self, weights: Mapping[str, float], unseen: float) -> None:
        self._weights, self._unseen = weights, unseen

    def of(self, root: str) -> float:
        return self._weights.get(root, self._unseen)

    def lightened(self, question: str) -> "TermWeights":
        """Return these weights, with half the weight for the noun that names the kind of answer. The answer to “which
        standard applies?” seldom repeats “standard”."""
        match = _ASKED_KIND.search(question)
        halved = {root: self.of(root) / 2 for root in (topic_roots(match.group(1)) if match else ())}
        return TermWeights({**self._weights, **halved}, self._unseen)


ALIKE = TermWeights(MappingProxyType({}), 1.0)
"""Weights that are equal for all words."""


def term_weights(texts: Sequence[str]) -> TermWeights:
    """Return the weight of each root among `texts`. It is ln(1 + n / df), for n texts of which df contain the root. A
    root in all texts has the minimum weight, 0.69. For a root in no text, df is 1/2.

    Example: among “rent due”, “rent paid” and “rent rises”, the root of “rent” weighs 0.69 and that of “due” 1.39.
    """
    return _term_weights(tuple(texts))


@lru_cache(maxsize=16)
def _term_weights(texts: tuple[str, ...]) -> TermWeights:
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(topic_roots(text))
    weights = {root: math.log(1 + len(texts) / df) for root, df in counts.items()}
    return TermWeights(weights, math.log(1 + 2 * len(texts)) if texts else 1.0)
