"""Ranks passages by words, and fuses these ranks with those by vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .catalogue import Catalogue
from .fulltext import search_terms
from .selection import Selection

HELD_BY_MOST = 0.5
"""The share of passages above which a word is too common to rank by. Such a word is used only if the other words find
too few passages."""
RANK_CONSTANT = 60
DENSE_WEIGHT, DENSE_WEIGHT_RERANKED = 0.3, 1.0
"""The weight of the rank by vectors in reciprocal rank fusion (Cormack et al. 2009). The rank by words has the weight
1.

If the fused order is the final result, words must decide the first places: on 2,000 SQuAD questions, equal weights
reduced recall at 1 from .813 to .732. If the first hits are reranked later, fusion only selects them, and equal weights
find more (docs/evaluation.md, "Which passages are found").
"""


def lexical(
    catalogue: Catalogue,
    query: str,
    selection: Selection,
    limit: int,
    last: int,
    document_count: Callable[[str], int],
    among: NDArray[np.int64] | None = None,
) -> list[int]:
    """Return the numbers of the best passages by BM25, best first, ties by number.

    `last`: the highest passage number. `among`: return only these passages; in ascending order.
    """
    terms = search_terms(query, document_count, last)
    few = [term for term in terms if document_count(term.text.casefold()) <= HELD_BY_MOST * last]
    found = catalogue.ranked(few, selection, limit, last, among) if few else []
    if len(found) < limit and len(few) < len(terms):
        found = catalogue.ranked(terms, selection, limit, last, among)
    return found


class Ranked(NamedTuple):
    """A passage number with its fused score and both ranks, which count from 1."""

    number: int
    score: float
    lexical_rank: int | None
    dense_rank: int | None


def fused(by_words: Sequence[int], by_meaning: Sequence[int], dense_weight: float = DENSE_WEIGHT) -> list[Ranked]:
    """Return both rankings of passage numbers fused into one, best first; ties by number."""
    first_ranks = {number: rank for rank, number in enumerate(by_words, 1)}
    second_ranks = {number: rank for rank, number in enumerate(by_meaning, 1)}
    ranked = []
    for number in first_ranks.keys() | second_ranks.keys():
        first, second = first_ranks.get(number), second_ranks.get(number)
        score = (1 / (RANK_CONSTANT + first) if first else 0.0) + (
            dense_weight / (RANK_CONSTANT + second) if second else 0.0
        )
        ranked.append(Ranked(number, round(score, 6), first, second))
    return sorted(ranked, key=lambda passage: (-passage.score, passage.number))
