"""Makes the searches of a rule-based run: those of the first pass, and those of a follow-up (SPEC RET-7, CRI-6).

A follow-up may search over a bridge, which is a name that verified evidence ties to the subject. `step_retrieval` makes
the searches for the steps of a model's plan.
"""

from collections.abc import Iterator, Sequence

from ...evidence.model.evidence import Evidence
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import VersionId
from ...evidence.model.subjects import CandidateSubject, FactId, Plan, PlanStep
from ...evidence.names.countries import forms_with_country, is_country
from ...evidence.questions.bridging import Bridge, beyond, carries, linking
from ...evidence.questions.wordings import with_name, wordings
from ...stores.kb.snapshot import Snapshot
from ..runtime.engine import Engine
from ..runtime.state import RunState
from .passages_to_read import read_before
from .readable_versions import chosen_versions, versions_about


class Query(Frozen):
    """A search: its words, and names of which a passage or its document must contain one.

    Example: the words “Acme annual fee”, for passages or documents that contain “Acme”.
    """

    words: str
    identifiers: tuple[str, ...]
    versions: frozenset[VersionId] | None
    """The only versions to search; None for all."""
    step: FactId | None = None
    """The step that the search is for; None if it serves all steps."""
    adds: str | None = None
    """The words that the search adds to the question; None if it adds nothing."""
    most: int | None = None
    """The maximum number of passages that the search returns; None for as many as are asked for."""


def with_identifier(words: str, candidate: CandidateSubject) -> str:
    """Return the query with an identifier of the candidate in it (SPEC RET-7)."""
    return with_name(words, candidate.name, candidate.identifiers)


def first_queries(snapshot: Snapshot, state: RunState, analysis: Plan) -> tuple[Query, ...]:
    """Return the first queries. For each candidate they are the wordings of each of its facts, then the wordings that
    add words to the question.

    The query has words for the country in which a text must apply.
    """
    chosen = chosen_versions(snapshot, state)
    queries: dict[Query, None] = {}
    for candidate in state["candidates"]:
        versions = versions_about(snapshot, candidate, chosen)
        for fact in analysis.steps_about(candidate.subject) or analysis.required_facts:
            found = wordings(
                name=candidate.name,
                identifiers=candidate.identifiers,
                terms=fact.terms,
                constraints=fact.constraints,
                question=analysis.resolved_question,
                variants=analysis.queries,
            )
            for step_query in found:
                query = Query(
                    words=step_query.words, identifiers=candidate.identifiers, versions=versions, adds=step_query.adds
                )
                queries.setdefault(query)
        scope = candidate.class_attributes.scope
        for country in (place for place in (*scope.places, *scope.jurisdictions) if is_country(place)):
            words = with_identifier(" ".join(("applies to", *forms_with_country(country))), candidate)
            queries.setdefault(Query(words=words, identifiers=candidate.identifiers, versions=versions))
    return tuple(sorted(queries, key=lambda query: query.adds is not None))


def bridges_of(engine: Engine, state: RunState, pass_number: int) -> tuple[Bridge, ...]:
    """Return the bridge that the critic names for this follow-up, if verified evidence contains it. The first pass has
    none."""
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
    """Return the first bridge that leads to this fact, or None."""
    return next((bridge for bridge in bridges if bridge.link.fact_id == fact.fact_id), None)


def _names_of(state: RunState, unit: Evidence) -> tuple[str, ...]:
    """Return the names of the subject that the evidence is about."""
    return next(
        (candidate.identifiers for candidate in state["candidates"] if candidate.subject_id == unit.subject_id), ()
    )


def follow_up_queries(engine: Engine, state: RunState, pass_number: int) -> tuple[Query, ...]:
    """Return the queries of a follow-up. First come the missing facts of subjects whose own documents were not all
    read, then the critic's query, then each bridge with the open terms beyond it."""
    analysis, decision = state["analysis"], state["decisions"][-1]
    assert analysis is not None
    snapshot = engine.snapshot(state)
    chosen = chosen_versions(snapshot, state)
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    missing = [facts[fact_id] for fact_id in decision.missing_facts if fact_id in facts]
    bridges = bridges_of(engine, state, pass_number)
    read = read_before(engine, state, pass_number)
    queries: dict[Query, None] = {}
    for candidate, fact in _fact_candidates(state, missing):
        own = frozenset(candidate.versions) if chosen is None else frozenset(candidate.versions) & chosen
        unread = [
            passage for version in own for passage in snapshot.passages(version) if passage.passage_id not in read
        ]
        if unread:
            words = " ".join((candidate.name, *fact.terms, *fact.constraints))
            queries[Query(words=words, identifiers=candidate.identifiers, versions=own)] = None
    crossing = [_beyond_bridge(bridge, facts[bridge.link.fact_id], state) for bridge in bridges]
    if decision.bridge is None or not bridges:
        for candidate in state["candidates"]:
            words = with_identifier(decision.suggested_query, candidate)
            about = versions_about(snapshot, candidate, chosen)
            queries[Query(words=words, identifiers=candidate.identifiers, versions=about)] = None
    return tuple(dict.fromkeys((*queries, *crossing)))


def _fact_candidates(state: RunState, facts: list[PlanStep]) -> Iterator[tuple[CandidateSubject, PlanStep]]:
    yield from (
        (candidate, fact) for fact in facts for candidate in state["candidates"] if candidate.subject == fact.subject
    )


def _beyond_bridge(bridge: Bridge, fact: PlanStep, state: RunState) -> Query:
    """Return the query with the names of the candidate and the bridge, and the open terms beyond it."""
    candidate = next(
        candidate.name for candidate in state["candidates"] if candidate.subject_id == bridge.link.subject_id
    )
    left = beyond(fact, bridge)
    words = " ".join((candidate, bridge.name, *left.terms, *left.constraints))
    return Query(words=words, identifiers=(bridge.name,), versions=bridge.versions)
