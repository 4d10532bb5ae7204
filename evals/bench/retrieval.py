"""Recall of gold passages by one search per question: `python -m pincite.evals.bench.retrieval SET.jsonl [--pooled]`.

Each question is searched as it is written, as a run without models does first. Without `--pooled`, the search covers
the documents of its row. Recall at k is the share of gold passages among the first k places.

A gold passage contains a gold quote, is part of one, or is on a gold page. The passages of one place count as one. In a
row without evidence, all passages of its documents that state a gold answer count as one. Passages with the same text
share a place. `pincite eval SET --retrieval` also follows a run, but counts only the first right document or page.
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time

from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate
from ...stores.documents.passages import Passage
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.snapshot import Snapshot
from ..sets.question_rows import Gold, Row, read_rows
from ..sets.question_set import folded, ingested

PLACES = (1, 3, 12)
FETCHED = 30
"""The number of passages fetched for a question: as many as a run fetches for one query of a simple question (SPEC
RET-8)."""


class Asked(Frozen):
    """A question, with its gold passages."""

    row: Row
    gold: tuple[frozenset[str], ...]
    """The texts of the passages at each gold place."""
    documents: frozenset[str]
    """Paths of the documents of the row."""


class Recall(Frozen):
    questions: int
    unplaced: int
    """The number of gold places that are in no passage, and so cannot be found."""
    at: Mapping[int, Rate]
    """The share of gold places among the first passages, by their number."""
    search_ms: float
    """The CPU time of a search, in milliseconds."""


def read_asked(snapshot: Snapshot, rows: Sequence[Row], names: Mapping[tuple[str, str], str]) -> tuple[Asked, ...]:
    """Return the answerable rows with their gold passages. `names`: the path of each document of each row."""
    passages = {document.path: snapshot.passages(document.version_id) for document in snapshot.documents()}
    asked = []
    for row in rows:
        if not row.answerable:
            continue
        own = {document.id: passages.get(names[row.id, document.id], ()) for document in row.docs}
        if row.evidence:
            gold = [_texts_of(place, own.get(place.doc, ())) for place in row.evidence]
        else:
            gold = [_stating(row.answer, [passage for several in own.values() for passage in several])]
        paths = frozenset(names[row.id, document.id] for document in row.docs)
        asked.append(Asked(row=row, gold=tuple(dict.fromkeys(gold)), documents=paths))
    return tuple(asked)


def _texts_of(gold: Gold, passages: Sequence[Passage]) -> frozenset[str]:
    if gold.page is not None:
        return frozenset(passage.text for passage in passages if passage.place.page == gold.page)
    quote = folded(gold.quote or "")
    return frozenset(
        passage.text for passage in passages if quote in folded(passage.text) or folded(passage.text) in quote
    )


def _stating(answers: Sequence[str], passages: Sequence[Passage]) -> frozenset[str]:
    wanted = [folded(answer) for answer in answers]
    return frozenset(passage.text for passage in passages if any(answer in folded(passage.text) for answer in wanted))


def ranks_of(snapshot: Snapshot, asked: Asked, *, pooled: bool) -> tuple[int | None, ...]:
    """Return the rank of each gold place, from 1, or None if it is not found."""
    versions = None
    if not pooled:
        documents = [document for document in snapshot.documents() if document.path in asked.documents]
        versions = frozenset(document.version_id for document in documents)
    hits = snapshot.search(asked.row.question, limit=FETCHED, versions=versions)
    texts = dict.fromkeys(hit.passage.text for hit in hits)
    return tuple(next((rank for rank, text in enumerate(texts, 1) if text in gold), None) for gold in asked.gold)


def measure(snapshot: Snapshot, several: Sequence[Asked], *, pooled: bool) -> Recall:
    began = process_time()
    ranks = [rank for asked in several for rank in ranks_of(snapshot, asked, pooled=pooled)]
    taken = process_time() - began
    return Recall(
        questions=len(several),
        unplaced=sum(not gold for asked in several for gold in asked.gold),
        at={places: rate(sum(rank is not None and rank <= places for rank in ranks), len(ranks)) for places in PLACES},
        search_ms=round(1000 * taken / max(len(several), 1), 1),
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.retrieval", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("set", type=Path, metavar="SET.jsonl", help="a question set (docs/evaluation.md)")
    parser.add_argument("--pooled", action="store_true", help="search the documents of all rows")
    parser.add_argument("--first", type=int, metavar="N", help="search only the first N answerable questions")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    given = parser.parse_args(argv)
    rows = read_rows(given.set)
    with tempfile.TemporaryDirectory() as where, KnowledgeBase.open(where) as kb:
        names = ingested(kb, rows, given.set.parent)
        snapshot = kb.snapshot()
        found = measure(snapshot, read_asked(snapshot, rows, names)[: given.first], pooled=given.pooled)
    print(found.model_dump_json(indent=2) if given.json else table(found))
    return 0


def table(found: Recall) -> str:
    """Return the figures as text for a terminal."""
    lines = [
        f"questions                 {found.questions}",
        f"gold places               {found.at[PLACES[0]].total}, of which {found.unplaced} in no passage",
        *(f"recall among the first {places:>2} {share}" for places, share in found.at.items()),
        f"a search, CPU ms          {found.search_ms}",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
