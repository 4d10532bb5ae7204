"""Represents each value as a short key. Equal values have equal keys, so that sequences of words and values can be
compared with `==`.

A key is “kind:value:measure”: “num:5000000:USD” for $5m, “num:90:minutes of time”, “date:2019-3-1:”,
“span:1988-01-01..1991-12-31:”, “ord:2:”, “time:870:”, “id:4.2:” for a number in a name. A bound (“at least”) has its
own key before that of its value.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from ..lexicon.unit_names import DIMENSIONS
from .fact_types import Fact
from .facts import read_facts
from .numbers import EXACT

_WORDS = re.compile(r"\w+")
_LONGEST_VALUE = 60  # digits; a longer figure is compared as written


class Figure(NamedTuple):
    """A value with its place. `taken`: the stretches of text of the value and of its bound, in order.

    Example: “at least $5m” is the figure with the key “num:5000000:USD” and the bound “bound:at_least”.
    """

    key: str
    bound: str | None
    start: int
    end: int
    taken: tuple[tuple[int, int], ...]


class Parts(NamedTuple):
    """The three parts of a key: kind, value and measure.

    Example: the key “num:5000000:USD” has the kind “num”, the value “5000000” and the measure “USD”.
    """

    kind: str
    value: str
    measure: str


def figures(text: str) -> Iterator[Figure]:
    """Yield every value of `text`, in order.

    Example: the values of “at least $5m in 2019” have the keys “num:5000000:USD” and “date:2019--:”.
    """
    for fact in read_facts(text):
        bound = fact.bound if fact.bound not in {"exact", "between"} else None
        taken = [(fact.start, fact.end)]
        if bound and fact.bound_start is not None and fact.bound_end is not None:
            taken.append((fact.bound_start, fact.bound_end))
        yield Figure(_key(fact), bound and f"bound:{bound}", fact.start, fact.end, tuple(sorted(taken)))


def parts(key: str) -> Parts:
    kind, _, rest = key.partition(":")
    value, _, measure = rest.partition(":")
    return Parts(kind, value, measure)


def _key(fact: Fact) -> str:
    if fact.kind in {"date", "period"}:
        return _dated(fact)
    if fact.low is None or fact.high is None:
        return f"id:{fact.text.casefold()}:"
    if fact.kind in {"ordinal", "time"}:
        return f"{'ord' if fact.kind == 'ordinal' else 'time'}:{_plain(fact.low)}:"
    measure, low, high = fact.unit or "", fact.low, fact.high
    if measure in DIMENSIONS and len(low.as_tuple().digits) < _LONGEST_VALUE:
        measure, size = DIMENSIONS[measure]
        low, high = EXACT.multiply(low, size), EXACT.multiply(high, size)
    value = _plain(low) if low == high else f"{_plain(low)}..{_plain(high)}"
    return f"num:{value}:{measure}"


def _dated(fact: Fact) -> str:
    fiscal = "fy" if fact.fiscal else ""
    whole = fact.bound == "between" or (fact.year is None and fact.month is None)
    if whole and fact.first_day and fact.last_day:
        return f"span:{fact.first_day}..{fact.last_day}:{fiscal}"
    if whole:
        return f"id:{' '.join(re.findall(_WORDS, fact.text.casefold()))}:"
    middle = f"q{fact.quarter}" if fact.quarter else str(fact.month or "")
    days = "" if _is_plain_period(fact) else f"{fact.first_day}..{fact.last_day}"
    return f"date:{fact.year or ''}-{middle}-{fact.day or ''}:{fiscal}{days}"


def _is_plain_period(fact: Fact) -> bool:
    """Return whether year, quarter, month and day define the period. “Year ended 30 June 2023” needs more than these,
    so it does not equal “2023”."""
    if fact.first_day is None or fact.last_day is None or fact.kind == "date":
        return True
    months = 3 if fact.quarter else 1 if fact.month else 12
    first, last = fact.first_day, fact.last_day
    whole = first.day == 1 and (last + timedelta(days=1)).day == 1 if last < date.max else False
    return (
        whole
        and (last.year - first.year) * 12 + last.month - first.month + 1 == months
        and (months < 12 or first.month == 1)
    )


def _plain(value: Decimal) -> str:
    if abs(value.adjusted()) > _LONGEST_VALUE or len(value.as_tuple().digits) > _LONGEST_VALUE:
        return str(value)
    return format(value.normalize(EXACT), "f")
