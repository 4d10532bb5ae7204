"""Makes a fact from a number. It adds sign, brackets, currency, magnitude, unit and the counted noun, and
decides the kind."""

import re
from decimal import Decimal
from typing import NamedTuple

from ..lexicon.calendar_names import BEFORE_YEARS, BEFORE_YEARS_OR_COUNTS
from ..lexicon.currencies import MINOR
from ..lexicon.small_words import NO_NOUNS
from ..lexicon.unit_names import DURATIONS
from ..lexicon.word_forms import IRREGULAR_PLURALS, NO_PLURALS
from .bounds import bound_after
from .calendar_dates import year_alone
from .fact_types import Bound, Fact, FactKind
from .identifiers import glued_end
from .numbers import EXACT, Numeral
from .units import Unit, currency_before, unit_at

_WORD_BEFORE = re.compile(r"([^\W\d_]+)[ \u00a0]?\Z")
_NEXT_WORD = re.compile(r" [^\W\d_]+")
_TABLE_EDGE = frozenset("|\t$€£¥%0123456789)(\n—–")
_OF_A_YEAR = re.compile(r"\b(?:in|for|during|since|fiscal|fy)[ \u00a0]?(?:19|20)\d\d[ \u00a0]\Z")
"""The words before a remark in brackets on a year: “higher in 2021 (5,200)”."""
_LOSS = re.compile(r"\b(?:loss|losses|deficit|decrease|outflow)(?: of| was| were|:)?[ \u00a0]\Z")


class Read(NamedTuple):
    """A fact, with the power of ten that its words state. It may apply to the first figure of a range too (“5 to 10
    million”)."""

    fact: Fact
    power: int = 0


def amount_at(text: str, page: str, at: int, numeral: Numeral) -> tuple[Read | None, int]:
    """Return the fact whose number starts at `at`, and the offset after it. The fact includes sign, currency and
    bracket before the number, and magnitude and unit after it.

    The fact is None if the digits are part of a name or mark an item of a list.
    """
    before = signs_before(text, page, at)
    start, end, value, negative, currency = before.start, numeral.end, numeral.value, before.negative, before.currency
    bound: tuple[Bound, int, int] | None = None
    unit = unit_at(text, page, end, money=currency is not None)
    if unit.end == end and (bound := bound_after(page, end)):
        later = unit_at(text, page, bound[2], money=currency is not None)
        if later.unit or later.power:
            unit = later
        elif bound[2] < len(page) and page[end] not in " \u00a0\n+":
            bound = None
    end = max(end, unit.end)
    if (
        before.bracket
        and page[end : end + 1] == ")"
        and is_accounting(page, start, end, numeral=numeral, unit=unit, before=before)
    ):
        negative, end = True, end + 1
        if unit.unit is None and unit.power == 0:
            unit = unit_at(text, page, end, money=currency is not None)
            end = max(end, unit.end)
    elif before.bracket:
        start = page.find("(", start) + 1
        while page[start] in " \u00a0":
            start += 1
        if before.outside:
            start, currency = at, None
        if page[end : end + 1] == ")" and start == at and end == numeral.end and numeral.form == "plain" and value < 21:
            return None, end  # the mark of a list
    if numeral.end == unit.end and _stuck(page, numeral.end, bound):
        return None, glued_end(page, at)
    if unit.unit == "second" and unit.end == numeral.end + 1 and value >= 60:
        return None, unit.end  # 747s, the 90s
    if unit.power:
        value = _raised(value, unit.power)
    if negative:
        value = value.copy_negate()
    currency = currency or unit.currency
    fact = _of_kind(text, page, start, end, value, unit, currency, numeral)
    if fact is None:
        return None, end
    if bound is not None:
        fact = fact._replace(bound=bound[0], bound_start=bound[1], bound_end=bound[2])
    return Read(fact, unit.power), fact.end


def _of_kind(
    text: str, page: str, start: int, end: int, value: Decimal, unit: Unit, currency: str | None, numeral: Numeral
) -> Fact | None:
    if currency is not None:
        if currency in MINOR:
            value = EXACT.divide(value, Decimal(100))
            currency = MINOR[currency]
        return Fact("money", start, end, text[start:end], value, value, currency)
    name = unit.unit
    if name == "basis_point":
        value = EXACT.divide(value, Decimal(100))
        return Fact("percentage_points", start, end, text[start:end], value, value, "percentage_point")
    if name is not None:
        kind: FactKind = (
            "percent"
            if name == "percent"
            else "percentage_points"
            if name == "percentage_point"
            else "duration"
            if name in DURATIONS
            else "quantity"
        )
        return Fact(kind, start, end, text[start:end], value, value, name)
    counted = counted_noun(page, end, value)
    if (
        numeral.form == "plain"
        and unit.power == 0
        and numeral.end == end
        and end - start == 4
        and 1500 <= value <= 2100
    ):
        before = _WORD_BEFORE.search(page[max(0, start - 12) : start])
        word = before[1] if before else ""
        may_be_year = word in BEFORE_YEARS_OR_COUNTS and not _plural_follows(page, end)
        if counted is None or word in BEFORE_YEARS or may_be_year:
            return year_alone(text, start, end)
    if counted is None:
        return Fact("number", start, end, text[start:end], value, value)
    fact = Fact("number", start, end, text[start:end], value, value, counted=counted[0])
    if (after := bound_after(page, counted[1])) and after[1] > counted[1]:
        return fact._replace(bound=after[0], bound_start=after[1], bound_end=after[2])
    return fact


