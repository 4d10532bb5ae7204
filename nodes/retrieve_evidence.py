"""EVIDENCE_RETRIEVAL: fetches passages about the candidates only, without judging them (SPEC RET-13)."""

from collections.abc import Mapping, Sequence
from functools import partial

from ..evidence.model.frozen import Frozen
from ..evidence.model.spans import DocumentId, PassageId, VersionId
from ..evidence.model.subjects import FactId, Intent, Plan, PlanStep
from ..evidence.questions.bridging import Bridge, beyond
from ..evidence.questions.wordings import roots_stated
from ..evidence.report.evidence_report import Disclosure, SourceSearched, ToolCall
from ..stores.kb.snapshot import Hit, Snapshot
from ..stores.sources.source import TableSource
from .gate.inventory import inventory_of
from .retrieval.every_document import gone_through, sweep
from .retrieval.gather import Gathered, Wanted, gather, versions_of
from .retrieval.merging import interleaved, joined, within_budget, without_copies
from .retrieval.nearness import LEADING
from .retrieval.own_sources import limited_to_documents, store_texts, with_texts
from .retrieval.passages_to_read import read_before
from .retrieval.queries import Query, bridges_of, first_over, first_queries, follow_up_queries
from .retrieval.statement_rows import NeededRow, needed_rows
from .retrieval.step_retrieval import (
    PASSAGES_OF_A_STEP,
    best_of_each_step,
    first_hits,
    in_chains,
    in_places,
    step_queries,
    still_open,
)
from .retrieval.usable import Sought
from .runtime.engine import Engine
from .runtime.state import Found, RunHeader, RunState, signalled
from .runtime.step import NodeStep, Update


class ToRetrieve(Frozen):
    wanted: Wanted
    rows: tuple[NeededRow, ...]
    """Rows of primary statements that the question needs. Their passages are read before all others."""
    run: RunHeader
    texts: tuple[VersionId, ...]
    """The texts that the user's own sources gave to the run earlier."""
    chars: int
    """The maximum number of characters of passages that may enter the context (SPEC CRI-9)."""
    each: int = 0
    """The maximum number of passages for each step, the best of all its searches. 0 means no maximum."""
    again: tuple[PassageId, ...] = ()
    """Passages of an earlier pass that the extractor gets a second time."""
    read: frozenset[PassageId] = frozenset()
    """The passages that the extractor read in earlier passes."""
    chained: frozenset[FactId] = frozenset()
    """The steps of a chain, whose passages may be read again."""


class Retrieved(Frozen):
    gathered: Gathered
    found: tuple[Found, ...]
    again: frozenset[PassageId]
    """Which of `found` the extractor gets a second time."""
    disclosures: tuple[Disclosure, ...]


