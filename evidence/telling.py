"""How telling a word is among the texts at hand: rare words tell more."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from .words import content_stems


def telling(texts: Sequence[str]) -> Mapping[str, float]:
    """Weight of each stem among `texts`: ln(1 + n / df), from 0.69 for a word all of them hold upwards."""
    counts = Counter(one for text in texts for one in content_stems(text))
    return {one: math.log(1 + len(texts) / df) for one, df in counts.items()}
