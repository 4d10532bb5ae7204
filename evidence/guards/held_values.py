"""Decides whether a text contains a value in any equivalent form. If this is not certain, the answer is yes, so that
guards refute only values that are certainly absent."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from ..lexicon.figure_words import NEGATIVE_STEMS, SIGNED_STEMS
from ..lexicon.unit_names import DIMENSIONS
from ..values.numbers import EXACT
from ..values.value_keys import Parts, parts
from .statements import Index, Statement

_LONGEST = 24  # characters of a value; only fractions with endless decimals are longer
_SMALL = 12  # writers often count up to here themselves ("three of them", "two years later")


def is_held(source: Index, key: str) -> bool:
    """Return whether the source contains a value in any equivalent form; in doubt, True. `key`: the comparison key of
    the value.

    Example: a source with “30 days” contains the value of “30”, and not that of “31 days”.
    """
    if key in source.places:
        return True
    figure, known = parts(key), source.figures
    if len(figure.value) > _LONGEST:
        return True  # one third with all its decimals: "a third" is often an ordinal, so the value counts as found
    if figure.kind == "date" or (
        figure.kind == "num" and figure.value.isdigit() and len(figure.value) == 4 and not figure.measure
    ):
        year = f"{figure.value}--" if figure.kind == "num" else figure.value
        if any(other.kind == "num" and f"{other.value}--" == year for other in known) or any(
            dates_agree(year, date) for date in _dates(known)
        ):
            return True
    if figure.kind == "date":
        return any(dates_agree(figure.value, date) for date in _dates(known))
    if figure.kind == "span":
        return all(any(dates_agree(end, date) for date in _dates(known)) for end in _ends(figure.value))
    if figure.kind == "time":
        return False
    if _as_ordinal(figure) in source.places:
        return True
    ends = figure.value.split("..")
    if len(ends) == 1:
        return any(_is_one_number(figure, other) for other in known)
    theirs = [other._replace(value=end) for other in known for end in other.value.split("..")]
    return all(any(_is_one_number(figure._replace(value=end), other) for other in theirs) for end in ends)


def is_held_as_deduction(source: Index, claim: Statement, place: int) -> bool:
    """Return whether the source contains the claim's amount at index `place` in brackets or with a minus, and the claim
    may state it without: it says the minus in words before the amount or directly after it, or is about something that
    a table deducts and that is never negative itself.

    Example: “Purchases (1,577)” contains the amount of “the purchases were 1,577”, “Net loss (460)” that of “a net loss
    of 460”, and “Tax expense (benefit) (743)” that of “a tax benefit of 743”. “Net income (460)” does not contain that of
    “the net income was 460, while sales fell”.
    """
    figure = parts(claim.units[place].key)
    is_amount = not figure.measure or (figure.measure.isalpha() and figure.measure.isupper())  # a currency or no unit
    if figure.kind != "num" or figure.value.startswith("-") or not is_amount:
        return False
    if not is_held(source, f"num:-{figure.value}:{figure.measure}"):
        return False
    stems = [unit.stem for unit in claim.units]
    named = {near for at, stem in enumerate(stems) if stem == "statement" for near in range(at, at + 4)}
    """The name of a statement, such as “statement of cash flows”."""
    signed = {stem for at, stem in enumerate(stems) if stem in SIGNED_STEMS and at not in named}
    beside = {unit.stem for at, unit in enumerate(claim.units) if at < place or (at == place + 1 and not unit.before)}
    return not signed or not NEGATIVE_STEMS.isdisjoint(beside) or signed <= _in_brackets(source)


def _in_brackets(source: Index) -> frozenset[str]:
    """Return the stems of the words that open a bracket, as “(benefit)” in a label says what figures in brackets are."""
    return frozenset(unit.stem for statement in source.statements for unit in statement.units if "(" in unit.before)


def _as_ordinal(figure: Parts) -> str:
    """Return the comparison key of the ordinal "fifth" for the share "a fifth", and "" for any other value.

    "A fifth" can be a share ("a fifth of it") or an ordinal ("a fifth season").
    """
    number = _number(figure.value)
    is_share = number is not None and 0 < number < 1 and not figure.measure
    return f"ord:{round(1 / number)}:" if is_share and number else ""


def _is_one_number(one: Parts, other: Parts) -> bool:
    """Return whether two values are equal as numbers. A value without a unit may have the unit of the other value: "31"
    equals "31 years"."""
    if one.measure and other.measure:
        return one.value == other.value and one.measure == other.measure
    if one.value == other.value or one.measure == other.measure:
        return one.value == other.value
    bare, measured = (one, other) if other.measure else (other, one)
    count, total = _number(bare.value), _number(measured.value)
    if count is None or total is None:
        return False
    return any(EXACT.multiply(count, size) == total for size in _SIZES.get(measured.measure, ()))


@lru_cache(maxsize=4_096)
def _number(value: str) -> Decimal | None:
    return Decimal(value) if value.replace(".", "", 1).isdecimal() else None


_SIZES = {
    measure: frozenset(size for other, size in DIMENSIONS.values() if other == measure)
    for measure, _ in DIMENSIONS.values()
}
"""The sizes of the units of each measure, in its base unit: for "months", a year has the size 12."""


def _dates(known: Sequence[Parts]) -> Iterator[str]:
    for other in known:
        if other.kind == "date":
            yield other.value
        elif other.kind == "span":
            yield from _ends(other.value)


def _ends(span: str) -> tuple[str, ...]:
    """Return the first and last day of a span, or its first and last year if it consists of whole years.

    Example: `_ends("1988-01-01..1991-12-31")` gives `("1988--", "1991--")`.
    """
    days = [[part.lstrip("0") for part in day.split("-")] for day in span.split("..")]
    if days[0][1:] == ["1", "1"] and days[-1][1:] == ["12", "31"]:
        return tuple(f"{day[0]}--" for day in days)
    return tuple("-".join(day) for day in days)


def dates_agree(one: str, other: str) -> bool:
    """Return whether two dates may be the same. A year, month or day that only one of them states does not matter. A
    quarter agrees only with its year.

    Example: `dates_agree("2019-3-1", "2019-3-")` gives `True`, and `dates_agree("2019-3-", "2019-4-")` gives
    `False`.
    """
    return all(
        mine == theirs or not mine or not theirs for mine, theirs in zip(one.split("-"), other.split("-"), strict=False)
    )


def may_be_one(figure: Parts, other: Parts) -> bool:
    """Return whether two values may be the same. Two dates must agree in all parts that both state. Two numbers must be
    equal, and at most one may have a unit.

    Example: “30” and “30 days” may be; “30 hours” and “30 days” may not.
    """
    if figure.kind == other.kind == "date":
        return dates_agree(figure.value, other.value)
    return figure.kind == other.kind and not (figure.measure and other.measure) and _is_one_number(figure, other)


def is_small(value: str) -> bool:
    """Return whether the value is a count of at most 12. Such a count may be the writer's own, and need not be in the
    source.

    Example: `is_small("3")` gives `True`, and `is_small("40")` gives `False`.
    """
    return value.lstrip("-").isdigit() and len(value) < 4 and int(value) <= _SMALL
