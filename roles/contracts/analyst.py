"""The analyst: reads the question and proposes what to fetch. It never answers (SPEC SUB-1)."""

from datetime import date
from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.model.subjects import Plan


class AnalystInput(Frozen):
    question: str
    constraints: tuple[str, ...] = ()
    """Further constraints the caller gives; they join the question's own."""
    earlier_turns: tuple[str, ...] = ()
    """Earlier turns, oldest first. They resolve references and nothing else."""
    known_names: tuple[str, ...] = ()
    """Entities and aliases the knowledge base knows."""
    titles: tuple[str, ...] = ()
    as_of: date


class Analyst(Protocol):
    name: str

    def __call__(self, given: AnalystInput) -> Plan: ...
