"""Finds the unit of a rate (SPEC CON-6): “£900 per month” differs from “£900 per year”."""

import re
from decimal import Decimal

from .facts import read_facts

_EACH = {
    "annum": "year", "annual": "year", "annually": "year", "yearly": "year", "pa": "year", "quarterly": "quarter", "monthly": "month",
    "pcm": "month", "weekly": "week", "daily": "day", "hourly": "hour", "nightly": "night",
}  # fmt: skip
_TIMES = "hour|day|night|week|fortnight|month|quarter|year|annum|season"
_BEHIND = re.compile(
    rf"\s*(?:(?:per|/)\s*(?P<per>(?!cent\b)[^\W\d_]+)|(?:an?|each|every)\s+(?P<each>{_TIMES})s?\b"
    r"|(?P<adverb>annually|yearly|quarterly|monthly|weekly|daily|hourly|nightly|pcm)\b|(?P<pa>p\.\s?a\.))",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"\b(?P<word>annual|yearly|quarterly|monthly|weekly|daily|hourly|nightly)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;:,]\s")
_IN_A_YEAR = {"year": 1, "quarter": 4, "month": 12}
"""The number of periods of each kind in a year."""


def rate_at(text: str, start: int, end: int) -> str | None:
    """Return the unit after “per” of the value `text[start:end]`, such as “month” or “person”, or None. A “per” after
    the value takes precedence over one elsewhere in its clause."""
    if behind := _BEHIND.match(text, end):
        word = behind["per"] or behind["each"] or behind["adverb"] or "pa"
        return _singular(word.casefold())
    clause = _CLAUSE.split(text[:start])[-1]
    named = {_EACH.get(match["word"].casefold(), match["word"].casefold()) for match in _BEFORE.finditer(clause)}
    return next(iter(named)) if len(named) == 1 else None


def with_rate(value: str, text: str) -> str:
    """Return the value with its rate: “£900 a month”, or “£900 per month” for “the monthly rent is £900”. Return the
    value unchanged if it is not a rate, or if `text` contains it several times."""
    shown = in_letters(value, text)
    at = text.find(value)
    rate = rate_at(text, at, at + len(value)) if shown == value and value and text.count(value) == 1 else None
    return f"{value} per {rate}" if rate else shown


def in_letters(value: str, text: str) -> str:
    """Return the value with the words of its rate, if they follow it in `text`.

    Example: `in_letters("£900", "The rent is £900 a month.")` gives `"£900 a month"`.
    """
    behind = _BEHIND.match(text, text.find(value) + len(value)) if value and text.count(value) == 1 else None
    return value + behind[0] if behind else value


def apart_from_rate(value: str, text: str) -> tuple[str, str | None]:
    """Return the text without the value and the words of its rate, and the unit of this rate. Return the text without
    the value, and None, if the value is not a rate or if `text` contains it several times.

    Example: `apart_from_rate("£900", "The rent is £900 a month.")` gives `("The rent is  .", "month")`.
    """
    at = text.find(value)
    rate = rate_at(text, at, at + len(value)) if value and text.count(value) == 1 else None
    if rate is None:
        return text.replace(value, " ") if value else text, None
    end = at + len(value)
    if behind := _BEHIND.match(text, end):
        return f"{text[:at]} {text[behind.end() :]}", rate
    clause = at - len(_CLAUSE.split(text[:at])[-1])
    return f"{text[:clause]}{_BEFORE.sub(' ', text[clause:at])} {text[end:]}", rate


def are_convertible(*rates: str | None) -> bool:
    """Return whether rates per these units can be converted to each other: per year, quarter and month."""
    return set(rates) <= _IN_A_YEAR.keys()


def in_a_year(value: str) -> tuple[str, Decimal] | None:
    """Return the currency and the yearly amount of an amount per year, quarter or month. Return None for any other
    value.

    Example: `in_a_year("£900 a month")` gives `("GBP", 10800)`.
    """
    facts = read_facts(value)
    fact = facts[0] if len(facts) == 1 else None
    if fact is None or fact.kind != "money" or fact.bound != "exact" or fact.low is None or fact.unit is None:
        return None
    times = _IN_A_YEAR.get(rate_at(value, fact.start, fact.end) or "")
    return (fact.unit, fact.low * times) if times else None


def _singular(word: str) -> str:
    return _EACH.get(word, word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith("ss") else word)
