"""Finds the unit that a table states for its figures: “in millions, except per share data”."""

import re
from functools import lru_cache
from typing import NamedTuple

from ..lexicon.currencies import CODES, CURRENCIES, CURRENCY_PHRASES, MINOR

_SCALE = r"(?:thousands?|millions?|billions?|hundreds|000s?|bn)"
_MONEY = r"(?:u\.?s\.?\s+)?(?:dollars?|euros?|pounds?|yen|usd|eur|gbp|[$€£¥])"
_STATED = re.compile(
    rf"(?:(?<!\w)(?:all\s+)?(?:\w+\s+)?(?:amounts?|figures|dollars?|shares)\s+(?:\w+\s+){{0,2}}?|{_MONEY}\s+)?"
    rf"\bin\s+(?:{_MONEY}\s+)?(?:{_SCALE}|{_MONEY})\b(?:\s+of\s+{_MONEY}(?:\s+\w+)?)?"
    rf"(?:,?\s+(?:[-–—]\s+)?except(?:\s+for)?[^().;:]{{0,80}})?|"
    rf"(?<=\()(?:{_MONEY}\s+)?{_SCALE}(?:\s+of\s+{_MONEY})?(?:,?\s+(?:[-–—]\s+)?except(?:\s+for)?[^().;:]{{1,80}})?(?=\))|(?:[$€£¥]|\b(?:USD|EUR|GBP))\s?(?:in\s)?(?:{_SCALE}|mm?|k)\b(?:,?\s+except[^().;:]{{0,80}})?",
    re.IGNORECASE,
)
MONEY = (
    (re.compile(r"\b(?:dollars?|usd)\b|\$", re.IGNORECASE), "USD", "dollars"),
    (re.compile(r"\b(?:euros?|eur)\b|€", re.IGNORECASE), "EUR", "euros"),
    (re.compile(r"\b(?:pounds?|gbp)\b|£", re.IGNORECASE), "GBP", "pounds"),
    (re.compile(r"\b(?:yen|jpy)\b|¥", re.IGNORECASE), "JPY", "yen"),
)
"""For each currency: a pattern of its names in tables, its ISO code, and its name in words."""


_CURRENCY_AT_END = re.compile(r"\(\s*(?:in\s+)?([^()\d]{1,20}?)\s*\)\s*$")


@lru_cache(maxsize=65_536)
def currency_of(name: str) -> str | None:
    """Return the ISO code of the currency that stands alone in brackets at the end of a column name, or None.

    Example: `currency_of("Price 2026 (CHF)")` gives `"CHF"`.
    """
    found = _CURRENCY_AT_END.search(name)
    if found is None:
        return None
    word = found[1].casefold()
    if word in CODES and not found[1].isupper():
        return None
    code = CURRENCIES.get(word) or CURRENCY_PHRASES.get(word)
    return None if code in MINOR else code


class StatedUnit(NamedTuple):
    """The place in a text where it states a unit, as start and end.

    Example: the place of “in millions” in “Revenue (in millions)”.
    """

    start: int
    end: int


@lru_cache(maxsize=65_536)
def unit_stated(text: str) -> StatedUnit | None:
    """Return where a header, caption or introduction states the unit of a table's figures, or None.

    Example: in “Revenue (in millions)”, it is the place of “in millions”.
    """
    match = _STATED.search(text)
    return StatedUnit(match.start(), match.start() + len(match.group().rstrip())) if match else None
