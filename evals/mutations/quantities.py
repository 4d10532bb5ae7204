"""Finds the numbers in a sentence: their position, their kind, and how they may change so that the sentence no longer
implies the result."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from ...evidence.model.frozen import Frozen

Way = Literal["any", "up", "down", "none"]
"""How a number may change so that the old sentence does not imply the new one.

`up`: upwards, because it is a lower bound (“at least 5” does not imply “at least 8”, but implies “at least 3”). `down`:
downwards, because it is an upper bound. `any`: both ways. `none`: it must not change, because its role is unclear.
"""

WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
}
TIME_UNITS = r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?|centuries|century)"
NUMBER = re.compile(
    r"(?<![\w.,/:’'–-])(?<!\d )(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d:/]|[.,]\d"
    r"|[a-zA-Z]{3,}|\s\d{3}\b)"
)

_LOWER = re.compile(
    r"(?i)\b(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|(?:a )?minimum (?:of|age of)|more than"
    r"|over|above|exceed(?:s|ed|ing)?"
    r"|greater than|higher than|older than|longer than|from|upwards of|beyond|surpass(?:ed|ing|es)?|for"
    r"|[>≥])\s?\S{0,4}$"
)
_UPPER = re.compile(
    r"(?i)\b(?:at most|no (?:more|later|greater|longer) than|not (?:more|later|greater) than|(?:a )?maximum "
    r"(?:of|age of)|up to|as (?:many|much) as|less than"
    r"|fewer than|under|below|within|lower than|younger than|shorter than|[<≤])\s?\S{0,4}$|[<≤]\s?\S{0,4}$"
)
_ABOUT = re.compile(
    r"(?i)\b(?:about|around|approximately|roughly|nearly|almost|some|circa|an estimated|estimated at|close to"
    r"|between|and|or|to)\s?\S{0,4}$"
)
_DENIED = re.compile(r"(?i)\b(?:not|never|no|n['’]t|unless|until|without)\b[^,;]{0,30}$")


class Quantity(Frozen):
    """A number, whose digits are `sentence[start:end]`. `lead`: a currency sign or code. `tail`: a percent sign or
    magnitude."""

    start: int
    end: int
    digits: str
    lead: str = ""
    tail: str = ""

    @property
    def value(self) -> Decimal:
        return Decimal(self.digits.replace(",", ""))

    @property
    def looks_like_year(self) -> bool:
        return bool(re.fullmatch(r"1[0-9]\d\d|20\d\d", self.digits)) and not self.lead and not self.tail


_LEAD = re.compile(r"(?:US\$|A\$|C\$|NZ\$|[$£€¥]|\b(?:USD|EUR|GBP|RMB))\s?$")
_TAIL = re.compile(r"\s?(?:%|(?:percent|per cent|percentage points|thousand|million|billion|trillion)\b|(?:bn|m|k)\b)")


def quantities(sentence: str) -> Iterator[Quantity]:
    """Yield the numbers written in digits, in order. Parts of words, times of day and versions of three parts are not numbers."""
    for match in NUMBER.finditer(sentence):
        lead = _LEAD.search(sentence[: match.start()])
        tail = _TAIL.match(sentence[match.end() :])
        yield Quantity(
            start=match.start("number"),
            end=match.end("number"),
            digits=match["number"],
            lead=lead[0] if lead else "",
            tail=tail[0] if tail else "",
        )


def way(sentence: str, start: int) -> Way:
    """Return how the number at `start` may change, by the words before it."""
    before = sentence[max(0, start - 45) : start]
    if re.search(r"(?i)(?:\bbetween|\bfrom) (?:[^,;]{0,20} )?$", before):
        return "none"
    lower, upper = _LOWER.search(before), _UPPER.search(before)
    if lower and upper:  # "no more than" contains "more than"; the longer phrase counts
        lower, upper = (lower, None) if lower.start() < upper.start() else (None, upper)
    if lower:
        return "none" if _DENIED.search(before[: lower.start()]) else "up"
    if upper:
        return "down"
    return "none" if _DENIED.search(before) else "any"


def approximate(sentence: str, start: int) -> bool:
    """Return whether the number at `start` is approximate, so that a near value would also be true."""
    return bool(_ABOUT.search(sentence[max(0, start - 25) : start]))


def may_become(sentence: str, start: int, old: Decimal, new: Decimal) -> bool:
    """Return whether the sentence with `old` at `start` does not imply the sentence with `new` there."""
    if new == old or (approximate(sentence, start) and abs(new - old) * 4 < abs(old)):
        return False
    allowed = way(sentence, start)
    return allowed == "any" or (allowed == "up" and new > old) or (allowed == "down" and new < old)


def grouped(value: Decimal) -> str:
    """Return a number with thousands separated by commas, without exponent or trailing zeros of its fraction."""
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
