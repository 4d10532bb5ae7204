"""What a run may ask for passages: one small protocol, and the two sources that are built in (SPEC RET-1, RET-2)."""

from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import VersionId
from ...evidence.questions.retrieval_policy import SourceKind
from ...evidence.report.evidence_report import Disclosure
from ..documents.prepared import Prepared
from ..kb.snapshot import Hit, Snapshot


class SourceQuery(Frozen):
    """One search: the words, the names of which a passage or its document carries one, and how much is wanted."""

    words: str
    identifiers: tuple[str, ...] = ()
    versions: frozenset[VersionId] | None = None
    """The only versions to search; None for all."""
    limit: int = 30


class SourceResult(Frozen):
    """What a source gave, best first. It judges nothing (SPEC RET-13)."""

    hits: tuple[Hit, ...] = ()
    cut: bool = False
    """Whether more was found than may be shown."""
    error: str | None = None
    """Why nothing could be searched; begins with `Error:`."""
    texts: tuple[Prepared, ...] = ()
    """The documents that the hits stand in, where the snapshot does not hold them: to be kept for the run."""
    arguments: str = "{}"
    """What the user's own tool was asked with, as JSON."""
    disclosures: tuple[Disclosure, ...] = ()
    """What of its output was left out, and why."""


class Source(Protocol):
    """A way to passages. `name` stands in the report; sources are asked one after another, never together."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> SourceKind: ...

    def search(self, snapshot: Snapshot, query: SourceQuery) -> SourceResult:
        """What it finds among what the snapshot holds. A fault is an `error` in the result, or raised."""
        ...


class PassageSource:
    """`rag_retrieve`: every passage of the knowledge base, lexical and dense ranks fused."""

    name = "rag_retrieve"
    kind: SourceKind = "passages"

    def search(self, snapshot: Snapshot, query: SourceQuery) -> SourceResult:
        return _shown(snapshot.search(query.words, limit=query.limit + 1, versions=query.versions), query.limit)


class TableSource:
    """`table_rag_retrieve`: rows of the knowledge base's tables, found by their words, column names and captions."""

    name = "table_rag_retrieve"
    kind: SourceKind = "tables"

    def search(self, snapshot: Snapshot, query: SourceQuery) -> SourceResult:
        found = snapshot.search(query.words, limit=query.limit + 1, versions=query.versions, in_tables=True)
        return _shown(found, query.limit)


def _shown(found: tuple[Hit, ...], limit: int) -> SourceResult:
    return SourceResult(hits=found[:limit], cut=len(found) > limit)