def retrieve_evidence(engine: Engine, pass_number: int, name: str) -> NodeStep[ToRetrieve, Retrieved]:
    def prepare(state: RunState) -> ToRetrieve:
        snapshot, analysis, settings = engine.snapshot(state), state["analysis"], engine.settings_of(state)
        assert analysis is not None
        if engine.roles.reads:
            queries = step_queries(snapshot, state, pass_number)
        elif pass_number:
            queries = follow_up_queries(engine, state, pass_number)
        else:
            queries = first_queries(snapshot, state, analysis)
        wanted = Wanted(
            queries=queries,
            intent=analysis.intent,
            sought=sought(state, analysis, bridges_of(engine, state, pass_number)),
            reads=engine.roles.reads,
            known=frozenset(read_before(engine, state, pass_number)),
            documents_about=documents_about(inventory_of(snapshot).current_documents, queries),
            floor=settings.confidence.relevance_floor,
            strong=settings.confidence.strong_match,
            pass_number=pass_number,
            own_refused=limited_to_documents(state),
        )
        return ToRetrieve(
            wanted=wanted,
            rows=() if pass_number else needed_rows(snapshot, state),
            run=state["run"],
            texts=state["run_texts"],
            chars=settings.budgets.tool_output_chars,
            again=still_open(state) if engine.roles.reads and pass_number else (),
            read=frozenset(read_before(engine, state, pass_number)),
            chained=in_chains(state) if engine.roles.reads else frozenset(),
            each=PASSAGES_OF_A_STEP if engine.roles.reads and not _wide(analysis.intent) else 0,
        )

    def call(plan: ToRetrieve) -> Retrieved:
        snapshot = engine.snapshot_of(plan.run, plan.texts)
        wanted = plan.wanted
        gathered = gather(snapshot, engine.sources, wanted, partial(store_texts, engine, plan.run))
        swept = None
        if wanted.intent.exhaustive and not pass_number:
            swept = sweep(snapshot, wanted.sought, versions_of(wanted.queries), pass_number)
            gathered = gathered.with_calls(swept.calls, swept.hits)
        row_passages = tuple(dict.fromkeys(row.passage_id for row in plan.rows))
        leading = [leading_hit(snapshot, passage_id) for passage_id in row_passages[: plan.each or None]]
        names = tuple(dict.fromkeys(name for each in wanted.sought for name in each.names))
        found, repeated = (
            best_of_each_step(gathered, plan.each, names) if plan.each else (_merged(gathered, wanted), ())
        )
        found = [hit for hit in found if hit.passage.passage_id not in plan.read.union(row_passages)]
        read = [leading_hit(snapshot, passage_id) for passage_id in sorted(plan.read)]
        found, disclosures = without_copies((*leading, *found), names, read)
        known = (passage_id for passage_id in first_hits(gathered, plan.chained) if passage_id in plan.read)
        again = [leading_hit(snapshot, passage_id) for passage_id in dict.fromkeys((*known, *plan.again))]
        if plan.each:
            steps = max(1, len({made.step for made in gathered.calls}))
            found, again = in_places(found, again, places=plan.each * steps, steps=steps)
        whole = [*found, *again]
        kept, cut = within_budget(whole, plan.chars, " and ".join(dict.fromkeys(made.tool for made in gathered.calls)))
        if swept is not None:
            lost = {hit.passage.version_id for hit in whole} - {hit.passage.version_id for hit in kept}
            gathered = gathered.model_copy(update={"searched": (*gathered.searched, gone_through(swept, lost))})
        found_now = tuple(
            Found(
                passage_id=hit.passage.passage_id,
                version_id=hit.passage.version_id,
                score=hit.score,
                pass_number=pass_number,
            )
            for hit in kept
        )
        unsearched = tuple(
            Disclosure(kind="unsearched", subject=source.source, reason=source.reason)
            for source in gathered.searched
            if source.verdict == "unavailable"
        )
        if row_passages:
            gathered = gathered.model_copy(update={"calls": (*gathered.calls, call_for(plan.rows, pass_number))})
        return Retrieved(
            gathered=gathered,
            found=found_now,
            again=frozenset(hit.passage.passage_id for hit in again),
            disclosures=(*gathered.disclosures, *repeated, *disclosures, *cut, *unsearched),
        )

    def apply(state: RunState, output: Retrieved) -> Update:
        known = read_before(engine, state, pass_number)
        quoted = {unit.passage_id for unit in state["evidence"]}
        new = tuple(
            passage
            for passage in output.found
            if passage.passage_id not in known
            or (passage.passage_id in output.again and passage.passage_id not in quoted)
        )
        searched = output.gathered.searched
        changes: RunState = {
            "passages": (*state["passages"], *new),
            "run_texts": with_texts(state, output.gathered.texts)["run_texts"],
            "tool_history": (*state["tool_history"], *output.gathered.calls),
            "sources_searched": (*state["sources_searched"], *searched),
            "disclosures": (*state["disclosures"], *output.disclosures),
        }
        if any(source.verdict == "unavailable" for source in searched):
            changes["risk_signals"] = signalled(state, "source_unavailable")
        return Update(changes, "; ".join(f"{source.source}: {source.verdict}, {source.reason}" for source in searched))

    def on_fault(state: RunState, error: Exception) -> Update:
        reason = f"{type(error).__name__}: {error}"[:300]
        failed = tuple(
            SourceSearched(source=source.name, verdict="unavailable", reason=reason) for source in engine.sources
        )
        return Update(
            {
                "sources_searched": (*state["sources_searched"], *failed),
                "risk_signals": signalled(state, "source_unavailable"),
            },
            "nothing could be searched",
        )

    return NodeStep(name=name, state="EVIDENCE_RETRIEVAL", prepare=prepare, call=call, apply=apply, on_fault=on_fault)


