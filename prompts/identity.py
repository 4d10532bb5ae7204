"""The identity of the prompts, for the provenance in a report."""

import hashlib
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def prompts_sha256() -> str:
    """SHA-256 over the names and contents of all prompt templates."""
    templates = sorted(Path(__file__).parent.glob("*.md"))
    lines = (f"{template.name} {hashlib.sha256(template.read_bytes()).hexdigest()}" for template in templates)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
