"""A compiled graph that rejects unknown input fields. LangGraph itself drops a misspelt key silently."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Self, cast

from langchain_core.messages import convert_to_messages
from langgraph.graph.state import CompiledStateGraph
from langgraph.typing import ContextT, InputT, OutputT, StateT

from ..errors import SettingsError

_INSIDE_A_PARENT = "__pregel_task_id"
"""The key that LangGraph adds to the configurable of a subgraph. A subgraph receives the whole state of its parent,
with other fields."""


class CheckedGraph(CompiledStateGraph[StateT, ContextT, InputT, OutputT]):
    """A compiled graph that checks the input of every run. All run methods call `stream` or `astream`, which check it.
    Raises SettingsError, which names the key."""

    def stream(self, input: Any, config: Any = None, **options: Any) -> Iterator[Any]:
        self._check(input, config)
        return super().stream(input, config, **options)

    def astream(self, input: Any, config: Any = None, **options: Any) -> AsyncIterator[Any]:
        self._check(input, config)
        return super().astream(input, config, **options)

    def copy(self, update: dict[str, Any] | None = None) -> Self:
        """Return a copy that keeps the list of types that LangGraph's strict mode may load. LangGraph's own method
        drops the list, and its server runs a copy."""
        made = super().copy(update)
        made._serde_allowlist = self._serde_allowlist
        return made

    def _check(self, given: Any, config: Any) -> None:
        if isinstance(given, Mapping) and _INSIDE_A_PARENT not in ((config or {}).get("configurable") or {}):
            check_input(given, tuple(self.builder.schemas[self.builder.input_schema]))


def checked(
    graph: CompiledStateGraph[StateT, ContextT, InputT, OutputT],
) -> CheckedGraph[StateT, ContextT, InputT, OutputT]:
    """Return the graph as a CheckedGraph. `StateGraph.compile` fixes the class, so it can only be changed
    afterwards."""
    graph.__class__ = CheckedGraph
    return cast(CheckedGraph[StateT, ContextT, InputT, OutputT], graph)


def check_input(given: Mapping[str, Any], fields: Sequence[str]) -> None:
    """Check the input of a run. Raises SettingsError for a key outside `fields`, naming the nearest field, and for
    messages that cannot be read."""
    if (unknown := next((name for name in given if name not in fields), None)) is not None:
        near = get_close_matches(str(unknown), fields, n=1)
        suggestion = f"did you mean {near[0]}? T" if near else "t"
        raise SettingsError(f"input.{str(unknown)[:100]}: no such field; {suggestion}he fields are {', '.join(fields)}")
    if "messages" in fields:
        check_messages(given.get("messages"))


def check_messages(given: Any) -> None:
    """Raise SettingsError unless `given` is a list of messages in a form that LangChain accepts."""
    held: Any = [given] if isinstance(given, str | Mapping) else given
    if not isinstance(held, list | tuple) or not held:
        raise SettingsError("input.messages: needs a list of messages; the last human message is the question")
    try:
        convert_to_messages(held)
    except Exception as error:
        raise SettingsError(f"input.messages: {str(error).splitlines()[0][:300]}") from None
