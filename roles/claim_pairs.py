"""The old address of `pincite.roles.llm.claim_pairs`, which works until 0.4."""

from warnings import warn

from .llm.claim_pairs import built_in_pairs, pairs_sha256

__all__ = ["built_in_pairs", "pairs_sha256"]
warn(f"{__name__} has moved to pincite.roles.llm.claim_pairs", DeprecationWarning, stacklevel=2)
