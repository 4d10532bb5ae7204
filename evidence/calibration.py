"""How a model did on the built-in claim pairs, and whether it may judge meaning (SPEC CRI-14)."""

from datetime import date
from typing import Self

from pydantic import Field, model_validator

from .frozen import Frozen
from .intervals import Rate, rate


class Calibration(Frozen):
    """The figures of one auditor model. `accepted` is the model's own yes; what the guards' veto leaves of it stands beside."""

    model: str
    """As in a report's provenance: provider, model and endpoint."""
    prompt_sha256: str
    """Of the auditor's prompt; another prompt makes another judge."""
    pairs_sha256: str
    at: date
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


def allows(calibration: Calibration | None, limit: float) -> bool:
    """Whether the model's yes counts for more than code proves: it accepts at most the share `limit` of the wrong claims.

    Refuses without figures. A wrong claim that got no usable answer counts as accepted: a model that answers only what
    it finds easy has shown nothing.
    """
    if calibration is None or not calibration.wrong:
        return False
    return calibration.wrong_accepted + calibration.wrong_unanswered <= limit * calibration.wrong
