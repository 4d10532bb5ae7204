"""Whether a quote affirms what the question affirms: it denies none of it, and does not leave open what the question asks as settled."""

import re

from .asked import Asked
from .periods import parse_period
from .premises import check_premises
from .subjects import RequiredFact
from .words import words

_NEGATION = re.compile(r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|\w+n['’]t)\b", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:no|not|never|cannot) (?:more|less|fewer|later|earlier|longer|exceed|be more|be less|be later|be longer|apply|only)\b"
    r"|\bunless\b|\buntil\b|\bnot exceeding\b|\bnot only\b|\bwith or without\b|\bwhether or not\b",
    re.IGNORECASE,
)
_NEW_CLAUSE = re.compile(
    r"[;:()]|\b(?:who|which|that|where|when|because|but|although|while|whereas|so)\b", re.IGNORECASE
)
NEGATED_WITHIN = 4
"""Words between a negation and what it denies: "has not, in 2020, been approved"."""
_TO_BE_SETTLED = re.compile(
    r"\b(?:(?:will|is to|are to|has yet to|have yet to|remains to) be (?:announced|named|decided|determined|chosen|agreed|settled|confirmed)|"
    r"whether (?:the |an? |its |their )?(?:[\w-]+ ){0,6}(?:is|are|was|were|will|to|should|may|can))\b",
    re.IGNORECASE,
)
_AT_FIRST = re.compile(
    r"\b(?:originally|initially|tentatively|original|(?:planned|scheduled|proposed) (?:for|to))\b", re.IGNORECASE
)
_PAST = re.compile(r"^\W*(?:did|was|were|has|have|had)\b", re.IGNORECASE)
_UNDECIDED = re.compile(r"\b(?:may|might|could|would|expects?|intends?|plans?|evaluate)\b", re.IGNORECASE)


def negated(text: str) -> bool:
    return _NEGATION.search(_BOUND.sub(" ", text)) is not None


def negated_there(asked: Asked, quote: str) -> bool:
    """Whether what is asked is negated: by a word between its words or shortly before or behind one of them. What another part of the
    sentence denies is its own affair."""
    text = _BOUND.sub(lambda match: "·" * len(match.group()), quote)
    places = [place for unit in asked.units for word in unit.words for place in asked.places(word, quote)]
    if not places:
        return negated(quote)
    first, last = min(start for start, _ in places), max(end for _, end in places)
    for match in _NEGATION.finditer(text):
        if first <= match.start() < last:
            near = any(_apart(text, match.end(), start) for start, _ in places if start >= match.end())
            if near or any(_apart(text, end, match.start()) for _, end in places if end <= match.start()):
                return True
        elif (match.end() <= first and _apart(text, match.end(), first)) or (
            match.start() >= last and match.group().casefold() != "without" and _apart(text, last, match.start())
        ):
            return True
    return False


def _apart(text: str, start: int, end: int) -> bool:
    """Whether no more than a few words of one clause stand between two places."""
    between = text[start:end]
    return len(list(words(between))) <= NEGATED_WITHIN and not _NEW_CLAUSE.search(between)


def still_open(fact: RequiredFact, quote: str) -> str | None:
    """Whether the quote says that the matter is to be settled yet, or tells of what was planned first; None where neither."""
    if (match := _TO_BE_SETTLED.search(quote)) and not _TO_BE_SETTLED.search(fact.text):
        return f"says that it “{match.group()}”"
    if (
        fact.answer_type in ("date", "period")
        and (first := _AT_FIRST.search(quote))
        and not _AT_FIRST.search(fact.text)
    ):
        return f"tells of what was “{first.group()}”"
    return None


def unsettled(fact: RequiredFact, asked: Asked, quote: str) -> str | None:
    """Why the quote settles no yes-or-no question; None when it does."""
    if not asked.together(quote):
        return "says the words of the question far apart"
    if _PAST.search(fact.text):
        if _UNDECIDED.search(quote):
            return "says what may be, where the question asks what was"
        periods = [one for one in fact.constraints if parse_period(one) is not None]
        if any(one.outcome != "stated" for one in check_premises(periods, quote)):
            return "does not say that it was then"
    return None
