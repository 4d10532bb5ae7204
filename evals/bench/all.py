"""Runs every benchmark at growing sizes and prints one table: `python -m pincite.evals.bench.all --pdfs DIR --sizes
1000,10000`.

Each size has its own knowledge base: the example documents, and documents generated from real sentences of those PDFs
(`store`). The questions are about the example documents, about generated companies, and about a company that is not in
the documents. Each measurement runs in a fresh process, so that its peak memory is its own. The last column is the
growth from the smallest to the largest size as an exponent: 0 is constant, 1 is linear in the passages. Measurements
that do not depend on the size are done once. 100,000 passages take minutes, 300,000 more than half an hour.
"""

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from time import perf_counter

from . import ask as bench_ask
from . import audit as bench_audit
from . import dossier as bench_dossier
from . import embedding as bench_embedding
from . import models as bench_models
from . import store as bench_store
from . import tables as bench_tables
from . import verify as bench_verify
from .store import Measures, alone

EXAMPLE_DOCUMENTS = Path(__file__).parents[2] / "examples" / "corpus"
ANSWERED = "How many days a week may employees of Hollinbrae Instruments work from home?"
"""A question that the example documents answer at any size. For `verify` and the dossier, its report gets citations
from all documents."""
QUESTIONS = 30
"""The number of questions of each kind."""


def main(argv: Sequence[str] | None = None) -> int:
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.all", description=description, epilog=more)
    parser.add_argument("--pdfs", type=Path, required=True, metavar="DIR", help="a folder of PDF files")
    parser.add_argument("--sizes", default="1000,10000", metavar="N,N", help="passages (default: 1000,10000)")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="create the knowledge bases here and keep them; existing ones are measured unchanged",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    arguments = parser.parse_args(argv)
    if not any(arguments.pdfs.glob("*.pdf")):
        parser.error(f"--pdfs {arguments.pdfs}: there is no PDF file in this folder")
    sizes = [int(size) for size in arguments.sizes.split(",")]
    with tempfile.TemporaryDirectory(prefix="pincite-bench-") as folder:
        where = arguments.keep or Path(folder)
        once = alone(bench_store.ingest_pdfs, arguments.pdfs, str(where / "pdfs"))
        sentences = alone(bench_store.sentences_of, str(where / "pdfs"))
        at = {size: _noted(size, measures_at(sentences, size, where / str(size))) for size in sizes}
        once = {f"PDFs: {name}": value for name, value in once.items()} | measures_once(sentences, arguments.pdfs)
    found = {"at each size": at, "once": once}
    print(json.dumps(found, indent=2) if arguments.json else table(at, once))
    return 0


def measures_at(sentences: list[str], size: int, where: Path) -> Iterator[Measures]:
    kb = str(where)
    if not where.exists():
        alone(_ingest_examples, kb)
        made = alone(bench_store.ingest_made, sentences, size, kb)
        yield {"ingest: passages/s": made["passages/s in"], "ingest: peak MB": made["peak MB in"]}
    yield {"disk: MB": bench_store.megabytes_on_disk(kb)}
    yield {name.replace("answer", "search of a process"): value for name, value in bench_store.first_answer(kb).items()}
    found = alone(bench_store.searches, sentences, kb)
    named = {"search": "retrieval", "with name": "retrieval, a name given", "one document": "retrieval, one document"}
    for measured, name in named.items():
        yield {f"{name}: {figure}": found[f"{measured}: {figure}"] for figure in ("median ms", "p95 ms", "CPU ms")}
    yield {"retrieval: peak MB": found["peak MB asking"]}
    for kind, questions in asked_about(sentences, size).items():
        found = alone(bench_ask.measure, kb, questions)
        times = {f"ask, {kind}: median ms": found["median_ms"], f"ask, {kind}: p95 ms": found["p95_ms"]}
        times[f"ask, {kind}: CPU ms"] = found["processor_ms"]
        yield times | {f"ask, {kind}: answered, %": 100 * found["answered"] / found["questions"]}
    yield {"ask: first answer of a process: s": found["first_answer_s"], "ask: peak MB": found["peak_mb"]}
    company = bench_store.company(1)
    found = alone(_with_models, kb, company)
    yield {"ask with models, overhead: median ms": found["beside_the_models_median_ms"]}
    yield {"verify: citations/s": alone(bench_verify.measure, kb, ANSWERED, 1_000)["kb_per_second"]}
    yield {"dossier of 20 citations: s": alone(bench_dossier.measure, kb, ANSWERED, 20)["seconds"]}


