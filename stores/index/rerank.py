"""Reranks the first hits of a search by how many words of the query they contain, and how close together (SPEC RET-6).

Ranks alone do not show whether a passage has every rare word of the question, or has them in one sentence. Measured on
300 questions over 260 paragraphs (SQuAD 2.0): fused ranks put the right paragraph first for 74% of the questions, and
reranking the first fifty for 84%. The features were chosen on these questions. Weights that are fitted on one half of
them reach 83%. Four other features gained too little for their cost: vectors of sentences, the nearest word by vector,
the shape of the expected value, and the passages next to a hit.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import NamedTuple

from ...evidence.language.verbs import BASE_OF
from ...evidence.language.words import root, stem
from ...evidence.lexicon.small_words import STOP_WORDS
from .fulltext import UNSPACED

RERANKED = 50
"""The number of hits that are reranked, which takes 4 ms."""
WORDS_AT_MOST = 32
"""The maximum number of different words of a query that are used."""
RANK_CONSTANT = 60
BY_WORDS, BY_MEANING, STATED, TOGETHER, PAIRED, NAMED = 1.5, 4.0, 2.5, 4.0, 3.0, 2.5
"""The features and their weights.

`BY_WORDS`, `BY_MEANING`: both ranks. `STATED`: the words that a passage states, by BM25. `TOGETHER`: the maximum number
of these words within `STRETCH` characters. `PAIRED`: pairs of neighbours in the question that are neighbours in the
passage too. `NAMED`: names and figures of the question. The weights are fitted and rounded. Without one feature the
accuracy falls; doubling a weight changes little.
"""
SATURATION, LENGTH_SHARE, USUAL = 0.8, 0.6, 780
"""The parameters of BM25: how fast repeated words lose weight, the influence of the passage's length, and the usual
length in characters."""
IN_HEADING, IN_TITLE = 0.5, 0.7
"""The weight of a word in the heading and in the title, as in the full text."""
ABOVE = 0.5
"""The share of a word's weight that counts for a stretch if only the heading or the title has the word."""
STRETCH, CLOSE = 120, 25
"""The number of characters of one stretch, which is about a sentence, and the maximum number of characters between two
words that count as neighbours."""
LEAST = 0.1
"""The minimum weight of a word. It applies to words in most passages."""
_TOKEN = re.compile(r"[^\W_]+")
_MARKS = re.compile("[\u0300-\u036f]+")


class Candidate(NamedTuple):
    """A hit to rerank, with its ranks, which count from 1."""

    text: str
    heading: str
    title: str
    lexical_rank: int | None
    dense_rank: int | None


class QueryTerms(NamedTuple):
    """The words of a query, by their roots (`evidence.language.words`)."""

    weight: Mapping[str, float]
    """The weight of each root, by its rarity among all passages; 0 for a word in no passage."""
    pairs: tuple[tuple[str, str], ...]
    """The roots of every two neighbouring words of the query."""
    names: frozenset[str]
    """The roots of words that begin with a capital, and of figures."""
    pattern: re.Pattern[str]
    """The pattern of every word that begins like a word of the query."""


def query_terms(query: str, document_count: Callable[[str], int], total: int) -> QueryTerms | None:
    """Return the words of the query. Return None if all of its words are in scripts without spaces.

    `document_count`: the number of passages that contain a word in one of its forms. `total`: the number of all
    passages.
    """
    weights: dict[str, float] = {}
    names: set[str] = set()
    order: list[str] = []
    for match in _TOKEN.finditer(_unaccented(query)):
        word = match.group().lower()
        if word in STOP_WORDS or UNSPACED.search(word):
            continue
        word_root = _root(word)
        if word_root not in weights:
            if len(weights) == WORDS_AT_MOST:
                break
            weights[word_root] = _weight(document_count(word), total)
        order.append(word_root)
        if match.group()[0].isupper() or word.isdigit():
            names.add(word_root)
    if not any(weights.values()):
        return None
    begins = {
        form[:3] if len(form) > 3 else form[:2]
        for word_root in weights
        for form in (word_root, *_forms().get(word_root, ()))
    }
    pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, sorted(begins)))})[^\W_]*")
    pairs = tuple(dict.fromkeys((a, b) for a, b in pairwise(order) if a != b))
    return QueryTerms(weights, pairs, frozenset(names), pattern)


