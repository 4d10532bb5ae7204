"""Whether a follow-up brings what one retrieval misses: `python -m pincite.evals.sets.bench_follow_up PATH` (SPEC CRI-6, RET-7).

The documents of all rows are pooled into one knowledge base, and every question is asked of the graph itself, with an extractor that
reads so many passages and no more. What is scored is what that extractor was given, in the order of the run: the share of questions of
which all gold evidence was among `width` passages

- of one plain search for the question (no graph),
- of the graph without a follow-up, and
- of the graph with one follow-up, the width divided between its two passes;

the difference of the last two over the same questions, with a paired bootstrap; and how often a follow-up that was made brought gold
evidence that the first retrieval had not shown. Questions that end at the gate count as missed.
"""

import argparse
import logging
import random
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...errors import SettingsError
from ...evidence.model.evidence import Proposal
from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate
from ...evidence.model.spans import PassageId
from ...graph.build import build_graph
from ...roles.contracts.extractor import ExtractorInput, PassageToRead
from ...roles.extractive.extractive_roles import extractive_roles
from ...settings import Settings
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.snapshot import Snapshot
from .question_rows import Row, read_rows
from .question_set import folded, ingested

WIDTH = 10
ROUNDS, SEED = 10_000, 7


class Shown(Frozen):
    """What became of one question. Passages in the order they were read; `gold`: for each piece of gold evidence the passages with it."""

    id: str
    question: str
    gold: tuple[tuple[PassageId, ...], ...]
    plain: tuple[PassageId, ...]
    once: tuple[PassageId, ...]
    first: tuple[PassageId, ...]
    second: tuple[PassageId, ...]
    followed: bool

    def whole(self, passages: Sequence[PassageId]) -> bool:
        """Whether all gold evidence stands in these passages."""
        return all(set(places) & set(passages) for places in self.gold)

    def found_more(self) -> bool:
        """Whether the follow-up brought gold evidence not seen before."""
        return any(set(places) & set(self.second) and not set(places) & set(self.first) for places in self.gold)


class FollowUpReport(Frozen):
    questions: int
    width: int
    plain: Rate
    once: Rate
    first: Rate
    twice: Rate
    gain: float
    gain_low: float
    gain_high: float
    """Of `twice` over `once`, with the bounds of 95% of the bootstrap rounds."""
    followed: Rate
    hits: Rate
    """Of the follow-ups made."""
    shown: tuple[Shown, ...]


class NarrowReader:
    """The extractor by rule, reading the first `width` passages of each pass; `given` keeps what it was given, pass by pass."""

    def __init__(self, width: int) -> None:
        self._extract = extractive_roles().extractor
        self._width = width
        self.name = self._extract.name
        self.given: list[tuple[PassageId, ...]] = []

    def reads(self, passages: Sequence[PassageToRead]) -> tuple[PassageToRead, ...]:
        return tuple(passages[: self._width])

    def __call__(self, given: ExtractorInput) -> tuple[Proposal, ...]:
        self.given.append(tuple(passage.passage_id for passage in given.passages))
        return self._extract(given)


