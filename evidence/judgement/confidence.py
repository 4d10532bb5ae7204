"""Rates confidence by rules (SPEC ANS-6). Each level has conditions. The lowest level with a condition that is true is
used. All reasons are reported."""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from ..model.frozen import Frozen
from ..model.source_record import Authority

Level = Literal["high", "medium", "low"]


class WeighedSource(Frozen):
    """A source on which the answer relies, with everything that affects confidence."""

    title: str
    relevance: float
    authority: Authority
    updated_at: date | None
    ages: bool = True
    """Whether the age of the source counts. False for a dated record if the question is about the period of the record,
    and for a text whose stated validity covers `as_of`."""
    not_yet: bool = False
    """Whether the source takes effect, or was written, after the day `as_of`."""
    ocr_score: float | None = None
    """The OCR score of text that was extracted from an image; None for other text."""


class Thresholds(Frozen):
    strong_match: float = 0.5
    fresh_days: int = 90
    stale_days: int = 180
    official_policy_days: int = 30
    sure_ocr: float = 0.985


ReasonCode = Literal[
    "agreed",  # `count` independent sources agree; the leading one is a strong match and up to date
    "official",  # the leading source is an official policy updated within `days` days
    "nothing_verified",
    "weak_match",
    "contradiction",
    "all_old",  # every source is older than `days` days
    "single_source",
    "no_second",  # other sources are cited, but none independently states the same
    "leading_weak",
    "undated",
    "old",  # the leading source is `days` days old
    "not_yet",  # the leading source is not yet in force on the day
    "minor_conflict",
    "read_by_ocr",  # the text comes from OCR of a page image, not from the text of a file
    "doubtful_ocr",  # OCR gives its text a low score
    "partial",  # part of the question is not covered
    "assumed",  # part of it is covered only if a word of the question is taken in one sense
]


class Reason(Frozen):
    """A reason for a confidence level. Its text is in `nodes.answer.phrases`."""

    code: ReasonCode
    title: str = ""
    """The title of the source that the reason is about."""
    days: int = 0
    count: int = 0


class Confidence(Frozen):
    level: Level
    reasons: tuple[Reason, ...]


def confidence(
    sources: Sequence[WeighedSource],
    *,
    as_of: date,
    agreeing_independent: int,
    conflict: Literal["none", "minor", "unresolved"] = "none",
    partial: bool = False,
    assumed: bool = False,
    thresholds: Thresholds | None = None,
) -> Confidence:
    """Return the confidence of an answer that relies on `sources`. The first must be the leading source: the most
    relevant that answers directly.

    `agreeing_independent`: the number of documents that state the same and are not near-copies of each other.
    `conflict`: "minor" if a newer source of clearly higher authority contradicts an older one. `partial`: whether part
    of the question is not covered. `assumed`: whether part of it is covered only in one sense of a word.

    Without a source, the level is low. With text from OCR it is never high, and it is low if the OCR score is below
    `sure_ocr`.
    """
    limits = thresholds or Thresholds()
    if not sources:
        return Confidence(level="low", reasons=(Reason(code="nothing_verified"),))
    low = _reasons_for_low(sources, as_of, conflict, limits)
    if low:
        return Confidence(level="low", reasons=low)
    lacking = _lacking_for_high(sources, as_of, agreeing_independent, conflict, limits)
    lacking += tuple(Reason(code=code) for code, holds in (("partial", partial), ("assumed", assumed)) if holds)
    if lacking:
        return Confidence(level="medium", reasons=lacking)
    leading = sources[0].title
    if agreeing_independent >= 2:
        return Confidence(level="high", reasons=(Reason(code="agreed", title=leading, count=agreeing_independent),))
    reason = Reason(code="official", title=leading, days=limits.official_policy_days)
    return Confidence(level="high", reasons=(reason,))


def age_in_days(source: WeighedSource, as_of: date) -> int | None:
    """Return the days from the last update of the source to `as_of`. Return 0 if its age does not count, and None if it
    has no date.

    Example: a source of 1 May 2026 has an age of 30 days on 31 May 2026.
    """
    if not source.ages:
        return 0
    return None if source.updated_at is None else max(0, (as_of - source.updated_at).days)


def _reasons_for_low(
    sources: Sequence[WeighedSource], as_of: date, conflict: str, limits: Thresholds
) -> tuple[Reason, ...]:
    reasons = []
    if max(source.relevance for source in sources) < limits.strong_match:
        reasons.append(Reason(code="weak_match"))
    if conflict == "unresolved":
        reasons.append(Reason(code="contradiction"))
    ages = [age_in_days(source, as_of) for source in sources]
    if all(age is not None and age > limits.stale_days for age in ages):
        reasons.append(Reason(code="all_old", days=limits.stale_days))
    doubtful = (
        source.title for source in sources if source.ocr_score is not None and source.ocr_score < limits.sure_ocr
    )
    reasons += [Reason(code="doubtful_ocr", title=title) for title in dict.fromkeys(doubtful)]
    return tuple(reasons)


def _lacking_for_high(
    sources: Sequence[WeighedSource], as_of: date, agreeing: int, conflict: str, limits: Thresholds
) -> tuple[Reason, ...]:
    leading = sources[0]
    age = age_in_days(leading, as_of)
    lacking = []
    fresh = leading.ages and not leading.not_yet and age is not None and age <= limits.official_policy_days
    official = fresh and leading.authority == "policy"
    if agreeing < 2 and not official:
        lacking.append(Reason(code="single_source" if len(sources) == 1 else "no_second"))
    if leading.relevance < limits.strong_match:
        lacking.append(Reason(code="leading_weak", title=leading.title))
    if age is None:
        lacking.append(Reason(code="undated", title=leading.title))
    elif age > limits.fresh_days:
        lacking.append(Reason(code="old", title=leading.title, days=age))
    if leading.not_yet:
        lacking.append(Reason(code="not_yet", title=leading.title))
    read = dict.fromkeys(source.title for source in sources if source.ocr_score is not None)
    lacking += [Reason(code="read_by_ocr", title=title) for title in read]
    if conflict == "minor":
        lacking.append(Reason(code="minor_conflict"))
    return tuple(lacking)
