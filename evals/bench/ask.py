"""Measures how long a question takes without a model: `python -m pincite.evals.bench.ask --kb DIR --questions FILE.jsonl`.

Reports the median and the 95th percentile of whole runs over one knowledge base, and the median CPU time of a run,
which other work on the machine affects less. Also reports the time from the start of the process to the first answer,
and the peak memory. Each line of the file has a `question`.
"""

import argparse
import csv
import json
import resource
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

BEGAN = time.perf_counter()


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kb", required=True, metavar="DIR")
    parser.add_argument(
        "--questions", type=Path, required=True, metavar="FILE", help="JSON lines, or CSV, with a question each"
    )
    parser.add_argument("--most", type=int, default=100, metavar="N", help="the most questions to ask (default: 100)")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    lines = arguments.questions.read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(lines) if arguments.questions.suffix == ".csv" else map(json.loads, lines)
    found = measure(arguments.kb, list(dict.fromkeys(row["question"] for row in rows))[: arguments.most])
    print(json.dumps(found) if arguments.json else "\n".join(f"{name:<16} {value}" for name, value in found.items()))
    return 0


def measure(where: str, questions: Sequence[str]) -> dict[str, float]:
    """Ask the knowledge base in that folder each question once, and return the figures. The peak memory is that of this
    process."""
    from ...graph.build import build_graph
    from ...stores.kb.knowledge_base import KnowledgeBase

    with KnowledgeBase.open(where) as kb:
        graph = build_graph(kb)
        seconds, working = [], []
        first = 0.0
        answered = 0
        for question in questions:
            began, before = time.perf_counter(), time.process_time()
            report = graph.invoke({"question": question})["report"]
            working.append(time.process_time() - before)
            seconds.append(time.perf_counter() - began)
            answered += report.sufficient
            first = first or time.perf_counter() - BEGAN
    seconds.sort()
    return {
        "questions": len(questions),
        "answered": answered,
        "first_answer_s": round(first, 2),
        "median_ms": round(1000 * statistics.median(seconds), 1),
        "p95_ms": round(1000 * seconds[int(0.95 * (len(seconds) - 1))], 1),
        "processor_ms": round(1000 * statistics.median(working), 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
