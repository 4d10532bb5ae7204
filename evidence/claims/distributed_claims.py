"""Splits a claim about several things into two claims, so that different places can prove them (SPEC AUD-3).

Examples: "Acme and Beta are based in Oslo", "Staff get sick leave, parental leave and study leave".
"""

import re
from collections.abc import Iterator

from ..language.verbs import is_past

_JOINTLY = re.compile(
    r"\b(?:together|both|between|among|each|other|another|respectively|jointly|combined|total|sum|all|only|solely?|either|or|not|no|"
    r"never|neither|nor|without|if|unless|except|when|while|more|less|than|same|different|half|per|may|might|must|should|consists?|"
    r"compris\w+|merge[sd]?|met|agree[sd]?|married|said|says|stated?|claims?|according)\b|%|[$€£¥]|\bpercent\b",
    re.IGNORECASE,
)
_WITHIN_NAMES = frozenset("and the of".split())
_ONE_FOR_MANY = {"are": "is", "were": "was", "have": "has", "do": "does"}
_LONGEST = 400  # maximum characters of a claim
_LONGEST_ITEM = 8  # maximum words of one item
_CUTS = 10


def spread(claim: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split the claim in two. Both claims of a pair state the same, each about some of the things:
    “Acme and Beta grew” gives (“Acme grew”, “Beta grew”).

    Nothing is yielded if a word may connect the things or limit the statement ("together", "only", "not"). Nor is
    anything yielded for shares and money, which may be the total of several things.
    """
    claim = claim.rstrip(" .!")
    if len(claim) > _LONGEST or " and " not in claim or _JOINTLY.search(claim):
        return
    words = claim.split(" ")
    names = 0
    while names < len(words) and (words[names][:1].isupper() or words[names] in _WITHIN_NAMES):
        names += 1
    first, joined, last = " ".join(words[:names]).rpartition(" and ")
    if joined and names < len(words):
        verb, rest = words[names], " ".join(["", *words[names + 1 :]])
        one = _ONE_FOR_MANY.get(verb) or (verb if is_past(verb) else None)
        if one:
            first = first.rstrip(",")
            head, comma, tail = first.rpartition(", ")
            several = f"{head} and {tail} {verb}" if comma else f"{first} {one}"
            yield f"{several}{rest}", f"{last} {one}{rest}"
        return
    before, _, item = claim.rpartition(" and ")
    before = before.rstrip(",")
    if len(item.split()) > _LONGEST_ITEM or "," in item:
        return
    words = before.split(" ")
    head, comma, tail = before.rpartition(", ")
    shorter = f"{head} and {tail}" if comma else before
    for size in range(len(words) - 1, max(1, len(words) - 1 - _CUTS), -1):
        if "," not in " ".join(words[:size]):
            yield shorter, f"{' '.join(words[:size])} {item}"
