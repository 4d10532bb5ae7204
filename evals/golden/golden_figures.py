"""Computes figures from graded answers: shares with intervals from a bootstrap over questions. It is seeded, so results
are reproducible."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from ...evidence.report.evidence_report import ConfidenceLevel
from .result import Answered, Difference, Figure, Figures, Funnel, LevelPrecision, MetricName, RiskPoint

SEED = 20260515
RESAMPLES = 2_000
PENALTY = 3
"""The cost of a wrong answer, if a right one counts 1. With 3, answers are worth using only if three of four are right.

This is the threshold for 75% certainty: penalty = p / (1 - p), as in Kalai et al. 2025, "Why language models
hallucinate".
"""
Array = NDArray[np.float64]
Counted = tuple[float, float]
"""The amounts that one question adds to the numerator and the denominator of a metric."""
_NONE: Counted = (0.0, 0.0)


def _of(whole: bool, part: bool) -> Counted:
    return (float(part), 1.0) if whole else _NONE


def counted(metric: MetricName, answer: Answered, penalty: int = PENALTY) -> Counted:
    """Return the contribution of one question to a metric. `result.Figures` defines the metrics."""
    return _COUNTS[metric](answer) if metric != "net" else (_net(answer, penalty), 1.0)


def _net(answer: Answered, penalty: int) -> float:
    if answer.grade == "false":
        return -float(penalty)
    return float(answer.grade == "right" and answer.due != "refusal")


_COUNTS: Mapping[MetricName, Callable[[Answered], Counted]] = {
    "correct": lambda answer: _of(True, answer.grade == "right"),
    "false_answers": lambda answer: _of(True, answer.grade == "false"),
    "right_answers": lambda answer: _of(answer.due != "refusal", answer.grade == "right"),
    "partial_answers": lambda answer: _of(answer.due != "refusal", answer.grade == "partial"),
    "false_refusals": lambda answer: _of(answer.due != "refusal", not answer.shown),
    "abstentions": lambda answer: _of(answer.due == "refusal", not answer.shown),
    "unsupported_claims": lambda answer: (float(answer.unsupported), float(answer.sentences)),
    "incorrect_citations": lambda answer: (float(answer.incorrect), float(answer.citations)),
    "evidence_coverage": lambda answer: (float(answer.required_cited), float(answer.required)),
    "primary_coverage": lambda answer: (
        (float(answer.facts_primary), float(answer.facts)) if answer.due != "refusal" else _NONE
    ),
    "signals": lambda answer: (float(len(answer.signals_raised)), float(len(answer.signals_due))),
    "loop_hits": lambda answer: _of(answer.follow_ups > 0, answer.follow_up_cited),
    "model_calls": lambda answer: (float(answer.model_calls), 1.0),
    "tokens": lambda answer: (float(answer.input_tokens + answer.output_tokens), 1.0),
}


@lru_cache(maxsize=64)
def resamples(size: int) -> NDArray[np.int64]:
    """Return the questions that each resample draws. They depend only on the number of questions, so two arms are
    compared in pairs."""
    return np.random.default_rng((SEED, size)).integers(0, size, (RESAMPLES, size))


def figure(counts: Sequence[Counted]) -> Figure:
    part, whole = _columns(counts)
    value, drawn = _ratio(part, whole)
    low, high = _interval(drawn)
    return Figure(value=value, low=low, high=high, part=_round(part.sum()), whole=_round(whole.sum()))


def difference(
    metric: MetricName, first: Sequence[Answered], second: Sequence[Answered], penalty: int = PENALTY
) -> Difference:
    """Return the metric of `first` minus that of `second`, over the same questions in the same order."""
    return paired(
        metric,
        [counted(metric, answer, penalty) for answer in first],
        [counted(metric, answer, penalty) for answer in second],
    )


def paired(metric: MetricName, first: Sequence[Counted], second: Sequence[Counted]) -> Difference:
    """Return the same as `difference`, from counts."""
    (now, drawn_now), (was, drawn_was) = _ratio(*_columns(first)), _ratio(*_columns(second))
    low, high = _interval(drawn_now - drawn_was)
    value = None if now is None or was is None else _round(now - was)
    return Difference(metric=metric, value=value, low=low, high=high, significant=_one_sided(low, high))


def share_not_worse(first: Sequence[Counted], second: Sequence[Counted], *, higher_is_better: bool) -> float:
    """Return the share of paired resamples in which `first` is at least as good as `second`."""
    drawn = _ratio(*_columns(first))[1] - _ratio(*_columns(second))[1]
    drawn = drawn[~np.isnan(drawn)]
    return float(np.mean(drawn >= 0 if higher_is_better else drawn <= 0)) if len(drawn) else 1.0


def times(first: Sequence[Answered], second: Sequence[Answered]) -> tuple[Difference, ...]:
    """Return how two arms differ in the median and the 95th percentile of the time: first minus second, in
    milliseconds."""
    return tuple(_slower(name, share, first, second) for name, share in (("median_ms", 50.0), ("p95_ms", 95.0)))


def _slower(name: str, share: float, first: Sequence[Answered], second: Sequence[Answered]) -> Difference:
    (now, drawn_now), (was, drawn_was) = _percentile(first, share), _percentile(second, share)
    low, high = _interval(drawn_now - drawn_was, digits=1)
    significant = _one_sided(low, high)
    return Difference.model_validate(
        {"metric": name, "value": round(now - was, 1), "low": low, "high": high, "significant": significant}
    )


def figures(group: str, answers: Sequence[Answered]) -> Figures:
    """Return all figures of one group of questions, which must not be empty."""
    counts = {name: figure([counted(name, answer) for answer in answers]) for name in get_args(MetricName)}
    right = sum(answer.grade == "right" and answer.due != "refusal" for answer in answers)
    return Figures(
        group=group,
        questions=len(answers),
        **counts,
        median_ms=_time(answers, 50.0),
        p95_ms=_time(answers, 95.0),
        calls_per_right_answer=_per(counts["model_calls"].part, right),
        tokens_per_right_answer=_per(counts["tokens"].part, right),
        seconds_per_right_answer=_per(sum(answer.seconds for answer in answers), right),
    )


def precision(answers: Sequence[Answered]) -> tuple[LevelPrecision, ...]:
    """Return how many of the answers at each level of confidence are right."""
    found = []
    for level in get_args(ConfidenceLevel):
        own = [answer for answer in answers if answer.shown and answer.confidence == level]
        held = [_of(answer.shown and answer.confidence == level, answer.grade != "false") for answer in answers]
        found.append(
            LevelPrecision(
                level=level,
                shown=len(own),
                right=sum(answer.grade == "right" for answer in own),
                false=sum(answer.grade == "false" for answer in own),
                precision=figure(held),
            )
        )
    return tuple(found)


def risk_coverage(answers: Sequence[Answered]) -> tuple[RiskPoint, ...]:
    """Return the risk-coverage curve, from the most confident answers to all. A level that adds no answer is left
    out."""
    levels = get_args(ConfidenceLevel)
    ranks = [(sufficient, level) for sufficient in (True, False) for level in levels]
    shown = [
        (ranks.index((answer.sufficient, answer.confidence)), answer.grade == "false")
        for answer in answers
        if answer.shown
    ]
    points: list[RiskPoint] = []
    for rank, (sufficient, level) in enumerate(ranks):
        own = [is_false for place, is_false in shown if place <= rank]
        if points and points[-1].shown == len(own):
            continue
        points.append(
            RiskPoint(
                sufficient=sufficient,
                confidence=level,
                coverage=_round(len(own) / len(answers)),
                risk=_round(sum(own) / len(own)) if own else None,
                shown=len(own),
                false=sum(own),
            )
        )
    return tuple(points)


def funnel(answers: Sequence[Answered]) -> Funnel:
    """Return how many required quotes remain after each stage of the runs, which shows where answers are lost."""
    return Funnel(
        required=sum(answer.required for answer in answers),
        past_gate=sum(answer.required_past_gate for answer in answers),
        retrieved=sum(answer.required_retrieved for answer in answers),
        quoted=sum(answer.required_quoted for answer in answers),
        verified=sum(answer.required_verified for answer in answers),
        cited=sum(answer.required_cited for answer in answers),
    )


def _columns(counts: Sequence[Counted]) -> tuple[Array, Array]:
    pairs = np.array(counts, dtype=np.float64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _ratio(part: Array, whole: Array) -> tuple[float | None, Array]:
    """Return the ratio of the sums, and the ratio in each resample; NaN if nothing was counted."""
    drawn = resamples(len(part))
    total = whole.sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = part[drawn].sum(axis=1) / whole[drawn].sum(axis=1)
    return (_round(part.sum() / total) if total else None), ratios


def _interval(drawn: Array, digits: int = 4) -> tuple[float | None, float | None]:
    known = drawn[~np.isnan(drawn)]
    if not len(known):
        return None, None
    low, high = np.percentile(known, (2.5, 97.5))
    return round(float(low), digits), round(float(high), digits)


def _one_sided(low: float | None, high: float | None) -> bool:
    return low is not None and high is not None and (low > 0 or high < 0)


def _percentile(answers: Sequence[Answered], share: float) -> tuple[float, Array]:
    took = np.array([1000 * answer.seconds for answer in answers])
    drawn: Array = np.percentile(took[resamples(len(took))], share, axis=1)
    return float(np.percentile(took, share)), drawn


def _time(answers: Sequence[Answered], share: float) -> Figure:
    value, drawn = _percentile(answers, share)
    low, high = _interval(drawn, digits=1)
    return Figure(value=round(value, 1), low=low, high=high, part=round(value, 1), whole=1)


def _per(total: float, right: int) -> float | None:
    return round(total / right, 2) if right else None


def _round(value: float) -> float:
    return round(float(value), 4)