def measure(rows: Sequence[Row], folder: Path, *, width: int = WIDTH) -> FollowUpReport:
    """Ask each question with gold evidence three ways. `folder`: where PDF paths start."""
    asked = [row for row in rows if row.evidence]
    if not asked:
        raise SettingsError("no row of the set names its evidence")
    with tempfile.TemporaryDirectory() as where, KnowledgeBase.open(where) as kb:
        names = ingested(kb, rows, folder)
        once, twice = _Asking(kb, 0, width), _Asking(kb, 1, width // 2)
        snapshot = kb.snapshot()
        shown = []
        for row in asked:
            plain = tuple(hit.passage.passage_id for hit in snapshot.search(row.question, limit=width))
            alone, both = once.read(row.question), twice.read(row.question)
            shown.append(
                Shown(
                    id=row.id,
                    question=row.question,
                    gold=gold_passages(snapshot, row, names),
                    plain=plain,
                    once=alone[0] if alone else (),
                    first=both[0] if both else (),
                    second=both[1] if len(both) > 1 else (),
                    followed=len(both) > 1,
                )
            )
    return summed(shown, width)


class _Asking:
    """A graph with so many follow-ups, whose extractor reads so many passages a pass."""

    def __init__(self, kb: KnowledgeBase, follow_ups: int, width: int) -> None:
        self._reader = NarrowReader(width)
        roles = replace(extractive_roles(), extractor=self._reader)
        self._graph = build_graph(kb, Settings().with_changes(follow_ups=follow_ups), roles=roles)

    def read(self, question: str) -> list[tuple[PassageId, ...]]:
        """The passages that were read for it, pass by pass."""
        self._reader.given.clear()
        self._graph.invoke({"question": question})
        return list(self._reader.given)


def gold_passages(
    snapshot: Snapshot, row: Row, names: Mapping[tuple[str, str], str]
) -> tuple[tuple[PassageId, ...], ...]:
    """For each piece of gold evidence of a row, the passages that hold its quote or stand on its page."""
    versions = {document.path: document.version_id for document in snapshot.documents()}
    found = []
    for gold in row.evidence:
        path = names.get((row.id, gold.doc))
        passages = snapshot.passages(versions[path]) if path in versions else ()
        if gold.quote:
            wanted = folded(gold.quote)
            places = [
                passage for passage in passages if wanted in folded(passage.text) or folded(passage.text) in wanted
            ]
        else:
            places = [passage for passage in passages if passage.place.page == gold.page]
        found.append(tuple(place.passage_id for place in places or passages))
    return tuple(dict.fromkeys(found))


def summed(shown: Sequence[Shown], width: int) -> FollowUpReport:
    """The rates, and the bounds of the gain."""
    once = [one.whole(one.once) for one in shown]
    twice = [one.whole((*one.first, *one.second)) for one in shown]
    followed = [one for one in shown if one.followed]
    low, high = bootstrap([int(b) - int(a) for a, b in zip(once, twice, strict=True)])
    return FollowUpReport(
        questions=len(shown),
        width=width,
        plain=rate(sum(one.whole(one.plain) for one in shown), len(shown)),
        once=rate(sum(once), len(shown)),
        first=rate(sum(one.whole(one.first) for one in shown), len(shown)),
        twice=rate(sum(twice), len(shown)),
        gain=(sum(twice) - sum(once)) / len(shown),
        gain_low=low,
        gain_high=high,
        followed=rate(len(followed), len(shown)),
        hits=rate(sum(one.found_more() for one in followed), len(followed)),
        shown=tuple(shown),
    )


def bootstrap(differences: Sequence[int]) -> tuple[float, float]:
    """The bounds that 95% of the means of resampled differences lie in."""
    draw = random.Random(SEED)
    means = sorted(sum(draw.choices(differences, k=len(differences))) for _ in range(ROUNDS))
    return means[int(0.025 * ROUNDS)] / len(differences), means[int(0.975 * ROUNDS)] / len(differences)


def table(report: FollowUpReport) -> str:
    half = report.width // 2
    return "\n".join(
        (
            f"questions with gold evidence          {report.questions}",
            f"all of it in {report.width} passages:",
            f"  one plain search                    {report.plain}",
            f"  the graph, no follow-up             {report.once}",
            f"  the graph, {half} and a follow-up of {half}   {report.twice}",
            f"  (its first {half} alone               {report.first})",
            f"gain of the follow-up                 {100 * report.gain:+.1f} points "
            f"[{100 * report.gain_low:+.1f} to {100 * report.gain_high:+.1f}]",
            f"follow-ups made                       {report.followed}",
            f"  that brought gold not seen before   {report.hits}",
        )
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="pincite.evals.sets.bench_follow_up", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("path", type=Path, metavar="PATH", help="a question set in JSON lines that names its evidence")
    parser.add_argument("--width", type=int, default=WIDTH, metavar="N", help=f"passages read (default: {WIDTH})")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    given = parser.parse_args(arguments)
    rows = read_rows(given.path)
    print(f"asking {len(rows)} questions…", file=sys.stderr)
    logging.getLogger("pincite").setLevel(logging.ERROR)  # refusals are no news here
    report = measure(rows, given.path.parent, width=given.width)
    print(report.model_dump_json(indent=2) if given.json else table(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
