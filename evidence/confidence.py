"""Confidence by rule (SPEC ANS-6): the lowest level whose condition holds wins, and every reason is named."""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from .frozen import Frozen
from .sources import Authority

Level = Literal["high", "medium", "low"]


class LeanedOn(Frozen):
    """One source that the answer leans on."""

    title: str
    relevance: float
    authority: Authority
    updated_at: date | None
    ages: bool = True
    """False for a dated record asked about its own period, and for a text whose stated validity covers `as_of`."""


class Thresholds(Frozen):
    strong_match: float = 0.5
    fresh_days: int = 90
    stale_days: int = 180
    official_policy_days: int = 30


class Confidence(Frozen):
    level: Level
    reasons: tuple[str, ...]


def confidence(
    sources: Sequence[LeanedOn],
    *,
    as_of: date,
    agreeing_independent: int,
    conflict: Literal["none", "minor", "unresolved"] = "none",
    partial: bool = False,
    inferred: bool = False,
    thresholds: Thresholds | None = None,
) -> Confidence:
    """The confidence of an answer that leans on `sources`, the leading one (most relevant, answering directly) first.

    `agreeing_independent`: documents that state the same and are not near-copies of each other. `conflict`: "minor" when a
    clearly
    authoritative newer source stands against an older one. `partial`: part of the question is not covered. `inferred`: the
    answer
    goes beyond what any source states. No source at all is low.
    """
    limits = thresholds or Thresholds()
    if not sources:
        return Confidence(level="low", reasons=("nothing was verified that answers the question",))
    low = _reasons_for_low(sources, as_of, conflict, inferred, limits)
    if low:
        return Confidence(level="low", reasons=low)
    lacking = _lacking_for_high(sources, as_of, agreeing_independent, conflict, partial, limits)
    if not lacking:
        leading = sources[0]
        if agreeing_independent >= 2:
            reason = (
                f"{agreeing_independent} independent sources agree; {leading.title} is a strong match and up to date"
            )
        else:
            reason = f"{leading.title} is an official policy updated within {limits.official_policy_days} days"
        return Confidence(level="high", reasons=(reason,))
    return Confidence(level="medium", reasons=lacking)


def age_in_days(source: LeanedOn, as_of: date) -> int | None:
    """Days since the source was updated: 0 for one that does not age, None for an undated one."""
    if not source.ages:
        return 0
    return None if source.updated_at is None else max(0, (as_of - source.updated_at).days)


def _reasons_for_low(
    sources: Sequence[LeanedOn], as_of: date, conflict: str, inferred: bool, limits: Thresholds
) -> tuple[str, ...]:
    reasons = []
    if max(source.relevance for source in sources) < limits.strong_match:
        reasons.append("no source is more than a weak match")
    if conflict == "unresolved":
        reasons.append("the sources contradict each other")
    ages = [age_in_days(source, as_of) for source in sources]
    if all(age is not None and age > limits.stale_days for age in ages):
        reasons.append(f"every source is older than {limits.stale_days} days")
    if inferred:
        reasons.append("the answer infers beyond what the sources state")
    return tuple(reasons)


def _lacking_for_high(
    sources: Sequence[LeanedOn], as_of: date, agreeing: int, conflict: str, partial: bool, limits: Thresholds
) -> tuple[str, ...]:
    leading = sources[0]
    age = age_in_days(leading, as_of)
    lacking = []
    official = leading.authority == "policy" and leading.ages and age is not None and age <= limits.official_policy_days
    if agreeing < 2 and not official:
        lacking.append(
            "a single source states it" if len(sources) == 1 else "no second independent source states the same"
        )
    if leading.relevance < limits.strong_match:
        lacking.append(f"the leading source, {leading.title}, is a weak match")
    if age is None:
        lacking.append(f"{leading.title} is undated")
    elif age > limits.fresh_days:
        lacking.append(f"{leading.title} is {age} days old")
    if conflict == "minor":
        lacking.append("an older source differs from a newer, clearly authoritative one")
    if partial:
        lacking.append("part of the question is not covered")
    return tuple(lacking)
