"""One filled-in prompt: what a role tells a chat model, and which template it came from."""

from ..evidence.model.frozen import Frozen


class Prompt(Frozen):
    role: str
    """Whose prompt it is: "analyst", "critic" …"""
    system: str
    user: str
    sha256: str
    """SHA-256 of the prompt template's file, before anything was filled in."""
