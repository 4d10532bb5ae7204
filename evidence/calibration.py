"""The old address of `pincite.evidence.judgement.calibration`, which works until 0.4."""

from warnings import warn

from .judgement.calibration import Calibration

__all__ = ["Calibration"]
warn(f"{__name__} has moved to pincite.evidence.judgement.calibration", DeprecationWarning, stacklevel=2)
