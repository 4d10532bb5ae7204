"""The first hits of a search read again: which of them says most of what is asked, close together (SPEC RET-6).

Ranks alone do not know that a passage has every rare word of the question, or that they stand in one sentence of it. Measured on 300
questions over 260 paragraphs (SQuAD 2.0): the right paragraph is first for .74 by fused ranks, for .84 once the first fifty are read
again. What counts was chosen looking at all of these questions, so that is a little too good: weights fitted on one half find .83 over
both halves. Also tried, and no better for what they cost: the vector of each sentence, the nearest word by its vector, the shape of
the value asked for, the passages beside a hit.
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

READ_AGAIN = 50
"""Hits that are read again, 4 ms of them."""
WORDS_AT_MOST = 32
"""Different words of a query that are looked for."""
RANK_CONSTANT = 60
BY_WORDS, BY_MEANING, STATED, TOGETHER, PAIRED, NAMED = 1.5, 4.0, 2.5, 4.0, 3.0, 2.5
"""What counts, and how much: both ranks; the words that a passage states, as BM25 counts them; the most of them that stand in one
stretch; neighbours in the question that are neighbours in the passage; names and figures of the question. Fitted and
rounded; leaving any of them out loses some, and doubling any changes little."""
SATURATION, LENGTH_SHARE, USUAL = 0.8, 0.6, 780
"""Of BM25: how soon a repeated word stops counting, how much a passage's length does, and the usual length in characters."""
IN_HEADING, IN_TITLE = 0.5, 0.7
"""What a word counts that stands in the heading or the title, as in the full text."""
ABOVE = 0.5
"""What it counts towards one stretch."""
STRETCH, CLOSE = 120, 25
"""Characters of a sentence, about; and between two words that stand next to each other, or nearly so."""
LEAST = 0.1
"""What a word that most passages hold still counts for."""
_TOKEN = re.compile(r"[^\W_]+")
_MARKS = re.compile("[\u0300-\u036f]+")


class Candidate(NamedTuple):
    """A hit as it is read again. Ranks are 1-based."""

    text: str
    heading: str
    title: str
    lexical_rank: int | None
    dense_rank: int | None


class Asked(NamedTuple):
    """What a query asks for. Roots are those of `evidence.language.words`."""

    worth: Mapping[str, float]
    """Root → how telling it is among all passages; a word that none of them holds tells nothing."""
    pairs: tuple[tuple[str, str], ...]
    """Roots of neighbouring words."""
    names: frozenset[str]
    """Roots of words that begin with a capital, and figures."""
    pattern: re.Pattern[str]
    """What begins as one of the words does."""


def asked(query: str, document_count: Callable[[str], int], total: int) -> Asked | None:
    """The query as it is looked for; None where it has no word that a text with spaces could hold.

    `document_count` gives how many passages hold a word in one of its forms, `total` how many passages there are.
    """
    worth: dict[str, float] = {}
    names: set[str] = set()
    order: list[str] = []
    for match in _TOKEN.finditer(_unaccented(query)):
        word = match.group().lower()
        if word in STOP_WORDS or UNSPACED.search(word):
            continue
        one = _root(word)
        if one not in worth:
            if len(worth) == WORDS_AT_MOST:
                break
            worth[one] = _worth(document_count(word), total)
        order.append(one)
        if match.group()[0].isupper() or word.isdigit():
            names.add(one)
    if not any(worth.values()):
        return None
    begins = {form[:3] if len(form) > 3 else form[:2] for one in worth for form in (one, *_forms().get(one, ()))}
    pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, sorted(begins)))})[^\W_]*")
    pairs = tuple(dict.fromkeys((a, b) for a, b in pairwise(order) if a != b))
    return Asked(worth, pairs, frozenset(names), pattern)


def reread(query: Asked, candidates: Sequence[Candidate]) -> list[float]:
    """For each candidate how close it comes to the query, from 0 to 1."""
    mass = sum(query.worth.values())
    of_names = sum(query.worth[one] for one in query.names)
    of_pairs = sum(min(query.worth[a], query.worth[b]) for a, b in query.pairs)
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
            score += PAIRED * sum(min(query.worth[a], query.worth[b]) for a, b in _paired(query, where)) / of_pairs
        score += NAMED * (sum(query.worth[name] for name in query.names & held) / of_names if of_names else 1.0)
        scores.append(round(score / _HIGHEST, 6))
    return scores


_HIGHEST = BY_WORDS + BY_MEANING + STATED * (1 + SATURATION) + TOGETHER + PAIRED + NAMED


def _worth(holding: int, total: int) -> float:
    return max(log((total - holding + 0.5) / (holding + 0.5)), LEAST) if 0 < holding <= total else 0.0


def _share(rank: int | None) -> float:
    return RANK_CONSTANT / (RANK_CONSTANT + rank) if rank else 0.0


def _stated(
    query: Asked, where: Mapping[str, list[int]], heading: frozenset[str], title: frozenset[str], length: int
) -> float:
    """BM25 over text, heading and title."""
    dampened = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / USUAL)
    total = 0.0
    for one in where.keys() | heading | title:
        count = len(where.get(one, ())) + IN_HEADING * (one in heading) + IN_TITLE * (one in title)
        total += query.worth[one] * count * (1 + SATURATION) / (count + dampened)
    return total


def _together(query: Asked, places: Sequence[tuple[str, int]], above: frozenset[str]) -> float:
    """The most that one stretch says, with a part of what stands above it."""
    standing = sum(query.worth[one] for one in above) * ABOVE
    inside: dict[str, int] = {}
    best = said = 0.0
    first = 0
    for found, at in places:
        while at - places[first][1] > STRETCH:
            left = places[first][0]
            inside[left] -= 1
            if not inside[left]:
                said -= query.worth[left] * (1 - ABOVE * (left in above))
            first += 1
        inside[found] = inside.get(found, 0) + 1
        if inside[found] == 1:
            said += query.worth[found] * (1 - ABOVE * (found in above))
        best = max(best, said)
    return standing + best


def _paired(query: Asked, where: Mapping[str, list[int]]) -> Iterator[tuple[str, str]]:
    for a, b in query.pairs:
        if a in where and b in where and any(_follows(where[b], at) for at in where[a]):
            yield a, b


def _follows(places: Sequence[int], at: int) -> bool:
    """Whether one of the rising places is a little beyond `at`."""
    index = bisect_right(places, at)
    return index < len(places) and places[index] - at <= CLOSE


def _places(query: Asked, text: str) -> Iterator[tuple[str, int]]:
    """The asked words of a text, with their offsets, in order."""
    for match in query.pattern.finditer(_unaccented(text).lower()):
        found = _root(match.group())
        if found in query.worth:
            yield found, match.start()


def _unaccented(text: str) -> str:
    return text if text.isascii() else _MARKS.sub("", unicodedata.normalize("NFD", text))


@lru_cache(maxsize=65_536)
def _root(word: str) -> str:
    return root(stem(word))


@lru_cache(maxsize=1)
def _forms() -> Mapping[str, tuple[str, ...]]:
    """Root of a verb → its irregular forms."""
    forms: dict[str, tuple[str, ...]] = {}
    for form, base in BASE_OF.items():
        forms[_root(base)] = (*forms.get(_root(base), ()), form)
    return forms
