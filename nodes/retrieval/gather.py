"""Queries the sources one after another until their results are enough, as the policy decides (SPEC RET-1..4,
RET-8)."""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from langgraph.errors import GraphBubbleUp

from ...errors import BudgetExceeded, ReplayMismatch, SettingsError
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import DocumentId, PassageId, VersionId
from ...evidence.model.subjects import FactId, Intent
from ...evidence.questions.retrieval_policy import BREADTHS, Fetched, Verdict, first_breadth, in_order, judge, wider
from ...evidence.report.evidence_report import Disclosure, SourceSearched, ToolCall
from ...stores.kb.run_snapshot import RunSnapshot
from ...stores.kb.snapshot import Hit, Snapshot
from ...stores.sources.source import Source, SourceQuery, SourceResult
from .queries import Query
from .usable import Sought, Usable

log = logging.getLogger(__name__)
OWN_QUERIES = 6
"""The maximum number of queries to one of the user's own sources, since each call may take its whole time limit."""


class Wanted(Frozen):
    """The input of a retrieval: what to search for, and what is already known.

    Example: the query “Acme annual fee 2023” for the step “What is the fee?”, with the ids of the passages already read.
    """

    queries: tuple[Query, ...]
    intent: Intent
    sought: tuple[Sought, ...]
    known: frozenset[PassageId]
    """Passages that an earlier pass found."""
    documents_about: int
    """The number of current documents about the subject."""
    reads: bool
    """Whether the extractor is a model. A model may find a statement in any strong match."""
    floor: float
    strong: float
    pass_number: int
    own_refused: str | None = None
    """Why the user's own sources are not queried; None if they are."""


class Gathered(Frozen):
    calls: tuple[ToolCall, ...] = ()
    hits: tuple[tuple[Hit, ...], ...] = ()
    """The hits of each call, best first."""
    searched: tuple[SourceSearched, ...] = ()
    texts: tuple[VersionId, ...] = ()
    """Documents that the user's own sources gave to the run."""
    disclosures: tuple[Disclosure, ...] = ()

    def with_calls(self, calls: Sequence[ToolCall], hits: Sequence[tuple[Hit, ...]]) -> "Gathered":
        """Return the result with further calls and their hits."""
        return self.model_copy(update={"calls": (*self.calls, *calls), "hits": (*self.hits, *hits)})


Keep = Callable[[str, Sequence[SourceResult]], Sequence[SourceResult]]
"""A function that stores the texts of the named source. If a text cannot be stored, its result contains the error."""
Search = Callable[[SourceQuery], SourceResult]


def gather(
    snapshot: Snapshot, sources: Sequence[Source], wanted: Wanted, keep: Keep = lambda _, results: results
) -> Gathered:
    """Query each source in the order of the policy. If a source fails, its verdict states this, and the next source is
    queried."""
    calls: list[ToolCall] = []
    hits: list[tuple[Hit, ...]] = []
    searched: list[SourceSearched] = []
    stated: Mapping[FactId, frozenset[DocumentId]] = {}
    texts: dict[VersionId, None] = {}
    notes: dict[Disclosure, None] = {}
    enough: str | None = None
    for source in in_order(sources, wanted.intent):
        if enough is not None:
            searched.append(SourceSearched(source=source.name, verdict="not_needed", reason=f"{enough} was enough"))
            continue
        if source.kind == "tables" and not snapshot.holds_tables(versions_of(wanted.queries)):
            reason = "the documents about the subject have no tables"
            searched.append(SourceSearched(source=source.name, verdict="not_applicable", reason=reason))
            continue
        if source.kind == "skill" and wanted.own_refused:
            searched.append(SourceSearched(source=source.name, verdict="not_applicable", reason=wanted.own_refused))
            continue
        known = wanted.known | {hit.passage.passage_id for found in hits for hit in found}
        answer = _ask(snapshot, source, wanted, known, stated, keep)
        calls += answer.calls
        hits += answer.hits
        stated = answer.stated
        searched.append(answer.searched)
        texts |= dict.fromkeys(answer.texts)
        notes |= dict.fromkeys(answer.disclosures)
        if answer.searched.verdict == "sufficient" and not (wanted.reads and source.kind == "tables"):
            enough = source.name  # the judge reads table rows beside the passages
    return Gathered(
        calls=tuple(calls), hits=tuple(hits), searched=tuple(searched), texts=tuple(texts), disclosures=tuple(notes)
    )


class _Answer(Frozen):
    calls: tuple[ToolCall, ...]
    hits: tuple[tuple[Hit, ...], ...]
    stated: Mapping[FactId, frozenset[DocumentId]]
    searched: SourceSearched
    texts: tuple[VersionId, ...] = ()
    disclosures: tuple[Disclosure, ...] = ()


