"""What a set tells of knowing when to answer: balanced accuracy, risk against coverage, precision by confidence, conflicts (SPEC EVA-3)."""

from collections.abc import Sequence
from typing import Literal, get_args

from ...evidence.judgement.confidence import Level
from ...evidence.judgement.conflicts import Conflict, values_agree
from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate

Outcome = Literal["sufficient", "partial", "no_answer", "not_found"]
"""partial: an answer that the report itself calls insufficient. not_found: ended at the gate."""
Naming = Literal["both", "other", "none"]
"""What a report says of a conflict. both: the two values the row states; other: other values; none: no conflict."""

STRICTNESS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Relevance that the leading quote of an answer would have to reach, from a strong match (0.5) upwards."""


class Asked(Frozen):
    """What became of one question. `right`: a stated answer stands in a quote; None where the set states none."""

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
    """Of the evidence the answer leads with, 0-1; 0 without an answer."""
    stated_conflict: bool | None = None
    """Whether the row is labelled as one whose documents conflict; None where it states no such label."""
    conflict: Naming = "none"

    @property
    def hit(self) -> bool:
        """Whether what is answered is the point: a stated answer, or the gold place, is quoted."""
        return self.answerable and bool(self.right or self.gold_cited)


class Point(Frozen):
    """What is left when only answers whose leading quote reaches `relevance` are given. Coverage: of all answerable questions; risk: of
    the answers given, those beside the point or to an unanswerable question."""

    relevance: float
    coverage: Rate
    risk: Rate
    unanswerable_answered: Rate


class Confident(Frozen):
    """How many of the answers given with one confidence are to the point; answers the report calls insufficient count too. An answer
    that names a conflict asserts neither side, and is counted under conflicts instead."""

    level: Level
    precision: Rate


class Conflicts(Frozen):
    """`named`: rows labelled a conflict whose report names both stated values. `false_alarms`: answerable rows labelled none whose
    report names any conflict."""

    named: Rate
    false_alarms: Rate


class Abstention(Frozen):
    balanced_accuracy: float | None
    """Mean of the share of answerable questions that are answered and of unanswerable ones that are refused; None where the set lacks
    either kind."""
    risk_coverage: tuple[Point, ...]
    by_confidence: tuple[Confident, ...]
    conflicts: Conflicts | None
    """None where no row is labelled a conflict with both values."""


def abstention(asked: Sequence[Asked]) -> Abstention:
    """All measures of this module over the questions of one set."""
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
    """Whether one of the conflicts has a side with a right value and a side with the wrong one; values that read differently ("Nov 5",
    "November 5") agree as the engine holds them to."""
    if not conflicts:
        return "none"
    for conflict in conflicts:
        values = [side.value for side in conflict.sides]
        rightly = any(_same(value, value_right) for value in values for value_right in right)
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


def told(found: Abstention) -> tuple[str, ...]:
    """The measures as lines for a terminal."""
    lines = []
    if found.balanced_accuracy is not None:
        lines.append(f"balanced abstention accuracy     {found.balanced_accuracy:.3f}")
        lines.append("answers kept if the leading quote must reach a relevance of …")
        lines += [
            f"  {point.relevance:.1f}   answerable, answered {point.coverage}   of the answers wrong {point.risk}   "
            f"unanswerable, yet answered {point.unanswerable_answered}"
            for point in found.risk_coverage
        ]
    lines += [
        f"answers of {level.level} confidence to the point: {level.precision} of {level.precision.total}"
        for level in found.by_confidence
        if level.precision.total
    ]
    if found.conflicts is not None:
        lines.append(f"conflicts named with both values {found.conflicts.named}")
        lines.append(f"conflicts named where none is    {found.conflicts.false_alarms}")
    return tuple(lines)
