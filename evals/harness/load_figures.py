"""The figures of the load benchmark: how many runs there were, how long they took, and whether every report was
right."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median, quantiles
from typing import Any, NamedTuple

from .load_model import Faulted
from .load_worker import Run, Worked

SIGNAL_OF = {
    "ReadQuestion": "analysis_unavailable",
    "ReadVerdicts": "source_unavailable",
    "Quotes": "extractor_unavailable",
    "Judged": "critic_unavailable",
    "Draft": "generator_unavailable",
    "Readings": "auditor_unavailable",
}
"""The signal of a run whose call got no answer, by the schema of the call."""
_REFUSED_ALIKE = frozenset({"conclusion", "closest_documents", "digest"})


class Figures(NamedTuple):
    """The figures of a run of the benchmark. Times are seconds of whole runs.

    `mixed`: contents of other companies or tenants in a report. `unexplained`: reports that differ from the report of
    the same question asked alone, but name no fault. `alarms`: reports that name a fault that did not happen.
    """

    finished: int
    states: Mapping[str, int]
    errors: tuple[str, ...]
    mixed: tuple[str, ...]
    unexplained: tuple[str, ...]
    other_closest: int
    """The number of refusals that list other closest documents than the question alone. They may differ while the
    vector index is lost: passages are then compared directly, which the index only approximates."""
    alarms: tuple[str, ...]
    faulted_calls: Mapping[str, int]
    faulted_runs: int
    unaffected: int
    """The number of `faulted_runs` whose report is the same as without a fault."""
    signals: Mapping[str, int]
    """How often the other runs with faults had each signal."""
    p50: float
    p95: float
    longest: float
    per_second: float
    """The number of finished runs per second, from the first question to the last report."""
    processor: float
    """The CPU seconds of a run, in all threads of its process."""
    waited: float
    """The mean time in seconds for which threads of a run's process were ready but had no core."""
    peak_mb: tuple[float, ...]
    """The peak memory of each process in MB."""
    slowest_nodes: Mapping[str, float]
    """The median seconds in each node, the longest first."""
    searches: int
    """The number of searches of the vector index."""
    unanswered: int
    back_after: float | None
    """The number of seconds from the return of the lost vector server to its first answered search. None if no server
    was lost."""
    health: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether every run ended with a right report without foreign text."""
        return not (self.errors or self.mixed or self.unexplained or self.alarms) and self.finished > 0

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "ratio": round(self.p95 / self.p50, 2), "sound": self.sound}


def figures(
    worked: Sequence[Worked], faulted: Sequence[Faulted], *, began: float, seconds: float, restarted: float | None
) -> Figures:
    runs = [run for worker in worked for run in worker.runs]
    ended = [run for run in runs if not run.error]
    faults = {id(run): _faults_of(run, faulted) for run in runs}
    times = sorted(run.seconds for run in ended) or [0.0]
    nodes = {node for run in ended for node in run.nodes}
    in_node = {node: median(run.nodes[node] for run in ended if node in run.nodes) for node in nodes}
    searches = sorted(search for worker in worked for search in worker.searches)
    last = max((run.began + run.seconds for run in ended), default=began + seconds)
    lost = restarted is not None
    unlike = [run for run in ended if run.unlike and not run.signals]
    with_faults = [run for run in ended if faults[id(run)]]
    answered = [at for at, found in searches if found and restarted is not None and at >= restarted]
    return Figures(
        finished=len(ended),
        states=Counter(f"{run.state}, {run.stop}" for run in ended),
        errors=tuple(f"{run.case.question} {run.error}" for run in runs if run.error),
        mixed=(
            *(fault for each in worked for fault in each.alone_wrong),
            *(f"{run.case.question} {fault}" for run in ended for fault in run.wrong),
        ),
        unexplained=tuple(_in_words(run) for run in unlike if not (lost and _refused_alike(run))),
        other_closest=sum(lost and _refused_alike(run) for run in unlike),
        alarms=tuple(_in_words(run) for run in ended if not _true(run, faults[id(run)])),
        faulted_calls=Counter(request.fault for request in faulted),
        faulted_runs=len(with_faults),
        unaffected=sum(not run.unlike for run in with_faults),
        signals=Counter(signal for run in with_faults for signal in run.signals),
        p50=round(median(times), 3),
        p95=round(quantiles(times, n=20)[-1] if len(times) > 1 else times[0], 3),
        longest=round(times[-1], 3),
        per_second=round(len(ended) / (last - began), 2),
        processor=round(sum(worker.processor_seconds for worker in worked) / max(1, len(runs)), 3),
        waited=round(sum(worker.waited_seconds for worker in worked) / max(1, len(runs)), 3),
        peak_mb=tuple(round(worker.peak_mb) for worker in worked),
        slowest_nodes=dict(
            sorted(((node, round(seconds, 3)) for node, seconds in in_node.items()), key=lambda pair: -pair[1])
        ),
        searches=len(searches),
        unanswered=sum(not found for _, found in searches),
        back_after=None if restarted is None else round(answered[0] - restarted, 1) if answered else float("inf"),
        health=tuple(detail for worker in worked for detail in worker.health),
    )


def _faults_of(run: Run, faulted: Sequence[Faulted]) -> list[Faulted]:
    """Return the failed calls of the run. No other run asked about its company and tenant at that time."""
    mine = (run.case.tenant, run.case.company)
    return [
        request
        for request in faulted
        if (request.tenant, request.company) == mine and run.began <= request.at <= run.began + run.seconds
    ]


def _refused_alike(run: Run) -> bool:
    """Return whether both reports refuse and differ only in the closest documents."""
    return run.state == "SUBJECT_NOT_FOUND" and _REFUSED_ALIKE.issuperset(run.unlike)


def _true(run: Run, faults: Sequence[Faulted]) -> bool:
    """Return whether every failure that the run reports was a failed call, or a consequence of one."""
    if not run.signals:
        return True
    return any(SIGNAL_OF.get(fault.schema) in run.signals for fault in faults)


def _in_words(run: Run) -> str:
    signals, unlike = " ".join(run.signals) or "no signal", ", ".join(run.unlike) or "nothing"
    return f"{run.case.question} {run.state}, {run.stop}, {signals}; differs in {unlike}"


def table(found: Figures) -> str:
    shown = {
        "runs finished": f"{found.finished}",
        **{f"  {state}": str(count) for state, count in found.states.items()},
        "runs that ended in an error": str(len(found.errors)),
        "mixed results": str(len(found.mixed)),
        "reports that differ without naming a fault": str(len(found.unexplained)),
        "signals of a fault that did not happen": str(len(found.alarms)),
        "p50 s": f"{found.p50:.2f}",
        "p95 s": f"{found.p95:.2f}",
        "p95 / p50": f"{found.p95 / found.p50:.2f}" if found.p50 else "–",
        "longest s": f"{found.longest:.2f}",
        "runs per second": f"{found.per_second:.1f}",
        "CPU s per run": f"{found.processor:.3f}",
        "ready without a core, s per run": f"{found.waited:.3f}",
        "peak MB of each process": ", ".join(f"{megabytes:.0f}" for megabytes in found.peak_mb),
        "s in the slowest nodes": ", ".join(
            f"{node} {seconds:.2f}" for node, seconds in list(found.slowest_nodes.items())[:5]
        ),
        "searches of the vector index": f"{found.searches}, {found.unanswered} of them unanswered",
    }
    if found.faulted_calls:
        shown["failed calls"] = ", ".join(f"{fault} {count}" for fault, count in sorted(found.faulted_calls.items()))
        shown["runs with such calls"] = (
            f"{found.faulted_runs}, {found.unaffected} of them with the same report as without a fault"
        )
        shown["signals of the others"] = ", ".join(
            f"{signal} {count}" for signal, count in sorted(found.signals.items())
        )
    if found.back_after is not None:
        shown["refusals with other closest documents"] = str(found.other_closest)
        shown["vector server back, first answer after s"] = f"{found.back_after:.1f}"
        shown["health at the end"] = "; ".join(dict.fromkeys(found.health))
    wrong = [*found.errors[:5], *found.mixed[:5], *found.unexplained[:5], *found.alarms[:5]]
    return "\n".join([*(f"{name:<44} {value}" for name, value in shown.items()), *wrong])
