"""Ask the sources one after another until what they gave is enough (SPEC RET-1..4, RET-8). The policy decides; this carries it out."""

import logging
from collections.abc import Collection, Mapping, Sequence

from ..errors import BudgetExceeded, ReplayMismatch, SettingsError
from ..evidence.frozen import Frozen
from ..evidence.report import SourceSearched, ToolCall
from ..evidence.retrieval_policy import BREADTHS, Fetched, Verdict, first_breadth, in_order, judge, wider
from ..evidence.spans import DocumentId, PassageId, VersionId
from ..evidence.subjects import FactId, Intent
from ..stores.snapshot import Hit, Snapshot
from ..stores.sources import Source, SourceQuery, SourceResult
from .queries import Query
from .usable import Sought, fetched

log = logging.getLogger(__name__)


class Wanted(Frozen):
    """What is looked for, and what is known before a source is asked."""

    queries: tuple[Query, ...]
    intent: Intent
    sought: tuple[Sought, ...]
    known: frozenset[PassageId]
    """Passages that an earlier pass brought."""
    documents_about: int
    """Documents about the subject, current ones."""
    reads: bool
    """Whether the extractor is a reader, who may find a statement in any strong match."""
    floor: float
    strong: float
    pass_number: int


class Gathered(Frozen):
    calls: tuple[ToolCall, ...] = ()
    hits: tuple[tuple[Hit, ...], ...] = ()
    """For each call, what it brought, best first."""
    searched: tuple[SourceSearched, ...] = ()

    def with_calls(self, calls: Sequence[ToolCall], hits: Sequence[tuple[Hit, ...]]) -> "Gathered":
        """These calls too, and what they brought."""
        return self.model_copy(update={"calls": (*self.calls, *calls), "hits": (*self.hits, *hits)})


def gather(snapshot: Snapshot, sources: Sequence[Source], wanted: Wanted) -> Gathered:
    """Each source in the order of the policy. What a source could not do stands in its verdict; the next one serves all the same."""
    calls: list[ToolCall] = []
    hits: list[tuple[Hit, ...]] = []
    searched: list[SourceSearched] = []
    stated: Mapping[FactId, frozenset[DocumentId]] = {}
    enough: str | None = None
    for source in in_order(sources, wanted.intent):
        if enough is not None:
            searched.append(SourceSearched(source=source.name, verdict="not_needed", reason=f"{enough} was enough"))
            continue
        if source.kind == "tables" and not snapshot.holds_tables(versions_of(wanted.queries)):
            reason = "the documents about the subject hold no tables"
            searched.append(SourceSearched(source=source.name, verdict="not_applicable", reason=reason))
            continue
        known = wanted.known | {hit.passage.passage_id for found in hits for hit in found}
        answer = _ask(snapshot, source, wanted, known, stated)
        calls += answer.calls
        hits += answer.hits
        stated = answer.stated
        searched.append(answer.told)
        if answer.told.verdict == "sufficient":
            enough = source.name
    return Gathered(calls=tuple(calls), hits=tuple(hits), searched=tuple(searched))


class _Answer(Frozen):
    calls: tuple[ToolCall, ...]
    hits: tuple[tuple[Hit, ...], ...]
    stated: Mapping[FactId, frozenset[DocumentId]]
    told: SourceSearched


def _ask(
    snapshot: Snapshot,
    source: Source,
    wanted: Wanted,
    known: Collection[PassageId],
    stated: Mapping[FactId, frozenset[DocumentId]],
) -> _Answer:
    """One source, as widely as it takes."""
    breadth = first_breadth(source.kind, wanted.intent)
    breadths = [breadth]
    results = [_search(snapshot, source, query, breadth) for query in wanted.queries]
    widest = results
    while True:
        seen = _fetched(snapshot, results, wanted, known, stated)
        verdict = judge(
            [one.fact for one in wanted.sought], wanted.intent, seen, documents_about=wanted.documents_about
        )
        following = wider(source.kind, breadth, seen, verdict, reads=wanted.reads)
        if following is None:
            break
        if len(breadths) == 1:
            widest = [_search(snapshot, source, query, BREADTHS[-1]) for query in wanted.queries]
        breadth = following
        breadths.append(breadth)
        results = [
            one.model_copy(update={"hits": one.hits[:breadth], "cut": one.cut or len(one.hits) > breadth})
            for one in widest
        ]
    calls = tuple(
        ToolCall(
            pass_number=wanted.pass_number,
            tool=source.name,
            query=query.words,
            breadth=breadth,
            passages=tuple(hit.passage.passage_id for hit in result.hits),
            error=result.error,
        )
        for query, result in zip(wanted.queries, results, strict=True)
    )
    told = _told(source, verdict, seen, len(wanted.queries), breadths)
    return _Answer(calls=calls, hits=tuple(one.hits for one in results), stated=seen.stating, told=told)


def _search(snapshot: Snapshot, source: Source, query: Query, breadth: int) -> SourceResult:
    asked = SourceQuery(words=query.words, identifiers=query.identifiers, versions=query.versions, limit=breadth)
    try:
        return source.search(snapshot, asked)
    except (BudgetExceeded, ReplayMismatch, SettingsError):
        raise
    except Exception as error:
        log.warning("%s could not be searched: %s", source.name, type(error).__name__)
        log.debug("%s", source.name, exc_info=error)
        return SourceResult(error=f"Error: {type(error).__name__}: {error}"[:300])


def _fetched(
    snapshot: Snapshot,
    results: Sequence[SourceResult],
    wanted: Wanted,
    known: Collection[PassageId],
    stated: Mapping[FactId, frozenset[DocumentId]],
) -> Fetched:
    new: dict[PassageId, Hit] = {}
    for result in results:
        for hit in result.hits:
            if hit.passage.passage_id not in known:
                new.setdefault(hit.passage.passage_id, hit)
    errors = [result.error for result in results if result.error is not None]
    seen = fetched(
        snapshot,
        list(new.values()),
        wanted.sought,
        stated_before=stated,
        floor=wanted.floor,
        strong=wanted.strong,
        cut=any(result.cut for result in results),
    )
    return seen.model_copy(update={"error": errors[0]}) if errors and not new else seen


def _told(source: Source, verdict: Verdict, seen: Fetched, queries: int, breadths: Sequence[int]) -> SourceSearched:
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
    """All the versions that the queries search; None for the whole knowledge base."""
    found: frozenset[VersionId] = frozenset()
    for query in queries:
        if query.versions is None:
            return None
        found |= query.versions
    return found
