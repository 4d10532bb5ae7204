"""Converts the text of a table cell to a number: brackets mean minus, a dash means zero, and the column may give the
scale."""

import re
from decimal import Decimal, InvalidOperation

from .row_parts import NIL

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
_SCALES = (
    (
        re.compile(r"\bthousands?\b|[’']000s?\b|\b000s\b|(?<!\d)(?<!\d,)\b000\b|[$€£¥]\s?k\b", re.IGNORECASE),
        Decimal(1_000),
        "thousand",
    ),
    (
        re.compile(r"\b(?:millions?|mn)\b|(?:[$€£¥]|\b(?:USD|EUR|GBP))\s?(?:in\s)?mm?\b", re.IGNORECASE),
        Decimal(1_000_000),
        "million",
    ),
    (re.compile(r"\b(?:billions?|bn)\b", re.IGNORECASE), Decimal(10) ** 9, "billion"),
)


def value_of(text: str) -> Decimal | None:
    """Return the value of a cell in the scale that it states itself, or None if it has no single figure."""
    if NIL.match(text):
        return Decimal(0)
    found = _DIGITS.findall(text)
    if len(found) != 1:
        return None
    try:
        value = Decimal(found[0].replace(",", ""))
    except InvalidOperation:
        return None
    before = text[: text.find(found[0])]
    negative = "(" in before or re.search(r"[-–−—]\s*[$€£¥]?\s*$", before) is not None
    return (-value if negative else value) * scale_of(text[text.find(found[0]) + len(found[0]) :])


def scale_of(words: str) -> Decimal:
    return next((scale for pattern, scale, _ in _SCALES if pattern.search(words)), Decimal(1))


def scale_word(words: str) -> str:
    """Return the scale that the words state, such as “million”, or "" if they state none."""
    return next((word for pattern, _, word in _SCALES if pattern.search(words)), "")


def decimals_of(text: str) -> int:
    """Return the number of decimals of the cell's figure.

    Example: `decimals_of("$1,234.50")` gives `2`.
    """
    found = _DIGITS.findall(text)
    return len(found[0].partition(".")[2]) if len(found) == 1 else 0
