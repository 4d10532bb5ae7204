"""Finds the noun that a number counts, such as “employee” in “1,200 full-time employees”."""

import re
from decimal import Decimal

from ..lexicon.noun_forms import IRREGULAR_PLURALS, NO_PLURALS
from ..lexicon.small_words import NO_NOUNS

_NEXT = re.compile(r"[ \u00a0\n-]?([^\W\d_]{1,60}(?:['-][^\W\d_]{1,60}){0,4})")


def counted_noun(page: str, end: int, value: Decimal) -> tuple[str, int] | None:
    """Return the singular of the counted noun and its end, or None. It is within four words after `end` of the folded
    text; after the number 1 it is usually the next word."""
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
    """Return the singular of a lower-case plural noun, by its ending."""
    if noun in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[noun]
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "shes", "ches", "xes", "zes")):
        return noun[:-2]
    return noun.removesuffix("s")
