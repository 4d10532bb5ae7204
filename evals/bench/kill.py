"""Tests whether an ingest that is killed at any moment loses or duplicates anything: `python -m pincite.evals.bench.kill
[--served] [--moments 50]` (SPEC REL-2).

A knowledge base contains some letters. An ingest of more letters, some of them changed, is killed by `kill -9` at
random moments: at any time, and inside the critical steps. These are a write, its commit, the increment of the
generation, the insertion of vectors into the index, and the record of the index state.

With `--served`, some workers are killed while another continues. In some trials the database ends all connections
instead. Concurrent readers must see whole documents, each in its old or its new state, and a snapshot that was taken
before must not change. After a repeated ingest, the documents, the passages, the vectors in catalogue and index, and
the full text must equal those of an undisturbed ingest.
"""

import argparse
import json
import logging
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from ...stores.kb import dense
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.opening import Stores, open_stores
from ...stores.kb.snapshot import Snapshot
from ..harness.kb_contents import contents, differences, readable
from ..harness.killed_ingest import Ended, Forker, Job, Moment, Where, forker, moments
from ..harness.load_cases import SEED
from ..harness.served_pair import Pair, served_pair

LETTERS, BEFORE, CHANGED = 16, 5, 2
"""The number of letters in the ingest, in the knowledge base before it, and of those that the ingest changes."""
BESIDE: frozenset[Where] = frozenset({"file", "statement", "commit", "committed", "generation"})
"""The steps that every worker performs. The remaining steps fill the vector index, which only one worker does at a
time."""


class Trial(NamedTuple):
    """One ingest that was killed, and the result of its check. `wrong`: the faults that the check found."""

    moment: Moment
    beside_another: bool
    status: int
    wrong: tuple[str, ...]


