"""Moved to `pincite.roles.llm.calibration_store`. This name is kept until 0.3, for scripts that use it."""

from warnings import warn

from .llm.calibration_store import keep

__all__ = ["keep"]
warn(f"{__name__} has moved to pincite.roles.llm.calibration_store", DeprecationWarning, stacklevel=2)
