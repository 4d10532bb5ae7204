"""Finds the words that make a value a bound: “at least”, “no more than”, “or more”, “approximately”."""

import re

from ..lexicon.bound_words import ABOUT, AT_LEAST, AT_MOST, LESS_THAN, MORE_THAN
from ..lexicon.number_words import BOUND_ENDINGS
from .fact_types import Bound

_BEFORE: dict[Bound, str] = {
    "at_most": AT_MOST,
    "at_least": AT_LEAST,
    "more_than": MORE_THAN,
    "less_than": LESS_THAN,
    "about": ABOUT,
}
_SIGNS: dict[Bound, str] = {
    "at_most": "<=|≤|⩽",
    "at_least": ">=|≥|⩾",
    "more_than": ">",
    "less_than": "<",
    "about": "[~≈≃±]",
}
_BEFORE_RE = re.compile(
    r"(?:"
    + "|".join(rf"(?P<{bound}>{_SIGNS[bound]}|(?<![^\W_])(?<![^\W_]-)(?:{words}))" for bound, words in _BEFORE.items())
    + r")(?: (?:an?|the|of|its|their|a total of|approximately|about|roughly))?[ \u00a0\n]{0,2}(?:\(\s?)?\Z"
)
_FILLERS = frozenset("of to on an a the its their as many much long late high far few little early low".split())
_BOUND_WORDS = BOUND_ENDINGS | frozenset(
    "up minimum maximum excess upwards upward limited capped cap ceiling floor close region order north south short "
    "as".split()
)
_BOUND_SIGNS = frozenset("<>=≤≥~≈≃±⩽⩾")
_AFTER_WORDS: dict[Bound, str] = {
    "at_least": (
        r"(?:or|and) (?:more|above|greater|higher|over|older|longer|upwards?|later|larger)|at (?:the very )?least"
        r"|plus(?= |\.|,|\Z)(?! or)|\+|minimum|at (?:a|the) minimum"
    ),
    "at_most": (
        r"(?:or|and) (?:less|fewer|below|lower|under|younger|shorter|earlier|smaller)|at (?:the )?most|maximum|at "
        r"(?:a|the) maximum"
    ),
    "about": r"or so|or thereabouts|approximately",
}
_AFTER_RE = re.compile(
    r"[ \u00a0\n]?(?:"
    + "|".join(f"(?P<{bound}>{words})" for bound, words in _AFTER_WORDS.items())
    + r")(?![^\W_])(?! (?:than|of)\b)"
)
_AFTER_STARTS = frozenset("oap+m")
WINDOW = 40


def bound_before(page: str, start: int) -> tuple[Bound, int, int] | None:
    """Return the bound stated directly before `start` of the folded text, with the start and end of its words, or None.

    Example: `bound_before("pay at least 5 days", 13)` gives `("at_least", 4, 12)`.
    """
    low = max(0, start - WINDOW)
    before = page[low:start]
    tail = before.rstrip(" \u00a0\n(")
    if tail[-1:] not in _BOUND_SIGNS:
        words = tail.split()
        last = words[-1].strip(".(") if words else ""
        if last not in BOUND_ENDINGS and (last not in _FILLERS or _BOUND_WORDS.isdisjoint(words)):
            return None
    match = _BEFORE_RE.search(before)
    if match is None:
        return None
    bound = match.lastgroup
    end = low + len(before.rstrip(" \u00a0\n("))
    for name in _BEFORE:
        if name == bound:
            return name, low + match.start(), end
    return None


def bound_after(page: str, end: int) -> tuple[Bound, int, int] | None:
    """Return the bound stated directly after `end` of the folded text, with the start and end of its words, or None.

    Example: `bound_after("5 days or more", 6)` gives `("at_least", 7, 14)`.
    """
    at = end + 1 if page[end : end + 1] in {" ", "\u00a0", "\n"} else end
    if page[at : at + 1] not in _AFTER_STARTS:
        return None
    match = _AFTER_RE.match(page, end)
    if match is None:
        return None
    for name in _AFTER_WORDS:
        if match[name]:
            return name, match.start(name), match.end(name)
    return None
