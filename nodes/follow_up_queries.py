"""What a follow-up searches for: the critic's query, under a bridge or a candidate's own name (SPEC CRI-6, RET-7)."""

from ..stores.snapshot import Snapshot
from .queries import Query, with_identifier
from .reach import chosen_versions, versions_about
from .state import RunState


def follow_up_queries(snapshot: Snapshot, state: RunState) -> tuple[Query, ...]:
    """The critic's query, under a bridge that verified evidence shows, or else under a candidate's own name."""
    decision = state["decisions"][-1]
    chosen = chosen_versions(snapshot, state)
    if decision.bridge and any(decision.bridge in unit.span.quote for unit in state["evidence"]):
        versions = snapshot.mentioning_versions((decision.bridge,))
        versions = versions if chosen is None else versions & chosen
        return (Query(words=decision.suggested_query, identifiers=(decision.bridge,), versions=versions),)
    return tuple(
        Query(
            words=with_identifier(decision.suggested_query, candidate),
            identifiers=candidate.identifiers,
            versions=versions_about(snapshot, candidate, chosen),
        )
        for candidate in state["candidates"]
    )
