"""The interface of a vector index, which stores embeddings only. The catalogue stores the same vectors and is
authoritative, so an index can be built again from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ...evidence.model.spans import VersionId
from .embeddings import Vectors
from .selection import Selection

WITHOUT_THREADS = 65_536
"""The largest matrix product, as a count of numbers, for which BLAS starts no threads."""


class Filling(NamedTuple):
    """How far the vector index is filled by the catalogue's record: the last version in it, and its number of
    passages."""

    version: int = 0
    passages: int = 0


class Wanted(NamedTuple):
    """A vector search: the passages that it may return, and the number of hits.

    `selection`: the versions to search, all of them in the index. `allowed`: the only passages to return, in ascending
    order; None for all. `whole`: whether the selection is a whole generation. `held`: the passage numbers of each
    version.
    """

    selection: Selection
    allowed: NDArray[np.int64] | None
    whole: bool
    held: Mapping[VersionId, range]
    limit: int

    def numbers(self) -> NDArray[np.int64]:
        """Return the numbers of the passages that the search may return, in ascending order."""
        return self.selection.numbers() if self.allowed is None else self.selection.among(self.allowed)


class Nearest(NamedTuple):
    """Passage numbers, nearest first, and the cosine similarity of each, to six places."""

    numbers: NDArray[np.int64]
    similar: NDArray[np.float64]

    @classmethod
    def none(cls) -> Nearest:
        return cls(np.zeros(0, np.int64), np.zeros(0))

    def listed(self) -> list[int]:
        return [int(number) for number in self.numbers]


class NewVectors(NamedTuple):
    """Vectors for the index, with the number and the id of each passage."""

    numbers: NDArray[np.int64]
    ids: Sequence[str]
    vectors: Vectors


class VectorIndex(Protocol):
    """Finds the nearest passages by embedding. Safe for many threads."""

    def trouble(self) -> str | None:
        """Return why the index cannot be reached, with the remedy, or None if it can or is not a server."""
        ...

    def nearest(self, vector: Vectors, wanted: Wanted, filling: Filling) -> Nearest | None:
        """Return the nearest passages, or None if the index cannot be read or lacks vectors."""
        ...

    def add(self, new: NewVectors) -> None:
        """Add vectors to the index, or replace those with the same numbers."""
        ...

    def count(self, filling: Filling) -> int:
        """Return the number of vectors; 0 if the index is empty or cannot be read. Raises StoreError while a server is
        unreachable."""
        ...

    def empty(self) -> None:
        """Delete the content of the index, so that it can be filled again."""
        ...

    def release(self) -> None:
        """Release the resources of the index, when the knowledge base that opened it is closed."""
        ...


def compared(numbers: NDArray[np.int64], matrix: Vectors, vector: Vectors, limit: int) -> Nearest:
    """Return at most `limit` passages whose rows of the matrix are nearest to a vector, ties by number."""
    similar = np.round(_products(matrix, vector), 6).astype(np.float64)
    if len(similar) > limit:
        near = similar >= np.partition(similar, -limit)[-limit]
        numbers, similar = numbers[near], similar[near]
    order = np.lexsort((numbers, -similar))[:limit]
    return Nearest(numbers[order], similar[order])


def _products(matrix: Vectors, vector: Vectors) -> Vectors:
    """Return `matrix @ vector`, calculated in pieces so small that BLAS starts no threads.

    On a busy machine, threads wait for each other ten times as long as they work. They may also add in another order,
    which can change the last digit.
    """
    rows = max(1, WITHOUT_THREADS // max(1, len(vector)))
    pieces = [matrix[start : start + rows] @ vector for start in range(0, len(matrix), rows)]
    return np.concatenate(pieces) if pieces else np.zeros(0, np.float32)
