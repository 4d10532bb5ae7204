"""Measures where retrieval loses the right place: its rank over all documents, over the subject's documents, and in a
run.

`pincite eval PATH --retrieval`. A gold page is a right place, and so is a passage of a gold document without a page.
"""

from collections.abc import Mapping, Sequence

from ...errors import SettingsError
from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate
from ...graph.build import build_graph
from ...nodes.retrieval.readable_versions import versions_about
from ...nodes.runtime.state import read_state
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.snapshot import Hit
from .question_rows import Row

RANKS = (1, 5, 10, 30)
WIDTH = 30
"""The number of passages of each list that count: as many as a run fetches for one query of a simple question (SPEC
RET-8)."""
STAGES = {
    "words": "the question in all documents, by words alone (BM25)",
    "fused": "the same, fused with the ranks of vectors",
    "subject": "the question in the documents of the subject",
    "read": "the passages that a run reads, in order",
    "cited": "the citations of its report",
}


class Ranks(Frozen):
    """The rank of the first right place in each list, from 1, or None if it is not among the first `WIDTH`."""

    id: str
    question: str
    ranks: Mapping[str, int | None]


class RetrievalReport(Frozen):
    questions: int
    recall: Mapping[str, Mapping[str, Rate]]
    """The share of questions with a right place up to each rank, by stage."""
    asked: tuple[Ranks, ...]


def rank_all(rows: Sequence[Row], kb: KnowledgeBase, names: Mapping[tuple[str, str], str]) -> RetrievalReport:
    """Return the ranks of every row with gold evidence. `names`: the paths of the documents of each row in the
    knowledge base."""
    known = [row for row in rows if row.answerable and row.evidence]
    if not known:
        raise SettingsError("no answerable row of the set has the field `evidence`; add the gold evidence to the rows")
    graph = build_graph(kb)
    asked = []
    for row in known:
        state = read_state(list(graph.stream({"question": row.question}, stream_mode="values"))[-1])
        snapshot = kb.snapshot()
        bare = snapshot.search(row.question, limit=WIDTH)
        allowed = [versions_about(snapshot, candidate, None) for candidate in state["candidates"]]
        versions = None if None in allowed else frozenset().union(*(chosen for chosen in allowed if chosen is not None))
        by_words = sorted((hit for hit in bare if hit.lexical_rank), key=lambda hit: hit.lexical_rank or 0)
        report = state["report"]
        read = [snapshot.passage(passage.passage_id) for passage in state["passages"]]
        places = {
            "words": [_place(hit) for hit in by_words],
            "fused": [_place(hit) for hit in bare],
            "subject": [_place(hit) for hit in snapshot.search(row.question, limit=WIDTH, versions=versions)]
            if allowed
            else [],
            "read": [(snapshot.document(passage.version_id).path, passage.place.page) for passage in read[:WIDTH]],
            "cited": [(citation.document, citation.page) for citation in report.citations] if report else [],
        }
        right = {(names.get((row.id, gold.doc)), gold.page) for gold in row.evidence}
        ranks = {stage: _first(right, places[stage]) for stage in STAGES}
        asked.append(Ranks(id=row.id, question=row.question, ranks=ranks))
    recall = {
        stage: {
            f"@{rank}": rate(sum((question.ranks[stage] or WIDTH + 1) <= rank for question in asked), len(asked))
            for rank in RANKS
        }
        for stage in STAGES
    }
    return RetrievalReport(questions=len(asked), recall=recall, asked=tuple(asked))


def _place(hit: Hit) -> tuple[str, int | None]:
    return hit.document.path, hit.passage.place.page


def _first(right: set[tuple[str | None, int | None]], places: Sequence[tuple[str, int | None]]) -> int | None:
    return next(
        (rank for rank, (path, page) in enumerate(places, 1) if (path, page) in right or (path, None) in right), None
    )


def table(report: RetrievalReport) -> str:
    """Return the report for a terminal."""
    heads = " ".join(f"{f'@{rank}':>28}" for rank in RANKS)
    lines = [
        f"questions {report.questions}; the right page (or document, if the set names no page) is found",
        f"{'':<58}{heads}",
    ]
    for stage, label in STAGES.items():
        lines.append(f"{label:<58}" + " ".join(f"{report.recall[stage][f'@{rank}']!s:>28}" for rank in RANKS))
    return "\n".join(lines)
