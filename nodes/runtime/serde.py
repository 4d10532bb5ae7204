"""Lists the types that the checkpoint of a run may contain. Nothing else is ever loaded from a checkpoint (SPEC
REL-4)."""

from collections.abc import Iterator
from enum import Enum
from typing import Any, get_args, get_type_hints

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from pydantic import BaseModel

from .state import RunState


def _reached(annotation: Any, seen: set[type]) -> Iterator[type]:
    """Yield the models and enumerations that a value of this annotation can contain."""
    for inner in get_args(annotation):
        yield from _reached(inner, seen)
    if not isinstance(annotation, type) or annotation in seen:
        return
    if issubclass(annotation, BaseModel | Enum):
        seen.add(annotation)
        yield annotation
        if issubclass(annotation, BaseModel):
            for hint in get_type_hints(annotation).values():
                yield from _reached(hint, seen)


def _types() -> tuple[type, ...]:
    seen: set[type] = set()
    return tuple(reached for hint in get_type_hints(RunState).values() for reached in _reached(hint, seen))


SERDE_TYPES: tuple[type, ...] = _types()
"""All types of pincite that the state of a run contains. For your own serializer:
`allowed_msgpack_modules=[*SERDE_TYPES, …]`."""


def make_serializer() -> JsonPlusSerializer:
    """Return a serializer that loads only the types of a run, for `InMemorySaver(serde=…)`, `SqliteSaver(conn,
    serde=…)` and others."""
    return JsonPlusSerializer(pickle_fallback=False, allowed_msgpack_modules=SERDE_TYPES)
