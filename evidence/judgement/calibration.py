"""How a model did on the built-in claim pairs, and whether it may judge meaning (SPEC CRI-14)."""

from typing import Self

from pydantic import Field, model_validator

from ..model.frozen import Day, Frozen
from ..model.intervals import Rate, rate


class Calibration(Frozen):
    """The figures of one auditor model. `accepted` is the model's own yes; what the guards' veto leaves of it stands beside."""

    model: str
    """As in a report's provenance: provider, model and endpoint."""
    prompt_sha256: str
    """Of the auditor's prompt; another prompt makes another judge."""
    pairs_sha256: str
    at: Day
    """UTC."""
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
            raise ValueError("the figures of the right claims do not add up")
        if self.wrong_accepted + self.wrong_unanswered > self.wrong or self.wrong_after_veto > self.wrong_accepted:
            raise ValueError("the figures of the wrong claims do not add up")
        return self

    @property
    def wrong_rate(self) -> Rate:
        return rate(self.wrong_accepted, self.wrong)

    @property
    def right_rate(self) -> Rate:
        return rate(self.right_accepted, self.right)

    def described(self) -> str:
        """The figures in one line."""
        unanswered = self.right_unanswered + self.wrong_unanswered
        return (
            f"accepts {self.wrong_accepted} of {self.wrong} wrong claims ({self.wrong_after_veto} after the guards' veto) and "
            f"{self.right_accepted} of {self.right} right ones ({self.right_after_veto} after it)"
            + (f"; {unanswered} got no usable answer" if unanswered else "")
        )


def why_not(calibration: Calibration | None, limit: float) -> str | None:
    """Why the model's yes counts for no more than code proves; None when it may judge meaning.

    It must accept at most the share `limit` of the wrong claims; one that got no usable answer counts as accepted, since a
    model that answers only what it finds easy has shown nothing. And it must tell right from wrong: the intervals of
    the two rates stand apart, the right one's above. A small model met both claims with a yes in 14 and 10 of 80 cases;
    with the limit raised over that, its yes would still say nothing.
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
    """Whether the model may judge meaning (SPEC CRI-14)."""
    return why_not(calibration, limit) is None
