"""The second hop of a rule-based follow-up: a name that verified evidence ties to the subject (SPEC RET-7)."""

from collections.abc import Sequence

from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import PlanStep
from ...evidence.questions.bridging import Bridge, carries, linking
from ..runtime.engine import Engine
from ..runtime.state import RunState
from .readable_versions import chosen_versions


def bridges_of(engine: Engine, state: RunState, pass_number: int) -> tuple[Bridge, ...]:
    """The bridge that the critic names for this follow-up, if verified evidence contains it. None in the first pass."""
    if not pass_number or engine.roles.reads:  # the plan of a model has separate steps for it
        return ()
    name, analysis = state["decisions"][pass_number - 1].bridge, state["analysis"]
    before = [unit for unit in state["evidence"] if unit.found_in_pass < pass_number]
    link = linking(name, before) if name else None
    if name is None or link is None or analysis is None:
        return ()
    snapshot = engine.snapshot(state)
    versions, chosen = snapshot.mentioning_versions((name,)), chosen_versions(snapshot, state)
    bears = any(
        carries(fact, _names_of(state, link), name, link.span.quote)
        for fact in analysis.required_facts
        if fact.fact_id == link.fact_id
    )
    held = versions if chosen is None else versions & chosen
    return (Bridge(name=name, link=link, versions=held, carries=bears),)


def first_over(fact: PlanStep, bridges: Sequence[Bridge]) -> Bridge | None:
    """The first bridge that leads to this fact."""
    return next((bridge for bridge in bridges if bridge.link.fact_id == fact.fact_id), None)


def _names_of(state: RunState, unit: Evidence) -> tuple[str, ...]:
    """The names of the subject that the evidence is about."""
    return next(
        (candidate.identifiers for candidate in state["candidates"] if candidate.subject_id == unit.subject_id), ()
    )
