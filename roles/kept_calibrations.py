"""The old address of `pincite.roles.llm.calibration_store`, which works until 0.4."""

from warnings import warn

from .llm.calibration_store import keep

__all__ = ["keep"]
warn(f"{__name__} has moved to pincite.roles.llm.calibration_store", DeprecationWarning, stacklevel=2)