def _plural_follows(page: str, end: int) -> bool:
    match = _NEXT_WORD.match(page, end)
    return match is not None and match.group().endswith(("s", "people", "staff"))


def _raised(value: Decimal, power: int) -> Decimal:
    sign, digits, exponent = value.as_tuple()
    return Decimal((sign, digits, int(exponent) + power))


def _stuck(page: str, end: int, bound: tuple[Bound, int, int] | None) -> bool:
    """Return whether letters follow the figure directly, so that both are a name: 3D, 747s.

    Example: `_stuck("3d glasses", 1, None)` gives `True`.
    """
    if bound is not None or end >= len(page):
        return False
    char = page[end]
    return (char.isalpha() and char < "\u0250") or char == "_"


class Before(NamedTuple):
    """The signs directly before a figure. `outside`: whether the currency is before the bracket, as in “$ (1,933)”."""

    start: int
    negative: bool
    bracket: bool
    outside: bool
    currency: str | None


def signs_before(text: str, page: str, at: int) -> Before:
    """Return the sign, currency and opening bracket before the figure at `at`, in any order.

    Example: before the 5 of “(-$5)” are an opening bracket, a minus sign and the currency USD.
    """
    start, negative, bracket, outside = at, False, False, False
    currency: str | None = None
    for _ in range(3):
        before = page[start - 1] if start else " "
        if before in "-−–+":
            if not _is_sign(page, start - 1):
                break
            negative, start = before != "+" and not negative, start - 1
        elif before == "(" and not bracket:
            bracket, start = True, start - 1
        elif currency is None and (money := currency_before(text, page, start)):
            (currency, start), outside = money, bracket
        elif before in " \u00a0" and page[max(0, start - 2) : start - 1] == "(" and not bracket:
            bracket, start = True, start - 2
        else:
            break
    if not negative and not bracket and (word := _spelt(page, start)):
        negative, start = True, start - word
    return Before(start, negative, bracket, outside, currency)


def _spelt(page: str, start: int) -> int:
    """Return the length of “minus ” before `start`; 0 for a subtraction such as “10 minus 5”."""
    for word in ("minus ", "negative "):
        if page.endswith(word, max(0, start - 9), start):
            left = page[max(0, start - len(word) - 2) : start - len(word)].strip()
            return 0 if left[-1:].isdigit() or left[-1:] in {"%", ")"} else len(word)
    return 0


def _is_sign(page: str, at: int) -> bool:
    """Return whether the dash or plus at `at` is the sign of the figure after it. A hyphen and the dash of a range are
    not.

    Example: `_is_sign("fell by -5", 8)` gives `True`.
    """
    before = page[at - 1] if at else " "
    if page[at] == "−":
        return not before.isdigit()
    if before.isalnum() or before in "-–—−)%./":
        return False
    if before in " \u00a0" and at > 1:
        return page[at] == "+" or not page[at - 2].isdigit()
    return True


def is_accounting(page: str, start: int, end: int, *, numeral: Numeral, unit: Unit, before: Before) -> bool:
    """Return whether the round brackets from `start` to `end` make a figure negative. Those around a remark, a year or
    the mark of a list do not."""
    if before.outside:
        return True
    if _OF_A_YEAR.search(page[max(0, start - 20) : start]):
        return False
    left = page[max(0, start - 2) : start].strip(" \u00a0")[-1:] or ("\n" if start < 2 else " ")
    right = page[end + 1 : end + 3].strip(" \u00a0")[:1]
    table = left in _TABLE_EDGE or right in _TABLE_EDGE or page[end + 1 : end + 2] == "%"
    year = numeral.form == "plain" and 1500 <= numeral.value <= 2100
    if year or numeral.form == "word" or (numeral.form == "plain" and numeral.value < 21 and "|" not in {left, right}):
        return False
    if before.currency or unit.unit or unit.currency or unit.power:
        return table
    return numeral.form in {"grouped", "point"} or table or _LOSS.search(page[max(0, start - 20) : start]) is not None


_NEXT = re.compile(r"[ \u00a0\n-]?([^\W\d_]{1,60}(?:['-][^\W\d_]{1,60}){0,4})")


def counted_noun(page: str, end: int, value: Decimal) -> tuple[str, int] | None:
    """Return the singular of the counted noun and its end, or None. It is within four words after `end` of the folded
    text; after the number 1 it is usually the next word.

    Example: `counted_noun("12 large warehouses", 2, Decimal(12))` gives `("warehouse", 19)`.
    """
    at = end
    for step in range(4):
        match = _NEXT.match(page, at)
        if match is None or (step and page[at] not in " \u00a0\n"):
            return None
        word = match[1].removesuffix("'s")
        if word in NO_NOUNS:
            return None
        if word in IRREGULAR_PLURALS:
            return IRREGULAR_PLURALS[word], match.end()
        if value == 1 and not word.endswith(("ed", "ing", "al", "ive", "ous", "ly")):
            return word, match.end()
        if len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word not in NO_PLURALS:
            return singular(word), match.end()
        at = match.end()
    return None


def singular(noun: str) -> str:
    """Return the singular of a lower-case plural noun, by its ending.

    Example: `singular("companies")` gives `"company"`.
    """
    if noun in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[noun]
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "shes", "ches", "xes", "zes")):
        return noun[:-2]
    return noun.removesuffix("s")
