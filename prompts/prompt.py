"""A prompt for a chat model with its slots filled, and the hash of its template."""

from ..evidence.model.frozen import Frozen


class Prompt(Frozen):
    role: str
    """The role of the prompt, such as "analyst" or "critic"."""
    system: str
    user: str
    sha256: str
    """The SHA-256 of the template's file, before its slots were filled."""
