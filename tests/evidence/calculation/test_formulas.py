"""Formulas are calculated exactly, printed as people write them, and refused with a reason whatever they hold."""

import math
import re
import time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.calculation.calculations import (
    Calculation,
    Operand,
    Refused,
    compound_growth,
    evaluate,
    recompute,
)
from pincite.evidence.calculation.formulas import calculated, written
from pincite.evidence.calculation.quantity import FormulaError, Quantity
from pincite.evidence.model.spans import SpanId

OPERANDS = {"a": Decimal("40"), "b": Decimal("-50.5"), "c": Decimal("1000")}
NUMBERS = st.decimals(-10_000, 10_000, places=2)
ATOMS = st.sampled_from(["a", "b", "c", "2", "100", "0.5", "365"])
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "/", "**"]), inner)
        | st.builds("-{}".format, inner)
        | st.builds("sqrt({})".format, inner)
    ),
    max_leaves=8,
)


def result(formula: str, **values: str) -> Fraction:
    return calculated(formula, {name: Quantity(Fraction(value)) for name, value in values.items()}).number


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("formula", "values", "expected"),
    [
        ("(b / a) ** (1 / 3) - 1", {"a": "100", "b": "133.1"}, "0.1"),
        ("sqrt(a)", {"a": "2.25"}, "1.5"),
        ("a ^ 2", {"a": "1.1"}, "1.21"),
        ("a ** -2", {"a": "2"}, "0.25"),
        ("a / b * b", {"a": "1", "b": "3"}, "1"),
        ("a × 0.1234567890123456789", {"a": "10"}, "1.234567890123456789"),
        ("-a ** 2", {"a": "3"}, "-9"),
    ],
)
def test_powers_and_roots_are_exact_where_the_result_is_rational(
    formula: str, values: dict[str, str], expected: str
) -> None:
    assert result(formula, **values) == Fraction(expected)


def test_an_irrational_root_has_fifty_digits() -> None:
    digits = Decimal("1.4142135623730950488016887242096980785696718753769")
    assert abs(result("sqrt(a)", a="2") - Fraction(digits)) < Fraction(1, 10**48)


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("((c / a) ** (1 / 3) - 1) * 100", "((1,000 / 40)^(1 / 3) − 1) × 100"),
        ("sqrt( a )", "√40"),
        ("sqrt(a + c)", "√(40 + 1,000)"),
        ("a + b", "40 − 50.5"),
        ("a - b", "40 − (−50.5)"),
        ("a * b", "40 × (−50.5)"),
        ("(-1 * b) / a", "50.5 / 40"),
        ("365 * (((a + c) / 2) ) / ( c - (a - c) )", "365 × (40 + 1,000) / 2 / (1,000 − (40 − 1,000))"),
        ("a / (b * c)", "40 / (−50.5 × 1,000)"),
    ],
)
def test_a_formula_is_written_with_its_values_as_people_write_it(formula: str, shown: str) -> None:
    assert written(formula, OPERANDS) == shown


def _as_formula(shown: str) -> str:
    return re.sub(r"√([\d.]+)", r"sqrt(\1)", shown.replace(",", "")).replace("√", "sqrt")


@pytest.mark.spec("EVI-9", "REP-1")
@given(FORMULAS)
def test_what_is_shown_calculates_to_the_same(formula: str) -> None:
    used = {name: Quantity(Fraction(value)) for name, value in OPERANDS.items() if name in formula.replace("sqrt", "")}
    try:
        number = calculated(formula, used).number
        shown = _as_formula(written(formula, OPERANDS))
    except FormulaError:
        return
    assert calculated(shown, {}).number == number


@pytest.mark.spec("EVI-9")
@given(st.text(alphabet="ab019.+-*/^()s qrt,_e", max_size=120) | st.text(max_size=80) | FORMULAS)
def test_any_text_is_calculated_or_refused_at_once(formula: str) -> None:
    start = time.process_time()
    done = evaluate(formula, [Operand(name="a", value=Decimal("7.25"), span_id=SpanId("s"))])
    assert time.process_time() - start < 1
    assert isinstance(done, Refused) or (recompute(done) and done.shown())


@pytest.mark.parametrize(
    "formula",
    ["9**99**99", "(9**99)**99*a", "a" + "*a" * 240, "(" * 240 + "a", "-" * 499 + "a", "sqrt(" * 90 + "a" + ")" * 90,
     "1" * 499, "a / (1 / 9**99 - 1 / 9**99)", "a if a else lambda", "\x00", "(a\n+", "a.__class__", "[a]", "a == 1", "sqrt(a, a)"],
)  # fmt: skip
def test_a_hostile_formula_is_refused_in_little_time(formula: str) -> None:
    start = time.process_time()
    done = evaluate(formula, [Operand(name="a", value=Decimal(7), span_id=SpanId("s"))])
    assert isinstance(done, Refused)
    assert done.reason
    assert time.process_time() - start < 0.5


@pytest.mark.spec("EVI-9", "REP-1")
@given(st.decimals("0.01", 10**6, places=2), st.decimals("0.01", 10**6, places=2), st.integers(1, 30))
def test_compound_growth_multiplied_out_again_gives_the_last_value(first: Decimal, last: Decimal, years: int) -> None:
    ends = [
        Operand(name=name, value=value, unit="USD", span_id=SpanId(name)) for name, value in (("a", first), ("b", last))
    ]
    done = compound_growth(ends[0], ends[1], years, decimals=12)
    assert isinstance(done, Calculation)
    assert done.unit == "percent"
    assert recompute(done)
    assert first == last or not recompute(
        done.model_copy(update={"formula": done.formula.replace(f"1 / {years}", f"1 / {years + 1}")})
    )
    assert math.isclose(float(first) * (1 + float(done.exact) / 100) ** years, float(last), rel_tol=1e-6)


def test_growth_from_a_loss_or_over_no_time_is_refused() -> None:
    loss, gain = (
        Operand(name=name, value=Decimal(value), span_id=SpanId(name)) for name, value in (("a", -5), ("b", 9))
    )
    assert isinstance(compound_growth(loss, gain, 3), Refused)
    assert isinstance(compound_growth(gain, gain.model_copy(update={"name": "a"}), 0), Refused)
