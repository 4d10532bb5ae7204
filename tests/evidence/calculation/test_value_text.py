"""How a calculated value is written."""

from decimal import Decimal

import pytest

from pincite.evidence.calculation.value_text import value_text

pytestmark = pytest.mark.spec("EVI-9")


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        ("8", "EUR thousand", "€8 thousand"),
        ("8.073", "EUR thousand", "€8,073"),
        ("-8073.5", "USD thousand", "−$8,073,500"),
        ("1234567", "GBP", "£1,234,567"),
        ("1200000", "GBP", "£1.2 million"),
    ],
)
def test_an_amount_of_money_is_written_as_people_do(value: str, unit: str, text: str) -> None:
    assert value_text(Decimal(value), unit) == text
