"""The result of one check of evidence: proved, refuted or unsettled, with a reason (SPEC VER-1)."""

from typing import Literal

from .frozen import Frozen

CheckResult = Literal["proved", "refuted", "unsettled"]
"""The three results of a check.

- `proved`: the evidence states what the check requires
- `refuted`: the evidence states otherwise (another number, unit, date, period, name in the same role, or a negation)
- `unsettled`: neither; a judge may decide, and without a judge the evidence stays unconfirmed
"""

Settler = Literal["code", "judge"]
"""Who settles a check: deterministic code, or a calibrated model other than the generator's."""


class Check(Frozen):
    """A three-valued result. An unsettled result never counts as proved."""

    result: CheckResult
    reason: str
    by: Settler = "code"

    @property
    def is_proved(self) -> bool:
        return self.result == "proved"


def proved(reason: str, by: Settler = "code") -> Check:
    return Check(result="proved", reason=reason, by=by)


def refuted(reason: str, by: Settler = "code") -> Check:
    return Check(result="refuted", reason=reason, by=by)


def unsettled(reason: str, by: Settler = "code") -> Check:
    return Check(result="unsettled", reason=reason, by=by)
