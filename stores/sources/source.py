"""The interface of a source that a run may search for passages, and the two built-in sources (SPEC RET-1, RET-2)."""

from typing import Protocol

from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import VersionId
from ...evidence.questions.retrieval_policy import SourceKind
from ...evidence.report.evidence_report import Disclosure
from ..documents.prepared import Prepared
from ..kb.snapshot import Hit, Snapshot


class SourceQuery(Frozen):
    """A search. `words`: the query. `identifiers`: names of which a passage or its document must contain one. `limit`:
    the most hits."""

    words: str
    identifiers: tuple[str, ...] = ()
    versions: frozenset[VersionId] | None = None
    """The only versions to search; None for all."""
    limit: int = 30


class SourceResult(Frozen):
    """The result of a search, best hits first. A source does not judge its hits (SPEC RET-13)."""

    hits: tuple[Hit, ...] = ()
    cut: bool = False
    """Whether there are more hits than `limit`."""
    error: str | None = None
    """Why the search failed; begins with `Error:`."""
    texts: tuple[Prepared, ...] = ()
    """The documents of hits that are not in the snapshot. They are stored for the run."""
    arguments: str = "{}"
    """The arguments of the call of the user's own tool, as JSON."""
    disclosures: tuple[Disclosure, ...] = ()
    """The parts of the tool's output that were left out, each with the reason."""


class Source(Protocol):
    """A source of passages. `name` appears in the report. Sources are searched one after another, never in parallel."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> SourceKind: ...

    def search(self, snapshot: Snapshot, query: SourceQuery) -> SourceResult:
        """Search the snapshot or an external tool. A fault becomes the `error` of the result, or is raised."""
        ...


class PassageSource:
    """`rag_retrieve`: searches every passage of the knowledge base by words and by vectors."""

    name = "rag_retrieve"
    kind: SourceKind = "passages"

    def search(self, snapshot: Snapshot, query: SourceQuery) -> SourceResult:
        return _shown(snapshot.search(query.words, limit=query.limit + 1, versions=query.versions), query.limit)


class TableSource:
    """`table_rag_retrieve`: searches the rows of tables, by their words, column names and captions."""

    name = "table_rag_retrieve"
    kind: SourceKind = "tables"

    def search(self, snapshot: Snapshot, query: SourceQuery) -> SourceResult:
        found = snapshot.search(query.words, limit=query.limit + 1, versions=query.versions, in_tables=True)
        return _shown(found, query.limit)


def _shown(found: tuple[Hit, ...], limit: int) -> SourceResult:
    return SourceResult(hits=found[:limit], cut=len(found) > limit)
