"""Joins two values into one range: “5–10”, “between 5 and 10”, “from March to June 2020”."""

import calendar
import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from .fact_types import Fact

_LINK = re.compile(r"[ \u00a0]?(?:-|–|—|~)[ \u00a0]?|[ \u00a0\n](?P<word>to|and|through|until|till|thru)[ \u00a0\n]")
_OPEN = re.compile(r"\b(?P<word>between|from)[ \u00a0\n](?:(?:about|approximately|around|roughly|the) )?\Z")
_CHANGE = re.compile(
    r"\b(?:increas|decreas|ris|rose|fall|fell|grow|grew|drop|declin|improv|chang|mov|went|cut|rais|reduc|lower|shift|expand|"
    r"shr|climb|jump|slip|widen|narrow|amend|revis|adjust|extend|shorten|up|down|double|surg|plung|slid|swung|went)[^\W\d_]*\b[^.;:!?\n]{0,80}\Z"
)
_MEASURED = frozenset({"number", "percent", "percentage_points", "money", "quantity", "duration", "time"})


def joined_ranges(text: str, page: str, read: Sequence[tuple[Fact, int]]) -> list[Fact]:
    """Return the facts with each range as one fact of bound “between”. `read`: facts in order, each with its power of
    ten.

    “Rose from 5 to 10” stays two facts, since it is a change and not a range.
    """
    facts: list[Fact] = []
    at = 0
    while at < len(read):
        if at + 1 < len(read):
            joined = _joined(text, page, read[at], read[at + 1])
            if joined is not None:
                facts.append(joined)
                at += 2
                continue
        facts.append(read[at][0])
        at += 1
    return facts


def _joined(text: str, page: str, left: tuple[Fact, int], right: tuple[Fact, int]) -> Fact | None:
    first, second = left[0], right[0]
    if second.start - first.end > 9:
        return None
    link = _LINK.fullmatch(page, first.end, second.start)
    if (
        link is None
        or second.bound not in {"exact", "about"}
        or "between" in {first.bound, second.bound}
        or second.bound_start is not None
    ):
        return None
    opening = _OPEN.search(page[max(0, first.start - 24) : first.start])
    word = opening["word"] if opening else None
    if link["word"] == "and" and word != "between":
        return None
    if word == "between" and link["word"] not in {"and", None}:
        return None
    opened = opening.start() + max(0, first.start - 24) if opening else first.start
    if word == "from" and _CHANGE.search(page[max(0, opened - 100) : opened]):
        return None
    if (
        link["word"] in {"to", "until", "till", "through"}
        and word is None
        and _CHANGE.search(page[max(0, first.start - 12) : first.start])
    ):
        return None
    if second.kind in {"date", "period"}:
        return _dated(text, first, second)
    return _measured(text, left, right, word)


def _measured(text: str, left: tuple[Fact, int], right: tuple[Fact, int], word: str | None) -> Fact | None:
    (first, power), (second, second_power) = left, right
    low, high = first.low, second.high
    if low is None or high is None or first.kind not in _MEASURED or second.kind not in _MEASURED:
        return None
    kind, unit = second.kind, second.unit
    if first.unit != second.unit:
        if first.unit is not None and second.unit is not None:
            return None
        if first.unit is None and (first.kind != "number" or first.counted is not None):
            return None
        if second.unit is None:
            if first.kind != "money" or second.counted is not None:
                return None
            kind, unit = first.kind, first.unit
    elif first.kind != second.kind:
        return None
    if second_power and not power:
        shared = _scaled(low, second_power)
        if shared <= high:
            low = shared
    if low > high:
        if word != "between":
            return None
        low, high = high, low
    return Fact(
        kind, first.start, second.end, text[first.start : second.end], low, high, unit, "between",
        first.bound_start, first.bound_end, counted=second.counted,
    )  # fmt: skip


def _scaled(value: Decimal, power: int) -> Decimal:
    sign, digits, exponent = value.as_tuple()
    return Decimal((sign, digits, int(exponent) + power))


def _dated(text: str, first: Fact, second: Fact) -> Fact | None:
    start, end = first.start, second.end
    whole = text[start:end]
    if first.kind == "number":
        if first.low is None or second.day is None or second.month is None or first.low not in range(1, 32):
            return None
        day = int(first.low)
        if day >= second.day:
            return None
        begins = date(second.year, second.month, day) if second.year else None
        return Fact(
            "period", start, end, whole, bound="between", first_day=begins, last_day=second.last_day, year=second.year,
            month=second.month, day=day,
        )  # fmt: skip
    if first.kind not in {"date", "period"} or first.fiscal != second.fiscal:
        return None
    begins, ends = first.first_day, second.last_day
    if begins is None and first.month and second.year and first.year is None and not second.fiscal:
        begins = _day(second.year, first.month, first.day or 1)
    if begins is None and first.quarter and first.year is None and second.year and not second.fiscal:
        begins = date(second.year, first.quarter * 3 - 2, 1)
    if begins is not None and ends is not None and begins > ends:
        return None
    if (begins is None) != (ends is None):
        return None
    if begins is None and not (first.month and second.month):
        return None
    year = first.year if first.year == second.year else None
    return Fact(
        "period",
        start,
        end,
        whole,
        bound="between",
        first_day=begins,
        last_day=ends,
        year=year,
        month=first.month,
        day=first.day,
    )


def _day(year: int, month: int, day: int) -> date | None:
    return date(year, month, day) if 1 <= day <= calendar.monthrange(year, month)[1] else None
