"""The relevance scale (SPEC ANS-1): how much of the subject, the constraints and the required fact a text states."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..language.idf import ALIKE, TermWeights
from ..language.topic_words import alternatives
from ..language.words import root_set, topic_roots

SUBJECT_WEIGHT = 0.2
"""The score of a text that only names the subject. It is below the minimum of 0.3, so a passage must also state
something of the fact to be used."""
CONTEXT_SHARE = 0.6
"""The weight of a word that is only in the heading or title, as a share of the weight of a word in the passage."""
WEAK_CAP = 0.45
"""The highest score of a text without a value of the requested type (a number for “how much”). It is below a strong
match."""


class Relevance(NamedTuple):
    score: float
    stated: tuple[str, ...]
    absent: tuple[str, ...]

    @property
    def reason(self) -> str:
        if not self.stated and not self.absent:
            return "about the subject; the question names nothing further to match"
        said = f"states {', '.join(self.stated)}" if self.stated else "states nothing of what is asked"
        return f"{said}; lacks {', '.join(self.absent)}" if self.absent else said


def relevance(
    *,
    asked: Sequence[str],
    text: str,
    context: str = "",
    subject_stated: bool,
    has_shape: bool = True,
    weights: TermWeights = ALIKE,
) -> Relevance:
    """Return the relevance of `text` for one required fact, 0 to 1.

    `asked`: the words and phrases that say what is asked, with the constraints. `context`: headings and title above the
    text. `subject_stated`: whether text, context or the document's declared scope names the subject. `has_shape`:
    whether the text contains a value of the requested type. `weights`: the weight of each word.

    Example: for the asked words “annual fee”, “The fee is £90.” states one of two words and scores 0.6 with its
    subject.
    """
    wanted = _wanted(tuple(asked))
    in_text, in_context = root_set(text), root_set(context)
    share, stated, absent = _share_stated(wanted, in_text, in_context, weights)
    score = SUBJECT_WEIGHT * subject_stated + (1 - SUBJECT_WEIGHT) * share
    if score > WEAK_CAP and not has_shape:
        score = WEAK_CAP
    return Relevance(score=round(score, 4), stated=stated, absent=absent)


def share_of_words(asked: Sequence[str], text: str, context: str = "") -> float:
    """Return the share of the asked words that the text contains, all with equal weight. Words that only the context
    contains count less.

    Example: `share_of_words(["annual fee"], "The fee is £90.")` gives `0.5`.
    """
    return _share_stated(_wanted(tuple(asked)), root_set(text), root_set(context), ALIKE)[0]


Others = tuple[frozenset[str], ...]
"""The alternatives to a root. Each is a set of roots, all of which a text must contain."""


class _Wanted(NamedTuple):
    phrases: tuple[tuple[str, tuple[tuple[str, Others], ...]], ...]
    """Each phrase with the roots of its words and their alternatives. Words without a root are left out."""


@lru_cache(maxsize=1_024)
def _wanted(asked: tuple[str, ...]) -> _Wanted:
    phrases = tuple((phrase, roots) for phrase in asked if (roots := topic_roots(phrase)))
    with_others = tuple((phrase, tuple((root, alternatives(root)) for root in roots)) for phrase, roots in phrases)
    return _Wanted(with_others)


def _says(asked: str, others: Others, roots: frozenset[str]) -> bool:
    """Return whether the root, or one of its listed alternatives, is among `roots`.

    Example: with the alternative {“leas”}, “rent” is among the roots {“leas”}.
    """
    return asked in roots or any(other <= roots for other in others)


def _share_stated(
    wanted: _Wanted, in_text: frozenset[str], in_context: frozenset[str], weights: TermWeights
) -> tuple[float, tuple[str, ...], tuple[str, ...]]:
    total = reached = 0.0
    stated: list[str] = []
    absent: list[str] = []
    for phrase, roots in wanted.phrases:
        missing = False
        for root, others in roots:
            weight = weights.of(root)
            total += weight
            if root in in_text or (others and _says(root, others, in_text)):
                reached += weight
            elif root in in_context or (others and _says(root, others, in_context)):
                reached += weight * CONTEXT_SHARE
            else:
                missing = True
        (absent if missing else stated).append(phrase)
    return (reached / total if total else 1.0), tuple(stated), tuple(absent)
