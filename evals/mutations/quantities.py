"""Numbers in a sentence: their position, currency, magnitude and value."""

import re
from collections.abc import Iterator
from decimal import Decimal

from ...evidence.model.frozen import Frozen

WORDS = {
    word: value
    for value, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), start=1)
} | {"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90}
SMALL_WORD = "|".join(WORDS)
NUMBER = re.compile(
    r"(?<![\w.,/:’'–-])(?<!\d )(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d:/]|[.,]\d"
    r"|[a-zA-Z]{3,}|\s\d{3}\b)"
)
_LOOSE = re.compile(
    r"(?i)(?:\b(?:at (?:least|most)|than|over|under|above|below|up to|within|before|after|since|until|till|by|from|to|between"
    r"|and|or|for|about|around|approximately|roughly|nearly|almost|some|circa|many as|much as|minimum of|maximum of|exceed\w*"
    r"|not|never|no)|[<>≤≥])\s?\S{0,4}(?:\b(?:January|February|March|April|May|June|July|August|September|October|November"
    r"|December) )?$"
)
"""Words before a value that make it a bound, an estimate, the end of a range or part of a denial."""
_LEAD = re.compile(r"(?:US\$|A\$|C\$|NZ\$|[$£€¥]|\b(?:USD|EUR|GBP|RMB))\s?$")
_TAIL = re.compile(r"\s?(?:%|(?:percent|per cent|percentage points|thousand|million|billion|trillion)\b|(?:bn|m|k)\b)")


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


def quantities(sentence: str) -> Iterator[Quantity]:
    """Yield the numbers written in digits, in order. Parts of words, times of day and versions of three parts are not
    numbers.

    Example: `[q.value for q in quantities("At 10:30 it paid 1,200 of 3.5m.")]` gives `[1200, 3.5]`.
    """
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


def is_plain(sentence: str, start: int) -> bool:
    """Return whether the value at `start` is stated as exact, so that another value there makes the sentence false. “At
    least 50” implies “at least 30”."""
    return not _LOOSE.search(sentence[max(0, start - 30) : start])


def grouped(value: Decimal) -> str:
    """Return a number with thousands separated by commas, without exponent or trailing zeros of its fraction.

    Example: `grouped(Decimal("1234567.50"))` gives `"1,234,567.5"`.
    """
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
