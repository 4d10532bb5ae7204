"""Faults in bounds: at least becomes at most, a bound becomes strict or exact, a range moves."""

import random
import re
from decimal import Decimal

from .quantities import TIME_UNITS, WORDS, grouped
from .variants import Context, Operator, Table, put, read_pairs, some

_SMALL_WORD = "|".join(WORDS)
_VALUE_AHEAD = rf"(?= (?:an? |the )?(?:[$£€]|US\$)?(?:\d|(?:{_SMALL_WORD}|half|hundreds?|thousands?|millions?)\b))"
_COMPARATORS = Table(
    read_pairs(
        """
    at least ↔ at most; more than ↔ less than; no more than ↔ no less than; not more than ↔ not less than;
    no later than ↔ no earlier than; greater than ↔ less than; higher than ↔ lower than; older than ↔ younger than;
    longer than ↔ shorter than; up to ↔ at least; no fewer than ↔ no more than; fewer than ↔ more than;
    a minimum of ↔ a maximum of; as many as ↔ as few as; as much as ↔ as little as; over ↔ under; above ↔ below;
    exceeding ↔ below
"""
    )
    | {"within": "after", "nearly": "more than", "almost": "more than"},
    before=_VALUE_AHEAD,
)
_SYMBOLS = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def comparator_flipped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Reverse a bound: at least → at most, p < 0.05 → p > 0.05."""
    found = []
    for start, end, old, new in _COMPARATORS.hits(sentence):
        over_time = old in {"over", "under", "within", "above", "below"} and re.match(
            rf" (?:an? |the |one )|(?: \S+){{1,4}} {TIME_UNITS}\b|.{{0,14}}\b(?:1[0-9]|20)\d\d\b", sentence[end:]
        )
        prefixed = old in {"more than", "less than", "fewer than"} and re.search(
            r"\b(?:no|not|little|much|far) $", sentence[:start]
        )
        if (
            prefixed
            or (over_time and old != "within")
            or (old == "within" and not re.match(rf" \S+ {TIME_UNITS}\b", sentence[end:]))
        ):
            continue
        found.append(put(sentence, start, end, new))
    for match in re.finditer(r"[<>≤≥](?=\s?[\d.])", sentence):
        found.append(put(sentence, match.start(), match.end(), _SYMBOLS[match[0]]))
    return some(rng, found)


_STRICTER = Table(
    read_pairs(
        """
    at least → more than; at most → less than; no more than → less than; no less than → more than; up to → less than
"""
    ),
    before=_VALUE_AHEAD,
)


def bound_made_strict(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Exclude the end of a bound: at least 5 → more than 5."""
    found = _STRICTER.replaced(sentence)
    found += [
        put(sentence, m.start(), m.end(), {"≤": "<", "≥": ">"}[m[0]]) for m in re.finditer(r"[≤≥](?=\s?\d)", sentence)
    ]
    return some(rng, found)


_BOUNDS = (
    "at least",
    "at most",
    "more than",
    "less than",
    "fewer than",
    "no more than",
    "no less than",
    "up to",
    "over",
    "nearly",
    "almost",
    "approximately",
    "about",
    "around",
    "roughly",
    "an estimated",
    "as many as",
    "some",
)
_MADE_EXACT = Table(dict.fromkeys(_BOUNDS, "exactly"), before=_VALUE_AHEAD)


def bound_made_exact(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a bound or an estimate to an exact figure: at least 5 → exactly 5."""
    found = []
    for start, end, old, new in _MADE_EXACT.hits(sentence):
        span = re.match(
            rf" (?:an? |the )?(?:\S+ )?(?:\S+ )?{TIME_UNITS}\b| (?:half|the|an?)\b|.{{0,8}}\b1[0-9]\d\d\b",
            sentence[end:],
        )
        if old.lower() in {"over", "some", "about", "around"} and span:
            continue
        if not re.search(
            (
                r"\b(?:no|not|much|far|little|from|just|only|talk\w*|between|out|spread|extend\w*|stretch\w*|presid\w+"
                r"|set) $"
            ),
            sentence[:start],
        ):
            found.append(put(sentence, start, end, new))
    return some(rng, found)


_RANGE = re.compile(
    r"(?<![\w.,-])(?P<low>\d[\d,]*(?:\.\d+)?)(?P<unit>%?)(?P<join>\s?[–-]\s?| to | and )(?P<high>\d[\d,]*"
    r"(?:\.\d+)?)(?=%| (?:percent|per cent|years|days|hours|weeks|months|million|billion|mg|kg|km|miles"
    r"|feet|people|minutes)\b)"
)


def range_shifted(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Move a range of amounts beyond its old ends: 5–10% → 15–20%."""
    found = []
    for match in _RANGE.finditer(sentence):
        low, high = (Decimal(match[g].replace(",", "")) for g in ("low", "high"))
        between = sentence[: match.start()].endswith("between ")
        if (match["join"] == " and ") != between or not low < high:
            continue
        step = high - low
        moved = f"{grouped(high + step)}{match['unit']}{match['join']}{grouped(high + 2 * step)}"
        found.append(put(sentence, match.start(), match.end(), moved))
    return some(rng, found)


BOUNDS: tuple[Operator, ...] = (comparator_flipped, bound_made_strict, bound_made_exact, range_shifted)
