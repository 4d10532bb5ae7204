"""Faults in pairs: two values are swapped, or a statement gets the value of another."""

import itertools
import random
import re

from .quantities import Quantity, quantities
from .variants import Context, Operator, some
from .verb_tables import verb_groups


def _form(sentence: str, quantity: Quantity) -> str:
    unit = re.match(r"[ -]?[a-zµ°]+", sentence[quantity.end + len(quantity.tail) :])
    if quantity.looks_like_year:
        return "year"
    plain_unit = unit[0].strip(" -") if unit and not quantity.lead and not quantity.tail else ""
    return f"{quantity.lead.strip()}|{quantity.tail.strip()}|{plain_unit}"


def _pairs(sentence: str) -> list[tuple[Quantity, Quantity]]:
    """Return the pairs of neighbouring values of one form. Two values with only “and”, “or”, “to” or a comma between
    them are not pair."""
    values = list(quantities(sentence))
    by_form: dict[str, list[Quantity]] = {}
    for quantity in values:
        by_form.setdefault(_form(sentence, quantity), []).append(quantity)
    return [
        (first, second)
        for same in by_form.values()
        for first, second in itertools.pairwise(same)
        if first.value != second.value
        and re.search(
            r"[a-z]{3}",
            sentence[first.end + len(first.tail) : second.start - len(second.lead)]
            .replace("and", "")
            .replace("million", "")
            .replace("billion", ""),
        )
    ]


_SYMMETRIC = re.compile(r"(?i)\b(?:between|ratio|score|total|sum|and \d{4} seasons|multiplied|compris\w+|consist\w+)\b")


def values_swapped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Swap two values of one kind: "5m in May and 7m in June" → "7m in May and 5m in June"."""
    if _SYMMETRIC.search(sentence):
        return []
    found = []
    for first, second in _pairs(sentence):
        middle = sentence[first.end : second.start]
        swapped = sentence[: first.start] + second.digits + middle + first.digits + sentence[second.end :]
        if all(
            sum(1 for quantity in quantities(sentence) if quantity.digits == chosen.digits) == 1
            for chosen in (first, second)
        ):
            found.append(swapped)
    return some(rng, found)


_RESPECTIVE = re.compile(
    r"(?P<first>[$£€]?\d(?:[\d,.]*\d)?%?(?: (?:million|billion|percent))?),? (?P<and>and )"
    r"(?P<second>[$£€]?\d(?:[\d,.]*\d)?%?(?: (?:million|billion|percent))?)(?=[^.;]*\brespectively\b)"
)


def respective_values_swapped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Swap two values of a list that ends in “respectively”."""
    found = []
    for match in _RESPECTIVE.finditer(sentence):
        if match["first"] == match["second"] or re.fullmatch(r"(?:19|20)\d\d", match["first"]):
            continue
        middle = sentence[match.end("first") : match.start("second")]
        found.append(sentence[: match.start()] + match["second"] + middle + match["first"] + sentence[match.end() :])
    return some(rng, found)


_CUT = re.compile(
    r",? (?:and|while|whereas|but|compared to|compared with|as compared to|versus|up from|down from|from)\b"
)


def value_of_the_other(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Give one half of a pair the value of the other: “Acme made 5m and Beta made 7m” → “Acme made 7m.”"""
    found = []
    for first, second in _pairs(sentence):
        first_end, second_end = first.end + len(first.tail), second.end + len(second.tail)
        cut = None
        for match in _CUT.finditer(sentence, first_end, second.start):
            cut = match.start()
            break
        head = sentence[: cut or 0]
        if (
            cut is None
            or not verb_groups(head)
            or head.count("(") != head.count(")")
            or head.count('"') % 2
            or re.search(r"\b(?:between|both|either)\b", head)
            or len(head.split()) < 4
        ):
            continue
        if second.value in {quantity.value for quantity in quantities(head)}:
            continue
        value = sentence[second.start - len(second.lead) : second_end]
        claim = head[: first.start - len(first.lead)] + value + head[first_end:]
        found.append(claim.rstrip(" ,") + ".")
    return some(rng, found)


PAIRS: tuple[Operator, ...] = (
    values_swapped,
    respective_values_swapped,
    value_of_the_other,
)
