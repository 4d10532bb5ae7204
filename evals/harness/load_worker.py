"""A process of the load benchmark: it asks each question alone, then runs all users concurrently for the given time."""

import asyncio
import resource
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, process_time
from typing import Any, NamedTuple

from ...evidence.report.evidence_report import EvidenceReport
from ...graph.adapters import Graph
from ...graph.build import build_graph
from ...model_settings import ModelEndpoint
from ...nodes.runtime.state import RunInput
from ...roles.llm.llm_roles import llm_roles
from ...roles.llm.providers import speaker_for
from ...settings import Budgets, Settings
from ...stores.index import chroma_vectors
from ...stores.index.embeddings import Vectors
from ...stores.index.vectors import Filling, Nearest, NewVectors, VectorIndex, Wanted
from ...stores.kb import dense
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.opening import open_stores
from .load_cases import DAY, MARKS, Case, cases

FAILURE_SIGNALS = frozenset(
    {
        "source_unavailable", "analysis_unavailable", "extractor_unavailable", "critic_unavailable", "generator_unavailable",
        "auditor_unavailable", "budget_exhausted", "time_exhausted", "internal_fault",
    }
)  # fmt: skip
"""The risk signals of a run with a failure."""


class Plan(NamedTuple):
    """The task of a process of the benchmark.

    `askers`: the numbers of its users; each asks one question after another. `call_seconds`: the time limit of one
    attempt of a model call. `compared`: the maximum number of passages that are compared without the vector index; None
    for the default.
    """

    place: str
    model: str
    askers: Sequence[int]
    call_seconds: float
    compared: int | None


class Run(NamedTuple):
    """A question under load. `wrong`: contents that the report must not have, even after a failure. `unlike`: the
    fields that differ from the report of the same question asked alone."""

    case: Case
    began: float
    seconds: float
    state: str
    stop: str
    signals: tuple[str, ...]
    wrong: tuple[str, ...]
    unlike: tuple[str, ...]
    nodes: Mapping[str, float]
    error: str = ""


class Worked(NamedTuple):
    """The result of a process. `waited_seconds`: how long threads were ready but had no core; other work on the machine
    increases it. `searches`: the time of each search in the vector index, and whether it was answered."""

    runs: list[Run]
    alone_wrong: list[str]
    processor_seconds: float
    waited_seconds: float
    peak_mb: float
    searches: list[tuple[float, bool]]
    health: list[str]


class Watched:
    """A vector index that records its searches, for the figures."""

    def __init__(self, index: VectorIndex) -> None:
        self._index = index
        self.searches: list[tuple[float, bool]] = []

    def nearest(self, vector: Vectors, wanted: Wanted, filling: Filling) -> Nearest | None:
        found = self._index.nearest(vector, wanted, filling)
        self.searches.append((monotonic(), found is not None))
        return found

    def trouble(self) -> str | None:
        return self._index.trouble()

    def add(self, new: NewVectors) -> None:
        self._index.add(new)

    def count(self, filling: Filling) -> int:
        return self._index.count(filling)

    def empty(self) -> None:
        self._index.empty()

    def release(self) -> None:
        self._index.release()


def as_if_large(compared: int | None) -> None:
    """Make a small knowledge base behave like a large one in this process. The vector index is used from `compared`
    passages on, and a lost server is tried again soon."""
    if compared is not None:
        dense.EXACT_AT_MOST, dense.UNINDEXED_AT_MOST, chroma_vectors.AWAY_SECONDS = compared, 0, 1.0


def work(pipe: Connection, plan: Plan) -> None:
    """Run one process of the benchmark.

    It sends that it is ready, receives the start time and later the end time (monotonic clock), and sends a `Worked`.
    """
    as_if_large(plan.compared)
    with ExitStack() as opened:
        watched: list[Watched] = []
        graphs: dict[str, Graph] = {}
        kbs: list[KnowledgeBase] = []
        for tenant in MARKS:
            stores = open_stores(plan.place, tenant, None)
            watched.append(Watched(stores.vectors))
            kbs.append(opened.enter_context(KnowledgeBase(tenant, replace(stores, vectors=watched[-1]))))
            graphs[tenant] = _graph(kbs[-1], tenant, plan)
        asked = {number: cases(number) for number in plan.askers}
        alone = {case: _ask_alone(graphs[case.tenant], case) for own in asked.values() for case in own}
        alone_wrong = [
            f"{case.question} {fault}" for case, report in alone.items() for fault in wrong(case, report, whole=True)
        ]
        for index in watched:
            index.searches.clear()
        pipe.send("ready")
        begin = pipe.recv()
        before, waited_before = process_time(), _waited()
        runs = asyncio.run(_all(graphs, asked, alone, begin, pipe))
        worked, waited = process_time() - before, _waited() - waited_before
        searches = sorted(search for index in watched for search in index.searches)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000
        pipe.send(Worked(runs, alone_wrong, worked, waited, peak, searches, [str(kb.health().detail) for kb in kbs]))
        pipe.recv()


