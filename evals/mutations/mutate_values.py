"""Faults in the number itself: digits, decimal point, thousands, number words, multiples.

Every rule checks that the old sentence does not imply the new one. "At least 5" implies "at least 3", so it may only
become "at least 8".
"""

import random
import re
from decimal import Decimal

from .quantities import WORDS, approximate, grouped, may_become, quantities
from .variants import Context, Operator, Table, capital, like, put, read_pairs, some

_SMALL_WORD = "|".join(WORDS)


_COUNT = (
    rf"(?:\d[\d,.]*|{_SMALL_WORD}|a|an|per|several|many)(?:[ -](?:hundred|thousand|million|billion|trillion|half))?"
)


def _renumbered(sentence: str, rng: random.Random, change: Operator) -> list[str]:
    """Apply `change(digits)` to each number except years, and return the results that the old sentence does not imply."""
    found = []
    for quantity in quantities(sentence):
        if quantity.looks_like_year:
            continue
        for digits in change(quantity.digits, rng, _NOWHERE):
            new = Decimal(digits.replace(",", ""))
            if may_become(sentence, quantity.start, quantity.value, new) and not re.search(
                rf"(?<![\d.,]){re.escape(digits)}(?![\d.,]*\d)", sentence
            ):
                found.append(put(sentence, quantity.start, quantity.end, digits))
    return some(rng, found)


_NOWHERE = Context(paragraph="")


def digit_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change one digit of a number to another."""

    def change(digits: str, rng: random.Random, _: Context) -> list[str]:
        places = [index for index, char in enumerate(digits) if char.isdigit()]
        changed = []
        for index in places:
            choices = [d for d in "0123456789" if d != digits[index] and not (d == "0" and index == places[0])]
            changed.append(digits[:index] + rng.choice(choices) + digits[index + 1 :])
        rng.shuffle(changed)
        return changed[:2]

    return _renumbered(sentence, rng, change)


def digits_transposed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Swap two neighbouring digits: 18 → 81."""

    def change(digits: str, rng: random.Random, _: Context) -> list[str]:
        return [
            digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]
            for i in range(len(digits) - 1)
            if digits[i].isdigit()
            and digits[i + 1].isdigit()
            and digits[i] != digits[i + 1]
            and not (i == 0 and digits[1] == "0")
        ]

    return _renumbered(sentence, rng, change)


def decimal_moved(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Move the decimal point by one place, or leave it out: 1.5 → 15, 0.15."""

    def change(digits: str, rng: random.Random, _: Context) -> list[str]:
        if "." not in digits:
            return []
        value = Decimal(digits.replace(",", ""))
        return [grouped(value * 10), grouped(value / 10), grouped(Decimal(digits.replace(",", "").replace(".", "")))]

    return _renumbered(sentence, rng, change)


def thousands_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Add or leave out a group of three digits: 1,200,000 → 1,200."""

    def change(digits: str, rng: random.Random, _: Context) -> list[str]:
        if "," not in digits or "." in digits:
            return []
        shorter = digits.rsplit(",", 1)[0]
        return [digits + ",000", shorter]

    return _renumbered(sentence, rng, change)


_NUMBER_WORD = re.compile(
    rf"(?<![\w-])(?P<word>{_SMALL_WORD}|{'|'.join(map(capital, WORDS))})(?![\w-])(?! (?:of the|of which"
    rf"|another|other|and a half)\b)"
)


_BY_VALUE = {value: word for word, value in WORDS.items()}


def number_word_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a number in words to another: three → five."""
    found = []
    for match in _NUMBER_WORD.finditer(sentence):
        value = WORDS[match["word"].lower()]
        nearby = sentence[match.end() : match.end() + 12]
        if (
            value == 1
            or re.match(r"[ -](?:or|to|and|thirds?|fifths?|quarters?)\b", nearby)
            or re.search(r"(?:\bor|\bto|-) $", sentence[: match.start()])
        ):
            continue
        choices = [
            other
            for other in _BY_VALUE
            if other != 1 and may_become(sentence, match.start(), Decimal(value), Decimal(other))
        ]
        choices = [
            other
            for other in choices
            if (_BY_VALUE[other] not in sentence.lower() and other in range(2, 13)) or (value > 12 and other > 12)
        ]
        if choices:
            found.append(put(sentence, match.start(), match.end(), like(match["word"], _BY_VALUE[rng.choice(choices)])))
    return some(rng, found)


_FRACTIONS = Table(
    read_pairs(
        """
    half of → a third of; one third of → two thirds of; a third of → half of; two-thirds of → one-third of;
    two thirds of → one third of; one-third of → two-thirds of; a quarter of → half of;
    three-quarters of → one-quarter of; three quarters of → a quarter of; doubled → tripled; tripled → doubled;
    halved → doubled; doubling → tripling; twice → three times; double → triple; triple → double; tenfold → twofold;
    twofold → tenfold; dozens → thousands; hundreds → thousands; thousands → millions; millions → billions
"""
    )
)


def multiple_changed(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a fraction or a multiple to another: half of → a third of, doubled → tripled."""
    found = []
    for start, end, old, new in _FRACTIONS.hits(sentence):
        if old.lower() == "hundreds" and sentence[end:].startswith(" of thousands"):
            continue
        if not re.search(
            r"\b(?:at least|more than|over|than|the|first|second|last|of|and a|tens) $", sentence[:start]
        ) and not approximate(sentence, start):
            found.append(put(sentence, start, end, new))
    return some(rng, found)


VALUES: tuple[Operator, ...] = (
    digit_changed,
    digits_transposed,
    decimal_moved,
    thousands_changed,
    number_word_changed,
    multiple_changed,
)