def _wide(intent: Intent) -> bool:
    """Return whether the run reads all passages it finds, rather than the best of each step."""
    return intent.exhaustive or intent.breadth == "broad"


def sought(state: RunState, analysis: Plan, bridges: Sequence[Bridge]) -> tuple[Sought, ...]:
    """Return the facts that are not yet covered. Each has the names by which a passage is about it: those of its
    bridges, or of its candidates."""
    covered = (
        {fact.fact_id for fact in state["coverage"].facts if fact.status == "covered"} if state["coverage"] else set()
    )
    return tuple(
        _sought(fact, state, [bridge for bridge in bridges if bridge.link.fact_id == fact.fact_id])
        for fact in analysis.required_facts
        if fact.fact_id not in covered
    )


def _sought(fact: PlanStep, state: RunState, bridges: Sequence[Bridge]) -> Sought:
    own = [candidate for candidate in state["candidates"] if candidate.subject == fact.subject] or list(
        state["candidates"]
    )
    names = tuple(bridge.name for bridge in bridges) or tuple(
        name for candidate in own for name in candidate.identifiers
    )
    return Sought(
        fact=beyond(fact, first_over(fact, bridges)),
        names=tuple(dict.fromkeys(names)),
        declared=frozenset() if bridges else frozenset(version for candidate in own for version in candidate.versions),
        of_any=not bridges and any(candidate.parent_entity_binding.mechanism == "knowledge_base" for candidate in own),
    )


def documents_about(current: Mapping[VersionId, DocumentId], queries: Sequence[Query]) -> int:
    """Return how many of the current documents the queries may search."""
    if any(query.versions is None for query in queries):
        return len(set(current.values()))
    reached = frozenset().union(*(query.versions or frozenset() for query in queries))
    return len({current[version] for version in reached if version in current})


def _merged(gathered: Gathered, wanted: Wanted) -> list[Hit]:
    """Return the hits of the question's own wordings in their order. A hit of a wording with added words comes after
    all own hits that contain as many words of the question."""
    asked = [term for each in wanted.sought for term in (*each.fact.terms, *each.fact.constraints)]
    own = [hits for call, hits in zip(gathered.calls, gathered.hits, strict=True) if call.adds is None]
    added = [hits for call, hits in zip(gathered.calls, gathered.hits, strict=True) if call.adds is not None]
    return joined(
        interleaved(own),
        interleaved(added),
        lambda hit: roots_stated(asked, f"{hit.document.title} {hit.passage.text}"),
    )


def leading_hit(snapshot: Snapshot, passage_id: PassageId) -> Hit:
    passage = snapshot.passage(passage_id)
    return Hit(passage=passage, document=snapshot.document(passage.version_id), score=LEADING)


def call_for(rows: Sequence[NeededRow], pass_number: int) -> ToolCall:
    """Return the lookup of statement lines as a tool call that the critic sees, with the lines and their passages."""
    lines = dict.fromkeys(row.in_words() for row in rows)
    passages = tuple(dict.fromkeys(row.passage_id for row in rows))
    return ToolCall(
        pass_number=pass_number, tool=TableSource.name, query="; ".join(lines), breadth=len(passages), passages=passages
    )
