"""Retrieves by step, for a plan that a model made: each step's searches, and the best passages of all its searches
(SPEC PLN-6, RET-7)."""

from collections.abc import Collection, Sequence

from ...evidence.model.spans import PassageId, VersionId
from ...evidence.model.subjects import CandidateSubject, FactId, PlanStep
from ...evidence.report.evidence_report import Disclosure
from ...stores.documents.passages import is_heading
from ...stores.kb.snapshot import Hit, Snapshot
from ..runtime.state import RunState
from .gather import Gathered
from .merging import later, not_read, repeats_apart
from .queries import Query
from .readable_versions import chosen_versions, versions_about

PASSAGES_OF_A_STEP = 12
"""The maximum number of passages of one step that a model reads."""
FOR_OTHERS = 4
"""The number of passages of a step that are reserved for documents without any among the best."""
OF_A_MENTION = 2
"""The maximum number of passages of one search from documents that only mention the subject.

On questions of HotpotQA and MuSiQue over 1,366 pooled paragraphs (development), the first twelve contain 92.2% and
97.8% of the answering paragraphs, and without this limit 91.8% and 97.8%.
"""
COMPARED = 5 * PASSAGES_OF_A_STEP
"""The number of first passages of a step among which repeated texts are moved to the end."""
PLACES_FOR_AGAIN = 4
"""The number of a step's places for passages of a follow-up that are reserved for passages read again."""
READ_AGAIN = 3
"""The number of first hits of a follow-up query that the extractor gets a second time, unless an earlier pass quoted
them."""
SMOOTHING = 20
"""The constant of reciprocal rank fusion (Cormack et al. 2009). It is smaller than their 60, since these rankings are
short."""


def step_queries(snapshot: Snapshot, state: RunState, pass_number: int) -> tuple[Query, ...]:
    """Return the queries of a pass.

    The first pass searches for every step, also for a step that waits for a result, since a small knowledge base may
    find its passages at once. A follow-up uses the critic's queries unchanged (SPEC CRI-16).
    """
    analysis = state["analysis"]
    assert analysis is not None
    chosen = chosen_versions(snapshot, state)
    if pass_number:
        given = state["decisions"][-1].queries
        return tuple(
            dict.fromkeys(
                Query(words=query.words, identifiers=(), versions=chosen, step=query.fact_id) for query in given
            )
        )
    queries: dict[Query, None] = {}
    for step in analysis.required_facts:
        own = [candidate for candidate in state["candidates"] if candidate.subject == step.subject] or list(
            state["candidates"]
        )
        words = [
            step.query,
            step.in_words,
            " ".join((own[0].name, *step.terms, *step.constraints)) if own else "",
        ]
        if len(analysis.required_facts) == 1:
            words += analysis.queries
        names = own[0].identifiers if own else ()
        for versions, most in _reach(snapshot, step, own, chosen):
            for search in dict.fromkeys(" ".join(text.split()) for text in words if text.strip()):
                query = Query(words=search, identifiers=names, versions=versions, step=step.fact_id, most=most)
                queries.setdefault(query)
    return tuple(queries)


def _reach(
    snapshot: Snapshot,
    step: PlanStep,
    candidates: Sequence[CandidateSubject],
    chosen: frozenset[VersionId] | None,
) -> tuple[tuple[frozenset[VersionId] | None, int | None], ...]:
    """Return the sets of documents that a step searches, the most reliable first, each with its maximum number of
    passages; None for no maximum.

    The first set has the documents that declare the step's subject. The second has those that name it; they may
    contradict the first. If no document declares the subject, the second set gives few passages, since a document may
    name it in passing. The last set has all documents, since a condition may be in a text that does not name the
    subject.
    """
    declared = frozenset(version for candidate in candidates for version in candidate.versions)
    declared = declared if chosen is None else declared & chosen
    about: frozenset[VersionId] = frozenset()
    for candidate in candidates:
        versions = versions_about(snapshot, candidate, chosen)
        if versions is None:
            return ((chosen, None),)
        about |= versions
    if step.after or not about:
        return ((chosen, None),)
    if declared:
        return tuple((versions, None) for versions in dict.fromkeys((declared, about)))
    return (about, OF_A_MENTION), (chosen, None)