def _ask(
    snapshot: Snapshot,
    source: Source,
    wanted: Wanted,
    known: Collection[PassageId],
    stated: Mapping[FactId, frozenset[DocumentId]],
    keep: Keep,
) -> _Answer:
    """Query one source, and repeat with a wider search as long as the policy asks for it."""
    own = source.kind == "skill"
    queries = tuple(query for query in wanted.queries if query.adds is None)[:OWN_QUERIES] if own else wanted.queries
    breadth = first_breadth(source.kind, wanted.intent)
    breadths = [breadth]
    search = partial(source.search, snapshot)
    results = _results(source, search, queries, breadth)
    if own:
        results = list(keep(source.name, results))
        snapshot = RunSnapshot(snapshot, [text for result in results for text in result.texts])
    widest = results
    usable = Usable(snapshot, wanted.sought, floor=wanted.floor, strong=wanted.strong)
    while True:
        seen = _fetched(usable, results, known, stated)
        verdict = judge(
            [step.fact for step in wanted.sought], wanted.intent, seen, documents_about=wanted.documents_about
        )
        following = wider(source.kind, breadth, seen, verdict, reads=wanted.reads)
        if following is None:
            break
        if len(breadths) == 1:
            widest = _results(source, search, queries, BREADTHS[-1])
        breadth = following
        breadths.append(breadth)
        results = [
            result.model_copy(update={"hits": result.hits[:breadth], "cut": result.cut or len(result.hits) > breadth})
            for result in widest
        ]
    calls = tuple(
        ToolCall(
            pass_number=wanted.pass_number,
            tool=source.name,
            query=query.words,
            step=query.step,
            adds=query.adds,
            breadth=breadth,
            passages=tuple(hit.passage.passage_id for hit in result.hits),
            error=result.error,
        )
        for query, result in zip(queries, results, strict=True)
    )
    searched = _searched(source, verdict, seen, len(queries), breadths)
    return _Answer(
        calls=calls,
        hits=tuple(result.hits for result in results),
        stated=seen.stating,
        searched=searched,
        texts=tuple(text.source.version_id for result in results for text in result.texts),
        disclosures=tuple(note for result in results for note in result.disclosures),
    )


def _results(source: Source, search: Search, queries: Sequence[Query], breadth: int) -> list[SourceResult]:
    """Return one result for each query. A user's own source that fails is not queried again, since that would only cost
    time."""
    results: list[SourceResult] = []
    for query in queries:
        failed = source.kind == "skill" and results and results[-1].error is not None
        results.append(results[-1] if failed else _search(source, search, query, breadth))
    return results


def _search(source: Source, search: Search, query: Query, breadth: int) -> SourceResult:
    limit = breadth if query.most is None else min(breadth, query.most)
    asked = SourceQuery(words=query.words, identifiers=query.identifiers, versions=query.versions, limit=limit)
    try:
        return search(asked)
    except (BudgetExceeded, GraphBubbleUp, ReplayMismatch, SettingsError):
        raise
    except Exception as error:
        log.warning("%s could not be searched: %s", source.name, type(error).__name__)
        log.debug("%s", source.name, exc_info=error)
        return SourceResult(error=f"Error: {type(error).__name__}: {error}"[:300])


def _fetched(
    usable: Usable,
    results: Sequence[SourceResult],
    known: Collection[PassageId],
    stated: Mapping[FactId, frozenset[DocumentId]],
) -> Fetched:
    new: dict[PassageId, Hit] = {}
    for result in results:
        for hit in result.hits:
            if hit.passage.passage_id not in known:
                new.setdefault(hit.passage.passage_id, hit)
    errors = [result.error for result in results if result.error is not None]
    seen = usable.fetched(list(new.values()), stated_before=stated, cut=any(result.cut for result in results))
    return seen.model_copy(update={"error": errors[0]}) if errors and not new else seen


def _searched(source: Source, verdict: Verdict, seen: Fetched, queries: int, breadths: Sequence[int]) -> SourceSearched:
    if verdict.code == "error":
        return SourceSearched(source=source.name, verdict="unavailable", reason=verdict.reason)
    widths = " → ".join(map(str, breadths))
    count = f"{seen.passages} new passages for {queries} quer{'y' if queries == 1 else 'ies'} of breadth {widths}"
    return SourceSearched(
        source=source.name,
        verdict="sufficient" if verdict.sufficient else "insufficient",
        reason=f"{count}: {verdict.reason}",
    )


def versions_of(queries: Sequence[Query]) -> frozenset[VersionId] | None:
    """Return all versions that the queries search; None for the whole knowledge base."""
    found: frozenset[VersionId] = frozenset()
    for query in queries:
        if query.versions is None:
            return None
        found |= query.versions
    return found
