"""The no-answer form (SPEC ANS-9): what was not found, what comes closest, other terms, and steps a person can carry out."""

from collections.abc import Sequence

from ..evidence.conflicts import Conflict
from ..evidence.decision import Decision
from ..evidence.report import ClosestDocument, FactCoverage, Sentence
from ..evidence.subjects import Analysis
from .cite import with_markers


def no_answer_text(
    facts: Sequence[FactCoverage], closest: Sequence[ClosestDocument], nearest: Sequence[Sentence] = ()
) -> str:
    """What was not found and why; then the passages that come nearest, marked as such, or else the closest documents."""
    missing = [fact for fact in facts if fact.status != "covered"]
    lines = ["A definitive answer was not found in the knowledge base."]
    lines += [f"{_capital(fact.text)}: {fact.reason}." for fact in missing]
    if nearest:
        quotes = "\n".join(f"- {with_markers(one)}" for one in nearest)
        return " ".join(lines) + f"\n\nThe passages that come nearest, which do not settle it:\n\n{quotes}"
    if closest:
        lines.append("Closest documents: " + "; ".join(f"{one.title} ({one.covers})" for one in closest) + ".")
    return " ".join(lines)


def next_actions(
    facts: Sequence[FactCoverage], conflicts: Sequence[Conflict], closest: Sequence[ClosestDocument]
) -> tuple[str, ...]:
    actions = [f"Ask the owner of these documents which value holds: {conflict.fact_text}." for conflict in conflicts]
    for fact in facts:
        if fact.status == "missing":
            actions.append(f"Obtain a document that states {fact.text}, and ingest it.")
        elif fact.status == "superseded":
            actions.append(f"Obtain the version now in force that states {fact.text}.")
    if closest and not conflicts:
        actions.append(f"Check {closest[0].title} by hand; it comes closest.")
    return tuple(dict.fromkeys(actions))


def other_terms(analysis: Analysis, decisions: Sequence[Decision]) -> tuple[str, ...]:
    """Two or three other searches to try."""
    suggested = [decision.suggested_query for decision in decisions if decision.suggested_query]
    return tuple(dict.fromkeys((*suggested, *analysis.queries)))[:3]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
