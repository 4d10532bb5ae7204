"""Calculations worked out again, from operands that must stand in their quotes."""

from decimal import Decimal

import pytest

from pincite.evidence.calculation.calculations import Calculation, Operand, calculate
from pincite.evidence.model.spans import SpanId
from pincite.evidence.report.self_check import recounted

pytestmark = pytest.mark.spec("REP-1", "EVI-9")


def change(first: str, second: str) -> Calculation:
    operands = [
        Operand(name=name, value=Decimal(value), unit="USD", span_id=SpanId(name))
        for name, value in (("a", first), ("b", second))
    ]
    done = calculate("percent_change", operands)
    assert isinstance(done, Calculation)
    return done


@pytest.mark.parametrize(
    ("first", "second", "quotes"),
    [
        ("100", "120", {"a": "It was $100.", "b": "It was $120."}),
        ("1200000", "1500000", {"a": "Sales were $1.2 million", "b": "Sales were $1.5m"}),
        ("1200000", "1500000", {"a": "Sales (in thousands) | 1,200", "b": "1,500"}),
        ("-5", "10", {"a": "a loss of $(5)", "b": "$10"}),
    ],
)
def test_operands_stand_in_their_quotes_by_their_figures(first: str, second: str, quotes: dict[str, str]) -> None:
    found = recounted(change(first, second), quotes)
    assert found.holds, found.reason


@pytest.mark.parametrize(
    ("quotes", "reason"),
    [
        ({"a": "It was $100."}, "operand b has no quote that holds"),
        ({"a": "It was $100.", "b": "It was $130."}, "operand b = $120 is not in its quote"),
        ({"a": "It was so.", "b": "It was $120."}, "operand a = $100"),
    ],
)
def test_an_operand_that_is_not_there_is_named(quotes: dict[str, str], reason: str) -> None:
    found = recounted(change("100", "120"), quotes)
    assert not found.holds
    assert reason in found.reason


def test_a_result_that_is_not_what_the_formula_gives_is_found() -> None:
    wrong = change("100", "120").model_copy(update={"result": Decimal("25.00")})
    found = recounted(wrong, {"a": "$100", "b": "$120"})
    assert "another result" in found.reason
