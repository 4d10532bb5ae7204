"""Repeats a run whose models failed with the rule-based roles."""

from collections.abc import Callable
from contextvars import Context
from functools import cached_property
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from ..errors import PinciteError
from ..evidence.report.evidence_report import EvidenceReport
from ..nodes.runtime.state import RunInput, RunState


class RuleBasedFallback:
    """Runs a question again with rule-based roles. `make`: builds the graph on first use. The fallback run has its own
    budget, and takes about 0.2 s."""

    def __init__(self, make: Callable[[], CompiledStateGraph[Any, Any, Any, Any]]) -> None:
        self._make = make

    @cached_property
    def _graph(self) -> CompiledStateGraph[Any, Any, Any, Any]:
        return self._make()

    def __call__(self, state: RunState) -> EvidenceReport | None:
        """Return the report of a rule-based run with the same input, day and limits, or None if this run fails too.

        Its events and state do not reach the calling run or its checkpoints.
        """
        asked = {name: state[name] for name in RunInput.__annotations__ if name in state}  # type: ignore[literal-required]
        asked = {name: list(value) if isinstance(value, tuple) else value for name, value in asked.items()}
        asked["as_of"] = state["run"].as_of.isoformat()
        context = state["run"].context
        try:
            report: EvidenceReport = Context().run(self._graph.invoke, asked, context=context)["report"]
        except PinciteError:
            return None
        return report
