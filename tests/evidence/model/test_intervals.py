"""Rates carry the interval they may lie in."""

import pytest

from pincite.evidence.model.intervals import rate


@pytest.mark.spec("EVA-4")
@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (1, 1000, 0.0002, 0.0056), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals_have_the_published_values(count: int, total: int, low: float, high: float) -> None:
    found = rate(count, total)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)
