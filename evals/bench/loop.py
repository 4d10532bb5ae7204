"""Compares the cost of pincite with that of a plain loop (retrieve, grade, rewrite, generate): `python -m pincite.evals.bench.loop`.

Both get the same questions on the example documents, and the same simulated model on this machine. The model grades a
passage as relevant if the passage states the fact, and takes the same time for every call. So the benchmark compares
calls, tokens and time, not the judgement of a real model.

The loop has the usual four nodes, four passages per retrieval, and as many rewrites as pincite has follow-ups. It
grades the passages of a retrieval in one call, or in concurrent calls of one passage each. It gives up without a call
if nothing is relevant.

Effective tokens are the input tokens less 0.9 of the cached ones, since providers charge a tenth for these.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
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
CACHE_DISCOUNT = 0.9
"""The part of the price of an input token that a provider does not charge if the token is cached."""
STAGES = {
    "ReadQuestion": "plan", "ReadVerdicts": "gate", "Quotes": "extract", "Judged": "critique", "Draft": "generate"
}  # fmt: skip
"""The stage of pincite that requests a schema. Any other schema belongs to the audit."""
SYSTEMS = ("loop, graded together", "loop, graded one by one", "pincite")


def main(argv: Sequence[str] | None = None) -> int:
    description, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(prog="pincite.evals.bench.loop", description=description, epilog=more)
    parser.add_argument("--latency", type=float, default=0.5, help="seconds per model call (default: 0.5)")
    parser.add_argument("--times", type=int, default=3, help="runs of each question (default: 3)")
    parser.add_argument(
        "--rewrites", type=int, default=1, help="the most rewrites of the loop; pincite has one follow-up (default: 1)"
    )
    parser.add_argument("--stages", action="store_true", help="print the tokens of each stage of pincite instead")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest([EXAMPLE_DOCUMENTS])
        asked = measure(kb, arguments.latency, arguments.times, arguments.rewrites)
    if arguments.stages:
        stages = by_stage(asked)
        print(json.dumps([stage._asdict() for stage in stages], indent=2) if arguments.json else stage_table(stages))
        return 0
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
    stages: Mapping[str, Spent]
    """What was spent by the name of the requested schema."""


def measure(kb: KnowledgeBase, latency: float, times: int, rewrites: int) -> list[Asked]:
    """Ask every system each question `times` times, in turn, so that all have the same load on the machine."""
    script = Script()
    with loopback_model(script.answer) as model:
        answerers = {
            SYSTEMS[0]: plain_loop(kb, model.url, "together", rewrites),
            SYSTEMS[1]: plain_loop(kb, model.url, "one by one", rewrites),
            SYSTEMS[2]: _pincite(kb, model),
        }
        script.case = CASES[1]  # not the first question, whose documents would then be cached
        for answerer in answerers.values():  # warm-up: imports and opening do not count as time of a question
            answerer(script.case.question)
        model.latency = latency
        found = []
        for case in CASES * times:
            script.case = case
            for system, answerer in answerers.items():
                model.spent, model.stages = Spent(), {}
                began = time.perf_counter()
                said = answerer(case.question)
                seconds = time.perf_counter() - began
                right = case.states[-1] in " ".join(said.split()) if case.states else not said
                found.append(Asked(case, system, right, model.spent, seconds, model.stages))
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
    """The number of input tokens that are the same for every question: system messages and schemas."""
    cached_tokens: float
    """The number of input tokens that the simulated model reports as cached."""
    effective_tokens: float
    """The number of input tokens, where a cached token counts as a tenth of a token."""
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
                    statistics.median(run.spent.cached for run in own),
                    round(
                        statistics.median(run.spent.input_tokens - CACHE_DISCOUNT * run.spent.cached for run in own), 1
                    ),
                    statistics.median(run.spent.output_tokens for run in own),
                    round(statistics.median(run.seconds for run in own), 3),
                )
            )
    return rows


def table(rows: Sequence[Row]) -> str:
    heads = ("right", "calls", "tokens in", "constant", "cached", "effective", "tokens out", "seconds")
    lines = [f"{'question':<25}{'system':<26}" + "".join(f"{head:>{max(12, len(head) + 2)}}" for head in heads)]
    for row in rows:
        kind = f"{row.kind} ({row.questions})" if row.system == SYSTEMS[0] else ""
        lines.append(
            f"{kind:<25}{row.system:<26}{f'{100 * row.right:.0f}%':>12}{row.calls:>12g}{row.input_tokens:>12,.0f}{row.instructions:>12,.0f}"
            f"{row.cached_tokens:>12,.0f}{row.effective_tokens:>12,.0f}{row.output_tokens:>12,.0f}{row.seconds:>12.2f}"
        )
    return "\n".join(lines)


class Stage(NamedTuple):
    """The means of one stage of pincite over all questions. Tokens are those of one call; `constant` and `variable` add
    up to its input."""

    stage: str
    calls: float
    """Calls per question."""
    constant: float
    variable: float
    cached: float
    output_tokens: float


def by_stage(asked: Sequence[Asked]) -> list[Stage]:
    runs = [run for run in asked if run.system == SYSTEMS[2]]
    sums: dict[str, Spent] = {}
    for run in runs:
        for schema, spent in run.stages.items():
            stage = STAGES.get(schema, "audit")
            sums[stage] = sums.get(stage, Spent()).plus(spent)
    return [
        Stage(
            stage,
            round(own.calls / len(runs), 2),
            round(own.instructions / own.calls),
            round((own.input_tokens - own.instructions) / own.calls),
            round(own.cached / own.calls),
            round(own.output_tokens / own.calls),
        )
        for stage in (*STAGES.values(), "audit")
        if (own := sums.get(stage))
    ]


def stage_table(stages: Sequence[Stage]) -> str:
    heads = ("calls", "constant", "variable", "cached", "tokens out")
    lines = [f"{'stage':<12}" + "".join(f"{head:>12}" for head in heads)]
    for stage in stages:
        numbers = (stage.constant, stage.variable, stage.cached, stage.output_tokens)
        lines.append(f"{stage.stage:<12}{stage.calls:>12g}" + "".join(f"{number:>12,.0f}" for number in numbers))
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
