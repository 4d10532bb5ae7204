"""Measures pincite under load: `python -m pincite.evals.bench.concurrent_users [--served] [--faults 0.1] [--lose-vectors]`.

Many concurrent users of two tenants each ask the next question as soon as they have a report, with `ainvoke` of the
compiled graph, in one or several processes. A process on this machine simulates the models, with a fixed time per call.
A share of the calls can fail in five ways.

Every report is checked. It may quote only the document of its own company and tenant, and must equal the report of the
same question asked alone. A report that differs must state what failed, and a report without a failure must not state
one.

`--served` starts a PostgreSQL and a Chroma server for the benchmark. `--lose-vectors` kills that Chroma server after a
third of the time and starts it again after half of it. Once the server is back, the questions continue for the other
half.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from time import monotonic, sleep
from typing import Any

from ..harness.load_cases import MARKS, documents
from ..harness.load_figures import Figures, figures, table
from ..harness.load_model import Manner, ModelProcess, model_process
from ..harness.load_worker import Plan, Worked, as_if_large, work
from ..harness.served_pair import Chroma, served_pair
from .store import alone

LEAD_SECONDS = 0.5
"""The number of seconds between the start signal and the start, so that all processes start together."""
PATIENCE = 600.0
"""The maximum number of seconds that active runs may take at the end."""


def main(argv: Sequence[str] | None = None) -> int:
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.concurrent_users", description=description, epilog=more)
    parser.add_argument("--at-once", type=int, default=50, metavar="N", help="concurrent users (default: 50)")
    parser.add_argument("--seconds", type=float, default=60, help="the duration in seconds (default: 60)")
    parser.add_argument(
        "--processes", type=int, default=1, metavar="N", help="processes that share the users (default: 1)"
    )
    parser.add_argument("--latency", type=float, default=0.2, help="seconds per model call (default: 0.2)")
    parser.add_argument(
        "--passages", type=int, default=2_000, metavar="N", help="passages of each tenant (default: 2000)"
    )
    parser.add_argument(
        "--faults", type=float, default=0.0, metavar="SHARE", help="share of model calls that fail (default: 0)"
    )
    parser.add_argument("--call-seconds", type=float, default=10.0, help="time limit of a model call (default: 10)")
    parser.add_argument("--kb", metavar="DIR", help="create the knowledge bases in this folder and keep them")
    parser.add_argument("--served", action="store_true", help="use PostgreSQL and Chroma servers, started for this")
    parser.add_argument("--lose-vectors", action="store_true", help="kill the Chroma server during the run")
    parser.add_argument(
        "--compare-at-most",
        type=int,
        metavar="N",
        help="the most passages compared without the vector index; a low number tests the index with few passages",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    given = parser.parse_args(argv)
    if given.lose_vectors and not given.served:
        parser.error("--lose-vectors: only a served vector index can be lost; give --served as well")
    found = measure(given)
    print(json.dumps(found.as_json()) if given.json else table(found))
    return 0 if found.sound else 1


def measure(given: argparse.Namespace) -> Figures:
    """Return the figures of one run of the benchmark, with the arguments of the command."""
    with ExitStack() as stack:
        chroma: Chroma | None = None
        if given.served:
            pair = stack.enter_context(served_pair())
            place, chroma = pair.address, pair.chroma
        else:
            place = given.kb or stack.enter_context(tempfile.TemporaryDirectory(prefix="pincite-load-"))
        alone(_ingest, place, given.at_once, given.passages, given.compare_at_most)
        model = stack.enter_context(model_process())
        lost = chroma if given.lose_vectors else None
        began, worked, restarted = _asked(given, place, model, lost)
        return figures(worked, model.faulted(), began=began, seconds=given.seconds, restarted=restarted)


def _ingest(place: str, askers: int, passages: int, compared: int | None) -> None:
    from ...stores.kb.knowledge_base import KnowledgeBase

    as_if_large(compared)
    for tenant in MARKS:
        with KnowledgeBase.open(place, tenant=tenant) as kb:
            report = kb.ingest_texts(documents(tenant, askers, passages))
            assert report.ok, report.failed


def _asked(
    given: argparse.Namespace, place: str, model: ModelProcess, lost: Chroma | None
) -> tuple[float, list[Worked], float | None]:
    """Return the start time, the result of each process, and the time when the lost server was back."""
    shares = [
        [number for number in range(given.at_once) if number // 2 % given.processes == n]
        for n in range(given.processes)
    ]
    plans = [Plan(place, model.url, share, given.call_seconds, given.compare_at_most) for share in shares if share]
    with _workers(plans) as pipes:
        for pipe in pipes:
            pipe.recv()
        model.behave(Manner(given.latency, given.faults))
        begin = monotonic() + LEAD_SECONDS
        for pipe in pipes:
            pipe.send(begin)
        restarted = _lose(lost, begin, given.seconds) if lost else None
        end = begin + given.seconds if restarted is None else restarted + given.seconds / 2
        for pipe in pipes:
            pipe.send(end)
        worked: list[Worked] = []
        for pipe in pipes:
            if not pipe.poll(max(0.0, end - monotonic()) + PATIENCE):
                raise TimeoutError(
                    f"the runs did not end within {PATIENCE:.0f} s after the last question; use fewer users"
                )
            worked.append(pipe.recv())
        for pipe in pipes:
            pipe.send(None)
        return begin, worked, restarted


@contextmanager
def _workers(plans: Sequence[Plan]) -> Iterator[list[Any]]:
    context = get_context("spawn")
    pairs = [context.Pipe() for _ in plans]
    started = [
        context.Process(target=work, args=(there, plan), daemon=True)
        for (_, there), plan in zip(pairs, plans, strict=True)
    ]
    for process in started:
        process.start()
    for _, there in pairs:
        there.close()
    try:
        yield [here for here, _ in pairs]
    finally:
        for process in started:
            process.join(5)
            process.kill()


def _lose(chroma: Chroma, begin: float, seconds: float) -> float:
    sleep(max(0.0, begin + seconds / 3 - monotonic()))
    chroma.stop()
    sleep(max(0.0, begin + seconds / 2 - monotonic()))
    chroma.begin()
    chroma.wait()
    return monotonic()


if __name__ == "__main__":
    sys.exit(main())
