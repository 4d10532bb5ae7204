"""Searches every document of the subject one by one, for a question that asks for every document (SPEC RET-14)."""

from collections.abc import Collection, Sequence

from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import VersionId
from ...evidence.report.evidence_report import SourceSearched, ToolCall
from ...stores.kb.snapshot import Hit, Snapshot
from .usable import Sought

SOURCE = "every_document"
EACH = 3
"""The maximum number of passages that are read of each document besides those already found."""


class Swept(Frozen):
    calls: tuple[ToolCall, ...]
    hits: tuple[tuple[Hit, ...], ...]
    """For each call, the best passages of every document that contains any of its words."""
    in_scope: frozenset[VersionId]


def sweep(
    snapshot: Snapshot, sought: Sequence[Sought], versions: Collection[VersionId] | None, pass_number: int
) -> Swept:
    """Search each current version separately for each fact. `versions`: the versions that may be searched; None for the
    whole knowledge base."""
    in_scope = frozenset(
        document.version_id
        for document in snapshot.documents()
        if document.is_current and (versions is None or document.version_id in versions)
    )
    calls: list[ToolCall] = []
    hits: list[tuple[Hit, ...]] = []
    for step in sought:
        asked = " ".join((*step.fact.terms, *step.fact.constraints))
        found = snapshot.best_in_each(asked, each=EACH, versions=in_scope)
        hits.append(found)
        calls.append(
            ToolCall(
                pass_number=pass_number,
                tool=SOURCE,
                query=asked,
                breadth=EACH,
                passages=tuple(hit.passage.passage_id for hit in found),
            )
        )
    return Swept(calls=tuple(calls), hits=tuple(hits), in_scope=in_scope)


def gone_through(swept: Swept, cut: Collection[VersionId]) -> SourceSearched:
    """Return how many of the documents were searched. `cut`: versions without any passage left in the output."""
    speaking = {hit.passage.version_id for found in swept.hits for hit in found}
    through = len(swept.in_scope) - len(speaking & set(cut))
    return SourceSearched(
        source=SOURCE,
        verdict="sufficient" if through == len(swept.in_scope) else "insufficient",
        reason=f"{through} of {len(swept.in_scope)} documents gone through; {len(speaking)} say a word of what is asked",
        gone_through=through,
        in_scope=len(swept.in_scope),
    )
