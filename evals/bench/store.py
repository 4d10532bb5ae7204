"""Measures the speed and the memory of the stores: `python -m pincite.evals.bench.store --pdfs DIR --sizes
1000,10000`.

Ingest is measured on the PDFs themselves. Searches are measured on knowledge bases of the given sizes, with generated
documents: real sentences of those PDFs in another order, so that word frequencies are realistic. Each measurement runs
in a fresh process, so that its peak memory is its own.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

Measures = dict[str, float]
SENTENCES = 360
"""The number of sentences in one generated document, which has about 50 passages."""
QUERIES = 60
"""The number of questions of each kind. The first answers only warm up, and do not count."""
WARM_UP = 5
SEED = 20_261_121


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.store", description=__doc__.split("\n\n")[0])
    add_arguments(parser)
    given = parser.parse_args(arguments)
    if not any(given.pdfs.glob("*.pdf")):
        parser.error(f"--pdfs {given.pdfs}: there is no PDF file in this folder")
    return run(given)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pdfs", type=Path, required=True, metavar="DIR", help="a folder of PDF files")
    parser.add_argument("--sizes", default="1000,10000", metavar="N,N", help="passages of the searched knowledge bases")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")


def run(arguments: argparse.Namespace) -> int:
    sizes = [int(size) for size in arguments.sizes.split(",")]
    results: dict[str, Measures] = {}
    with tempfile.TemporaryDirectory(prefix="pincite-bench-") as folder:
        results["ingest of the PDFs"] = alone(ingest_pdfs, arguments.pdfs, f"{folder}/pdfs")
        sentences = alone(sentences_of, f"{folder}/pdfs")
        for size in sizes:
            where = f"{folder}/{size}"
            made = alone(ingest_made, sentences, size, where)
            results[f"{size:,} passages"] = made | first_answer(where) | alone(searches, sentences, where)
    print(json.dumps(results, indent=2) if arguments.json else table(results))
    return 0


def alone(measure: Callable[..., Any], *arguments: object) -> Any:
    """Return the result of a measure in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measure, *arguments).result()


def ingest_pdfs(pdfs: Path, where: str) -> Measures:
    from ...stores.kb.knowledge_base import KnowledgeBase

    with KnowledgeBase.open(where) as kb, PeakMemory() as memory:
        report = kb.ingest(sorted(pdfs.glob("*.pdf")))
    own, loaders = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = own.ru_utime + own.ru_stime + loaders.ru_utime + loaders.ru_stime
    return {
        "pages": report.pages,
        "passages": report.passages,
        "failed": len(report.failed),
        "seconds": report.seconds,
        "pages/s": report.pages / report.seconds,
        "CPU seconds": processor,
        "pages per CPU second": report.pages / processor,
        "peak MB, all processes": memory.peak,
    }


def sentences_of(where: str) -> list[str]:
    from ...evidence.language.sentences import sentences
    from ...stores.kb.knowledge_base import KnowledgeBase

    with KnowledgeBase.open(where) as kb:
        snapshot = kb.snapshot()
        texts = [snapshot.text(document.version_id) for document in snapshot.documents()]
    found = {" ".join(text[start:end].split()) for text in texts for start, end in sentences(text)}
    return sorted(line for line in found if 30 <= len(line) <= 400)


def made_documents(sentences: list[str]) -> Iterator[dict[str, str]]:
    chance = random.Random(SEED)
    number = 0
    while True:
        name = company(number)
        body = [chance.choice(sentences) for _ in range(SENTENCES)]
        for at in range(0, SENTENCES, 20):
            body[at] = f"{name} states: {body[at]}"
        paragraphs = ("\n".join(body[at : at + 6]) for at in range(0, SENTENCES, 6))
        yield {"id": f"made-{number}", "title": f"Annual report of {name}", "text": "\n\n".join(paragraphs)}
        number += 1


def company(number: int) -> str:
    return f"Quarrelwick {number} Holdings"


def ingest_made(sentences: list[str], size: int, where: str) -> Measures:
    from ...stores.kb.knowledge_base import KnowledgeBase

    began, passages = perf_counter(), 0
    with KnowledgeBase.open(where) as kb:
        for part in parts(made_documents(sentences), 20):
            passages += kb.ingest_texts(part).passages
            if passages >= size:
                break
    seconds = perf_counter() - began
    return {"passages": passages, "passages/s in": passages / seconds, "peak MB in": _peak()}


