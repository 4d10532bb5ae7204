"""Finds the passages nearest to a query by vector. It compares all vectors of a small selection, and uses the vector
index for a large one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import monotonic, sleep
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...evidence.model.spans import VersionId
from ..index.catalogue import Claims
from ..index.embeddings import Vectors
from ..index.selection import Selection
from ..index.vectors import Filling, Nearest, NewVectors, Wanted, compared

if TYPE_CHECKING:
    from .opening import Stores

EXACT_AT_MOST = 20_000
"""The maximum number of passages whose vectors are compared one by one, without the index. With the vectors in memory
this takes 3 ms, and the result is exact."""
UNINDEXED_AT_MOST = 5_000
"""The maximum number of passages that may be missing in the vector index. Until they are added, they are compared one
by one."""
PART = 5_000
"""The number of passages that are added to the vector index before the catalogue records them. If the process is
killed, this much work is lost at most."""


def nearest(
    stores: Stores,
    query: str,
    selection: Selection,
    filling: Filling,
    *,
    held: Mapping[VersionId, range],
    whole: bool,
    allowed: NDArray[np.int64] | None,
    limit: int,
) -> list[int]:
    """Return the numbers of the passages in the selection that are nearest to the query, nearest first.

    `filling`: how far the index was filled when the snapshot was taken. `held`: the passages of each version. `whole`:
    whether the selection is the whole generation. `allowed`: the only passages to return, in ascending order; None for
    all.
    """
    vector = stores.embedder.embed([query])[0]
    if not vector.any():
        return []
    inside = selection if allowed is None else selection.containing(allowed)
    if inside.passages <= EXACT_AT_MOST:
        return _exact(stores, vector, inside, allowed, limit).listed()
    indexed = inside.part(inside.versions <= filling.version)
    tail = inside.part(inside.versions > filling.version)
    near: Nearest | None = Nearest.none()
    if len(indexed.versions):
        near = stores.vectors.nearest(vector, Wanted(indexed, allowed, whole, held, limit), filling)
    if near is None:
        return _exact(stores, vector, inside, allowed, limit).listed()
    if len(tail.versions):
        beyond = _exact(stores, vector, tail, allowed, limit)
        similar = np.concatenate([near.similar, beyond.similar])
        order = np.argsort(-similar, kind="stable")
        return Nearest(np.concatenate([near.numbers, beyond.numbers])[order][:limit], similar[order][:limit]).listed()
    return near.listed()


def _exact(
    stores: Stores, vector: Vectors, selection: Selection, allowed: NDArray[np.int64] | None, limit: int
) -> Nearest:
    passages, matrix = stores.versions.matrix(tuple(selection.versions.tolist()))
    if allowed is not None:
        inside = np.isin(passages, allowed)
        passages, matrix = passages[inside], matrix[inside]
    return compared(passages, matrix, vector, limit)


def read_filling(stores: Stores) -> Filling:
    """Return how far the vector index is filled, as the catalogue states."""
    raw = stores.catalogue.meta("index")
    return Filling(*map(int, raw.split()[:2])) if raw else Filling()  # earlier versions stored a third number


WAITED_AT_MOST = 120.0
"""The maximum number of seconds to wait for another worker that fills the index. The claim (its exclusive right) of a
killed worker expires after half this time."""
LOOK_AGAIN = 0.2
"""The number of seconds between two checks of whether another worker has finished."""
INDEX = "vector index"
"""The name of the exclusive right (claim) of the ingest run that fills the vector index."""


def fill_index(stores: Stores, claims: Claims, *, wait: bool = False) -> None:
    """Add missing vectors to the vector index, if many are missing or the index has lost some (SPEC REL-2).

    Nothing is done while the index is unreachable or another worker adds them. `wait`: whether to wait until that
    worker has finished or, if it was killed, until its claim (its exclusive right) expires.

    After each part the catalogue records how far the index is filled, and adding a vector twice changes nothing. So if
    the process is killed, the next call continues. An index that lost vectors is built again.
    """
    ends = monotonic() + (WAITED_AT_MOST if wait else 0)
    while _is_due(stores):
        if claims.acquire(INDEX):
            try:
                _fill(stores, read_filling(stores))
            finally:
                claims.release([INDEX])
            return
        if monotonic() >= ends:
            return
        sleep(LOOK_AGAIN)


def _is_due(stores: Stores) -> bool:
    """Return whether the index can be written to, and lacks many vectors or has lost some."""
    total, filling = stores.catalogue.last_passage(), read_filling(stores)
    if total <= EXACT_AT_MOST or stores.vectors.trouble():
        return False
    return total - filling.passages > UNINDEXED_AT_MOST or stores.vectors.count(filling) < filling.passages


def _fill(stores: Stores, filling: Filling) -> None:
    if filling.passages and stores.vectors.count(filling) < filling.passages:
        stores.vectors.empty()
        filling = Filling()
    pending = stores.catalogue.versions_after(filling.version)
    for part in _parts(pending):
        numbers, matrix = stores.versions.read_matrix([number for number, _, _ in part])
        if len(numbers):
            ids = [f"{version_id}-{index}" for _, version_id, passages in part for index in range(passages)]
            stores.vectors.add(NewVectors(numbers, ids, matrix))
        filling = Filling(part[-1][0], filling.passages + len(numbers))
        stores.catalogue.set_meta({"index": " ".join(map(str, filling))})


def _parts(pending: Sequence[tuple[int, str, int]]) -> Iterator[list[tuple[int, str, int]]]:
    """Yield the versions in groups of at least `PART` passages; the last group may have fewer."""
    part: list[tuple[int, str, int]] = []
    size = 0
    for version in pending:
        part.append(version)
        size += version[2]
        if size >= PART:
            yield part
            part, size = [], 0
    if part:
        yield part
