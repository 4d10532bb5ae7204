"""Records how a model did on the built-in pairs of claim and source, and decides whether it may judge meaning (SPEC
CRI-14)."""

from typing import Self

from pydantic import Field, model_validator

from ..model.frozen import Day, Frozen
from ..model.intervals import Rate, rate


class Calibration(Frozen):
    """The results of one auditor model on right and wrong claims. `accepted` counts the claims that the model accepts.
    `after_veto` counts those of them that no guard refuses."""

    model: str
    """The model as in a report's provenance: provider, model and endpoint."""
    prompt_sha256: str
    """The hash of the auditor's prompt. Results with one prompt do not count for another."""
    pairs_sha256: str
    at: Day
    """The day of the measurement, in UTC."""
    right: int = Field(ge=0)
    right_accepted: int = Field(ge=0)
    right_after_veto: int = Field(ge=0)
    right_unanswered: int = Field(default=0, ge=0)
    wrong: int = Field(ge=0)
    wrong_accepted: int = Field(ge=0)
    wrong_after_veto: int = Field(ge=0)
    wrong_unanswered: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if self.right_accepted + self.right_unanswered > self.right or self.right_after_veto > self.right_accepted:
            raise ValueError(
                _no_sum("right", self.right, self.right_accepted, self.right_unanswered, self.right_after_veto)
            )
        if self.wrong_accepted + self.wrong_unanswered > self.wrong or self.wrong_after_veto > self.wrong_accepted:
            raise ValueError(
                _no_sum("wrong", self.wrong, self.wrong_accepted, self.wrong_unanswered, self.wrong_after_veto)
            )
        return self

    @property
    def wrong_rate(self) -> Rate:
        return rate(self.wrong_accepted, self.wrong)

    @property
    def right_rate(self) -> Rate:
        return rate(self.right_accepted, self.right)

    def described(self) -> str:
        """Return the results in one line."""
        unanswered = self.right_unanswered + self.wrong_unanswered
        return (
            f"accepts {self.wrong_accepted} of {self.wrong} wrong claims ({self.wrong_after_veto} after the guards' veto) and "
            f"{self.right_accepted} of {self.right} right ones ({self.right_after_veto} after it)"
            + (f"; {unanswered} got no usable answer" if unanswered else "")
        )


def _no_sum(kind: str, claims: int, accepted: int, unanswered: int, after_veto: int) -> str:
    return (
        f"the figures of the {kind} claims do not add up: of {claims}, {accepted} are accepted and {unanswered} unanswered, "
        f"and {after_veto} are accepted after the veto; measure the model again with `pincite doctor --calibrate`"
    )


def why_not(calibration: Calibration | None, limit: float) -> str | None:
    """Return why the model may not judge meaning, or None if it may.

    The model must accept at most the share `limit` of the wrong claims. A claim without a usable answer counts as
    accepted, so that a model cannot pass by answering only the easy claims.

    The model must also separate right from wrong: the confidence interval of its acceptance rate for right claims must
    be wholly above that for wrong claims. One small model accepted 14 of 80 right and 10 of 80 wrong claims, so its
    acceptance means nothing, even if `limit` is raised.
    """
    if calibration is None or not calibration.wrong:
        return "it is not calibrated"
    at_worst = rate(calibration.wrong_accepted + calibration.wrong_unanswered, calibration.wrong)
    if at_worst.value > limit:
        return f"it {calibration.described()}; at most {limit:.0%} of the wrong ones are allowed"
    if calibration.right_rate.low <= at_worst.high:
        return f"it {calibration.described()}, which does not separate right from wrong"
    return None


def allows(calibration: Calibration | None, limit: float) -> bool:
    """Return whether the model may judge meaning (SPEC CRI-14)."""
    return why_not(calibration, limit) is None
