"""Tries a question before it is suggested to the user (SPEC SUB-12)."""

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
    """Tries questions in rule-based runs, with the day and the limits of another run. `make`: builds the graph on first use."""

    def __init__(self, make: Callable[[], CompiledStateGraph[Any, Any, Any, Any]]) -> None:
        self._make = make

    @cached_property
    def _graph(self) -> CompiledStateGraph[Any, Any, Any, Any]:
        return self._make()

    def __call__(self, question: str, path: str, state: RunState) -> EvidenceReport | None:
        """Return the report on `question` over the document at `path` alone, which is fast, or None if the run fails.

        Its events and state do not reach the calling run or its checkpoints.
        """
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
