"""What a question asks to measure, in its own words, without the words before and after a period."""

import re

from ....evidence.values.asked_periods import GAP

TAIL = re.compile(
    r"[\s,(–-]*\b(?:(?:over|across|for|in|during) the (?:\d+|two|three|four|five|last|past)|respectively|altogether|combined|in total|in aggregate|"
    r"year[- ]?end|at the end|"
    r"over the|across the|across|for the|between|from|"
    r"during|in both|in each of|in terms of|at|for|in|of|to|and|or|as|by|the|over|on|years?|fiscal|financial|quarters?|months?|periods?|ended|"
    r"ending|since|per|both|until|through|is|are|was|were|be)\s*$|[\s,;:(–-]+$",
    re.IGNORECASE,
)
_YEARS = (
    r"(?:(?:the|both|all|each of)\s+)*(?:(?:\w+|\d+)[- ])?(?:fiscal|financial|calendar|full)?\s*(?:years?|quarters?|periods?|months?|weeks?)"
    r"(?:[- ]ended|[- ]ending|[- ]end)?(?:\s+(?:period|of|on|in|to))?"
)
_HEAD = re.compile(
    rf"^(?:(?:in|for|during|as (?:at|of)|at|over|between|from|across|by)\s+)*(?:{_YEARS}\s+)?(?:the\s+|,\s*)*",
    re.IGNORECASE,
)


def thing_in(text: str) -> str:
    """What is measured, without the words before and after a period."""
    pieces = []
    for piece in text.split(GAP):
        trimmed = _HEAD.sub("", piece.strip())
        while (shorter := TAIL.sub("", trimmed)) != trimmed:
            trimmed = shorter
        pieces.append(trimmed.strip(" ,;"))
    thing = " ".join(piece for piece in pieces if re.search(r"\w", piece))
    if thing.count(")") > thing.count("("):
        thing = thing.replace(")", "", 1)
    return " ".join(thing.split())
