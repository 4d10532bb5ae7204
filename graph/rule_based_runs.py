"""Rule-based runs inside another run. They repeat a run whose models failed, and try questions before these are
suggested (SPEC SUB-12)."""

from collections.abc import Callable
from contextvars import Context
from functools import cached_property
from glob import escape
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from ..errors import PinciteError
from ..evidence.report.evidence_report import EvidenceReport
from ..nodes.runtime.context import RunContext
from ..nodes.runtime.state import RunInput, RunState


class RuleBasedRuns:
    """Runs questions with rule-based roles. `make`: builds the graph on first use. A run has its own budget, and takes
    about 0.2 s. Its events and state do not reach the calling run or its checkpoints."""

    def __init__(self, make: Callable[[], CompiledStateGraph[Any, Any, Any, Any]]) -> None:
        self._make = make

    @cached_property
    def _graph(self) -> CompiledStateGraph[Any, Any, Any, Any]:
        return self._make()

    def repeat(self, state: RunState) -> EvidenceReport | None:
        """Return the report of a run with the same input, day and limits; None if this run fails too."""
        asked = {name: state[name] for name in RunInput.__annotations__ if name in state}  # type: ignore[literal-required]
        asked = {name: list(value) if isinstance(value, tuple) else value for name, value in asked.items()}
        return self._report(asked, state, state["run"].context)

    def trial(self, question: str, path: str, state: RunState) -> EvidenceReport | None:
        """Return the report on `question` over only the document at `path`, which is fast. Return None if the run
        fails. The day of the answer is that of the calling run."""
        return self._report({"question": question, "documents": [escape(path)]}, state)

    def _report(
        self, asked: dict[str, Any], state: RunState, context: RunContext | None = None
    ) -> EvidenceReport | None:
        asked["as_of"] = state["run"].as_of.isoformat()
        try:
            report: EvidenceReport = Context().run(self._graph.invoke, asked, context=context)["report"]
        except PinciteError:
            return None
        return report
