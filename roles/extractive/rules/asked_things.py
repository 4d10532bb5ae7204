"""What is measured, in a question's words: without the words that lead to a period and from it, and parted where an “and” joins several."""

import re
from collections.abc import Iterator

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
    """What is measured, without the words that lead to a period and from it."""
    pieces = []
    for piece in text.split(GAP):
        shorn = _HEAD.sub("", piece.strip())
        while (less := TAIL.sub("", shorn)) != shorn:
            shorn = less
        pieces.append(shorn.strip(" ,;"))
    told = " ".join(piece for piece in pieces if re.search(r"\w", piece))
    if told.count(")") > told.count("("):
        told = told.replace(")", "", 1)
    return " ".join(told.split())


def pairs(measure: str, told: str) -> Iterator[tuple[str, ...]]:
    """The ways to part "A and B" in two, each with what is said of both: "high and low price" is two prices."""
    for joint in re.finditer(r"\s+and\s+(?:the\s+)?", told):
        first, second = thing_in(told[: joint.start()]), thing_in(told[joint.end() :])
        if not first or not second:
            continue
        for tail in (_after_first_word(second), ""):
            yield f"{measure} {first} {tail}".strip(), f"{measure} {second}".strip()


def _after_first_word(text: str) -> str:
    return text.partition(" ")[2]


def joined(thing: str) -> list[tuple[str, ...]]:
    """The thing as one, as two that an “and” parts, and as the several that “and” and commas part."""
    shorn = thing_in(thing)
    pieces = tuple(piece for piece in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", shorn) if piece)
    halves = [
        (shorn[: joint.start()].rstrip(" ,"), shorn[joint.end() :])
        for joint in re.finditer(r"\s+and\s+(?:the\s+)?", shorn)
    ]
    return list(dict.fromkeys([(shorn,), *halves, *([pieces] if len(pieces) > 1 else [])]))
