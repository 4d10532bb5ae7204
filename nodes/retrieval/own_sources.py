"""Queries the user's own sources at discovery, before the gate decides (SPEC SUB-11). Their texts are stored for the
run."""

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
"""The maximum number of passages for each subject from each source."""


class OwnFindings(Frozen):
    """The results of the user's own sources, and the verdict on each source."""

    hits: tuple[Hit, ...] = ()
    versions: tuple[VersionId, ...] = ()
    searched: tuple[SourceSearched, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    disclosures: tuple[Disclosure, ...] = ()

    @property
    def unsearched(self) -> tuple[str, ...]:
        return tuple(source.source for source in self.searched if source.verdict == "unavailable")


def search_own_sources(engine: Engine, state: RunState) -> OwnFindings:
    """Query each registered source, once for each subject of the question.

    A run that is limited to chosen documents queries none, because a tool's output is not one of them (SPEC USE-6).
    """
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
                break  # another call would only cost time
        results = list(store_texts(engine, state["run"], source.name, results))
        found.append(_findings(source.name, list(zip(asked, results, strict=True))))
    return OwnFindings(
        hits=tuple(hit for part in found for hit in part.hits),
        versions=tuple(dict.fromkeys(version for part in found for version in part.versions)),
        searched=tuple(searched for part in found for searched in part.searched),
        calls=tuple(call for part in found for call in part.calls),
        disclosures=tuple(dict.fromkeys(note for part in found for note in part.disclosures)),
    )


def with_texts(state: RunState, versions: Sequence[VersionId]) -> RunState:
    """Return the state with these texts added to the run."""
    return {**state, "run_texts": tuple(dict.fromkeys((*state["run_texts"], *versions)))}


def limited_to_documents(state: RunState) -> str | None:
    chosen = state.get("documents") or state.get("collections")
    return "the run is limited to chosen documents of the knowledge base" if chosen else None


def store_texts(engine: Engine, run: RunHeader, tool: str, results: Sequence[SourceResult]) -> tuple[SourceResult, ...]:
    """Store the texts of a source, so that spans can point into them now and later, and return the results. A text that
    cannot be stored is not used."""
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
    """Return the queries. They are the resolved question or, if it has several subjects, each subject with its
    terms."""
    if len(analysis.subjects) == 1:
        return (analysis.resolved_question,)
    queries = []
    for index, subject in enumerate(analysis.subjects[:SUBJECTS_AT_MOST]):
        terms = analysis.terms_about(index)
        queries.append(" ".join(dict.fromkeys((subject.described(), subject.role or "", *terms))).strip())
    return tuple(dict.fromkeys(queries))


def _findings(name: str, results: Sequence[tuple[str, SourceResult]]) -> OwnFindings:
    hits = {hit.passage.passage_id: hit for _, result in results for hit in result.hits}
    texts = {text.source.version_id: None for _, result in results for text in result.texts}
    error = next((result.error for _, result in results if result.error is not None), None)
    if error is not None and not texts:
        searched = SourceSearched(source=name, verdict="unavailable", reason=error)
    else:
        reason = f"at discovery: texts {len(texts)}, passages {len(hits)}" + (f"; then {error}" if error else "")
        searched = SourceSearched(source=name, verdict="sufficient" if hits else "insufficient", reason=reason)
    unsearched = (Disclosure(kind="unsearched", subject=name, reason=error),) if error is not None else ()
    return OwnFindings(
        hits=tuple(hits.values()),
        versions=tuple(texts),
        searched=(searched,),
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
