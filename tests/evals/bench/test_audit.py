"""The audit's benchmark measures what it says."""

from pincite.evals.bench.audit import measure


def test_claims_are_counted_by_what_came_out() -> None:
    found = measure(answers=2, seed=3)
    assert found["claims"] == sum(
        found.get(name, 0) for name in ("supported", "partial", "unsupported", "contradicted")
    )
    assert found["supported"] > 0
    assert found["contradicted"] > 0
    assert found["claims_per_second"] > 0
