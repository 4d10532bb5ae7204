"""What a knowledge base needs of its vector index: ids and embeddings only. The catalogue holds the same vectors and is the truth; an
index can be made again from it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from .embeddings import Vectors

BATCH = 500
"""Vectors of one insertion: an embedded Chroma lets no other thread run meanwhile."""


class Filling(NamedTuple):
    """What the catalogue says of the index: the last version and how many passages it holds, and how often it was written."""

    version: int = 0
    passages: int = 0
    stamp: int = 0


class VectorIndex(Protocol):
    """Nearest passages by embedding. Safe for many threads."""

    def trouble(self) -> str | None:
        """Why the index cannot be reached at present, and the mend; None when it can, or is no server."""
        ...

    def nearest(self, vector: Sequence[float], limit: int, filling: Filling) -> list[str] | None:
        """Passage ids, nearest first; ties by id. None when the index cannot be read, or lacks some of what it should hold."""
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
