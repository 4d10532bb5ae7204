"""The wordings that one required fact is searched in: what was asked, and what is added to it (SPEC RET-6, RET-7). Pure.

What is added never changes what is asked: the words of the question stand in every wording, and so does a name of the candidate. Terms
that documents bring come as single words, counted, so that no sentence of a document gets into a query.

Measured on 32 questions about annual reports (FinanceBench), each in its own report: the right page is among ten passages for .53 by the
question alone, for .69 with the stated other words in it, and for .63 with the companions, which on 300 questions over paragraphs put the
right one first for .70 where the question alone puts it first for .84. So the other words of the list stand in the question's own wording,
and whatever else is added is searched for itself and may only come behind what says as much (`nodes.retrieval.merging.joined`).
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import log

from ..language.topic_words import alternatives, other_words, phrases_for
from ..language.words import topic_roots, words
from ..lexicon.small_words import STOP_WORDS
from ..model.frozen import Frozen
from ..names.same_name import mentioned

MOST = 6
"""Wordings of one fact."""
OF_THE_ANALYST = 2
NAMES = 3
"""Other names of the candidate in one wording."""
COMPANIONS = 3
"""Words that a knowledge base itself adds, in one wording."""
READ_FOR_COMPANIONS = 12
HELD_BY, OFTENER = 3, 4.0
"""A companion stands in so many of the passages read at least, and so many times as often there as in all."""
_WORD = re.compile(r"[^\W\d_]{4,24}")
_CATEGORIES = (
    (
        re.compile(r"\b(?:timeline|histor(?:y|ical)|chronology|evolution|milestones?|over the years)\b", re.IGNORECASE),
        "founded established renamed acquired merged since",
    ),
    (
        re.compile(r"\b(?:roster|who are|board|members?|directors|officers|executives|team|staff list)\b", re.IGNORECASE),
        "member director officer chair appointed",
    ),
    (re.compile(r"\b(?:list|all|every|catalogue|overview|which are|what are)\b", re.IGNORECASE), "list schedule annex including"),
)  # fmt: skip
"""What a question for many things at once is also looked for by: the words such lists stand under."""


class Wording(Frozen):
    """One search. `adds`: what it adds to the question, as the report tells it; None where it adds nothing."""

    words: str
    adds: str | None = None


def wordings(
    *,
    name: str,
    identifiers: Sequence[str],
    terms: Sequence[str],
    constraints: Sequence[str],
    question: str,
    variants: Sequence[str] = (),
    companions: Sequence[str] = (),
    broad: bool = False,
) -> tuple[Wording, ...]:
    """The wordings of one fact about a candidate, at most `MOST`, each with a name of it: first those of the question, then those that
    add to it.

    `terms`, `constraints`: of the fact. `variants`: the analyst's own queries. `companions`: see
    `companions_of`. `broad`: whether the question is for a list, a roster or a course of events.
    """
    asked = (*terms, *constraints)
    own = [
        Wording(words=" ".join((name, *asked, *other_words(" ".join(terms))))),
        Wording(words=with_name(question, name, identifiers)),
        *(Wording(words=with_name(variant, name, identifiers)) for variant in variants if variant != question),
    ]
    others = [
        identifier
        for identifier in identifiers
        if not mentioned((identifier,), name) and not mentioned((name,), identifier)
    ][:NAMES]
    added = [
        ("other names", others, (*others, *asked)),
        ("category", _category(question) if broad else (), (name, *asked)),
        ("words that stand with them here", companions, (name, *asked)),
    ]
    found: dict[frozenset[str], Wording] = {}
    for one in own:
        found.setdefault(_bag(one.words), one)
    kept = dict(list(found.items())[: 2 + OF_THE_ANALYST])
    for kind, terms, before in added:
        if terms:
            words_of = " ".join(before if terms is others else (*before, *terms))
            kept.setdefault(_bag(words_of), Wording(words=words_of, adds=f"{kind}: {', '.join(terms)}"))
    return tuple(kept.values())[:MOST]


def with_name(query: str, name: str, identifiers: Sequence[str]) -> str:
    """The query with a name of the candidate in it (SPEC RET-7)."""
    return query if mentioned(identifiers, query) else f"{name} {query}"


def companions_of(
    asked: Sequence[str],
    names: Sequence[str],
    texts: Sequence[str],
    document_count: Callable[[str], int],
    total: int,
) -> tuple[str, ...]:
    """Words that stand in the passages nearest to the question far oftener than chance: what this knowledge base says beside what is
    asked. None where one of the passages says all of it already.

    `texts`: the nearest passages, best first. `document_count`: how many passages of all hold a word, `total` how many there are.
    """
    roots = {root for one in asked for root in topic_roots(one)}
    texts = texts[:READ_FOR_COMPANIONS]
    if not roots or any(said(asked, text) == len(roots) for text in texts):
        return ()
    known = roots | {root for name in names for root in topic_roots(name)}
    held: Counter[str] = Counter()
    form: dict[str, str] = {}
    for text in texts:
        inside: set[str] = set()
        for word in words(text):
            folded = word.text.casefold()
            if _WORD.fullmatch(folded) and folded not in STOP_WORDS:
                for root in topic_roots(folded):
                    form.setdefault(root, folded)
                    inside.add(root)
        held.update(inside - known)
    ranked: list[tuple[float, str]] = []
    for root, count in held.items():
        if count >= HELD_BY:
            often = count / len(texts) * total / max(document_count(form[root]), count)
            if often >= OFTENER:
                ranked.append((count * log(often), form[root]))
    return tuple(word for _, word in sorted(ranked, key=lambda one: (-one[0], one[1]))[:COMPANIONS])


def said(asked: Sequence[str], text: str) -> int:
    """How many of the asked roots a text says, by themselves or in other words of the stated list."""
    roots = frozenset(topic_roots(text))
    found: dict[str, bool] = {}
    for phrase in asked:
        whole = any(roots.issuperset(topic_roots(other)) for other in phrases_for(phrase))
        for root in topic_roots(phrase):
            found[root] = (
                found.get(root, False) or whole or root in roots or any(o <= roots for o in alternatives(root))
            )
    return sum(found.values())


def _category(question: str) -> tuple[str, ...]:
    """Of the first kind of list that the question asks for, the words that it does not hold itself."""
    for pattern, terms in _CATEGORIES:
        if pattern.search(question):
            own = set(topic_roots(question))
            return tuple(one for one in terms.split() if not own.intersection(topic_roots(one)))
    return ()


def _bag(query: str) -> frozenset[str]:
    return frozenset(word.text.casefold() for word in words(query))