def main(argv: Sequence[str] | None = None) -> int:
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.kill", description=description, epilog=more)
    parser.add_argument("--served", action="store_true", help="use PostgreSQL and Chroma servers, started for this")
    parser.add_argument("--moments", type=int, default=50, metavar="N", help="the number of kills (default: 50)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"random seed of the moments (default: {SEED})")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    given = parser.parse_args(argv)
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs each request to the vector server
    dense.EXACT_AT_MOST, dense.UNINDEXED_AT_MOST = Job("", "", "").compared, 0
    with ExitStack() as stack:
        pair = stack.enter_context(served_pair()) if given.served else None
        trials = list(measure(given.moments, given.seed, pair, progress=_tell))
    print(json.dumps([trial._asdict() for trial in trials]) if given.json else table(trials))
    return 1 if any(trial.wrong for trial in trials) else 0


def measure(
    number: int, seed: int, pair: Pair | None, *, progress: Callable[[Trial], None] = lambda _: None
) -> Iterator[Trial]:
    """Yield one trial for each moment, in a folder or on the servers of `pair`. Reads here must use the index as the
    ingests do (`Job.compared`)."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pincite-kill-")))
        first, second = stack.enter_context(forker()), stack.enter_context(forker()) if pair else None
        ground = Ground(folder, pair, first, second)
        for moment in moments(number, ground.undisturbed, seed, served=pair is not None):
            trial = ground.tried(moment)
            progress(trial)
            yield trial


class Ground:
    """The input of the trials: the letters, and the result of an undisturbed ingest. `second`: whether some trials have
    a second worker."""

    def __init__(self, folder: Path, pair: Pair | None, first: Forker, second: Forker | None) -> None:
        self._folder, self._pair, self._first, self._second = folder, pair, first, second
        self._docs = folder / "letters"
        self._tried = 0
        self._name = uuid4()
        with self.before() as (job, _, kb, stores):
            self._earlier = readable(kb.snapshot())
            self.undisturbed: Ended = first.run(job)
            assert self.undisturbed.status == 0, "an undisturbed ingest must succeed"
            self._wanted = contents(kb, stores)

    def tried(self, moment: Moment) -> Trial:
        """Kill an ingest at that moment, check the knowledge base, ingest again, and return the trial."""
        beside = self._second is not None and moment.where in BESIDE and self._tried % 2 == 0
        while True:
            trial = self._tried_at(moment, beside=beside)
            if trial.status or trial.wrong or moment.where == "line" or moment.time == 1:
                return trial
            moment = moment._replace(time=moment.time // 2, delay=0.0)  # the ingest ended before that moment

    def _tried_at(self, moment: Moment, *, beside: bool) -> Trial:
        with self.before() as (job, pinned, kb, stores):
            other = self._second if beside else None
            if other:
                other.begin(job)
            status = self._first.run(job._replace(moment=moment)).status
            wrong = [f"after the kill: {fault}" for fault in self._seen(pinned, kb.snapshot())]
            if other:
                other.ended()
            if (again := self._first.run(job).status) != 0:
                wrong.append(f"the same ingest again ended with {again}")
            wrong += [f"after the repeated ingest: {fault}" for fault in self.unlike(kb, stores)]
            wrong += [f"afterwards: {kb.health().detail}"] if not kb.health().ok else []
        return Trial(moment, beside, status, tuple(wrong))

    def unlike(self, kb: KnowledgeBase, stores: Stores) -> list[str]:
        """Return how the knowledge base differs from one after an undisturbed ingest."""
        return differences(contents(kb, stores), self._wanted)

    def _seen(self, pinned: Snapshot, newest: Snapshot) -> list[str]:
        """Return the faults that a concurrent reader sees, in words."""
        faults = [
            f"the generation pinned before: {difference}" for difference in differences(readable(pinned), self._earlier)
        ]
        now = readable(newest)
        for part, own in now.items():
            before, after = self._earlier[part], self._wanted[part]
            faults += [
                f"{part} of {version} are incomplete"
                for version, state in own.items()
                if state not in (before.get(version), after.get(version))
            ]
        paths = Counter(document["path"] for document in now["documents"].values() if document["is_current"])
        faults += [f"{path} occurs {count} times" for path, count in paths.items() if count > 1]
        lost = {document["path"] for document in self._earlier["documents"].values()} - paths.keys()
        faults += [f"{path} is gone" for path in sorted(lost)]
        hits = newest.search("late letters about the fee of a matter", limit=20)
        if not hits or any(hit.passage.version_id not in now["documents"] for hit in hits):
            faults.append("a search finds nothing, or finds a document that does not exist")
        return faults

    @contextmanager
    def before(self) -> Iterator[tuple[Job, Snapshot, KnowledgeBase, Stores]]:
        """Yield the ingest of a trial, and the knowledge base before it, open for reading with a fixed generation that
        was read."""
        self._tried += 1
        if self._pair:
            place, tenant = self._pair.address, f"trial {self._name} {self._tried}"
        else:
            place, tenant = str(self._folder / f"kb-{self._tried}"), "trial"
        job = Job(place, tenant, str(self._docs))
        _write(self._docs, before=True)
        if self._pair or self._tried == 1:
            assert self._first.run(job).status == 0
        else:
            shutil.copytree(self._folder / "kb-0", place)
        if not self._pair and self._tried == 1:
            shutil.copytree(place, self._folder / "kb-0")
        _write(self._docs, before=False)
        stores = open_stores(place, tenant, None)
        with KnowledgeBase(tenant, stores) as kb:
            pinned = kb.snapshot()
            readable(pinned)
            yield job, pinned, kb, stores
        if self._pair is None:
            shutil.rmtree(place)


def _write(docs: Path, *, before: bool) -> None:
    shutil.rmtree(docs, ignore_errors=True)
    docs.mkdir()
    for n in range(BEFORE if before else LETTERS):
        changed = "" if before or n >= CHANGED else " again"
        lines = (f"Letter {n}, point {k}: the fee for matter {n * k} is late{changed}." for k in range(12 + n))
        (docs / f"letter-{n:02}.txt").write_text("\n\n".join(lines), encoding="utf-8")


def table(trials: Sequence[Trial]) -> str:
    lines = [f"{'moment':<16}{'trials':>8}{'killed':>8}{'as undisturbed':>16}"]
    rows: dict[str, list[Trial]] = {}
    for trial in trials:
        for name in (trial.moment.where, *(["beside another"] if trial.beside_another else [])):
            rows.setdefault(name, []).append(trial)
    rows["all"] = list(trials)
    for name, own in rows.items():
        killed, well = sum(killing.status == -9 for killing in own), sum(not killing.wrong for killing in own)
        lines.append(f"{name:<16}{len(own):>8}{killed:>8}{well:>16}")
    return "\n".join([*lines, *(f"{trial.moment}: {'; '.join(trial.wrong[:4])}" for trial in trials if trial.wrong)])


def _tell(trial: Trial) -> None:
    print(
        f"{trial.moment}, status {trial.status}: {'; '.join(trial.wrong) or 'as an undisturbed ingest'}",
        file=sys.stderr,
    )


if __name__ == "__main__":
    sys.exit(main())
