"""Measures the overhead of pincite in an application: `python -m pincite.evals.bench.embedding [--json]`.

Measures three things: the import of the package in a fresh process, building a graph after the imports, and the cost of
progress events. For the events, the same question runs in turn (1) without a listener, (2) with a listener but no
events, and (3) with a listener and events. Time 2 minus time 1 is the cost of LangGraph's own `custom` stream; time 3
divided by time 2 is the cost of the events. All figures are medians.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import median
from time import perf_counter
from unittest.mock import patch

from langgraph.types import StreamMode

QUESTION = "What is the notice period under the lease agreement of Tarnholm Ltd?"
TEXT = {
    "id": "lease",
    "title": "Lease agreement between Tarnholm Ltd and Borrowdale Estates Ltd",
    "entity": "Tarnholm Ltd",
    "text": "Tarnholm Ltd rents the hall. The notice period under this lease is six months.",
}


def imported(times: int) -> float:
    """Return the median seconds that `import pincite` takes in a new process, without the start of Python."""
    code = "from time import perf_counter as t; b = t(); import pincite; print(t() - b)"
    taken = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True) for _ in range(times)
    ]
    return median(float(process.stdout) for process in taken)


def measured(times: int, folder: Path, question: str | None = None) -> dict[str, float]:
    """Return the figures in seconds, by name. `question`: asked of the knowledge base in `folder`; None makes a new one
    with one page."""
    from ...graph.build import build_graph
    from ...nodes.runtime.state import RunInput
    from ...settings import Settings
    from ...stores.kb.knowledge_base import KnowledgeBase

    with KnowledgeBase.open(folder) as kb:
        if question is None:
            kb.ingest_texts([TEXT])
        built = []
        for _ in range(times):
            begun = perf_counter()
            graph = build_graph(kb, Settings())
            built.append(perf_counter() - begun)
        given = RunInput(question=question or QUESTION, as_of="2026-05-15")
        runs: dict[str, list[float]] = {"run ms": [], "run with a listener ms": [], "run with events ms": []}
        for _ in range(times * 5):
            for name, taken in runs.items():
                modes: list[StreamMode] = ["values"] if name == "run ms" else ["values", "custom"]
                muted = patch("pincite.nodes.runtime.step.tell") if name == "run with a listener ms" else nullcontext()
                with muted:
                    begun = perf_counter()
                    for _ in graph.stream(given, stream_mode=modes):
                        pass
                    taken.append(1_000 * (perf_counter() - begun))
    figures = {name: median(taken) for name, taken in runs.items()}
    pairs = zip(runs["run with events ms"], runs["run with a listener ms"], strict=True)
    return {
        "build_graph s": median(built),
        **figures,
        "events, share": median(with_events / without for with_events, without in pairs) - 1,
    }


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument(
        "--kb", type=Path, metavar="DIR", help="ask this knowledge base instead of a new one with one page"
    )
    parser.add_argument("--question", help="the question for --kb")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    args = parser.parse_args(argv)
    if (args.kb is None) is not (args.question is None):
        parser.error("--kb and --question go together")
    with tempfile.TemporaryDirectory() as folder:
        asked = measured(args.times, args.kb or Path(folder), args.question)
    figures = {"import s": imported(args.times), **asked}
    if args.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:24} {value:.4f}")


if __name__ == "__main__":
    main()
