"""How the work of an audit grows with the number of chunks and of claims, counted."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pincite import audit
from pincite.evidence.guards import judge_claim, prepared_source


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Calls of what an audit spends its time on, by name."""
    counted: Counter[str] = Counter()

    def counting(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            counted[name] += 1
            return original(*given)

        return call

    for module, name in ((prepared_source, "tokens"), (prepared_source, "index_of"), (judge_claim, "align")):
        monkeypatch.setattr(module, name, counting(name, getattr(module, name)))
    return counted


def chunks(number: int, run: str) -> list[dict[str, str]]:
    """`run` keeps the texts of one test apart from those of another."""
    return [{"id": f"c{at}", "text": f"Mill {run}{at} rents its halls for {at} euros."} for at in range(1, number + 1)]


@pytest.mark.spec("AUD-3")
@pytest.mark.parametrize("number", [40, pytest.param(1_100, marks=pytest.mark.slow)])
def test_each_chunk_is_prepared_once_however_many_there_are_and_however_many_claims(
    number: int, work: Counter[str]
) -> None:
    run = f"Orvane{number}x"
    report = audit(f"Mill {run}3 rents its halls for 3 euros. Mill {run}9 sells its halls.", chunks(number, run))
    assert [claim.verdict for claim in report.claims] == ["supported", "unsupported"]
    assert work["tokens"] == number
    assert work["index_of"] == number


def test_a_claim_is_aligned_with_one_chunk_only(work: Counter[str]) -> None:
    for number in (10, 100):
        work.clear()
        run = f"Caldmoor{number}x"
        audit(f"Mill {run}3 rents its halls for 7 euros. Mill {run}9 rents its halls for 7 euros.", chunks(number, run))
        assert work["align"] == 2
