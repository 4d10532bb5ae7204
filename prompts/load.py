"""The old address of `pincite.prompts.templates`, which works until 0.4."""

from warnings import warn

from .templates import template_sha256

__all__ = ["template_sha256"]
warn(f"{__name__} has moved to pincite.prompts.templates", DeprecationWarning, stacklevel=2)
