"""Writes a value with its unit as people do: “$3,725 million”, “12.3%”, “£0.45 per mile”, “3 March 2026”, “at most
£140”."""

from collections.abc import Mapping
from decimal import Context, Decimal

from ..language.question_language import Language
from ..lexicon.calendar_names import ENGLISH_MONTHS
from ..lexicon.unit_names import DURATIONS
from ..values.fact_types import Bound
from .formulas import number_text, without_zeros
from .quantity import DATE, FormulaError, day_of
from .result_words import ResultWords, words_for

SCALES: Mapping[str, Decimal] = {"thousand": Decimal(1_000), "million": Decimal(10) ** 6, "billion": Decimal(10) ** 9}
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "NGN": "₦", "VND": "₫"}
_IRREGULAR = {"foot": "feet", "inch": "inches", "century": "centuries", "celsius": "°C", "fahrenheit": "°F"}
_EXACT = Context(prec=80)
_SHORT_PLACES = 2
"""The maximum number of decimals with which an amount is written in millions or billions: “£1.2 million”, but
“£1,234,567”."""
_SHORTEST_WORD = 3
"""The minimum number of letters of a unit's name that is a word. Shorter names are symbols, such as “kg”, and are the
same in every language."""


def bounded_text(text: str, bound: Bound, unit: str | None, language: Language = "en") -> str:
    """Return the text with the words of its bound: “at most £140”, “no later than 3 March 2026”."""
    words = words_for(language)
    bounds = words.day_bounds if unit == DATE else words.bounds
    return bounds[bound].format(text=text) if bound in bounds else text


def value_text(value: Decimal, unit: str | None, language: Language = "en") -> str:
    """Return the value as text. `unit` is a unit of a calculation: None, "percent", "USD", "USD million",
    "GBP/mile", "million", "day", "date" and so on.

    Example: `value_text(Decimal("3725"), "million", "de")` gives `"3.725 Mio."`.
    """
    words = words_for(language)
    if unit == DATE:
        return _day_text(value, words)
    sign, size = ("−" if value < 0 else ""), abs(value)
    number = number_text(value, words.marks)
    if not unit:
        return number
    if unit == "percent":
        return words.percent.format(number=number)
    name, _, scale = unit.partition(" ")
    name, _, per = name.partition("/")
    if per and (_is_code(name) or name in DURATIONS):
        units = (_named(part, Decimal(1), words) for part in per.split("/"))
        joint = f" {words.per} "
        return joint.join((value_text(value, f"{name} {scale}".strip(), language), *units))
    name = f"{name}/{per}" if per else name
    if name in SCALES:
        return f"{number} {words.scale(name, size)}"
    if _is_code(name):
        if scale == "thousand" and size % 1:
            size, scale = without_zeros(_EXACT.multiply(size, SCALES[scale])), ""
        if not scale:
            size, scale = _shortened(size)
        amount = number_text(size, words.marks)
        point = words.marks[1]
        if not scale and point in amount:
            amount = amount + "0" * (2 - len(amount.partition(point)[2]))
        scaled = f" {words.scale(scale, size, of_money=True)}" if scale else ""
        return words.money.format(sign=sign, symbol=_symbol(name, language), number=amount, scale=scaled)
    if scale in SCALES and words.language != "en":  # “5.000.000 Tonnen”: some languages join a scale and a unit by “of”
        size, scale = _EXACT.multiply(value, SCALES[scale]), ""
        number = number_text(without_zeros(size), words.marks)
    return f"{number}{f' {words.scale(scale, size)}' if scale else ''} {_named(name, abs(size), words)}"


def _symbol(currency: str, language: Language) -> str:
    """Return the sign of a currency, as it stands in an amount: “$”, “CHF ” before an English amount."""
    if language == "en":
        return _SIGNS.get(currency, f"{currency} ")
    from babel.numbers import get_currency_symbol  # slow to import, and English needs none of it

    return get_currency_symbol(currency, language)


def _day_text(value: Decimal, words: ResultWords) -> str:
    try:
        day = day_of(value)
    except FormulaError:  # the report was edited after it was written
        return number_text(value, words.marks)
    if words.language == "en":
        return f"{day.day} {ENGLISH_MONTHS[day.month - 1]} {day.year}"
    from babel.dates import format_date

    return format_date(day, words.date, locale=words.language)


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


def _named(name: str, size: Decimal, words: ResultWords) -> str:
    """Return the name of a unit in the singular or plural, as `size` requires. A unit that the language has no name for
    keeps its English name."""
    if words.language != "en":
        return _translated(name, size, words) or _named(name, size, words_for("en"))
    text = name.replace("_", " ")
    if name in _IRREGULAR:
        return _IRREGULAR[name] if size != 1 or not _IRREGULAR[name].isalpha() else name
    plural = size != 1 and (len(name) > 3 or name == "day") and text.replace(" ", "").isalpha() and text.islower()
    return f"{text}s" if plural and not text.endswith("s") else text


def _translated(name: str, size: Decimal, words: ResultWords) -> str:
    from babel import Locale
    from babel.units import format_unit

    locale, one = Locale.parse(words.language), words.is_one(size)
    name = "day" if name == "days" else name
    if name in words.units:
        return words.units[name][not one]
    if name in _IRREGULAR and not _IRREGULAR[name].isalpha():
        return _IRREGULAR[name]  # “°C”
    if len(name) < _SHORTEST_WORD or not name.replace("_", "").islower():
        return ""
    # Babel takes the end of an id for a unit: “person” for “duration-day-person”, which is a day.
    units = map(str, locale.unit_display_names)
    unit = next((unit for unit in units if unit.partition("-")[2] == name.replace("_", "-")), None)
    if unit is None:
        return ""
    number = 1 if one else 2
    return format_unit(number, unit, locale=locale).removeprefix(f"{number}").strip()
