"""Suggests other search terms after a question without an answer (SPEC ANS-9). The documents contain each of them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from ...evidence.language.words import topic_roots
from ...evidence.lexicon.small_words import STOP_WORDS
from ...evidence.model.subjects import Plan
from ...evidence.questions.critic_decision import Decision
from ...evidence.report.evidence_report import ClosestDocument

TERMS = 3
WORDS = 5
"""The maximum number of words of a suggested search. Longer ones are sentences."""
TERMS_FROM = 10
"""The number of nearest passages that are searched for phrases."""
OFTEN, OF_ALL = 2, 0.5
"""A phrase must occur at least OFTEN times, and in at least the share OF_ALL of the occurrences of its other word.
Fewer may be coincidence."""
_NUMBER = re.compile(r"^(?:chapter\s+)?[\d.]+\s+", re.IGNORECASE)
_PHRASE = re.compile(r"[^\W\d_]{3,}(?:-[^\W\d_]+)*(?: [^\W\d_]{3,}(?:-[^\W\d_]+)*)*")
"""Words of at least three letters that only a space separates."""


def other_terms(
    analysis: Plan,
    decisions: Sequence[Decision],
    closest: Sequence[ClosestDocument],
    texts: Iterable[str],
    count: Callable[[str], int],
) -> tuple[str, ...]:
    """Return at most `TERMS` searches: queries of the critic, matching sections of the closest documents, and phrases
    of the texts.

    Each phrase has a word of the question. A search is left out if it only repeats the question, or if the documents
    lack one of its words. `count`: the number of passages with a word.
    """
    asked = [term for fact in analysis.required_facts for term in fact.terms]
    roots = frozenset(root for term in asked for root in topic_roots(term))
    offered = (
        *(decision.suggested_query for decision in decisions if decision.bridge is None),
        *analysis.queries,
        *(heading for heading in _headings(closest) if not roots.isdisjoint(topic_roots(heading))),
        *_phrases(texts, roots),
    )
    question = frozenset(topic_roots(f"{analysis.question} {analysis.resolved_question}"))
    kept: dict[frozenset[str], str] = {}
    for terms in offered:
        own = frozenset(topic_roots(terms))
        words = [word for word in re.findall(r"\w+", terms) if word.casefold() not in STOP_WORDS]
        if own - question and len(terms.split()) <= WORDS and all(map(count, words)):
            kept.setdefault(own, terms)
    return tuple(kept.values())[:TERMS]


def _headings(closest: Iterable[ClosestDocument]) -> Iterator[str]:
    for document in closest:
        for section in document.covers.split("; "):
            heading = _NUMBER.sub("", section).rstrip(" ¶").replace("`", "")
            if heading and heading not in document.title and not heading.endswith("?"):
                yield heading


def _phrases(texts: Iterable[str], roots: frozenset[str]) -> list[str]:
    """Return pairs of adjacent words in the texts, the most frequent first. One word of each pair is in the
    question.

    Example: `_phrases(["annual fee due", "annual fee"], frozenset({"fee"}))` gives `["annual fee"]`.
    """
    pairs: Counter[tuple[str, str]] = Counter()
    single: Counter[str] = Counter()
    for text in texts:
        for match in _PHRASE.finditer(text.casefold()):
            found = match[0].split()
            single.update(found)
            pairs.update(pairwise(found))
    kept = []
    for (first, second), count in pairs.items():
        own = topic_roots(first), topic_roots(second)
        if count < OFTEN or not all(own) or roots.isdisjoint(own[0]) == roots.isdisjoint(own[1]):
            continue
        other = first if roots.isdisjoint(own[0]) else second
        if count >= OF_ALL * single[other]:
            kept.append((-count, f"{first} {second}"))
    return [phrase for _, phrase in sorted(kept)]
