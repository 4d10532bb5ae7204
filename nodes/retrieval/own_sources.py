"""The user's own sources at discovery: asked before the gate may close (SPEC SUB-11), and what they give kept for the run."""

from collections.abc import Sequence

from ...errors import StoreError
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import VersionId
from ...evidence.model.subjects import Plan
from ...evidence.report.evidence_report import Disclosure, SourceSearched, ToolCall
from ...stores.kb.snapshot import Hit
from ...stores.sources.source import SourceQuery, SourceResult
from ..runtime.engine import Engine
from ..runtime.state import RunHeader, RunState

SUBJECTS_AT_MOST = 3
PASSAGES = 40
"""Passages looked at for each subject, of each source."""


class OwnFindings(Frozen):
    """What the sources gave, and what is said of each."""

    hits: tuple[Hit, ...] = ()
    versions: tuple[VersionId, ...] = ()
    searched: tuple[SourceSearched, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    disclosures: tuple[Disclosure, ...] = ()

    @property
    def unsearched(self) -> tuple[str, ...]:
        return tuple(source.source for source in self.searched if source.verdict == "unavailable")


def search_own_sources(engine: Engine, state: RunState) -> OwnFindings:
    """Each registered source in turn, with a query for each subject of the question. A run that is limited to chosen documents asks none:
    what a tool gives is none of them (SPEC USE-6)."""
    analysis = state["analysis"]
    sources = [source for source in engine.sources if source.kind == "skill"]
    if not sources or analysis is None or not analysis.subjects:
        return OwnFindings()
    if limited := limited_to_documents(state):
        return OwnFindings(
            searched=tuple(
                SourceSearched(source=source.name, verdict="not_applicable", reason=limited) for source in sources
            )
        )
    snapshot = engine.snapshot(state)
    found: list[OwnFindings] = []
    for source in sources:
        results: list[SourceResult] = []
        asked: list[str] = []
        for words in _queries(analysis):
            result = source.search(snapshot, SourceQuery(words=words, limit=PASSAGES))
            asked.append(words)
            results.append(result)
            if result.error is not None:
                break  # it would only take the run's time again
        results = list(kept_texts(engine, state["run"], source.name, results))
        found.append(_told(source.name, list(zip(asked, results, strict=True))))
    return OwnFindings(
        hits=tuple(hit for part in found for hit in part.hits),
        versions=tuple(dict.fromkeys(version for part in found for version in part.versions)),
        searched=tuple(told for part in found for told in part.searched),
        calls=tuple(call for part in found for call in part.calls),
        disclosures=tuple(dict.fromkeys(note for part in found for note in part.disclosures)),
    )


def with_texts(state: RunState, versions: Sequence[VersionId]) -> RunState:
    """The state as it is once these texts are the run's."""
    return {**state, "run_texts": tuple(dict.fromkeys((*state["run_texts"], *versions)))}


def limited_to_documents(state: RunState) -> str | None:
    chosen = state.get("documents") or state.get("collections")
    return "the run is limited to chosen documents of the knowledge base" if chosen else None


def kept_texts(engine: Engine, run: RunHeader, tool: str, results: Sequence[SourceResult]) -> tuple[SourceResult, ...]:
    """The results, once the texts that a source gave are kept, so that spans can point into them, now and later. What cannot be kept
    cannot be used."""
    safe = []
    for result in results:
        try:
            engine.kb.keep_run_texts(run.run_id, result.texts, tool=tool, arguments=result.arguments, at=engine.clock())
            safe.append(result)
        except StoreError as error:
            safe.append(
                SourceResult(error=f"Error: what it gave cannot be kept: {error}"[:300], arguments=result.arguments)
            )
    return tuple(safe)


def _queries(analysis: Plan) -> tuple[str, ...]:
    """The question as it was resolved; where it has several subjects, each with what is asked of it."""
    if len(analysis.subjects) == 1:
        return (analysis.resolved_question,)
    queries = []
    for index, subject in enumerate(analysis.subjects[:SUBJECTS_AT_MOST]):
        terms = [term for fact in analysis.required_facts if fact.subject == index for term in fact.terms]
        queries.append(" ".join(dict.fromkeys((subject.described(), subject.role or "", *terms))).strip())
    return tuple(dict.fromkeys(queries))


def _told(name: str, results: Sequence[tuple[str, SourceResult]]) -> OwnFindings:
    hits = {hit.passage.passage_id: hit for _, result in results for hit in result.hits}
    texts = {text.source.version_id: None for _, result in results for text in result.texts}
    error = next((result.error for _, result in results if result.error is not None), None)
    if error is not None and not texts:
        told = SourceSearched(source=name, verdict="unavailable", reason=error)
    else:
        reason = f"at discovery: texts {len(texts)}, passages {len(hits)}" + (f"; then {error}" if error else "")
        told = SourceSearched(source=name, verdict="sufficient" if hits else "insufficient", reason=reason)
    unsearched = (Disclosure(kind="unsearched", subject=name, reason=error),) if error is not None else ()
    return OwnFindings(
        hits=tuple(hits.values()),
        versions=tuple(texts),
        searched=(told,),
        calls=tuple(
            ToolCall(
                pass_number=0,
                tool=name,
                query=words,
                breadth=PASSAGES,
                passages=tuple(hit.passage.passage_id for hit in result.hits),
                error=result.error,
            )
            for words, result in results
        ),
        disclosures=(*(note for _, result in results for note in result.disclosures), *unsearched),
    )
