"""What a question cost, by the user's prices, exactly."""

from decimal import Decimal

import pytest
from pydantic import ValidationError

from pincite.evidence.model.cost import Cost, ModelUsage, Money, Price, cost_of

WRITER = ModelUsage(
    model="openai:gpt-x@api.openai.com", model_calls=3, input_tokens=10_000, cached_tokens=4_000, output_tokens=500
)
JUDGE = ModelUsage(model="mistralai:big@api.mistral.ai", model_calls=1, input_tokens=1_000, output_tokens=100)
DOLLARS = Price(input=Decimal("2.50"), cached_input=Decimal("0.25"), output=Decimal(10))
EUROS = Price(input=Decimal(2), output=Decimal(6), currency="EUR")


def test_cached_tokens_have_their_own_price_and_the_sum_is_exact() -> None:
    found = cost_of([WRITER], {"gpt-x": DOLLARS})
    assert found == Cost(money=(Money(amount=Decimal("0.021"), currency="USD"),))
    assert found.model_dump(mode="json") == {"money": [{"amount": "0.021", "currency": "USD"}]}


def test_without_a_cached_price_cached_tokens_cost_what_others_do() -> None:
    found = cost_of([WRITER], {"gpt-x": DOLLARS.model_copy(update={"cached_input": None})})
    assert found
    assert found.money[0].amount == Decimal("0.03")


@pytest.mark.parametrize("name", ["gpt-x", "openai:gpt-x", "openai:gpt-x@api.openai.com"])
def test_a_price_is_found_by_any_of_a_models_names(name: str) -> None:
    assert cost_of([WRITER], {name: DOLLARS}) is not None


def test_the_fuller_name_wins() -> None:
    found = cost_of([WRITER], {"gpt-x": EUROS, "openai:gpt-x": DOLLARS})
    assert found
    assert found.money[0].currency == "USD"


def test_currencies_are_summed_apart() -> None:
    found = cost_of([WRITER, JUDGE], {"gpt-x": DOLLARS, "big": EUROS})
    assert found
    assert found.described() == "0.0026 EUR + 0.021 USD"


def test_a_model_without_a_price_makes_the_sum_a_lower_bound_that_names_it() -> None:
    found = cost_of([WRITER, JUDGE], {"gpt-x": DOLLARS})
    assert found
    assert found.described() == "at least 0.021 USD (no price for mistralai:big@api.mistral.ai)"


def test_without_any_price_there_is_no_cost() -> None:
    assert cost_of([WRITER], {}) is None
    assert cost_of([], {"gpt-x": DOLLARS}) is None


@pytest.mark.parametrize(
    ("amount", "told"),
    [("0", "0.00"), ("0.0000123", "0.000012"), ("0.5", "0.50"), ("1.239", "1.24"), ("100", "100.00")],
)
def test_small_amounts_keep_two_figures_that_count(amount: str, told: str) -> None:
    assert Money(amount=Decimal(amount), currency="USD").described() == f"{told} USD"


@pytest.mark.parametrize(
    "given",
    [
        {"input": -1, "output": 1},
        {"input": 1},
        {"input": 1, "output": "NaN"},
        {"input": 1, "output": 1, "currency": "dollars"},
        {"input": 1, "output": 1, "per": 1000},
    ],
)
def test_a_price_that_is_none_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Price.model_validate(given)
