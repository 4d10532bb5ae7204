"""How telling a word is among the texts at hand: rare words tell more."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from .words import topic_roots

_ASKED_KIND = re.compile(r"\b(?:which|what)\s+([\w-]+)", re.IGNORECASE)


class Telling:
    """The weight of each root. One that none of the texts has tells more than the rarest."""

    def __init__(self, weights: Mapping[str, float], unseen: float) -> None:
        self._weights, self._unseen = weights, unseen

    def of(self, root: str) -> float:
        return self._weights.get(root, self._unseen)

    def lightened(self, question: str) -> "Telling":
        """With the noun that names the kind of answer ("which standard", "what industry") counting half: an answer seldom says it
        of itself."""
        match = _ASKED_KIND.search(question)
        halved = {root: self.of(root) / 2 for root in (topic_roots(match.group(1)) if match else ())}
        return Telling({**self._weights, **halved}, self._unseen)


ALIKE = Telling(MappingProxyType({}), 1.0)
"""Every word counts as much as any other."""


def telling(texts: Sequence[str]) -> Telling:
    """Weight of each root among `texts`: ln(1 + n / df), from 0.69 for a word all of them hold upwards; df is 1/2 for an unseen one."""
    return _telling(tuple(texts))


@lru_cache(maxsize=16)
def _telling(texts: tuple[str, ...]) -> Telling:
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(topic_roots(text))
    weights = {root: math.log(1 + len(texts) / df) for root, df in counts.items()}
    return Telling(weights, math.log(1 + 2 * len(texts)) if texts else 1.0)