def measures_once(sentences: list[str], pdfs: Path) -> Measures:
    audited = alone(bench_audit.measure, 60, 1)
    tables = alone(bench_tables.measure, sorted(pdfs.glob("*.pdf")))
    return {
        "audit: claims/s": audited["claims_per_second"],
        "tables of PDFs: pages/s": tables["tables: pages/s"],
        "import pincite: s": bench_embedding.imported(5),
        **alone(guards, sentences),
    }


def asked_about(sentences: list[str], size: int) -> Mapping[str, list[str]]:
    """Return the questions of each kind. They name companies: every 20th sentence of a generated document begins with
    the name of its company."""
    chance = random.Random(bench_store.SEED + 2)
    documents = bench_store.made_documents(sentences)
    stated = []
    for text, _ in zip((document["text"] for document in documents), range(min(QUESTIONS, size // 50)), strict=False):
        own = [line for line in text.split("\n") if " states: " in line]
        name, _, said = chance.choice(own).partition(" states: ")
        words = said.rstrip(".").split()
        start = chance.randrange(max(1, len(words) - 6))
        stated.append(f"What does {name} state about {' '.join(words[start : start + 6])}?")
    questions = (EXAMPLE_DOCUMENTS.parent / "questions.csv").read_text(encoding="utf-8").splitlines()[1:]
    return {
        "about the example documents": [line.rpartition(",")[0] for line in questions],
        "about a generated company": stated,
        "absent company": [statement.replace("Quarrelwick", "Quarrelwold") for statement in stated],
    }


def guards(sentences: list[str]) -> Measures:
    """Return the time to judge one claim, for sources of several lengths."""
    from ...evidence.guards.judge_claim import judge
    from ..guards.measure_guards import measure

    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.jsonl"
        texts = (" ".join(sentences[at : at + 8]) for at in range(0, len(sentences), 8))
        rows = ({"docs": [{"id": str(number), "text": text}]} for number, text in enumerate(texts))
        made.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        report = measure(lambda claim, source: judge(claim, source).result, [made], n=300)
    costs = {f"guards: ms a claim, source of {cost.characters:,}": cost.milliseconds for cost in report.costs}
    return costs | {"guards: growth over the source's length": report.growth}


def growth(at: Mapping[int, Measures], name: str) -> float | None:
    """Return the exponent of growth between the smallest and the largest size, or None for a single size or without a
    measurement.

    Example: `growth({1000: {"s": 1.0}, 10000: {"s": 10.0}}, "s")` gives `1.0`.
    """
    small, large = min(at), max(at)
    first, last = at[small].get(name), at[large].get(name)
    return log(last / first) / log(large / small) if first and last and small != large else None


def table(at: Mapping[int, Measures], once: Measures) -> str:
    width = 48
    names = dict.fromkeys(name for measures in at.values() for name in measures)
    lines = [f"{'passages':<{width}}" + "".join(f"{size:>11,}" for size in at) + f"{'growth':>9}"]
    for name in names:
        grown = growth(at, name)
        cells = "".join(f"{_figure(measures[name]) if name in measures else '–':>11}" for measures in at.values())
        lines.append(f"{name:<{width}}{cells}{'' if grown is None else f'{grown:.2f}':>9}")
    return "\n".join([*lines, "", *(f"{name:<{width}}{_figure(value):>11}" for name, value in once.items())])


def _figure(value: float) -> str:
    return f"{value:,.{0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 4}f}"


def _noted(size: int, parts: Iterator[Measures]) -> Measures:
    """Return all measurements together. Each is printed on standard error at once, since a large size takes long."""
    found: Measures = {}
    began = perf_counter()
    for part in parts:
        found |= part
        figures = ", ".join(f"{name} {_figure(value)}" for name, value in part.items())
        print(f"{size:,} passages, {perf_counter() - began:.0f} s: {figures}", file=sys.stderr)
    return found


def _ingest_examples(where: str) -> None:
    from ...stores.kb.knowledge_base import KnowledgeBase

    with KnowledgeBase.open(where) as kb:
        kb.ingest([EXAMPLE_DOCUMENTS])


def _with_models(where: str, subject: str) -> Measures:
    return bench_models.measure(where, subject, "states", runs=10, at_once=1, latency=0.0)


if __name__ == "__main__":
    sys.exit(main())
