"""Reads the signs around a figure: minus, currency, and the brackets that mark a loss in accounts."""

import re
from typing import NamedTuple

from .numbers import Numeral
from .units import Unit, currency_before

_TABLE_EDGE = frozenset("|\t$€£¥%0123456789)(\n—–")
_LOSS = re.compile(r"\b(?:loss|losses|deficit|decrease|outflow)(?: of| was| were|:)?[ \u00a0]\Z")


class Before(NamedTuple):
    """The signs directly before a figure. `outside`: whether the currency is before the bracket, as in “$ (1,933)”."""

    start: int
    negative: bool
    bracket: bool
    outside: bool
    currency: str | None


def signs_before(text: str, page: str, at: int) -> Before:
    """Return the sign, currency and opening bracket before the figure at `at`, in any order."""
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
    """Whether the dash or plus at `at`, directly before a figure, is its sign, and not a hyphen or part of a range."""
    before = page[at - 1] if at else " "
    if page[at] == "−":
        return not before.isdigit()
    if before.isalnum() or before in "-–—−)%./":
        return False
    if before in " \u00a0" and at > 1:
        return page[at] == "+" or not page[at - 2].isdigit()
    return True


def is_accounting(page: str, start: int, end: int, *, numeral: Numeral, unit: Unit, before: Before) -> bool:
    """Whether round brackets from `start` to `end` make a figure negative. They do not if they hold a remark, a year or
    the mark of a list."""
    if before.outside:
        return True
    left = page[max(0, start - 2) : start].strip(" \u00a0")[-1:] or ("\n" if start < 2 else " ")
    right = page[end + 1 : end + 3].strip(" \u00a0")[:1]
    table = left in _TABLE_EDGE or right in _TABLE_EDGE or page[end + 1 : end + 2] == "%"
    year = numeral.form == "plain" and 1500 <= numeral.value <= 2100
    if year or numeral.form == "word" or (numeral.form == "plain" and numeral.value < 21 and "|" not in {left, right}):
        return False
    if before.currency or unit.unit or unit.currency or unit.power:
        return table
    return numeral.form in {"grouped", "point"} or table or _LOSS.search(page[max(0, start - 20) : start]) is not None
