"""Writes amounts in pincite's own sentences in short form, with the exact amount: “$11.69 billion”. Quotes stay
unchanged."""

import re
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, localcontext
from typing import NamedTuple

from babel import Locale
from babel.numbers import format_compact_decimal, get_currency_symbol

from ..evidence.calculation.calculations import Calculation
from ..evidence.calculation.formulas import number_text, without_zeros
from ..evidence.calculation.result_words import words_for
from ..evidence.calculation.value_text import SCALES, value_text
from ..evidence.language.question_language import Language
from ..evidence.tables.cell_units import cell_unit
from ..evidence.tables.figure_values import value_of

SHORT_FROM = Decimal(10) ** 6
"""The minimum amount that is shortened. Smaller amounts are written in full: “£186,000”."""
_PLACES = 2
"""The number of decimals of a shortened amount. One more is used if it makes the amount exact: “$3.725 billion”."""
_FULL = Decimal("1E-8")
"""The precision of an amount in full. Further decimals are marked by “…”."""
_PLAIN = "#,##0.00"
_ASKED_IN = re.compile(
    r"\b(?:in|en)\s+(?:[\w$€£]+\.?\s+){0,3}?(thousand|million|billion|millionen|millones)s?\b", re.IGNORECASE
)
_SCALE_NAMES = {"millionen": "million", "millones": "million"}


class Amount(NamedTuple):
    text: str
    """The amount in short form, such as “$11.69 billion”."""
    exact: str
    """The amount in full; "" if `text` is exact already."""


def scale_asked(question: str) -> str | None:
    """Return the scale that a question asks for, such as “million” in “Answer in USD millions”, or None."""
    found = _ASKED_IN.search(question)
    name = found[1].casefold() if found else ""
    return _SCALE_NAMES.get(name, name) or None


def amount(value: Decimal, unit: str | None, language: Language = "en", scale_wanted: str | None = None) -> Amount:
    """Return an amount in short form. `unit`: the unit of a calculation, such as None, "percent", "USD", "USD million"
    or "day"."""
    name, _, scale = (unit or "").partition(" ")
    if name in SCALES and not scale:
        name, scale = "", name
    money = len(name) == 3 and name.isupper()
    whole = value * SCALES.get(scale, Decimal(1))
    if abs(whole) < SHORT_FROM or (name and not money) or (scale and scale not in SCALES):
        return Amount(value_text(value, unit, language), "")
    exact = f"{number_text(without_zeros(whole), words_for(language).marks)} {name}".strip()
    if scale_wanted:
        in_scale = value_text(without_zeros(whole / SCALES[scale_wanted]), f"{name} {scale_wanted}".strip(), language)
        return Amount(in_scale, exact)
    locale = Locale.parse(language)
    short = _shortened(abs(whole), locale)
    if money:
        pattern, symbol = locale.currency_formats["standard"].pattern, get_currency_symbol(name, locale)
        before = f"{symbol}\u00a0" if symbol[-1].isalpha() else symbol
        short = pattern.partition(";")[0].replace(_PLAIN, short).replace("¤", before, 1).rstrip()
    return Amount(f"{'−' if whole < 0 else ''}{short}", exact)


def _shortened(size: Decimal, locale: Locale) -> str:
    largest = max(scale for scale in SCALES.values() if scale <= size)
    exact = (size / largest * 1000) % 1 == 0
    with localcontext() as context:
        context.rounding = ROUND_HALF_UP
        return format_compact_decimal(
            size, format_type="long", locale=locale, fraction_digits=_PLACES + 1 if exact else _PLACES
        )


def result_amount(calculation: Calculation, language: Language, scale_wanted: str | None = None) -> Amount:
    """Return the result of a calculation, with the exact value if the result was rounded or shortened. A bound keeps
    its wording."""
    if calculation.bound != "exact":
        return Amount(calculation.result_text(language), "")
    shown = amount(calculation.exact, calculation.unit, language, scale_wanted)
    if shown.exact:
        return shown
    exact = calculation.exact != calculation.result
    in_full = _in_full(calculation.exact, calculation.unit, language) if exact else ""
    return Amount(calculation.result_text(language), in_full)


def _in_full(value: Decimal, unit: str | None, language: Language) -> str:
    """Return an amount with its unit and at most eight decimals: “3.125”, or “3.33333333…” if there are more."""
    cut = value.quantize(_FULL, ROUND_DOWN)
    text = value_text(without_zeros(cut), unit, language)
    return text if cut == value else re.sub(r"(\d)(\D*)$", r"\1…\2", text)


def cell_amount(
    row: tuple[tuple[str, str], ...], at: int, language: Language, scale_wanted: str | None = None
) -> Amount | None:
    """Return a figure of a table multiplied by the scale that the table states, or None if no scale changes it."""
    name, text = row[at]
    known = cell_unit(row, (name, text))
    value = value_of(text)
    if value is None or known.scale in (None, Decimal(1)) or known.unit == "percent":
        return None
    return amount(value * known.scale, known.unit, language, scale_wanted)
