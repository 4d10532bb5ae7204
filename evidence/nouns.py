"""The noun a number counts, in its singular: "1,200 full-time employees" counts employees."""

import re
from decimal import Decimal

_NEXT = re.compile(r"[ \u00a0\n-]?([^\W\d_]{1,60}(?:['-][^\W\d_]{1,60}){0,4})")
_STOP = frozenset(
    "a an the of in on at by for from with to and or but nor as if than then is are was were be been being has have "
    "had do does did will would shall should may might must can could not no that which who whom whose this these "
    "those it its they their there he she his her we our you your per when while where because since until before "
    "after over under above below between during within without into out up down off about against across also only "
    "both each more less fewer most least respectively versus vs times plus minus ago later earlier so such via "
    "through thus however although though unless except".split()
)
_IRREGULAR = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "staff": "staff",
    "personnel": "personnel", "feet": "foot", "criteria": "criterion", "media": "medium", "phenomena": "phenomenon",
    "analyses": "analysis", "crises": "crisis", "lives": "life", "wives": "wife", "halves": "half",
    "shelves": "shelf", "mice": "mouse", "teeth": "tooth", "geese": "goose", "species": "species",
    "series": "series", "aircraft": "aircraft", "sheep": "sheep", "fish": "fish", "indices": "index",
    "matrices": "matrix", "bacteria": "bacterium", "theses": "thesis", "hypotheses": "hypothesis", "axes": "axis",
    "police": "police",
}  # fmt: skip
_NOT_PLURAL = frozenset(
    "this his its is was has does as us plus thus less versus various previous numerous serious religious famous "
    "dangerous business gross cross across class press process access success pass loss mass basis analysis status "
    "campus bonus focus virus census".split()
)


def counted_noun(page: str, end: int, value: Decimal) -> tuple[str, int] | None:
    """The singular of the noun within four words after `end` of folded text, and where it ends. One counts the very next word."""
    at = end
    for step in range(4):
        match = _NEXT.match(page, at)
        if match is None or (step and page[at] not in " \u00a0\n"):
            return None
        word = match[1].removesuffix("'s")
        if word in _STOP:
            return None
        if word in _IRREGULAR:
            return _IRREGULAR[word], match.end()
        if value == 1 and not word.endswith(("ed", "ing", "al", "ive", "ous", "ly")):
            return word, match.end()
        if len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word not in _NOT_PLURAL:
            return singular(word), match.end()
        at = match.end()
    return None


def singular(noun: str) -> str:
    """The singular of a lower-case plural noun, by its ending."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "shes", "ches", "xes", "zes")):
        return noun[:-2]
    return noun.removesuffix("s")