def still_open(state: RunState) -> tuple[PassageId, ...]:
    """Return the unquoted passages that the first pass ranked best for the open steps of a chain. Often only the result
    of an earlier step shows which passage states the next one."""
    quoted = {unit.passage_id for unit in state["evidence"]}
    missing = in_chains(state).intersection(state["decisions"][-1].missing_facts if state["decisions"] else ())
    calls = [call for call in state["tool_history"] if call.pass_number == 0 and call.step in missing]
    found = (passage for rank in range(READ_AGAIN) for call in calls for passage in call.passages[rank : rank + 1])
    return tuple(dict.fromkeys(passage_id for passage_id in found if passage_id not in quoted))[
        : PASSAGES_OF_A_STEP * len(missing)
    ]


def first_hits(gathered: Gathered, steps: Collection[FactId]) -> list[PassageId]:
    """Return the first hits of each search for one of the steps. If an earlier pass read one without quoting it, it is
    read again."""
    hits = (hits for call, hits in zip(gathered.calls, gathered.hits, strict=True) if call.step in steps)
    return [hit.passage.passage_id for own in hits for hit in own[:READ_AGAIN]]


def in_places(new: Sequence[Hit], again: Sequence[Hit], *, places: int, steps: int) -> tuple[list[Hit], list[Hit]]:
    """Return the new hits and those to read again that fit into the places of a pass. The new ones come first, and
    leave some places to the others."""
    places = max(0, places)
    kept = new[: places - min(len(again), PLACES_FOR_AGAIN * steps, places)]
    return list(kept), list(again[: places - len(kept)])


def in_chains(state: RunState) -> frozenset[FactId]:
    """Return the steps that need the result of another step, or whose result another step needs."""
    steps = state["analysis"].required_facts if state["analysis"] else ()
    return frozenset({step.fact_id for step in steps if step.after}.union(*(step.after for step in steps)))


def _of_several_documents(ranked: Sequence[Hit], each: int) -> list[Hit]:
    """Return the first hits, with the last places reserved for documents that have none yet (SPEC RET-9). So a document
    with much text does not hide another that contradicts it."""
    first = list(ranked[: each - FOR_OTHERS])
    held = {hit.passage.version_id for hit in first}
    others: dict[VersionId, Hit] = {}
    for hit in ranked[each - FOR_OTHERS :]:
        if hit.passage.version_id not in held:
            others.setdefault(hit.passage.version_id, hit)
    added = list(others.values())[:FOR_OTHERS]
    rest = [hit for hit in ranked[each - FOR_OTHERS :] if hit not in added]
    return [*first, *added, *rest][:each]


def best_of_each_step(gathered: Gathered, each: int, names: Sequence[str]) -> tuple[list[Hit], tuple[Disclosure, ...]]:
    """Return for each step the `each` passages that its queries together rank best, and disclosures of repeated texts
    that got no place. The steps take turns.

    Repeated texts get the places that other texts leave, since a near copy may be about something else.

    A query counts once for a passage, by its best search: in tables or passages, in the subject's documents or in all
    documents that name it. `names`: the names of the subjects.
    """
    hits_of: dict[PassageId, Hit] = {}
    by_step: dict[FactId | None, dict[PassageId, dict[str, float]]] = {}
    for call, hits in zip(gathered.calls, gathered.hits, strict=True):
        scores = by_step.setdefault(call.step, {})
        for rank, hit in enumerate(hit for hit in hits if not is_heading(hit.passage)):
            hits_of.setdefault(hit.passage.passage_id, hit)
            by_query = scores.setdefault(hit.passage.passage_id, {})
            by_query[call.query] = max(by_query.get(call.query, 0.0), 1 / (SMOOTHING + rank + later(hit)))
    lists = []
    left_out: dict[Disclosure, None] = {}
    for scores in by_step.values():
        ranked = sorted(scores, key=lambda passage_id: (-sum(scores[passage_id].values()), passage_id))
        own = [hits_of[passage_id] for passage_id in ranked]
        first, repeated = repeats_apart(own[:COMPARED], names)
        lists.append(_of_several_documents([*first, *(repeat.hit for repeat in repeated), *own[COMPARED:]], each))
        left_out |= dict.fromkeys(not_read(repeated, lists[-1]))
    merged: dict[PassageId, Hit] = {}
    for rank in range(max(map(len, lists), default=0)):
        for own in lists:
            if rank < len(own):
                merged.setdefault(own[rank].passage.passage_id, own[rank])
    return list(merged.values()), tuple(left_out)
