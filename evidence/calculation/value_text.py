"""Writes a value with its unit as people do: “$3,725 million”, “12.3%”, “£0.45 per mile”, “3 March 2026”, “at most
£140”."""

from collections.abc import Mapping
from decimal import Context, Decimal

from ..lexicon.calendar_names import ENGLISH_MONTHS
from ..lexicon.unit_names import DURATIONS
from ..values.fact_types import Bound
from .formulas import number_text, without_zeros
from .quantity import DATE, FormulaError, day_of

SCALES: Mapping[str, Decimal] = {"thousand": Decimal(1_000), "million": Decimal(10) ** 6, "billion": Decimal(10) ** 9}
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "NGN": "₦", "VND": "₫"}
_IRREGULAR = {"foot": "feet", "inch": "inches", "century": "centuries", "celsius": "°C", "fahrenheit": "°F"}
_EXACT = Context(prec=80)
_SHORT_PLACES = 2
"""The maximum number of decimals with which an amount is written in millions or billions: “£1.2 million”, but
“£1,234,567”."""
_BOUNDS: Mapping[Bound, tuple[str, str]] = {
    "at_most": ("at most", "no later than"),
    "at_least": ("at least", "no earlier than"),
    "less_than": ("less than", "before"),
    "more_than": ("more than", "after"),
    "about": ("about", "about"),
}
"""The words for each bound: before an amount, and before a date."""


def bounded_text(text: str, bound: Bound, unit: str | None) -> str:
    """Return the text with the words of its bound: “at most £140”, “no later than 3 March 2026”."""
    return f"{_BOUNDS[bound][unit == DATE]} {text}" if bound in _BOUNDS else text


def value_text(value: Decimal, unit: str | None) -> str:
    """Return the value as text. `unit` is a unit of a calculation: None, "percent", "USD", "USD million",
    "GBP/mile", "million", "day", "date" and so on."""
    if unit == DATE:
        return _day_text(value)
    sign, size = ("−" if value < 0 else ""), abs(value)
    if not unit:
        return number_text(value)
    if unit == "percent":
        return f"{number_text(value)}%"
    name, _, scale = unit.partition(" ")
    name, _, per = name.partition("/")
    if per and (_is_code(name) or name in DURATIONS):
        return f"{value_text(value, f'{name} {scale}'.strip())} per {per.replace('/', ' per ')}"
    name = f"{name}/{per}" if per else name
    if name in SCALES:
        return f"{number_text(value)} {name}"
    if _is_code(name):
        if scale == "thousand" and size % 1:
            size, scale = without_zeros(_EXACT.multiply(size, SCALES[scale])), ""
        if not scale:
            size, scale = _shortened(size)
        amount = number_text(size)
        if not scale and "." in amount:
            amount = amount + "0" * (2 - len(amount.partition(".")[2]))
        money = f"{_SIGNS[name]}{amount}" if name in _SIGNS else f"{name} {amount}"
        return f"{sign}{money}{f' {scale}' if scale else ''}"
    return f"{number_text(value)}{f' {scale}' if scale else ''} {_named(name, size)}"


def _day_text(value: Decimal) -> str:
    try:
        day = day_of(value)
    except FormulaError:  # the report was edited after it was written
        return number_text(value)
    return f"{day.day} {ENGLISH_MONTHS[day.month - 1]} {day.year}"


def _is_code(name: str) -> bool:
    """Return whether the name is a currency code.

    Example: `_is_code("GBP")` gives `True`, and `_is_code("mile")` gives `False`.
    """
    return len(name) == 3 and name.isupper()


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
    plural = size != 1 and (len(name) > 3 or name == "day") and words.replace(" ", "").isalpha() and words.islower()
    return f"{words}s" if plural and not words.endswith("s") else words
