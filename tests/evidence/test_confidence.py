"""Confidence follows from stated rules: the lowest level whose condition holds."""

from datetime import date, timedelta
from typing import Any

import pytest

from pincite.evidence.confidence import LeanedOn, confidence

TODAY = date(2026, 5, 15)


def source(**changes: Any) -> LeanedOn:
    given = {"title": "The policy", "relevance": 0.8, "authority": "policy", "updated_at": TODAY - timedelta(days=40)}
    return LeanedOn(**{**given, **changes})


def aged(days: int) -> date:
    return TODAY - timedelta(days=days)


@pytest.mark.spec("ANS-6", "ANS-7")
@pytest.mark.parametrize(
    ("sources", "given", "level", "reason"),
    [
        ([source(), source(title="Second")], {"agreeing_independent": 2}, "high", "2 independent sources agree"),
        ([source(updated_at=aged(10))], {"agreeing_independent": 1}, "high", "official policy updated within 30 days"),
        ([source(updated_at=aged(10), authority="contract")], {"agreeing_independent": 1}, "medium", "single source"),
        ([source()], {"agreeing_independent": 1}, "medium", "single source"),
        ([source(updated_at=aged(91)), source()], {"agreeing_independent": 2}, "medium", "91 days old"),
        ([source(updated_at=None), source()], {"agreeing_independent": 2}, "medium", "undated"),
        ([source(), source()], {"agreeing_independent": 2, "conflict": "minor"}, "medium", "older source differs"),
        ([source(), source()], {"agreeing_independent": 2, "partial": True}, "medium", "not covered"),
        ([source(relevance=0.49)], {"agreeing_independent": 1}, "low", "weak match"),
        ([source(), source()], {"agreeing_independent": 2, "conflict": "unresolved"}, "low", "contradict"),
        ([source(updated_at=aged(181))], {"agreeing_independent": 1}, "low", "older than 180 days"),
        ([source(updated_at=aged(900), ages=False), source()], {"agreeing_independent": 2}, "high", "agree"),
        ([source(), source()], {"agreeing_independent": 2, "inferred": True}, "low", "infers"),
        ([], {"agreeing_independent": 0}, "low", "nothing was verified"),
    ],
)
def test_the_level_and_its_reason(sources: list[LeanedOn], given: dict[str, Any], level: str, reason: str) -> None:
    found = confidence(sources, as_of=TODAY, **given)
    assert found.level == level
    assert reason in "; ".join(found.reasons)
