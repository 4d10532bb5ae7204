"""What a plain retrieve-grade-rewrite-generate loop costs beside pincite: `python -m pincite.evals.bench.loop`.

The same questions on the example papers, the same model behind both: a script on this machine that reads honestly, grades a passage as relevant
exactly when it states the fact, and takes the same time for every call. So calls, tokens and time are compared, and nothing is said of how a real
model judges. The loop is the usual one of four nodes, with four passages a retrieval and as many rewrites as pincite makes follow-ups; it grades
the passages of a retrieval in one call, or each in a call of its own, all at once. It gives up without a call when nothing is relevant.
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

PAPERS = Path(__file__).parents[2] / "examples" / "corpus"
SYSTEMS = ("loop, graded together", "loop, graded one by one", "pincite")


def main(argv: Sequence[str] | None = None) -> int:
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.loop", description=description, epilog=more)
    parser.add_argument("--latency", type=float, default=0.5, help="seconds of a model call (default: 0.5)")
    parser.add_argument("--times", type=int, default=3, help="each question so often (default: 3)")
    parser.add_argument("--rewrites", type=int, default=1, help="of the loop; pincite makes one follow-up (default: 1)")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest([PAPERS])
        asked = measure(kb, arguments.latency, arguments.times, arguments.rewrites)
    found = summed(asked)
    print(json.dumps([run._asdict() for run in found], indent=2) if arguments.json else table(found))
    return 0


class Asked(NamedTuple):
    case: Case
    system: str
    right: bool
    """The answer holds what states it; where nothing does, there is no answer."""
    spent: Spent
    seconds: float


def measure(kb: KnowledgeBase, latency: float, times: int, rewrites: int) -> list[Asked]:
    """Every question `times` times of every system, in turn, so that all meet the same load of the machine."""
    script = Script()
    with loopback_model(script.answer) as model:
        answerers = {
            SYSTEMS[0]: plain_loop(kb, model.url, "together", rewrites),
            SYSTEMS[1]: plain_loop(kb, model.url, "one by one", rewrites),
            SYSTEMS[2]: _pincite(kb, model),
        }
        script.case = CASES[0]
        for answerer in answerers.values():  # what is imported and opened on first use is no cost of a question
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
    """Medians over the runs of one system on one kind of question."""

    kind: str
    system: str
    questions: int
    right: float
    """Share of the runs."""
    calls: float
    input_tokens: float
    instructions: float
    """Of the input, what is the same for every question: system messages and schemas, which providers cache."""
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
