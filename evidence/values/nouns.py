"""The noun a number counts, in its singular: "1,200 full-time employees" counts employees."""

import re
from decimal import Decimal

from ..lexicon.noun_forms import IRREGULAR_PLURALS, NO_PLURALS
from ..lexicon.small_words import NO_NOUNS

_NEXT = re.compile(r"[ \u00a0\n-]?([^\W\d_]{1,60}(?:['-][^\W\d_]{1,60}){0,4})")


def counted_noun(page: str, end: int, value: Decimal) -> tuple[str, int] | None:
    """The singular of the noun within four words after `end` of folded text, and where it ends. One counts the very next word."""
    at = end
    for step in range(4):
        match = _NEXT.match(page, at)
        if match is None or (step and page[at] not in " \u00a0\n"):
            return None
        word = match[1].removesuffix("'s")
        if word in NO_NOUNS:
            return None
        if word in IRREGULAR_PLURALS:
            return IRREGULAR_PLURALS[word], match.end()
        if value == 1 and not word.endswith(("ed", "ing", "al", "ive", "ous", "ly")):
            return word, match.end()
        if len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word not in NO_PLURALS:
            return singular(word), match.end()
        at = match.end()
    return None


def singular(noun: str) -> str:
    """The singular of a lower-case plural noun, by its ending."""
    if noun in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[noun]
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "shes", "ches", "xes", "zes")):
        return noun[:-2]
    return noun.removesuffix("s")