def first_answer(where: str) -> Measures:
    """Return the time from the start of a process to the hits of its first search."""
    code = (
        "import sys; from pincite.stores.kb.knowledge_base import KnowledgeBase\n"
        "with KnowledgeBase.open(sys.argv[1]) as kb: assert kb.search('net cash provided by operating activities')"
    )
    began, before = perf_counter(), _worked_by_children()
    subprocess.run([sys.executable, "-c", code, where], check=True)
    worked = _worked_by_children() - before
    return {"first answer s": perf_counter() - began, "first answer: CPU s": worked}


def _worked_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def searches(sentences: list[str], where: str) -> Measures:
    from ...stores.kb.knowledge_base import KnowledgeBase

    chance = random.Random(SEED + 1)
    questions = [_question(chance.choice(sentences), chance) for _ in range(QUERIES)]
    began = perf_counter()
    kb = KnowledgeBase.open(where)
    snapshot = kb.snapshot()
    documents = snapshot.documents()
    opened = perf_counter() - began
    names = [company(chance.randrange(len(documents))) for _ in questions]
    about = [frozenset({chance.choice(documents).version_id}) for _ in questions]
    half = frozenset(document.version_id for document in documents[::2])
    everyone = [("Holdings", f"Quarrelwick {n}") for n in range(QUERIES)]
    measured = {"open s": opened}
    for what, ask in (
        ("search", lambda n: snapshot.search(questions[n])),
        ("search 100", lambda n: snapshot.search(questions[n], limit=100)),
        ("with name", lambda n: snapshot.search(questions[n], must_mention=[names[n]])),
        ("one document", lambda n: snapshot.search(questions[n], versions=about[n])),
        ("half of all", lambda n: snapshot.search(questions[n], versions=half)),
        ("mentioning, in all", lambda n: snapshot.mentioning_versions(everyone[n])),
    ):
        measured |= _timed(what, ask)
    kb.close()
    return measured | {"peak MB asking": _peak()}


def _timed(what: str, ask: Callable[[int], object]) -> Measures:
    times, working = [], []
    for number in range(QUERIES):
        began, before = perf_counter(), process_time()
        ask(number)
        working.append(1_000 * (process_time() - before))
        times.append(1_000 * (perf_counter() - began))
    counted = times[WARM_UP:]
    return {
        f"{what}: median ms": median(counted),
        f"{what}: p95 ms": quantiles(counted, n=20)[-1],
        f"{what}: CPU ms": median(working[WARM_UP:]),
    }


def _question(sentence: str, chance: random.Random) -> str:
    words = sentence.split()
    start = chance.randrange(max(1, len(words) - 8))
    return "What was " + " ".join(words[start : start + 8]) + "?"


def parts(items: Iterable[dict[str, str]], size: int) -> Iterator[list[dict[str, str]]]:
    part: list[dict[str, str]] = []
    for item in items:
        part.append(item)
        if len(part) == size:
            yield part
            part = []


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000


class PeakMemory:
    """The peak memory of this process and its children in MB, sampled every 50 ms."""

    def __init__(self) -> None:
        self.peak = 0.0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "PeakMemory":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(0.05):
            below = {child for task in Path("/proc/self/task").iterdir() for child in children(task)}
            total = sum(map(resident, ("self", *below)))
            self.peak = max(self.peak, total)


def megabytes_on_disk(kb: str) -> float:
    """Return the size of a knowledge base on disk in MB, or 0 for served stores."""
    return sum(file.stat().st_size for file in Path(kb).rglob("*") if file.is_file()) / 1e6


def children(task: Path) -> list[str]:
    try:
        return (task / "children").read_text().split()
    except OSError:
        return []


def resident(process: str) -> float:
    """Return the current memory of a process in MB, by its id or "self", or 0 if it has ended."""
    try:
        return int((Path("/proc") / process / "statm").read_text().split()[1]) * resource.getpagesize() / 1e6
    except (OSError, IndexError):
        return 0.0


def table(results: Mapping[str, Measures]) -> str:
    lines = []
    for what, measures in results.items():
        lines += ["", what]
        lines += [f"  {name:<28}{value:>12,.{0 if value >= 100 else 2}f}" for name, value in measures.items()]
    return "\n".join(lines[1:])


if __name__ == "__main__":
    sys.exit(main())
