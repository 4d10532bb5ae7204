"""Builds the search queries (wordings) for one required fact: the question's words, and words added to them (SPEC
RET-6, RET-7). Pure.

Added words never change the question: every wording contains the question's words and a name of the candidate.

The alternatives to the question's words are not among them: the index by meaning finds them. On 49 questions about annual
reports (FinanceBench, development), 46 gold pages are retrieved and 20 are among the first ten passages, with and
without them. Added words are separate searches. Their results rank behind passages that contain as many asked words
(`nodes.retrieval.merging.joined`).
"""

from collections.abc import Sequence

from ..language.topic_words import alternatives
from ..language.words import topic_roots, words
from ..model.frozen import Frozen
from ..names.same_name import mentioned

MOST = 6
"""The maximum number of wordings for one fact."""
OF_THE_ANALYST = 2
NAMES = 3
"""The maximum number of other names of the candidate in one wording."""


class Wording(Frozen):
    """A search. `adds`: what it adds to the question, in the report's words; None if it adds nothing."""

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
) -> tuple[Wording, ...]:
    """Return the wordings of one fact about a candidate, at most `MOST`. The question's own come first, then those with
    added words.

    Each contains a name of the candidate. `terms`, `constraints`: those of the fact. `variants`: the analyst's own
    queries.

    Example: the terms “annual fee” of “Acme” give a query with these words, and “What is Acme’s annual fee?”
    """
    asked = (*terms, *constraints)
    own = [
        Wording(words=" ".join((name, *asked))),
        Wording(words=with_name(question, name, identifiers)),
        *(Wording(words=with_name(variant, name, identifiers)) for variant in variants if variant != question),
    ]
    others = [
        identifier
        for identifier in identifiers
        if not mentioned((identifier,), name) and not mentioned((name,), identifier)
    ][:NAMES]
    found: dict[frozenset[str], Wording] = {}
    for wording in own:
        found.setdefault(_bag(wording.words), wording)
    kept = dict(list(found.items())[: 2 + OF_THE_ANALYST])
    if others:
        words_of = " ".join((*others, *asked))
        kept.setdefault(_bag(words_of), Wording(words=words_of, adds=f"other names: {', '.join(others)}"))
    return tuple(kept.values())[:MOST]


def with_name(query: str, name: str, identifiers: Sequence[str]) -> str:
    """Return the query with a name of the candidate added (SPEC RET-7).

    Example: `with_name("the fee", "Acme", ["Acme"])` gives `"Acme the fee"`, and
    `with_name("Acme’s fee", "Acme", ["Acme"])` gives `"Acme’s fee"`.
    """
    return query if mentioned(identifiers, query) else f"{name} {query}"


def roots_stated(asked: Sequence[str], text: str) -> int:
    """Return how many of the asked roots a text contains, directly or as a listed alternative.

    Example: `roots_stated(["annual fee"], "The fee is £90.")` gives `1`.
    """
    roots = frozenset(topic_roots(text))
    wanted = dict.fromkeys(root for phrase in asked for root in topic_roots(phrase))
    return sum(root in roots or any(other <= roots for other in alternatives(root)) for root in wanted)


def _bag(query: str) -> frozenset[str]:
    return frozenset(word.text.casefold() for word in words(query))
