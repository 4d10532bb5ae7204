"""A value with its unit as people write it: “$3,725 million”, “−€1.2 billion”, “12.3%”, “3 percentage points”."""

from collections.abc import Mapping
from decimal import Context, Decimal

from .formulas import number_text, without_zeros

SCALES: Mapping[str, Decimal] = {"thousand": Decimal(1_000), "million": Decimal(10) ** 6, "billion": Decimal(10) ** 9}
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "NGN": "₦", "VND": "₫"}
_IRREGULAR = {"foot": "feet", "inch": "inches", "century": "centuries", "celsius": "°C", "fahrenheit": "°F"}
_EXACT = Context(prec=80)
_SHORT_PLACES = 2
"""Decimals that a plain amount may have in millions or billions to be written so: “£1.2 million”, but “£1,234,567”."""


def value_text(value: Decimal, unit: str | None) -> str:
    """`unit`: as of a calculation: None, "percent", "USD", "USD million", "million", "day" …"""
    sign, size = ("−" if value < 0 else ""), abs(value)
    if not unit:
        return number_text(value)
    if unit == "percent":
        return f"{number_text(value)}%"
    name, _, scale = unit.partition(" ")
    if name in SCALES:
        return f"{number_text(value)} {name}"
    if len(name) == 3 and name.isupper():
        if not scale:
            size, scale = _shortened(size)
        amount = number_text(size)
        if not scale and "." in amount:
            amount = amount + "0" * (2 - len(amount.partition(".")[2]))
        money = f"{_SIGNS[name]}{amount}" if name in _SIGNS else f"{name} {amount}"
        return f"{sign}{money}{f' {scale}' if scale else ''}"
    return f"{number_text(value)}{f' {scale}' if scale else ''} {_named(name, size)}"


def _shortened(size: Decimal) -> tuple[Decimal, str]:
    for scale in ("billion", "million"):
        if size >= SCALES[scale]:
            short = _EXACT.divide(size, SCALES[scale])
            if len(number_text(without_zeros(short)).partition(".")[2]) <= _SHORT_PLACES:
                return without_zeros(short), scale
    return size, ""


def _named(name: str, size: Decimal) -> str:
    words = name.replace("_", " ")
    if name in _IRREGULAR:
        return _IRREGULAR[name] if size != 1 or not _IRREGULAR[name].isalpha() else name
    plural = size != 1 and len(name) > 3 and words.replace(" ", "").isalpha() and words.islower()
    return f"{words}s" if plural and not words.endswith("s") else words
