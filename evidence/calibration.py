"""Moved to `pincite.evidence.judgement.calibration`. This module remains until 0.3 for scripts that import it."""

from warnings import warn

from .judgement.calibration import Calibration

__all__ = ["Calibration"]
warn(f"{__name__} has moved to pincite.evidence.judgement.calibration", DeprecationWarning, stacklevel=2)
