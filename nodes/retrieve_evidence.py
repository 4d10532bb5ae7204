"""EVIDENCE_RETRIEVAL: fetch passages about the candidate subjects, and about nothing else. It judges nothing (SPEC RET-13)."""

from collections.abc import Sequence

from ..evidence.frozen import Day, Frozen
from ..evidence.report import Disclosure, SourceSearched, ToolCall
from ..evidence.spans import PassageId
from ..evidence.subjects import Analysis
from ..evidence.topic_words import other_words
from ..stores.snapshot import Hit, Snapshot
from .engine import Engine
from .follow_up_queries import follow_up_queries
from .queries import Query, with_identifier
from .reach import chosen_versions, versions_about
from .state import Found, RunState, signalled
from .step import NodeStep, Update

TOOL = "rag_retrieve"
BREADTH = {"simple": 30, "synthesis": 50, "broad": 100}
"""Passages per query (SPEC RET-8)."""


class Plan(Frozen):
    queries: tuple[Query, ...]
    breadth: int
    generation: int
    as_of: Day
    chars: int
    """Of passages that may re-enter the context (SPEC CRI-9)."""


class Retrieved(Frozen):
    calls: tuple[ToolCall, ...]
    found: tuple[Found, ...]
    disclosures: tuple[Disclosure, ...]


def retrieve_evidence(engine: Engine, pass_number: int, name: str) -> NodeStep[Plan, Retrieved]:
    def prepare(state: RunState) -> Plan:
        snapshot, analysis = engine.snapshot(state), state["analysis"]
        assert analysis is not None
        queries = follow_up_queries(snapshot, state) if pass_number else first_queries(snapshot, state, analysis)
        breadth = 100 if analysis.intent.exhaustive else BREADTH[analysis.intent.breadth]
        chars = engine.settings_of(state).budgets.tool_output_chars
        run = state["run"]
        return Plan(queries=queries, breadth=breadth, generation=run.generation, as_of=run.as_of, chars=chars)

    def call(plan: Plan) -> Retrieved:
        snapshot = engine.kb.snapshot(plan.generation, as_of=plan.as_of)
        hits, calls = [], []
        for query in plan.queries:
            found = snapshot.search(query.words, limit=plan.breadth, versions=query.versions)
            hits.append(found)
            calls.append(
                ToolCall(
                    pass_number=pass_number,
                    tool=TOOL,
                    query=query.words,
                    breadth=plan.breadth,
                    passages=tuple(hit.passage.passage_id for hit in found),
                )
            )
        kept, disclosures = collapse_copies(interleaved(hits))
        kept, cut = within_budget(kept, plan.chars)
        found_now = tuple(
            Found(
                passage_id=hit.passage.passage_id,
                version_id=hit.passage.version_id,
                score=hit.score,
                pass_number=pass_number,
            )
            for hit in kept
        )
        return Retrieved(calls=tuple(calls), found=found_now, disclosures=(*disclosures, *cut))

    def apply(state: RunState, output: Retrieved) -> Update:
        known = {one.passage_id for one in state["passages"]}
        new = tuple(one for one in output.found if one.passage_id not in known)
        verdict = SourceSearched(
            source=TOOL,
            verdict="sufficient" if new else "insufficient",
            reason=f"{len(new)} new passages for {len(output.calls)} queries",
        )
        return Update(
            {
                "passages": (*state["passages"], *new),
                "tool_history": (*state["tool_history"], *output.calls),
                "sources_searched": (*state["sources_searched"], verdict),
                "disclosures": (*state["disclosures"], *output.disclosures),
            },
            verdict.reason,
        )

    def on_fault(state: RunState, error: Exception) -> Update:
        verdict = SourceSearched(source=TOOL, verdict="unavailable", reason=f"{type(error).__name__}: {error}"[:300])
        return Update(
            {
                "sources_searched": (*state["sources_searched"], verdict),
                "risk_signals": signalled(state, "source_unavailable"),
            },
            "the source could not be searched",
        )

    return NodeStep(name=name, state="EVIDENCE_RETRIEVAL", prepare=prepare, call=call, apply=apply, on_fault=on_fault)


def first_queries(snapshot: Snapshot, state: RunState, analysis: Analysis) -> tuple[Query, ...]:
    """For each candidate: its name with what each of its facts asks, and with the question itself."""
    chosen = chosen_versions(snapshot, state)
    queries: dict[Query, None] = {}
    for candidate in state["candidates"]:
        versions = versions_about(snapshot, candidate, chosen)
        facts = [fact for fact in analysis.required_facts if fact.subject == candidate.subject]
        for fact in facts or list(analysis.required_facts):
            words = " ".join((candidate.name, *fact.terms, *fact.constraints, *other_words(" ".join(fact.terms))))
            queries[Query(words=words, identifiers=candidate.identifiers, versions=versions)] = None
        for text in (analysis.resolved_question, *analysis.queries):
            queries[
                Query(words=with_identifier(text, candidate), identifiers=candidate.identifiers, versions=versions)
            ] = None
    return tuple(queries)


def interleaved(results: Sequence[Sequence[Hit]]) -> list[Hit]:
    """The hits of several queries, best ranks first, each passage once."""
    merged: dict[PassageId, Hit] = {}
    for rank in range(max((len(hits) for hits in results), default=0)):
        for hits in results:
            if rank < len(hits):
                merged.setdefault(hits[rank].passage.passage_id, hits[rank])
    return list(merged.values())


def collapse_copies(hits: Sequence[Hit]) -> tuple[list[Hit], tuple[Disclosure, ...]]:
    """Keep one of passages that say the same words (SPEC RET-9): the current, primary one. Altered copies are no copies."""
    kept: dict[str, Hit] = {}
    copies: dict[str, list[str]] = {}
    for hit in hits:
        key = " ".join(hit.passage.text.casefold().split())
        standing = kept.get(key)
        if standing is None:
            kept[key] = hit
            continue
        better = hit if _standing(hit) > _standing(standing) else standing
        worse = standing if better is hit else hit
        kept[key] = better
        copies.setdefault(key, []).append(worse.document.title)
    ledger = tuple(
        Disclosure(
            kind="dropped",
            subject=", ".join(dict.fromkeys(titles)),
            reason=f"repeats {kept[key].document.title} word for word",
        )
        for key, titles in copies.items()
        if any(title != kept[key].document.title for title in titles)
    )
    return list(kept.values()), ledger


def _standing(hit: Hit) -> tuple[bool, bool]:
    return hit.document.is_current, hit.document.kind == "primary"


def within_budget(hits: Sequence[Hit], characters: int) -> tuple[list[Hit], tuple[Disclosure, ...]]:
    """The first hits whose texts fit into the budget, and what was left out (SPEC RET-11)."""
    used = 0
    for index, hit in enumerate(hits):
        used += len(hit.passage.text)
        if used > characters:
            left_out = len(hits) - index
            reason = f"shown {index} of {len(hits)} passages, omitted {left_out}: the output cap is {characters:,} characters"
            return list(hits[:index]), (Disclosure(kind="truncated", subject=TOOL, reason=reason),)
    return list(hits), ()
