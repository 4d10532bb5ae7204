"""A question asked on behalf of another run: what is suggested to a person has been tried (SPEC SUB-12)."""

from collections.abc import Callable
from contextvars import Context
from functools import cached_property
from glob import escape
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from ..errors import PinciteError
from ..evidence.report.evidence_report import EvidenceReport
from ..nodes.runtime.state import RunState


class Trial:
    """Runs by rule, without a model, for the day of another run. `make` builds the graph when first needed."""

    def __init__(self, make: Callable[[], CompiledStateGraph[Any, Any, Any, Any]]) -> None:
        self._make = make

    @cached_property
    def _graph(self) -> CompiledStateGraph[Any, Any, Any, Any]:
        return self._make()

    def __call__(self, question: str, path: str, state: RunState) -> EvidenceReport | None:
        """Ask the document of that path alone, which costs little. In a context of its own: the run whose node asks sees none of its
        events, and its checkpoints none of its state."""
        asked: dict[str, Any] = {
            "question": question,
            "as_of": state["run"].as_of.isoformat(),
            "documents": [escape(path)],
        }
        try:
            report: EvidenceReport = Context().run(self._graph.invoke, asked)["report"]
        except PinciteError:
            return None
        return report
