"""Measures ingest and questions at a given size: `python -m pincite.evals.bench.scale --pdfs DIR --kb KB --size 1000000`.

Fills the knowledge base KB, a folder or the address of served stores, with documents generated from real sentences of
those PDFs (`store`). Reports time, CPU time and memory of each block of passages, compares the last block with the
first, and measures searches and questions, each in a fresh process. Several workers each ingest a part of the
documents, like several `pincite ingest` on served stores. `--ask-only` leaves the knowledge base unchanged.
"""

import argparse
import json
import queue
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from . import ask as bench_ask
from . import store as bench_store
from .all import EXAMPLE_DOCUMENTS, asked_about
from .store import Measures, alone

PROGRESS_EVERY = 20
"""The number of documents between two progress reports of a worker, about 1,000 passages."""


class Progress(NamedTuple):
    """The work that a worker has done since its start, and whether it is finished."""

    worker: int
    passages: int
    processor: float
    megabytes: float
    done: bool


def main(argv: Sequence[str] | None = None) -> int:
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.scale", description=description, epilog=more)
    parser.add_argument("--pdfs", type=Path, required=True, metavar="DIR", help="a folder of PDF files")
    parser.add_argument("--kb", required=True, metavar="KB", help="a folder, or the address of served stores")
    parser.add_argument("--size", type=int, default=10_000, metavar="N", help="passages (default: 10000)")
    parser.add_argument(
        "--block", type=int, metavar="N", help="passages per reported block (default: a tenth of the size)"
    )
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="concurrent workers, for served stores (default: 1)"
    )
    parser.add_argument("--servers", default="", metavar="PID,PID", help="also measure the memory of these processes")
    parser.add_argument("--ask-only", action="store_true", help="the knowledge base is already filled: only ask")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    given = parser.parse_args(argv)
    if not any(given.pdfs.glob("*.pdf")):
        parser.error(f"--pdfs {given.pdfs}: there is no PDF file in this folder")
    servers = [int(pid) for pid in given.servers.split(",") if pid]
    with tempfile.TemporaryDirectory(prefix="pincite-bench-") as folder:
        alone(bench_store.ingest_pdfs, given.pdfs, folder)
        sentences = alone(bench_store.sentences_of, folder)
    blocks = []
    wanted = (
        ()
        if given.ask_only
        else ingested(given.kb, sentences, given.size, given.block or given.size // 10, given.workers, servers)
    )
    for block in wanted:
        blocks.append(block)
        print(table(block), file=sys.stderr, flush=True)
    found = (last_beside_first(blocks) if blocks else {}) | asked(given.kb, sentences, given.size)
    found |= {f"server {pid}: MB": megabytes_of(pid) for pid in servers}
    print(json.dumps({"blocks": blocks, "found": found}, indent=2) if given.json else "\n" + table(found))
    return 0


def ingested(
    kb: str, sentences: list[str], size: int, block: int, workers: int, servers: Sequence[int]
) -> Iterator[Measures]:
    """Yield the measures of each block of passages when it is full. Passages per second and CPU time are those of all
    workers together, without the servers."""
    context = get_context("spawn")
    progress = context.Queue()
    running = [
        context.Process(target=work, args=(kb, sentences, size // workers, number, workers, progress), daemon=True)
        for number in range(workers)
    ]
    for worker in running:
        worker.start()
    last: dict[int, Progress] = {}
    passages, processor, began = 0, 0.0, perf_counter()
    while True:
        try:
            latest = progress.get(timeout=1)
        except queue.Empty:
            if any(worker.exitcode for worker in running):
                raise RuntimeError("a worker failed; see the reason above") from None
            continue
        last[latest.worker] = latest
        done = len(last) == workers and all(progress.done for progress in last.values())
        now, worked = (
            sum(progress.passages for progress in last.values()),
            sum(progress.processor for progress in last.values()),
        )
        if not now:  # libraries are loaded and the example documents ingested: the timing starts here
            began = perf_counter()
        if now - passages >= block or (done and now > passages):
            seconds = perf_counter() - began
            yield {
                "passages": now,
                "seconds": seconds,
                "passages/s": (now - passages) / seconds,
                "passages per CPU second": (now - passages) / (worked - processor),
                "MB of a worker": max(progress.megabytes for progress in last.values()),
                "MB on disk": bench_store.megabytes_on_disk(kb),
                **{f"MB of server {pid}": megabytes_of(pid) for pid in servers},
            }
            passages, processor, began = now, worked, perf_counter()
        if done:
            break
    for worker in running:
        worker.join()


def work(kb: str, sentences: list[str], passages: int, number: int, workers: int, progress: "Queue[Progress]") -> None:
    """Ingest the example documents, then every `workers`-th generated document, up to that many passages."""
    from ...stores.kb.knowledge_base import KnowledgeBase

    with KnowledgeBase.open(kb) as opened:
        if number == 0:
            opened.ingest([EXAMPLE_DOCUMENTS])
        parts = islice(bench_store.parts(bench_store.made_documents(sentences), PROGRESS_EVERY), number, None, workers)
        began, taken = process_time(), 0
        progress.put(Progress(number, 0, 0.0, bench_store.resident("self"), done=False))
        while taken < passages:
            taken += opened.ingest_texts(next(parts)).passages
            worked = process_time() - began
            progress.put(Progress(number, taken, worked, bench_store.resident("self"), done=taken >= passages))


def last_beside_first(blocks: Sequence[Measures]) -> Measures:
    """Return how the last block compares with the first. 1 means an equal rate."""
    first, last = blocks[0], blocks[-1]
    return {
        f"last block relative to the first: {name}": last[name] / first[name]
        for name in ("passages/s", "passages per CPU second")
    }


def asked(kb: str, sentences: list[str], size: int) -> Measures:
    """Return the cost of searches and questions, each kind in a fresh process. They cover the whole knowledge base, a
    name, or one document."""
    found = {
        name.replace("answer", "search of a process"): value for name, value in bench_store.first_answer(kb).items()
    }
    found |= alone(bench_store.searches, sentences, kb)
    for kind, questions in asked_about(sentences, size).items():
        measured = alone(bench_ask.measure, kb, questions)
        found |= {f"ask, {kind}: {name}": value for name, value in measured.items()}
    return found


def megabytes_of(pid: int) -> float:
    """Return the memory of a process and its children in MB, with shared memory counted once; 0 for a process that has
    ended."""
    own = Path("/proc") / str(pid)
    try:
        below = [int(child) for task in (own / "task").iterdir() for child in bench_store.children(task)]
        lines = (own / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1e3 + sum(map(megabytes_of, below))


def table(measures: Measures) -> str:
    return "\n".join(f"{name:<60}{value:>14,.{0 if value >= 100 else 2}f}" for name, value in measures.items())


if __name__ == "__main__":
    sys.exit(main())
