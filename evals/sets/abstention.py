"""Measures abstention on a set: balanced accuracy, risk and coverage, precision by confidence, and conflicts (SPEC
EVA-3)."""

from collections.abc import Sequence
from typing import Literal, get_args

from ...evidence.judgement.confidence import Level
from ...evidence.judgement.conflicts import Conflict, values_agree
from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate

Outcome = Literal["sufficient", "partial", "no_answer", "not_found"]
"""The outcome of a question.

- `sufficient`: a sufficient answer
- `partial`: an answer that the report marks insufficient
- `no_answer`: no answer, although the subject was found
- `not_found`: the run ended at the gate
"""
Naming = Literal["both", "other", "none"]
"""The conflict that a report states.

- `both`: the two values of the row
- `other`: other values
- `none`: no conflict
"""

STRICTNESS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""The thresholds for the relevance of an answer's leading quote, from a strong match (0.5) upwards."""


class Asked(Frozen):
    """The result of one question. `right`: whether a quote contains a gold answer; None if the set has none."""

    id: str
    question: str
    answerable: bool
    outcome: Outcome
    right: bool | None
    gold_cited: bool | None
    quotes: tuple[str, ...]
    seconds: float
    confidence: Level = "low"
    relevance: float = 0.0
    """The relevance of the leading evidence of the answer, 0 to 1; 0 without an answer."""
    stated_conflict: bool | None = None
    """Whether the row's label says that its documents conflict; None without such a label."""
    conflict: Naming = "none"

    @property
    def hit(self) -> bool:
        """Whether the answer quotes a gold answer or the gold place."""
        return self.answerable and bool(self.right or self.gold_cited)


class Point(Frozen):
    """The result if an answer is given only when its leading quote has at least this `relevance`.

    Coverage is the share of all answerable questions that get an answer. Risk is the share of given answers that are
    wrong, or that answer an unanswerable question.
    """

    relevance: float
    coverage: Rate
    risk: Rate
    unanswerable_answered: Rate


class Confident(Frozen):
    """How many of the answers with one confidence are right, with those marked insufficient. An answer that states a
    conflict asserts neither side, so it counts only under conflicts."""

    level: Level
    precision: Rate


class Conflicts(Frozen):
    """How conflicts are reported. `named`: the rows labelled as conflict whose report states both values.
    `false_alarms`: the answerable rows labelled without conflict whose report states one."""

    named: Rate
    false_alarms: Rate


class Abstention(Frozen):
    balanced_accuracy: float | None
    """The mean of two shares: answerable questions that are answered, and unanswerable ones that are refused. None if
    the set lacks either kind."""
    risk_coverage: tuple[Point, ...]
    by_confidence: tuple[Confident, ...]
    conflicts: Conflicts | None
    """The figures of conflicts; None if no row is labelled as a conflict with both values."""


def abstention(asked: Sequence[Asked]) -> Abstention:
    """Return the figures of one set: how often questions are rightly and wrongly refused."""
    can = [question for question in asked if question.answerable]
    cannot = [question for question in asked if not question.answerable]
    answered = sum(question.outcome == "sufficient" for question in can)
    refused = sum(question.outcome != "sufficient" for question in cannot)
    return Abstention(
        balanced_accuracy=round((answered / len(can) + refused / len(cannot)) / 2, 4) if can and cannot else None,
        risk_coverage=tuple(_point(asked, least) for least in STRICTNESS),
        by_confidence=tuple(_confident(asked, level) for level in get_args(Level)),
        conflicts=_conflicts(asked),
    )


def naming(conflicts: Sequence[Conflict], right: Sequence[str], wrong: str | None) -> Naming:
    """Return whether one of the conflicts has a side with a right value and a side with the wrong one. Different forms
    of a value ("Nov 5", "November 5") are equal as in the engine."""
    if not conflicts:
        return "none"
    for conflict in conflicts:
        values = [side.value for side in conflict.sides]
        rightly = any(_same(value, answer) for value in values for answer in right)
        if wrong and rightly and any(_same(value, wrong) for value in values):
            return "both"
    return "other"


def _same(value: str, stated: str) -> bool:
    one, other = (" ".join(text.casefold().replace(",", " ").split()).strip(" .") for text in (value, stated))
    return one in other or other in one or values_agree(value, stated)


def _point(asked: Sequence[Asked], least: float) -> Point:
    given = [question for question in asked if question.outcome == "sufficient" and question.relevance >= least]
    can, cannot = (sum(question.answerable is kind for question in asked) for kind in (True, False))
    return Point(
        relevance=least,
        coverage=rate(sum(question.answerable for question in given), can),
        risk=rate(sum(not question.hit for question in given), len(given)),
        unanswerable_answered=rate(sum(not question.answerable for question in given), cannot),
    )


def _confident(asked: Sequence[Asked], level: Level) -> Confident:
    answers = [
        question for question in asked if question.outcome in ("sufficient", "partial") and question.conflict == "none"
    ]
    given = [answer for answer in answers if answer.confidence == level]
    return Confident(level=level, precision=rate(sum(question.hit for question in given), len(given)))


def _conflicts(asked: Sequence[Asked]) -> Conflicts | None:
    stated = [question for question in asked if question.stated_conflict]
    others = [question for question in asked if question.answerable and question.stated_conflict is False]
    if not stated:
        return None
    return Conflicts(
        named=rate(sum(question.conflict == "both" for question in stated), len(stated)),
        false_alarms=rate(sum(other.conflict != "none" for other in others), len(others)),
    )


def abstention_lines(found: Abstention) -> tuple[str, ...]:
    """Return the measures as lines for a terminal."""
    lines = []
    if found.balanced_accuracy is not None:
        lines.append(f"balanced abstention accuracy     {found.balanced_accuracy:.3f}")
        lines.append("answers kept if the leading quote must reach a relevance of …")
        lines += [
            f"  {point.relevance:.1f}   answerable, answered {point.coverage}   wrong among answers {point.risk}   "
            f"unanswerable, yet answered {point.unanswerable_answered}"
            for point in found.risk_coverage
        ]
    lines += [
        f"right answers with {level.level} confidence: {level.precision} of {level.precision.total}"
        for level in found.by_confidence
        if level.precision.total
    ]
    if found.conflicts is not None:
        lines.append(f"conflicts with both values       {found.conflicts.named}")
        lines.append(f"conflicts reported without one   {found.conflicts.false_alarms}")
    return tuple(lines)
