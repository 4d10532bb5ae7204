"""The analyst proposes a plan for the question. It never answers (SPEC SUB-1)."""

from datetime import date
from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.model.subjects import Plan


class AnalystInput(Frozen):
    question: str
    constraints: tuple[str, ...] = ()
    """Further constraints from the caller; they are added to those of the question."""
    earlier_turns: tuple[str, ...] = ()
    """Earlier turns of the conversation, oldest first. They are used only to resolve references such as “it”."""
    known_names: tuple[str, ...] = ()
    """Entities and aliases in the knowledge base."""
    titles: tuple[str, ...] = ()
    as_of: date


class Analyst(Protocol):
    name: str

    def __call__(self, given: AnalystInput) -> Plan: ...
