"""Moved to `pincite.roles.llm.claim_pairs`. This name is kept until 0.3, for scripts that use it."""

from warnings import warn

from .llm.claim_pairs import built_in_pairs, pairs_sha256

__all__ = ["built_in_pairs", "pairs_sha256"]
warn(f"{__name__} has moved to pincite.roles.llm.claim_pairs", DeprecationWarning, stacklevel=2)
