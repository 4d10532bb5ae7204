"""What a knowledge base needs of its vector index: ids and embeddings only. The catalogue holds the same vectors and is the truth; an
index can be made again from it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from .embeddings import Vectors

BATCH = 500
"""Vectors of one insertion: an embedded Chroma lets no other thread run meanwhile."""


class Filling(NamedTuple):
    """What the catalogue says of the index: the last version and how many passages it holds, and how often it was written."""

    version: int = 0
    passages: int = 0
    stamp: int = 0


class Near(NamedTuple):
    """A passage and how similar its vector is: their cosine, to six places."""

    passage_id: str
    similarity: float

    @classmethod
    def ranked(cls, found: Mapping[str, Any]) -> list["Near"]:
        """What Chroma found for one vector, nearest first; ties by id."""
        near = (cls(one, round(1 - far, 6)) for one, far in zip(found["ids"][0], found["distances"][0], strict=True))
        return sorted(near, key=lambda one: (-one.similarity, one.passage_id))


class VectorIndex(Protocol):
    """Nearest passages by embedding. Safe for many threads."""

    def trouble(self) -> str | None:
        """Why the index cannot be reached at present, and the mend; None when it can, or is no server."""
        ...

    def nearest(self, vector: Sequence[float], limit: int, filling: Filling) -> list[Near] | None:
        """Nearest first; ties by id. None when the index cannot be read, or lacks some of what it should hold."""
        ...

    def add(self, ids: Sequence[str], vectors: Vectors, stamp: int) -> None:
        """Put vectors in, or put them in again; `stamp` is of the filling that this brings about."""
        ...

    def count(self, filling: Filling) -> int:
        """How many vectors it holds; 0 when it has none, or cannot be read. Raises StoreError while a server is away."""
        ...

    def empty(self) -> None:
        """Throw the index away, to be filled anew."""
        ...

    def release(self) -> None:
        """The knowledge base that opened it is closed."""
        ...
