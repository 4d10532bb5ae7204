"""Confidence follows from stated rules: the lowest level whose condition holds."""

from datetime import date, timedelta
from typing import Any

import pytest

from pincite.evidence.judgement.confidence import WeighedSource, confidence

TODAY = date(2026, 5, 15)


def source(**changes: Any) -> WeighedSource:
    given = {"title": "The policy", "relevance": 0.8, "authority": "policy", "updated_at": TODAY - timedelta(days=40)}
    return WeighedSource(**{**given, **changes})


def aged(days: int) -> date:
    return TODAY - timedelta(days=days)


@pytest.mark.spec("ANS-6", "ANS-7")
@pytest.mark.parametrize(
    ("sources", "given", "level", "reason"),
    [
        ([source(), source(title="Second")], {"agreeing_independent": 2}, "high", "agreed"),
        ([source(updated_at=aged(10))], {"agreeing_independent": 1}, "high", "official"),
        ([source(updated_at=aged(10), authority="contract")], {"agreeing_independent": 1}, "medium", "single_source"),
        ([source()], {"agreeing_independent": 1}, "medium", "single_source"),
        ([source(updated_at=aged(91)), source()], {"agreeing_independent": 2}, "medium", "old"),
        ([source(updated_at=None), source()], {"agreeing_independent": 2}, "medium", "undated"),
        ([source(), source()], {"agreeing_independent": 2, "conflict": "minor"}, "medium", "minor_conflict"),
        ([source(), source()], {"agreeing_independent": 2, "partial": True}, "medium", "partial"),
        ([source(), source()], {"agreeing_independent": 2, "assumed": True}, "medium", "assumed"),
        ([source(relevance=0.49)], {"agreeing_independent": 1}, "low", "weak_match"),
        ([source(), source()], {"agreeing_independent": 2, "conflict": "unresolved"}, "low", "contradiction"),
        ([source(updated_at=aged(181))], {"agreeing_independent": 1}, "low", "all_old"),
        ([source(updated_at=aged(900), ages=False), source()], {"agreeing_independent": 2}, "high", "agreed"),
        ([source(updated_at=aged(-20), not_yet=True)], {"agreeing_independent": 1}, "medium", "not_yet"),
        ([source(updated_at=aged(-20), not_yet=True)], {"agreeing_independent": 2}, "medium", "not_yet"),
        ([source(ocr_score=0.99), source()], {"agreeing_independent": 2}, "medium", "read_by_ocr"),
        ([source(updated_at=aged(10), ocr_score=1.0)], {"agreeing_independent": 1}, "medium", "read_by_ocr"),
        ([source(ocr_score=0.98), source()], {"agreeing_independent": 2}, "low", "doubtful_ocr"),
        ([], {"agreeing_independent": 0}, "low", "nothing_verified"),
    ],
)
def test_the_level_and_its_reason(sources: list[WeighedSource], given: dict[str, Any], level: str, reason: str) -> None:
    found = confidence(sources, as_of=TODAY, **given)
    assert found.level == level
    assert reason in {reason.code for reason in found.reasons}
