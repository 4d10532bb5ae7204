"""The one relevance scale (SPEC ANS-1): how much of the subject, the constraints and the asked fact a stretch of text
states."""

from collections.abc import Sequence

from .frozen import Frozen
from .telling import ALIKE, Telling
from .topic_words import alternatives, limits_said
from .words import topic_roots

SUBJECT_WEIGHT = 0.2
"""Being about the subject alone is far below the floor of 0.3: a passage must also say something of what was asked."""
CONTEXT_SHARE = 0.6
"""A word that stands only in the heading or title above the passage counts for this part of one that the passage states
itself."""
WEAK_CAP = 0.45
"""The most a text can reach that has no value of the asked shape (a number for "how much"), or lacks the most telling word of
what is asked: below a strong match. "Parental leave" is not answered by a sentence on annual leave, however many other words
agree."""


class Relevance(Frozen):
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
    weights: Telling = ALIKE,
    head: str | None = None,
) -> Relevance:
    """Score `text` between 0 and 1 for one required fact.

    `asked`: the words and phrases that say what is asked, constraints included. `context`: headings and title that stand above
    the text. `subject_stated`: whether text, context or the document's declared scope names the subject. `has_shape`: whether
    the text holds a value of the shape asked for. `weights`: how telling each word is. `head`: the root of
    the noun asked for (`telling.asked_head`), which the text or its context must say.
    """
    in_text, in_context = frozenset(topic_roots(text)), frozenset(topic_roots(context))
    in_text |= {one for phrase in asked for one in topic_roots(phrase) if limits_said(one, text)}
    share, stated, absent = _share_stated(asked, in_text, in_context, weights)
    score = SUBJECT_WEIGHT * subject_stated + (1 - SUBJECT_WEIGHT) * share
    keys = (_most_telling(asked, weights), head)
    if not has_shape or any(key is not None and not _says(key, in_text | in_context) for key in keys):
        score = min(score, WEAK_CAP)
    return Relevance(score=round(score, 4), stated=stated, absent=absent)


def _most_telling(asked: Sequence[str], weights: Telling) -> str | None:
    """The asked root that tells most; None when none tells more than another."""
    roots = dict.fromkeys(one for phrase in asked for one in topic_roots(phrase))
    ranked = sorted(roots, key=lambda one: -weights.of(one))
    if len(ranked) > 1 and weights.of(ranked[0]) == weights.of(ranked[1]):
        return None
    return ranked[0] if ranked else None


def _says(asked: str, roots: frozenset[str]) -> bool:
    """Whether the root, or another word for it from the stated list, is among `roots`."""
    return asked in roots or any(other <= roots for other in alternatives(asked))


def _share_stated(
    asked: Sequence[str], in_text: frozenset[str], in_context: frozenset[str], weights: Telling
) -> tuple[float, tuple[str, ...], tuple[str, ...]]:
    total = reached = 0.0
    stated: list[str] = []
    absent: list[str] = []
    for phrase in asked:
        stems = topic_roots(phrase)
        if not stems:
            continue
        missing = False
        for one in stems:
            weight = weights.of(one)
            total += weight
            if _says(one, in_text):
                reached += weight
            elif _says(one, in_context):
                reached += weight * CONTEXT_SHARE
            else:
                missing = True
        (absent if missing else stated).append(phrase)
    return (reached / total if total else 1.0), tuple(stated), tuple(absent)
