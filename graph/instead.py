"""The question of a run whose models failed, asked again of the rule-based roles."""

from collections.abc import Callable
from contextvars import Context
from functools import cached_property
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from ..errors import PinciteError
from ..evidence.report.evidence_report import EvidenceReport
from ..nodes.runtime.state import RunInput, RunState


class Instead:
    """`make` builds the rule-based graph when it is first needed. Its run has a budget of its own, and takes about 0.2 s."""

    def __init__(self, make: Callable[[], CompiledStateGraph[Any, Any, Any, Any]]) -> None:
        self._make = make

    @cached_property
    def _graph(self) -> CompiledStateGraph[Any, Any, Any, Any]:
        return self._make()

    def __call__(self, state: RunState) -> EvidenceReport | None:
        """The same input, day and limits; None where this run fails too. In a context of its own: the run whose node asks sees none of
        its events, and its checkpoints none of its state."""
        asked = {name: state[name] for name in RunInput.__annotations__ if name in state}  # type: ignore[literal-required]
        asked = {name: list(one) if isinstance(one, tuple) else one for name, one in asked.items()}
        asked["as_of"] = state["run"].as_of.isoformat()
        context = state["run"].context
        try:
            report: EvidenceReport = Context().run(self._graph.invoke, asked, context=context)["report"]
        except PinciteError:
            return None
        return report