def rerank(query: QueryTerms, candidates: Sequence[Candidate]) -> list[float]:
    """Return the score of each candidate for the query, from 0 to 1."""
    mass = sum(query.weight.values())
    of_names = sum(query.weight[name] for name in query.names)
    of_pairs = sum(min(query.weight[a], query.weight[b]) for a, b in query.pairs)
    above: dict[str, frozenset[str]] = {}
    scores = []
    for candidate in candidates:
        for text in (candidate.heading, candidate.title):
            if text not in above:
                above[text] = frozenset(root for root, _ in _places(query, text))
        heading, title = above[candidate.heading], above[candidate.title]
        places = list(_places(query, candidate.text))
        where: dict[str, list[int]] = {}
        for found, at in places:
            where.setdefault(found, []).append(at)
        held = where.keys() | heading | title
        score = BY_WORDS * _share(candidate.lexical_rank) + BY_MEANING * _share(candidate.dense_rank)
        score += STATED * _stated(query, where, heading, title, len(candidate.text)) / mass
        score += TOGETHER * _together(query, places, heading | title) / mass
        if of_pairs:
            score += PAIRED * sum(min(query.weight[a], query.weight[b]) for a, b in _paired(query, where)) / of_pairs
        score += NAMED * (sum(query.weight[name] for name in query.names & held) / of_names if of_names else 1.0)
        scores.append(round(score / _HIGHEST, 6))
    return scores


_HIGHEST = BY_WORDS + BY_MEANING + STATED * (1 + SATURATION) + TOGETHER + PAIRED + NAMED


def _weight(holding: int, total: int) -> float:
    return max(log((total - holding + 0.5) / (holding + 0.5)), LEAST) if 0 < holding <= total else 0.0


def _share(rank: int | None) -> float:
    return RANK_CONSTANT / (RANK_CONSTANT + rank) if rank else 0.0


def _stated(
    query: QueryTerms, where: Mapping[str, list[int]], heading: frozenset[str], title: frozenset[str], length: int
) -> float:
    """Return the BM25 score of a passage from the places of the query's words in its text, heading and title."""
    dampened = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / USUAL)
    total = 0.0
    for word_root in where.keys() | heading | title:
        count = len(where.get(word_root, ())) + IN_HEADING * (word_root in heading) + IN_TITLE * (word_root in title)
        total += query.weight[word_root] * count * (1 + SATURATION) / (count + dampened)
    return total


def _together(query: QueryTerms, places: Sequence[tuple[str, int]], above: frozenset[str]) -> float:
    """Return the highest weight of the words in one stretch, plus a share of that of the words in heading and title."""
    from_above = sum(query.weight[word_root] for word_root in above) * ABOVE
    inside: dict[str, int] = {}
    best = stated = 0.0
    first = 0
    for found, at in places:
        while at - places[first][1] > STRETCH:
            left = places[first][0]
            inside[left] -= 1
            if not inside[left]:
                stated -= query.weight[left] * (1 - ABOVE * (left in above))
            first += 1
        inside[found] = inside.get(found, 0) + 1
        if inside[found] == 1:
            stated += query.weight[found] * (1 - ABOVE * (found in above))
        best = max(best, stated)
    return from_above + best


def _paired(query: QueryTerms, where: Mapping[str, list[int]]) -> Iterator[tuple[str, str]]:
    for a, b in query.pairs:
        if a in where and b in where and any(_follows(where[b], at) for at in where[a]):
            yield a, b


def _follows(places: Sequence[int], at: int) -> bool:
    """Return whether one of `places` (ascending offsets) is at most `CLOSE` characters after `at`."""
    index = bisect_right(places, at)
    return index < len(places) and places[index] - at <= CLOSE


def _places(query: QueryTerms, text: str) -> Iterator[tuple[str, int]]:
    """Yield the words of the query in a text, with their offsets, in order."""
    for match in query.pattern.finditer(_unaccented(text).lower()):
        found = _root(match.group())
        if found in query.weight:
            yield found, match.start()


def _unaccented(text: str) -> str:
    return text if text.isascii() else _MARKS.sub("", unicodedata.normalize("NFD", text))


@lru_cache(maxsize=65_536)
def _root(word: str) -> str:
    return root(stem(word))


@lru_cache(maxsize=1)
def _forms() -> Mapping[str, tuple[str, ...]]:
    """Return the irregular forms of verbs, by the root of the verb."""
    forms: dict[str, tuple[str, ...]] = {}
    for form, base in BASE_OF.items():
        forms[_root(base)] = (*forms.get(_root(base), ()), form)
    return forms
