"""Exact arithmetic on quantities: limits, units and dates are kept through every step, or there is no result."""

import calendar
import re
from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.calculation.formulas import calculated
from pincite.evidence.calculation.quantity import FormulaError, Quantity, day_of
from pincite.evidence.values.fact_types import Bound

pytestmark = pytest.mark.spec("EVI-9")

NUMBERS = st.fractions(-50, 50, max_denominator=8)
BOUNDS = st.sampled_from(["exact", "exact", "at_most", "at_least", "less_than", "more_than"])
FORMULAS = st.recursive(
    st.sampled_from(["a", "b", "c", "2", "0.5", "3"]),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*/"), inner)
        | st.builds("-{}".format, inner)
        | st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner)
        | st.builds("{}({})".format, st.sampled_from(["floor", "ceil", "round"]), inner)
    ),
    max_leaves=6,
)
STEPS = [Fraction(0), Fraction(1, 7), Fraction(200)]


def uses(formula: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", formula) is not None


def values_within(number: Fraction, bound: Bound) -> list[Fraction]:
    """Some values that a limit allows. What has an upper limit above zero is not negative."""
    if bound in {"at_most", "less_than"}:
        found = (
            [number * (1 - part) for part in (0, Fraction(1, 3), 1)]
            if number > 0
            else [number - step for step in STEPS]
        )
    else:
        found = [number + step for step in STEPS] if bound in {"at_least", "more_than"} else [number]
    return [value for value in found if value != number] if bound in {"less_than", "more_than"} else found


def plain(formula: str, values: dict[str, Fraction]) -> Fraction | None:
    """The formula in plain fractions; None where it divides by zero."""
    names = {
        "min": min, "max": max, "floor": lambda number: Fraction(floor(number)), "ceil": lambda number: Fraction(ceil(number)),
        "round": lambda number: Fraction(floor(abs(number) + Fraction(1, 2)) * (-1 if number < 0 else 1)),
        "F": Fraction, **values,
    }  # fmt: skip
    literal = re.sub(r"\d[\d.]*", lambda match: f"F('{match[0]}')", formula)
    try:
        return Fraction(eval(literal, {"__builtins__": {}}, names))
    except ZeroDivisionError:
        return None


HOLDS = {
    "exact": lambda value, limit: value == limit,
    "at_most": lambda value, limit: value <= limit,
    "less_than": lambda value, limit: value < limit,
    "at_least": lambda value, limit: value >= limit,
    "more_than": lambda value, limit: value > limit,
}


@given(FORMULAS, st.lists(st.tuples(NUMBERS, BOUNDS), min_size=3, max_size=3))
def test_a_limit_that_is_calculated_holds_for_every_value_the_limits_allow(
    formula: str, given_: Sequence[tuple[Fraction, Bound]]
) -> None:
    operands = {
        name: Quantity(number, bound=bound)
        for name, (number, bound) in zip("abc", given_, strict=True)
        if uses(formula, name)
    }
    try:
        found = calculated(formula, operands)
    except FormulaError:
        return
    samples: list[dict[str, Fraction]] = [{}]
    for name, operand in operands.items():
        samples = [
            {**sample, name: value} for sample in samples for value in values_within(operand.number, operand.bound)
        ]
    for sample in samples:
        value = plain(formula, sample)
        assert value is None or HOLDS[found.bound](value, found.number), (formula, sample, value, found)


@given(FORMULAS, st.lists(NUMBERS, min_size=3, max_size=3))
def test_exact_numbers_give_the_exact_result(formula: str, numbers: list[Fraction]) -> None:
    values = {name: number for name, number in zip("abc", numbers, strict=True) if uses(formula, name)}
    expected = plain(formula, values)
    if expected is None:
        with pytest.raises(FormulaError):
            calculated(formula, {name: Quantity(number) for name, number in values.items()})
    else:
        found = calculated(formula, {name: Quantity(number) for name, number in values.items()})
        assert (found.number, found.bound) == (expected, "exact")


def of(number: object, unit: str | None = None, bound: Bound = "exact", *, of_case: bool = False) -> Quantity:
    return Quantity(Fraction(str(number)), unit, bound, of_case, counted=of_case)


@pytest.mark.parametrize(
    ("formula", "a", "b", "expected"),
    [
        ("a * b", of(140, "GBP", "at_most"), of(3), of(420, "GBP", "at_most")),
        ("a * b", of(140, "GBP", "at_most"), of(3, None, "at_most"), of(420, "GBP", "at_most")),
        ("a - b", of(500, "GBP"), of(140, "GBP", "at_most"), of(360, "GBP", "at_least")),
        ("a / b", of(2400, "mm"), of(300, "mm", "at_most"), of(8, None, "at_least")),
        ("a + b", of(2, "week"), of(3, "day"), of(17, "day")),
        ("a - b", of(1, "km"), of(200, "m"), of(800, "m")),
        ("a / b", of("1.5", "g"), of(500, "mg"), of(3)),
        ("max(a, b)", of("0.3", "g"), of(200, "mg"), of(300, "mg")),
        ("a * b", of("0.45", "GBP/mile"), of(210, "mile"), of("94.5", "GBP")),
        ("a * b", of(60, "mg/kg/day", "at_most"), of(22, "kg"), of(1320, "mg/day", "at_most")),
        ("a * b", of(12, "GBP/hour"), of("37.5", "hour/week"), of(450, "GBP/week")),
        ("a / b", of(330, "mg"), of(50, "mg/ml"), of("6.6", "ml")),
        ("a * b", of(1200), of(3, "month", of_case=True), of(3600)),
        ("a * b", of(14, "day"), of(3), of(42, "day")),
        ("a * b / 100", of(1200, "EUR"), of("2.5", "percent"), of(30, "EUR")),
        ("a - b / 2", of(98, "percent"), of(1, "percentage_point"), of("97.5", "percent")),
    ],
)  # fmt: skip
def test_units_and_limits_of_a_result(formula: str, a: Quantity, b: Quantity, expected: Quantity) -> None:
    found = calculated(formula, {"a": a, "b": b})
    assert (found.number, found.unit, found.bound) == expected[:3]


@pytest.mark.parametrize(
    ("formula", "a", "b", "reason"),
    [
        ("a + b", of(3, "mile"), of(5, "km"), "mile and km cannot be added"),
        ("a * b", of("0.45", "GBP/mile"), of(5, "km"), "a rate per mile cannot be applied to km"),
        ("a * b", of(15, "mg/kg"), of(48, "pound_mass"), "a rate per kg cannot be applied to pound_mass"),
        ("a * b", of(1250, "GBP/month"), of(2, "year"), "needs the factor 12"),
        ("a * b", of(25, "GBP/day"), of(3, "month", of_case=True), "needs the factor"),
        ("min(a, b)", of(3, "GBP"), of(5, "USD"), "cannot be compared"),
        ("a - b", of(80, "EUR", "at_most"), of(20, "EUR", "at_most"), "cannot be combined into one bound"),
        ("a * b", of(80, "EUR", "at_most"), of(20, None, "at_least"), "cannot be combined into one bound"),
        ("(a - 50) * b", of(80, None, "at_most"), of(20, None, "at_most"), "two limits cannot be multiplied or divided"),
        ("b / (a - 50)", of(80, None, "at_most"), of(20), "may be zero"),
        ("a / (b - 20)", of(80), of(20), "divides by zero"),
        ("a ** b", of(2, None, "at_most"), of(-2), "no power of a limit"),
        ("a ** b", of(2), of(101), "exponent"),
        ("floor(a) + b", of(80, "USD million"), of(20, "USD million"), "whole"),
        ("days(a, b)", of(80), of(20), "between two dates"),
        ("sqrt(a, b)", of(80), of(20), "does not take 2 values"),
        ("a + b", of(2, "date"), of(14), "cannot be added to a date"),
        ("a + b", of(2, "date"), of(14, "business_day"), "no calendar of holidays"),
        ("a + b", of(2, "date"), of("0.5", "day"), "cannot be added to a date"),
        ("a - b", of(2, "date"), of(14, "day"), "not a date of the calendar"),
        ("a + b", of(date.max.toordinal(), "date"), of(1, "month"), "not a date of the calendar"),
        ("a * b", of(2, "date"), of(14), "only a length of time"),
        ("years(a, b)", of(20, "date"), of(14, "date"), "before the first"),
    ],
)  # fmt: skip
def test_what_settles_nothing_is_refused_with_its_reason(formula: str, a: Quantity, b: Quantity, reason: str) -> None:
    with pytest.raises(FormulaError, match=reason):
        calculated(formula, {"a": a, "b": b})


@pytest.mark.parametrize(
    ("formula", "own", "limit", "expected"),
    [
        ("min(a, b)", of("94.5", "GBP", of_case=True), of(60, "GBP", "at_most"), of(60, "GBP")),
        ("min(a, b)", of(45, "GBP", of_case=True), of(60, "GBP", "at_most"), of(45, "GBP")),
        ("max(a, b)", of(30, "GBP", of_case=True), of(50, "GBP", "at_least"), of(50, "GBP")),
        ("min(a, b)", of("94.5", "GBP", "at_most", of_case=True), of(60, "GBP", "at_most"), of(60, "GBP", "at_most")),
        ("min(a, b)", of(3000, "GBP"), of(5000, "GBP", "at_most"), of(3000, "GBP", "at_most")),
        ("max(a, b)", of(30, "GBP", of_case=True), of(50, "GBP", "at_most"), of(50, "GBP", "at_most")),
        ("a - b", of(30_000, "GBP", of_case=True), of(12_570, "GBP", "more_than"), of(17_430, "GBP")),
        ("a - b", of(30_000, "GBP"), of(12_570, "GBP", "more_than"), of(17_430, "GBP", "less_than")),
        ("a - b", of(30_000, "GBP", of_case=True), of(12_570, "GBP", "at_least"), of(17_430, "GBP", "at_most")),
    ],
)  # fmt: skip
def test_a_cap_on_the_askers_own_exact_figure_gives_an_exact_result(
    formula: str, own: Quantity, limit: Quantity, expected: Quantity
) -> None:
    found = calculated(formula, {"a": own, "b": limit})
    assert (found.number, found.unit, found.bound) == expected[:3]


DAYS = st.dates(date(1900, 1, 1), date(2100, 12, 31))


def day(value: date) -> Quantity:
    return Quantity(Fraction(value.toordinal()), "date")


@given(DAYS, st.integers(0, 5_000), st.integers(0, 600))
def test_dates_move_by_the_calendar(start: date, days: int, months: int) -> None:
    assert day_of(calculated("a + b", {"a": day(start), "b": of(days, "day")}).number) == start + timedelta(days)
    assert calculated("days(a, b)", {"a": day(start), "b": day(start + timedelta(days))}).number == days
    moved = day_of(calculated("a + b", {"a": day(start), "b": of(months, "month")}).number)
    assert (moved.year * 12 + moved.month) == start.year * 12 + start.month + months
    assert moved.day == min(start.day, calendar.monthrange(moved.year, moved.month)[1])
    assert calculated("months(a, b)", {"a": day(start), "b": day(moved)}).number == months
    assert calculated("years(a, b)", {"a": day(start), "b": day(moved)}).number == months // 12


def test_the_last_day_of_a_month_is_that_of_its_date() -> None:
    moved = calculated("month_end(a + b)", {"a": day(date(2024, 1, 10)), "b": of(1, "month")})
    assert day_of(moved.number) == date(2024, 2, 29)
    with pytest.raises(FormulaError, match="month_end needs a date"):
        calculated("month_end(a)", {"a": of(3, "day")})
