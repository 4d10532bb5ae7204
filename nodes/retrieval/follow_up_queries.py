"""The queries of a follow-up: the missing facts, with the name of a bridge or of a candidate (SPEC CRI-6, RET-7)."""

from collections.abc import Iterator

from ...evidence.model.subjects import CandidateSubject, PlanStep
from ...evidence.questions.bridging import Bridge, beyond
from ..runtime.engine import Engine
from ..runtime.state import RunState
from .bridges import bridges_of
from .passages_to_read import read_before
from .queries import Query, with_identifier
from .readable_versions import chosen_versions, versions_about


def follow_up_queries(engine: Engine, state: RunState, pass_number: int) -> tuple[Query, ...]:
    """First the missing facts of a subject whose own documents were not all read; then the critic's query; then each bridge, with the open
    terms beyond it and the name it is linked to."""
    analysis, decision = state["analysis"], state["decisions"][-1]
    assert analysis is not None
    snapshot = engine.snapshot(state)
    chosen = chosen_versions(snapshot, state)
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    missing = [facts[fact_id] for fact_id in decision.missing_facts if fact_id in facts]
    bridges = bridges_of(engine, state, pass_number)
    read = read_before(engine, state, pass_number)
    queries: dict[Query, None] = {}
    for candidate, fact in _pairs(state, missing):
        own = frozenset(candidate.versions) if chosen is None else frozenset(candidate.versions) & chosen
        unread = [
            passage for version in own for passage in snapshot.passages(version) if passage.passage_id not in read
        ]
        if unread:
            words = " ".join((candidate.name, *fact.terms, *fact.constraints))
            queries[Query(words=words, identifiers=candidate.identifiers, versions=own)] = None
    crossing = [_over(bridge, facts[bridge.link.fact_id], state) for bridge in bridges]
    if decision.bridge is None or not bridges:
        for candidate in state["candidates"]:
            words = with_identifier(decision.suggested_query, candidate)
            about = versions_about(snapshot, candidate, chosen)
            queries[Query(words=words, identifiers=candidate.identifiers, versions=about)] = None
    return tuple(dict.fromkeys((*queries, *crossing)))


def _pairs(state: RunState, facts: list[PlanStep]) -> Iterator[tuple[CandidateSubject, PlanStep]]:
    yield from (
        (candidate, fact) for fact in facts for candidate in state["candidates"] if candidate.subject == fact.subject
    )


def _over(bridge: Bridge, fact: PlanStep, state: RunState) -> Query:
    """The name of the candidate, the name of the bridge, and the open terms beyond it."""
    candidate = next(
        candidate.name for candidate in state["candidates"] if candidate.subject_id == bridge.link.subject_id
    )
    left = beyond(fact, bridge)
    words = " ".join((candidate, bridge.name, *left.terms, *left.constraints))
    return Query(words=words, identifiers=(bridge.name,), versions=bridge.versions)
