"""One filled-in prompt for a chat model, and the template it was made from."""

from ..evidence.model.frozen import Frozen


class Prompt(Frozen):
    role: str
    """The role of the prompt: "analyst", "critic" …"""
    system: str
    user: str
    sha256: str
    """SHA-256 of the template's file, before its slots were filled."""
