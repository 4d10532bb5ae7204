"""Required facts as a prompt tells them."""

from collections.abc import Sequence

from ..evidence.subjects import RequiredFact


def told_facts(facts: Sequence[RequiredFact]) -> str:
    """One line for each fact: its id, what is asked, what the evidence must state for it, and the case it is asked for."""
    return "\n".join(_told(fact) for fact in facts) or "(none)"


def _told(fact: RequiredFact) -> str:
    parts = [f"{fact.fact_id}: {' '.join(fact.text.split())}"]
    if fact.constraints:
        parts.append(f"constraints: {', '.join(fact.constraints)}")
    if fact.circumstances:
        parts.append(f"the asker's case: {', '.join(fact.circumstances)}")
    if fact.answer_type != "text":
        parts.append(f"answered by: {fact.answer_type.replace('_', ' ')}")
    if fact.operation:
        parts.append(f"calculation: {fact.operation.replace('_', ' ')}")
    return "; ".join(parts)
