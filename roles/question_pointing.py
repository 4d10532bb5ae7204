"""What a question leans on beside what it asks: words that point at something unsaid, and circumstances told before it."""

import re
from collections.abc import Sequence

from ..evidence.facts import read_facts
from ..evidence.words import topic_roots
from .question_facts import topic_words
from .question_names import is_demonym, names_in

_ALONE = re.compile(
    r"\b(?:this|that|these|those)\b(?=\s*(?:[?,.;!)]|$)|\s+(?:off|up|out|in|on|at|by|for|from|to|with|after|before|and|or|first|still|also|"
    r"is|are|was|were|be|has|have|had|do|does|did|can|may|must|will|apply|paid|mean|cost|happen)\b)",
    re.IGNORECASE,
)
"""A pointing word with no noun behind it."""
_WITH_NOUN = re.compile(
    r"(?:\b(?:this|these|those)|(?<=\bdoes )that|(?<=\bunder )that|(?<=\bof )that|(?<=\bin )that|(?<=\bfor )that|(?<=\bto )that)"
    r"\s+(?P<noun>[a-z][\w-]+)",
    re.IGNORECASE,
)
_OF_TIME = frozenset(
    "year month week quarter day time morning afternoon evening season summer winter spring autumn moment point case way kind sort type "
    "respect regard country".split()
)
"""“This year” and “in that case” point at no paper or thing."""
_ENOUGH = 2
"""Topic words before a pointing word that it can take up."""
_MEASURES = frozenset({"duration", "quantity", "percent", "money"})


def pointing_at_nothing(asked: str, told: Sequence[str] = ()) -> str | None:
    """The words that point at something the question does not name ("sign this off", "this plan"); None where there are none, or where
    something stands before them that they can take up. `told`: sentences before the question."""
    if len(topic_words(" ".join(told))) >= _ENOUGH:
        return None
    for match in _ALONE.finditer(asked):
        before = asked[: match.start()]
        relative = match[0].casefold() == "that" and bool(topic_words(_last(before)))  # "the fee that is due"
        if not relative and len(topic_words(before)) < _ENOUGH:
            return match[0]
    for match in _WITH_NOUN.finditer(asked):
        before, noun = asked[: match.start()], match["noun"]
        plain = noun.casefold().rstrip("s") in _OF_TIME or not topic_words(noun)
        if not plain and len(topic_words(before)) < _ENOUGH and not set(topic_roots(noun)) & set(topic_roots(before)):
            return match[0]
    return None


def _last(text: str) -> str:
    return text.split()[-1] if text.split() else ""


def circumstances(told: Sequence[str], known: Sequence[str], titles: Sequence[str]) -> tuple[str, ...]:
    """The premises in what a question tells before it asks (SPEC EVI-10): names, and figures with what they measure ("nineteen weeks").
    Days and bare counts are left out: rules do not repeat them."""
    found: list[str] = []
    for sentence in told:
        found += [fact.text for fact in read_facts(sentence) if fact.kind in _MEASURES and fact.low is not None]
        named = [one for one in names_in(sentence, known, titles) if not is_demonym(one.text)]
        found += [
            one.text for one in named if one.known or one.start or " " in one.text
        ]  # a capital there is the sentence's
    return tuple(dict.fromkeys(found))
