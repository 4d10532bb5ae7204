"""Code does the arithmetic, over values that are cited, and refuses what it cannot do exactly."""

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pincite.evidence.calculation.calculations import (
    Calculation,
    Operand,
    Operation,
    Refused,
    calculate,
    evaluate,
    recompute,
)
from pincite.evidence.model.spans import SpanId


def operand(name: str, value: str, unit: str | None = "USD") -> Operand:
    return Operand(name=name, value=Decimal(value), unit=unit, span_id=SpanId(f"v:{name}"))


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("operation", "values", "decimals", "result", "unit"),
    [
        ("difference", ["120.5", "100"], 1, "20.5", "USD"),
        ("sum", ["1.1", "2.2", "3.3"], 1, "6.6", "USD"),
        ("ratio", ["1", "3"], 4, "0.3333", None),
        ("percent_change", ["135987", "177866"], 1, "30.8", "percent"),
        ("average", ["1", "2"], 1, "1.5", "USD"),
        ("count", ["1", "2", "9"], 0, "3", None),
        ("minimum", ["4", "-2"], 0, "-2", "USD"),
        ("maximum", ["4", "-2"], 0, "4", "USD"),
        ("days_outstanding", ["100", "365"], 0, "100", "days"),
    ],
)
def test_named_operations(operation: str, values: list[str], decimals: int, result: str, unit: str | None) -> None:
    done = calculate(operation, [operand(f"x{i}", v) for i, v in enumerate(values)], decimals=decimals)  # type: ignore[arg-type]
    assert isinstance(done, Calculation)
    assert (done.result, done.unit) == (Decimal(result), unit)
    assert recompute(done)


@pytest.mark.spec("EVI-9")
def test_the_working_is_shown() -> None:
    done = calculate("percent_change", [operand("before", "100"), operand("after", "1200")], decimals=1)
    assert isinstance(done, Calculation)
    assert done.shown() == "(1,200 − 100) / 100 × 100 = 1,100%"


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("a +", "not a complete formula"),
        ("a + b", "cannot be added"),
        ("a + c", "“c” is not an operand"),
        ("a / 0 * b", "divides by zero"),
        ("(a", "not a complete formula"),
        ("a", "does not use b"),
        ("__import__('os')", "is not allowed"),
        ("a(b)", "numbers, operands"),
        ("a if b else a", "numbers, operands"),
        ("a.real * b", "is not allowed"),
        ("1e9 * a * b", "is not allowed"),
        ("-" * 60 + "a", "nested deeper"),
        ("9 ** 9 ** 9 ** 9 * a / b", "exponent is greater"),
        ("a * 9 ** 99 ** 2 - b", "exponent is greater"),
        ("(((7 ** 99) ** 99) ** 99) * a * b", "more digits"),
        ("a ** 2 - b", "power or root of USD"),
        ("(0 - 1) ** 0.5 * a - b", "root of a negative"),
        ("a" * 501, "longer than"),
    ],
)
def test_a_formula_that_cannot_be_worked_out_is_refused_with_its_reason(formula: str, reason: str) -> None:
    done = evaluate(formula, [operand("a", "1"), operand("b", "2", "EUR")])
    assert isinstance(done, Refused)
    assert reason in done.reason


@pytest.mark.spec("REP-1")
def test_a_changed_result_does_not_recompute() -> None:
    done = calculate("sum", [operand("a", "1"), operand("b", "2")])
    assert isinstance(done, Calculation)
    assert not recompute(done.model_copy(update={"result": Decimal("4.00")}))


@pytest.mark.spec("REP-1")
def test_a_formula_that_is_not_its_operations_does_not_recompute() -> None:
    done = calculate("difference", [operand("a", "3"), operand("b", "2")])
    again = evaluate("a + b", [operand("a", "3"), operand("b", "2")])
    assert isinstance(again, Calculation)
    assert isinstance(done, Calculation)
    assert recompute(again)
    assert not recompute(again.model_copy(update={"operation": "difference"}))


@pytest.mark.spec("EVI-9")
def test_percentages_differ_by_points_and_other_units_do_not_mix() -> None:
    points = calculate("difference", [operand("a", "12", "percent"), operand("b", "10", "percent")], decimals=0)
    assert isinstance(points, Calculation)
    assert (points.result, points.unit) == (Decimal(2), "percentage_point")
    assert isinstance(calculate("sum", [operand("a", "1", "USD"), operand("b", "1", "EUR")]), Refused)
    assert isinstance(calculate("maximum", [operand("a", "1", "mg"), operand("b", "1", "g")]), Refused)
    assert isinstance(calculate("product", [operand("a", "1", "USD"), operand("b", "1", "USD")]), Refused)


FIGURES = st.decimals(allow_nan=False, allow_infinity=False) | st.sampled_from(
    ["1E+999999", "1E-999999", "9" * 400, "0"]
)


@pytest.mark.spec("EVI-9", "REP-1")
@given(
    st.sampled_from(
        ["difference", "sum", "ratio", "percent_change", "average", "product", "count", "minimum", "days_outstanding"]
    ),
    st.lists(FIGURES, min_size=0, max_size=4),
    st.integers(-1, 14),
)
@example("difference", [Decimal(0), Decimal(10) ** 28], 0)
def test_any_figures_give_a_result_that_recomputes_or_a_reason(
    operation: Operation, figures: list[object], decimals: int
) -> None:
    done = calculate(operation, [operand(f"x{i}", str(figure)) for i, figure in enumerate(figures)], decimals=decimals)
    assert isinstance(done, Refused) or (recompute(done) and done.shown())
    if isinstance(done, Calculation):
        assert recompute(Calculation.model_validate_json(done.model_dump_json()))


@given(st.text(max_size=80))
def test_any_formula_gives_a_result_or_a_reason(formula: str) -> None:
    assert isinstance(evaluate(formula, [operand("a", "1")]), Calculation | Refused)
