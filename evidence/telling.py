"""How telling a word is among the texts at hand: rare words tell more."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from .words import topic_roots

_ASKED_KIND = re.compile(r"\b(?:which|what)\s+([\w-]+)", re.IGNORECASE)


def telling(texts: Sequence[str]) -> Mapping[str, float]:
    """Weight of each root among `texts`: ln(1 + n / df), from 0.69 for a word all of them hold upwards."""
    counts = Counter(one for text in texts for one in topic_roots(text))
    return {one: math.log(1 + len(texts) / df) for one, df in counts.items()}


def lightened(weights: Mapping[str, float], question: str) -> Mapping[str, float]:
    """The weights with the noun that names the kind of answer ("which standard", "what industry") counting half: an answer seldom
    says it of itself."""
    match = _ASKED_KIND.search(question)
    roots = topic_roots(match.group(1)) if match else ()
    unseen = max(weights.values(), default=1.0)
    return {**weights, **{one: weights.get(one, unseen) / 2 for one in roots}}
