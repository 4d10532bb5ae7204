"""Computes the cost of model calls from the user's prices, in exact decimals. No price is built in, because prices
change."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal

from pydantic import Field

from .frozen import Frozen, is_empty

PER = Decimal(1_000_000)
"""The number of tokens to which a price refers."""
_PLACES = Decimal("0.000000001")
"""The smallest amount: one token at 0.001 currency units per million tokens, which is below any list price."""


class Price(Frozen):
    """The prices of one model per million tokens. A price may be a number or text.

    Example: 2.50 USD for a million input tokens and 10 USD for a million output tokens.
    """

    input: Decimal = Field(ge=0, allow_inf_nan=False)
    cached_input: Decimal | None = Field(default=None, ge=0, allow_inf_nan=False)
    """The price of input tokens that the provider read from its prompt cache. The default is the price in `input`."""
    output: Decimal = Field(ge=0, allow_inf_nan=False)
    """The price of output tokens, which include reasoning tokens."""
    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$")
    """The currency of the prices, as an ISO 4217 code."""


class Money(Frozen):
    amount: Decimal
    currency: str

    def described(self) -> str:
        """Return the amount with its currency: “0.0123 USD”. Small amounts have two significant digits, others two
        decimals."""
        places = 2 if self.amount >= 1 or not self.amount else max(2, 1 - self.amount.adjusted())
        return f"{self.amount:.{places}f} {self.currency}"


class ModelUsage(Frozen):
    """The calls and tokens of one model in a run. `cached_tokens` are the part of `input_tokens` that the provider read
    from its cache."""

    model: str
    """The model as the provenance names it: `provider:model@place`."""
    model_calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = Field(default=0, exclude_if=is_empty)
    output_tokens: int = 0


class Cost(Frozen):
    """The sum for each currency, and the models without a price. With such models, the sum is a lower bound."""

    money: tuple[Money, ...]
    unpriced: tuple[str, ...] = Field(default=(), exclude_if=is_empty)

    def described(self) -> str:
        total = " + ".join(sum_of_money.described() for sum_of_money in self.money)
        return f"at least {total} (no price for {', '.join(self.unpriced)})" if self.unpriced else total


def cost_of(models: Sequence[ModelUsage], prices: Mapping[str, Price]) -> Cost | None:
    """Return the cost of the calls, or None if none of the models has a price.

    Example: 2,000,000 input tokens at 2.50 USD per million cost 5 USD.
    """
    sums: dict[str, Decimal] = {}
    unpriced: list[str] = []
    for used in models:
        if (price := _price(used.model, prices)) is None:
            unpriced.append(used.model)
            continue
        sums[price.currency] = sums.get(price.currency, Decimal(0)) + _cost(used, price)
    if not sums:
        return None
    money = tuple(Money(amount=_rounded(sums[currency]), currency=currency) for currency in sorted(sums))
    return Cost(money=money, unpriced=tuple(unpriced))


def _price(model: str, prices: Mapping[str, Price]) -> Price | None:
    """Return the price listed under `provider:model@place`, `provider:model` or the model's name, in this order.

    Example: the model “openai:gpt-x” has the price that is listed under “gpt-x”.
    """
    setting = model.rpartition("@")[0] or model
    return prices.get(model) or prices.get(setting) or prices.get(setting.partition(":")[2])


def _cost(used: ModelUsage, price: Price) -> Decimal:
    cached = min(used.cached_tokens, used.input_tokens)
    reduced = price.input if price.cached_input is None else price.cached_input
    return ((used.input_tokens - cached) * price.input + cached * reduced + used.output_tokens * price.output) / PER


def _rounded(amount: Decimal) -> Decimal:
    exact = amount.quantize(_PLACES, rounding=ROUND_HALF_EVEN).normalize()
    return exact.quantize(Decimal(1)) if exact == exact.to_integral() else exact  # no 1E+2
