"""The hash of all prompts, for the provenance in a report."""

import hashlib
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def prompts_sha256() -> str:
    """Return the SHA-256 of the names and contents of all prompt templates."""
    templates = sorted(Path(__file__).parent.glob("*.md"))
    lines = (f"{template.name} {hashlib.sha256(template.read_bytes()).hexdigest()}" for template in templates)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