def _waited() -> float:
    """Return for how many seconds threads of this process were ready but had no core. Linux counts them; on other
    systems the result is 0."""
    tasks = Path("/proc/self/task").glob("*/schedstat")
    total = 0
    for task in tasks:
        with suppress(OSError):  # the thread has ended
            total += int(task.read_text(encoding="ascii").split()[1])
    return total / 1e9


def _graph(kb: KnowledgeBase, tenant: str, plan: Plan) -> Graph:
    settings = Settings(budgets=Budgets(seconds_per_run=300, seconds_per_model_call=plan.call_seconds))
    endpoints = [ModelEndpoint(model=f"openai:{name}-{tenant}", base_url=plan.model) for name in ("writer", "judge")]
    return build_graph(
        kb,
        settings,
        roles=llm_roles(*(speaker_for(endpoint, settings.budgets) for endpoint in endpoints), calibrated=True),
    )


def _ask_alone(graph: Graph, case: Case) -> EvidenceReport:
    report: EvidenceReport = graph.invoke(_given(case))["report"]
    return report


def _given(case: Case) -> RunInput:
    return RunInput(question=case.question, as_of=DAY)


async def _all(
    graphs: Mapping[str, Graph],
    asked: Mapping[int, list[Case]],
    alone: Mapping[Case, EvidenceReport],
    begin: float,
    pipe: Connection,
) -> list[Run]:
    end = asyncio.create_task(asyncio.to_thread(pipe.recv))

    async def asker(own: list[Case]) -> list[Run]:
        await asyncio.sleep(max(0.0, begin - monotonic()))
        runs: list[Run] = []
        while not end.done() or monotonic() < end.result():
            case = own[len(runs) % len(own)]
            runs.append(await _ask(graphs[case.tenant], case, alone[case]))
        return runs

    return [run for runs in await asyncio.gather(*map(asker, asked.values())) for run in runs]


async def _ask(graph: Graph, case: Case, alone: EvidenceReport) -> Run:
    began = monotonic()
    try:
        report: EvidenceReport = (await graph.ainvoke(_given(case)))["report"]
    except Exception as error:  # no run may end with an exception; the benchmark counts them
        failure = f"{type(error).__name__}: {error}"[:300]
        return Run(case, began, monotonic() - began, "", "", (), (), (), {}, failure)
    seconds = monotonic() - began
    nodes = {step.node: step.seconds for step in report.path}
    signals = tuple(signal for signal in report.risk_signals if signal in FAILURE_SIGNALS)
    found = tuple(wrong(case, report, whole=not signals))
    return Run(
        case, began, seconds, report.terminal_state, report.stop_reason, signals, found, _unlike(report, alone), nodes
    )


def _unlike(report: EvidenceReport, alone: EvidenceReport) -> tuple[str, ...]:
    if report.digest == alone.digest:
        return ()
    differing = (name for name in type(report).model_fields if getattr(report, name) != getattr(alone, name))
    return tuple(name for name in differing if name not in ("run_id", "path", "usage"))


def wrong(case: Case, report: EvidenceReport, *, whole: bool) -> list[str]:
    """Return the faults of a report in words: another question, content of another company or tenant, a wrong outcome.

    `whole`: whether no call failed, so that the report must answer the question.
    """
    found = []
    if report.question != case.question:
        found.append(f"is a report on {report.question!r}")
    written = report.model_dump_json()
    found += [f"contains {mark!r} of another tenant" for mark in case.foreign if mark in written]
    quotes: list[Any] = [
        *(citation.quote for citation in report.citations),
        *(unit.span.quote for unit in report.evidence),
    ]
    found += [f"quotes {quote!r}" for quote in quotes if case.states is None or quote.strip() != case.states]
    if whole and bool(report.answer) is (case.states is None):
        found.append(f"answers {report.answer!r} ({report.stop_reason})")
    if case.states is None and report.terminal_state != "SUBJECT_NOT_FOUND" and whole:
        found.append(f"ends in {report.terminal_state}")
    return found
