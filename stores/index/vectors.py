"""The interface of a vector index, which holds ids and embeddings only. The catalogue holds the same vectors and is authoritative; an
index can be rebuilt from it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from .embeddings import Vectors

BATCH = 500
"""Vectors in one insertion: an embedded Chroma blocks all other threads during an insertion."""


class Filling(NamedTuple):
    """The state of the index that the catalogue records: its last version, its number of passages, and how often it was
    written."""

    version: int = 0
    passages: int = 0
    stamp: int = 0


class Near(NamedTuple):
    """A passage and the cosine similarity of its vector, to six places."""

    passage_id: str
    similarity: float

    @classmethod
    def ranked(cls, found: Mapping[str, Any]) -> list["Near"]:
        """The hits of Chroma for one vector, nearest first; ties by id."""
        near = (
            cls(passage_id, round(1 - far, 6))
            for passage_id, far in zip(found["ids"][0], found["distances"][0], strict=True)
        )
        return sorted(near, key=lambda hit: (-hit.similarity, hit.passage_id))


class VectorIndex(Protocol):
    """Nearest passages by embedding. Safe for many threads."""

    def trouble(self) -> str | None:
        """Why the index cannot be reached, with the remedy; None if it can be reached, or is not a server."""
        ...

    def nearest(self, vector: Sequence[float], limit: int, filling: Filling) -> list[Near] | None:
        """Return the nearest passages, nearest first, with ties by id. Return None if the index cannot be read or lacks
        vectors."""
        ...

    def add(self, ids: Sequence[str], vectors: Vectors, stamp: int) -> None:
        """Add or replace vectors. `stamp`: the stamp of the filling after this call."""
        ...

    def count(self, filling: Filling) -> int:
        """The number of vectors; 0 if the index is empty or cannot be read. Raises StoreError while a server is unreachable."""
        ...

    def empty(self) -> None:
        """Delete the index, to be filled again."""
        ...

    def release(self) -> None:
        """Called when the knowledge base that opened the index is closed."""
        ...
