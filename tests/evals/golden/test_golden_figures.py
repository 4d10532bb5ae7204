"""Figures of graded answers: what is counted over what, with intervals that are always the same."""

import pytest
from golden_answers import answered

from pincite.evals.golden.golden_figures import difference, figures, precision, risk_coverage, times
from pincite.evals.golden.verdict import differences

REFUSAL = {"due": "refusal", "shown": False, "sufficient": False, "confidence": "low", "citations": 0, "sentences": 0,
           "required": 0, "required_cited": 0}  # fmt: skip
MIXED = [
    answered("right"),
    answered("false", grade="false", incorrect=1, required_cited=0),
    answered("partial", grade="partial", sufficient=False, confidence="low", facts=2),
    answered("missed", grade="refused", shown=False, sufficient=False, confidence="low", citations=0, sentences=0, required_cited=0),
    answered("refused", **REFUSAL),
    answered("told", **REFUSAL | {"grade": "false", "shown": True, "citations": 2, "incorrect": 2, "sentences": 1, "follow_ups": 1}),
]  # fmt: skip


@pytest.mark.spec("EVA-3", "EVA-4")
@pytest.mark.parametrize(
    ("name", "part", "whole"),
    [
        ("correct", 2, 6),
        ("false_answers", 2, 6),
        ("right_answers", 1, 4),
        ("partial_answers", 1, 4),
        ("false_refusals", 1, 4),
        ("abstentions", 1, 2),
        ("incorrect_citations", 3, 5),
        ("evidence_coverage", 2, 4),
        ("primary_coverage", 4, 5),
        ("loop_hits", 0, 1),
        ("net", 1 - 3 - 3, 6),
    ],
)
def test_each_figure_counts_what_it_says(name: str, part: float, whole: float) -> None:
    found = getattr(figures("all", MIXED), name)
    assert (found.part, found.whole) == (part, whole)
    assert found.value == round(part / whole, 4)
    assert found.low <= found.value <= found.high


def test_nothing_counted_has_no_value() -> None:
    found = figures("all", [answered("a")])
    assert (found.abstentions.value, found.abstentions.low) == (None, None)
    assert found.calls_per_right_answer == 0


def test_cost_is_reported_for_a_right_answer() -> None:
    found = figures(
        "all", [answered("a", model_calls=3, input_tokens=900), answered("b", grade="false", model_calls=5)]
    )
    assert (found.calls_per_right_answer, found.tokens_per_right_answer) == (8, 900)
    assert found.seconds_per_right_answer == 0.2


def test_answers_are_reported_by_confidence_and_by_how_sure_one_must_be() -> None:
    levels = {row.level: (row.shown, row.false) for row in precision(MIXED)}
    assert levels == {"high": (0, 0), "medium": (2, 1), "low": (2, 1)}
    points = [(point.sufficient, point.confidence, point.shown, point.false) for point in risk_coverage(MIXED)]
    assert points == [(True, "high", 0, 0), (True, "medium", 2, 1), (False, "low", 4, 2)]


@pytest.mark.spec("EVA-5")
def test_a_difference_is_paired_and_significant_when_its_interval_leaves_zero_out() -> None:
    good = [answered(str(number)) for number in range(30)]
    bad = [answer.model_copy(update={"grade": "false"}) for answer in good[:10]] + good[10:]
    found = difference("false_answers", bad, good)
    assert found.value == pytest.approx(1 / 3, abs=1e-4)
    assert found.significant
    assert not difference("false_answers", [bad[0], *good[1:]], good).significant
    assert difference("net", bad, good, penalty=1).value == pytest.approx(-2 / 3, abs=1e-4)
    assert {found.metric for found in differences(bad, good)} >= {"net", "median_ms", "p95_ms"}


def test_times_differ_in_milliseconds() -> None:
    quick = [answered(str(number), seconds=0.1) for number in range(20)]
    slow = [answer.model_copy(update={"seconds": 0.25}) for answer in quick]
    median, p95 = times(slow, quick)
    assert (median.value, p95.value) == (150, 150)
    assert median.significant
