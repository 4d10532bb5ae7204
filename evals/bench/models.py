"""Measures the time of a question without its models: `python -m pincite.evals.bench.models --kb DIR --subject NAME --term WORD`.

The real graph with real clients calls a loopback endpoint, which answers each role after a fixed time. Reports the
number of calls, the median wall time of a run without the time of the model, and the time of many concurrent runs.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

from ...graph.build import build_graph
from ...model_settings import ModelEndpoint
from ...nodes.runtime.state import RunInput
from ...roles.llm.llm_roles import llm_roles
from ...roles.llm.providers import speaker_for
from ...settings import Budgets, Settings
from ...stores.kb.knowledge_base import KnowledgeBase
from ..harness.loopback import (
    Answerer,
    Spent,
    all_supported,
    drafted,
    fenced_texts,
    judged,
    loopback_model,
    quoted,
    reading,
)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kb", required=True, metavar="DIR")
    parser.add_argument("--subject", required=True, help="an organisation in the documents")
    parser.add_argument("--term", required=True, help="a word in its documents")
    parser.add_argument("--runs", type=int, default=30, help="sequential runs (default: 30)")
    parser.add_argument("--at-once", type=int, default=64, help="concurrent runs (default: 64)")
    parser.add_argument("--latency", type=float, default=0.5, help="seconds per model call (default: 0.5)")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    found = measure(
        arguments.kb,
        arguments.subject,
        arguments.term,
        runs=arguments.runs,
        at_once=arguments.at_once,
        latency=arguments.latency,
    )
    print(json.dumps(found) if arguments.json else "\n".join(f"{name:<28} {value}" for name, value in found.items()))
    return 0


def measure(where: str, subject: str, term: str, *, runs: int, at_once: int, latency: float) -> dict[str, Any]:
    """Return the measured figures by name. `latency`: seconds per model call in the concurrent runs."""
    asked = RunInput(question=f"What does {subject} say about {term}?")
    with KnowledgeBase.open(where) as kb, loopback_model(_script(subject, term)) as endpoint:
        settings = Settings(budgets=Budgets(seconds_per_run=300))
        roles = llm_roles(*(_speaker(endpoint.url, name, settings) for name in ("writer", "judge")), calibrated=True)
        graph = build_graph(kb, settings, roles=roles)
        graph.invoke(asked)
        endpoint.latency = 0.02
        beside, calls = [], []
        for _ in range(runs):
            endpoint.spent = Spent()
            began = time.perf_counter()
            report = graph.invoke(asked)["report"]
            beside.append(time.perf_counter() - began - endpoint.spent.seconds)
            calls.append(report.usage.model_calls)
        endpoint.latency = latency
        began = time.perf_counter()
        reports = asyncio.run(_at_once(graph, asked, at_once))
        together = time.perf_counter() - began
        snapshot = kb.snapshot()
        passages = sum(len(snapshot.passages(document.version_id)) for document in snapshot.documents())
    return {
        "passages": passages,
        "calls_a_question": statistics.median(calls),
        "beside_the_models_median_ms": round(1000 * statistics.median(beside), 1),
        "beside_the_models_p95_ms": round(1000 * sorted(beside)[int(0.95 * (len(beside) - 1))], 1),
        "runs_at_once": at_once,
        "at_once_s": round(together, 2),
        "answers_alike": len({report.digest for report in reports}) == 1,
    }


async def _at_once(graph: Any, asked: RunInput, number: int) -> list[Any]:
    return [output["report"] for output in await asyncio.gather(*(graph.ainvoke(asked) for _ in range(number)))]


def _speaker(url: str, name: str, settings: Settings) -> Any:
    return speaker_for(ModelEndpoint(model=f"openai:{name}", base_url=url), settings.budgets)


def _script(subject: str, term: str) -> Answerer:
    """Return the answers of each role. The first line that names the subject is quoted, judged as stated, and
    approved."""

    def answer(schema: str, prompt: str) -> dict[str, Any]:
        shown = fenced_texts(prompt)
        if schema == "ReadQuestion":
            return reading(subject, term)
        if schema == "Quotes":
            lines = [(name, line) for name, text in shown for line in text.splitlines() if subject in line]
            return {"quotes": [quoted(*lines[0])] if lines else []}
        if schema == "Judged":
            return judged(["E1"])
        if schema == "Draft":
            return drafted(f"It is said: {' '.join(shown[0][1].split())}", "E1")
        return all_supported(prompt)

    return answer


if __name__ == "__main__":
    sys.exit(main())
