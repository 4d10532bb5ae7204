"""Compares the cost of pincite with that of a plain loop (retrieve, grade, rewrite, generate): `python -m pincite.evals.bench.loop`.

Both get the same questions on the example documents, and the same simulated model on this machine. The model grades a
passage as relevant if the passage states the fact, and takes the same time for every call. So the benchmark compares
calls, tokens and time, not the judgement of a real model.

The loop has the usual four nodes, four passages per retrieval, and as many rewrites as pincite has follow-ups. It
grades the passages of a retrieval in one call, or in concurrent calls of one passage each. It gives up without a call
if nothing is relevant.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...graph.build import build_graph
from ...model_settings import ModelEndpoint
from ...roles.llm.llm_roles import llm_roles
from ...roles.llm.providers import speaker_for
from ...settings import Budgets, Settings
from ...stores.kb.knowledge_base import KnowledgeBase
from ..harness.loop_cases import CASES, Case, Script
from ..harness.loopback import LoopbackModel, Spent, loopback_model
from ..harness.plain_loop import plain_loop

EXAMPLE_DOCUMENTS = Path(__file__).parents[2] / "examples" / "corpus"
SYSTEMS = ("loop, graded together", "loop, graded one by one", "pincite")


def main(argv: Sequence[str] | None = None) -> int:
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.loop", description=description, epilog=more)
    parser.add_argument("--latency", type=float, default=0.5, help="seconds per model call (default: 0.5)")
    parser.add_argument("--times", type=int, default=3, help="runs of each question (default: 3)")
    parser.add_argument(
        "--rewrites", type=int, default=1, help="the most rewrites of the loop; pincite has one follow-up (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest([EXAMPLE_DOCUMENTS])
        asked = measure(kb, arguments.latency, arguments.times, arguments.rewrites)
    found = summed(asked)
    print(json.dumps([run._asdict() for run in found], indent=2) if arguments.json else table(found))
    return 0


class Asked(NamedTuple):
    case: Case
    system: str
    right: bool
    """Whether the answer contains the expected statement. For a question that the documents do not answer: whether no
    answer was given."""
    spent: Spent
    seconds: float


def measure(kb: KnowledgeBase, latency: float, times: int, rewrites: int) -> list[Asked]:
    """Ask every system each question `times` times, in turn, so that all have the same load on the machine."""
    script = Script()
    with loopback_model(script.answer) as model:
        answerers = {
            SYSTEMS[0]: plain_loop(kb, model.url, "together", rewrites),
            SYSTEMS[1]: plain_loop(kb, model.url, "one by one", rewrites),
            SYSTEMS[2]: _pincite(kb, model),
        }
        script.case = CASES[0]
        for answerer in answerers.values():  # warm-up: imports and opening do not count as time of a question
            answerer(CASES[0].question)
        model.latency = latency
        found = []
        for case in CASES * times:
            script.case = case
            for system, answerer in answerers.items():
                model.spent = Spent()
                began = time.perf_counter()
                said = answerer(case.question)
                seconds = time.perf_counter() - began
                right = case.states[-1] in " ".join(said.split()) if case.states else not said
                found.append(Asked(case, system, right, model.spent, seconds))
    return found


def _speaker(model: LoopbackModel, name: str, settings: Settings) -> Any:
    return speaker_for(ModelEndpoint(model=f"openai:{name}", base_url=model.url), settings.budgets)


def _pincite(kb: KnowledgeBase, model: LoopbackModel) -> Callable[[str], str]:
    settings = Settings(budgets=Budgets(seconds_per_run=300))
    roles = llm_roles(*(_speaker(model, name, settings) for name in ("writer", "judge")), calibrated=True)
    graph = build_graph(kb, settings, roles=roles)

    def answer(question: str) -> str:
        report = graph.invoke({"question": question, "as_of": "2026-05-15"})["report"]
        return report.answer or ""

    return answer


class Row(NamedTuple):
    """The medians over the runs of one system on one kind of question."""

    kind: str
    system: str
    questions: int
    right: float
    """The share of the system's runs with a right answer."""
    calls: float
    input_tokens: float
    instructions: float
    """The number of input tokens that are the same for every question: system messages and schemas, which providers
    cache."""
    output_tokens: float
    seconds: float


def summed(asked: Sequence[Asked]) -> list[Row]:
    rows = []
    for kind in dict.fromkeys(run.case.kind for run in asked):
        for system in SYSTEMS:
            own = [run for run in asked if run.case.kind == kind and run.system == system]
            rows.append(
                Row(
                    kind,
                    system,
                    len({run.case.question for run in own}),
                    sum(run.right for run in own) / len(own),
                    statistics.median(run.spent.calls for run in own),
                    statistics.median(run.spent.input_tokens for run in own),
                    statistics.median(run.spent.instructions for run in own),
                    statistics.median(run.spent.output_tokens for run in own),
                    round(statistics.median(run.seconds for run in own), 3),
                )
            )
    return rows


def table(rows: Sequence[Row]) -> str:
    heads = ("right", "calls", "tokens in", "of them same", "tokens out", "seconds")
    lines = [f"{'question':<23}{'system':<26}" + "".join(f"{head:>{max(12, len(head) + 2)}}" for head in heads)]
    for row in rows:
        kind = f"{row.kind} ({row.questions})" if row.system == SYSTEMS[0] else ""
        lines.append(
            f"{kind:<23}{row.system:<26}{f'{100 * row.right:.0f}%':>12}{row.calls:>12g}{row.input_tokens:>12,.0f}{row.instructions:>14,.0f}"
            f"{row.output_tokens:>12,.0f}{row.seconds:>12.2f}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
