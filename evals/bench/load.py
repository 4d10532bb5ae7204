"""How pincite holds under load: `python -m pincite.evals.bench.load [--served] [--faults 0.1] [--lose-vectors]`.

Many askers at once, of two tenants, each with the next question as soon as it has its report, through the compiled graph's `ainvoke`, in one
process or in several. The models are a script in a process of its own on this machine that takes a set time a call, and of whose calls a share
can be made to go wrong in five ways. Every report is looked at: it may quote its own company's paper of its own tenant and nothing else,
and has to be, letter for letter, that of the same question asked alone; one that is not must say what failed, and one in which nothing failed
may say no such thing.

`--served` starts a PostgreSQL and a Chroma server of its own. `--lose-vectors` kills that Chroma server after a third of the time, starts it
again after half of it, and asks on for the other half once it is there.
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

from ..harness.load_cases import MARKS, papers
from ..harness.load_figures import Figures, figures, table
from ..harness.load_model import Manner, ModelProcess, model_process
from ..harness.load_worker import Plan, Worked, as_if_large, work
from ..harness.served_pair import Chroma, served_pair
from .store import alone

LEAD_SECONDS = 0.5
"""Between the word to begin and the beginning, so that all processes begin together."""
PATIENCE = 600.0
"""Seconds that runs under way at the end may take."""


def main(argv: Sequence[str] | None = None) -> int:
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.load", description=description, epilog=more)
    parser.add_argument("--at-once", type=int, default=50, metavar="N", help="askers (default: 50)")
    parser.add_argument("--seconds", type=float, default=60, help="how long they ask (default: 60)")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="that share the askers (default: 1)")
    parser.add_argument("--latency", type=float, default=0.2, help="seconds of a model call (default: 0.2)")
    parser.add_argument("--passages", type=int, default=2_000, metavar="N", help="of each tenant (default: 2000)")
    parser.add_argument("--faults", type=float, default=0.0, metavar="SHARE", help="of the model calls (default: 0)")
    parser.add_argument("--call-seconds", type=float, default=10.0, help="a model call may take (default: 10)")
    parser.add_argument("--kb", metavar="DIR", help="keep the knowledge bases of a run in folders here")
    parser.add_argument("--served", action="store_true", help="on PostgreSQL and Chroma servers, started for this")
    parser.add_argument("--lose-vectors", action="store_true", help="kill the Chroma server on the way")
    parser.add_argument(
        "--compare-at-most",
        type=int,
        metavar="N",
        help="passages compared without the vector index, to see with few how it fares; left out: as ever",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    given = parser.parse_args(argv)
    if given.lose_vectors and not given.served:
        parser.error("--lose-vectors: only a served vector index can be lost; give --served as well")
    found = measure(given)
    print(json.dumps(found.told_as()) if given.json else table(found))
    return 0 if found.sound else 1


def measure(given: argparse.Namespace) -> Figures:
    """The figures of one run of the bench, with the arguments of the command."""
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
            report = kb.ingest_texts(papers(tenant, askers, passages))
            assert report.ok, report.failed


def _asked(
    given: argparse.Namespace, place: str, model: ModelProcess, lost: Chroma | None
) -> tuple[float, list[Worked], float | None]:
    """When the asking began, what each process did, and when the lost server was there again."""
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
                raise TimeoutError(f"runs did not end within {PATIENCE:.0f} s of the last question")
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
