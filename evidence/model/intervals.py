"""Rates with their confidence intervals."""

from math import sqrt

from .frozen import Frozen

_Z = 1.959964  # two-sided 95% of the normal distribution


class Rate(Frozen):
    """A rate, `count` of `total`, with its Wilson score interval at 95%. If `total` is 0, the interval is 0 to 1.

    Example: 9 of 10 is the rate 90%, with the interval 60% to 98%.
    """

    count: int
    total: int
    low: float
    high: float

    @property
    def value(self) -> float:
        return self.count / self.total if self.total else 0.0

    def __str__(self) -> str:
        return f"{100 * self.value:5.1f}% [{100 * self.low:.1f}–{100 * self.high:.1f}]"


def rate(count: int, total: int) -> Rate:
    """Return the rate with its Wilson interval (Wilson 1927). This interval is valid for small totals and for rates
    near 0 and 1, where the normal approximation fails.

    Example: `round(rate(9, 10).low, 2)` gives `0.6`, and `round(rate(9, 10).high, 2)` gives `0.98`.
    """
    if not total:
        return Rate(count=0, total=0, low=0.0, high=1.0)
    share = count / total
    centre = share + _Z * _Z / (2 * total)
    spread = _Z * sqrt(share * (1 - share) / total + _Z * _Z / (4 * total * total))
    scale = 1 + _Z * _Z / total
    return Rate(
        count=count, total=total, low=max(0.0, (centre - spread) / scale), high=min(1.0, (centre + spread) / scale)
    )
