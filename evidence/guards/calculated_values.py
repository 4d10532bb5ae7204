"""Recognises a value that a writer may have calculated from values of a text in one step: a sum, a product, a share, or
a later date. Such a value differs from those of the text without contradicting them."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import MAXYEAR, date
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, permutations

from ..calculation.quantity import DATE, FormulaError, Quantity, day_of
from ..calculation.quantity_arithmetic import plus
from ..lexicon.unit_names import DIMENSIONS, WORDS
from ..values.value_keys import Parts, parts
from .held_values import dates_agree
from .statements import Statement

_MOST_VALUES = 20
"""The maximum number of values of a text that are combined."""
_LONGEST = 24  # characters of a number that is combined
_TIME = {"months": "month", "seconds": "second"}
"""The measures of time, each with the unit of its numbers."""

Length = tuple[str, Decimal]
"""A length of time: its measure and its number, such as ("months", 12)."""


def may_be_calculated(figure: Parts, said: Sequence[Statement], claim: Statement) -> bool:
    """Return whether the value `figure` of `claim` may have been calculated from values of `said`.

    - A number may be the sum or the difference of two values of its unit, the sum of a list of them, one of them less
      such a sum, one of them times or divided by a count, or one of them over another length of time (£950 a month is
      £11,400 a year).
    - A share may be that of one value, or of a difference, in another of the same unit, rounded.
    - A date or a time of day may be a stated length of time before or after another.

    Calculations of several steps are not recognised. Example: £170 may be from “the first at £60 and the second at
    £110”, and £175 may not.
    """
    units = [unit for statement in said for unit in statement.units]
    known = [parts(unit.key) for unit in units if unit.token.kind == "fact"][:_MOST_VALUES]
    lengths = frozenset(_lengths((*said, claim)))
    if figure.kind == "date":
        return any(dates_agree(figure.value, day) for day in _dates_apart(known, lengths))
    if figure.kind == "time":
        apart = {60 * abs(Decimal(figure.value) - Decimal(other.value)) for other in known if other.kind == "time"}
        return any(("seconds", seconds) in lengths for seconds in apart)
    own = _numbers([figure], figure.measure)
    return bool(own) and (_is_reckoned(own[0], figure.measure, known, lengths) or _is_share(own[0], figure, known))


def rounds_to(exact: Decimal, figure: Decimal) -> bool:
    """Return whether `exact` rounds to `figure` at the last digit that `figure` states. Example: 4,960 rounds to 5E+3,
    and not to 5,000."""
    exponent = figure.as_tuple().exponent
    return isinstance(exponent, int) and abs(exact - figure) <= Decimal(5).scaleb(exponent - 1)


def _is_reckoned(own: Decimal, measure: str, known: Sequence[Parts], lengths: Iterable[Length]) -> bool:
    values, counts = _numbers(known, measure), _numbers(known, "")
    if any(own in (one + other, one - other) for one, other in permutations(values, 2)):
        return True
    for first in range(len(values)):
        for last, total in enumerate(accumulate(values[first:]), first + 1):
            if own == total or any(own == whole - total for whole in (*values[:first], *values[last:])):
                return True
    factors = [(count, Decimal(1)) for count in counts] if measure else list(permutations(counts, 2))
    if any(own == count * one or own * count == one for count, _ in factors for one in values if one is not count):
        return True
    ratios = [(one, other) for (kind, one), (of, other) in permutations(lengths, 2) if kind == of]
    return measure not in _TIME and any(own * other == value * one for one, other in ratios for value in values)


def _is_share(own: Decimal, figure: Parts, known: Sequence[Parts]) -> bool:
    if figure.measure not in {"share", "factor"} and not (figure.measure == "" and own < 1):
        return False
    scale = 100 if figure.measure == "share" else 1
    pairs = (
        (part, whole)
        for measure in {other.measure for other in known} - {"share"}
        for one, whole in permutations(_numbers(known, measure), 2)
        for part in (one, abs(one - whole))
    )
    return any(whole and rounds_to(scale * part / whole, own) for part, whole in pairs)


def _numbers(known: Iterable[Parts], measure: str) -> list[Decimal]:
    """Return the single numbers of one unit of measure, in the order of the text."""
    return [
        Decimal(other.value)
        for other in known
        if (other.kind, other.measure) == ("num", measure)
        and len(other.value) <= _LONGEST
        and other.value.lstrip("-").replace(".", "", 1).isdecimal()
    ]


def _lengths(statements: Iterable[Statement]) -> Iterator[Length]:
    """Yield the lengths of time that the statements state. A unit of time counts as one (“an hour”, “a month”), and an
    ordinal as years (“every third anniversary”)."""
    for unit in (unit for statement in statements for unit in statement.units):
        value, named = parts(unit.key), DIMENSIONS.get(WORDS.get(unit.stem, ""), ("", Decimal(0)))
        if value.measure in _TIME:
            yield from ((value.measure, number) for number in _numbers([value], value.measure))
        elif value.kind == "ord" and len(value.value) < _LONGEST:
            yield "months", 12 * Decimal(value.value)
        elif named[0] in _TIME:
            yield named


def _dates_apart(known: Iterable[Parts], lengths: Iterable[Length]) -> Iterator[str]:
    """Yield the dates that lie one of the lengths of time before or after a date of `known`, as in a comparison key.
    For a day, the day before is yielded too: ten years from 1 July 2018 end on 30 June 2028."""
    for year, month, day in (other.value.split("-") for other in known if other.kind == "date"):
        if not year.isdecimal() or not 0 < int(year) <= MAXYEAR or month.startswith("q"):
            continue
        start = Quantity(Fraction(date(int(year), int(month or 1), int(day or 1) if month else 1).toordinal()), DATE)
        for measure, size in lengths:
            for steps in (Fraction(size), -Fraction(size)):
                try:
                    moved = plus(start, Quantity(steps, _TIME[measure])).number
                    ends = [day_of(moved), day_of(moved - 1)] if day else [day_of(moved)]
                except FormulaError:  # a part of a day, or not a date of the calendar
                    continue
                for end in ends:
                    yield f"{end.year}-{end.month if month else ''}-{end.day if day else ''}"
