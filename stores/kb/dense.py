"""Nearest passages by vector: compared one by one in a small selection, through the vector index in a large one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import monotonic, sleep
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...evidence.model.spans import VersionId
from ..index.catalogue import Claims
from ..index.selection import Selection
from ..index.vectors import BATCH, Filling, Near

if TYPE_CHECKING:
    from .opening import Stores

EXACT_AT_MOST = 20_000
"""Most passages that are compared one by one. This takes 3 ms with the vectors in memory, is deterministic, and needs
no index to build (0.6 ms per passage) or to import (1.1 s). An index that is built twice answers 2% of queries
differently."""
UNINDEXED_AT_MOST = 5_000
"""Most passages that may be missing in the index. They are compared one by one until they are added."""
WITHOUT_THREADS = 65_536
"""Most numbers in one matrix product: BLAS starts no threads for so few."""
OVERFETCH = 4
"""Factor by which a query to the index exceeds the limit when some of its hits may be filtered out."""


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
    """The numbers of the passages in the selection nearest to the query, nearest first.

    `filling`: how far the index was filled when the snapshot was taken. `held`: the passages of each version. `whole`: whether the
    selection is the whole generation. `allowed`: the passages that count, in rising order; None for all.
    """
    vector = stores.embedder.embed([query])[0]
    if not vector.any():
        return []
    inside = selection if allowed is None else selection.containing(allowed)
    if inside.passages <= EXACT_AT_MOST:
        return _exact(stores, vector, inside, allowed, limit).listed()
    indexed = inside.part(inside.versions <= filling.version)
    tail = inside.part(inside.versions > filling.version)
    wide = limit if whole and allowed is None else limit * OVERFETCH
    found = stores.vectors.nearest(vector.tolist(), wide, filling) if len(indexed.versions) else []
    if found is None:
        return _exact(stores, vector, inside, allowed, limit).listed()
    near = _numbered(found, held)
    counts = indexed.places(near.numbers) >= 0
    if allowed is not None:
        counts &= np.isin(near.numbers, allowed)
    near = _Near(near.numbers[counts][:limit], near.similar[counts][:limit])
    if len(tail.versions):
        beyond = _exact(stores, vector, tail, allowed, limit)
        near = _Near(np.concatenate([near.numbers, beyond.numbers]), np.concatenate([near.similar, beyond.similar]))
        order = np.argsort(-near.similar, kind="stable")
        near = _Near(near.numbers[order][:limit], near.similar[order][:limit])
    return near.listed()


class _Near(NamedTuple):
    """Passage numbers, nearest first, and the similarity of each."""

    numbers: NDArray[np.int64]
    similar: NDArray[np.float64]

    def listed(self) -> list[int]:
        return [int(number) for number in self.numbers]


def _exact(
    stores: Stores,
    vector: NDArray[np.float32],
    selection: Selection,
    allowed: NDArray[np.int64] | None,
    limit: int,
) -> _Near:
    passages, matrix = stores.versions.matrix(tuple(selection.versions.tolist()))
    if not len(passages):
        return _Near(passages, np.zeros(0))
    scores = np.round(_products(matrix, vector), 6).astype(np.float64)
    if allowed is not None:
        inside = np.isin(passages, allowed)
        passages, scores = passages[inside], scores[inside]
    top = np.argpartition(-scores, min(limit, len(scores) - 1))[:limit] if len(scores) else np.zeros(0, np.int64)
    order = top[np.lexsort((passages[top], -scores[top]))]
    return _Near(passages[order], scores[order])


def _products(matrix: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return `matrix @ vector`, calculated in pieces so small that BLAS starts no threads. On a busy machine the
    threads wait for each other ten times as long as they work, and another order of additions may change the last
    digit."""
    rows = max(1, WITHOUT_THREADS // max(1, len(vector)))
    return np.concatenate([matrix[start : start + rows] @ vector for start in range(0, len(matrix), rows)])


def _numbered(found: Sequence[Near], held: Mapping[VersionId, range]) -> _Near:
    """The hits of the index by passage number. Vectors of passages that are not in the generation are ignored."""
    known = []
    for hit in found:
        version, _, index = hit.passage_id.rpartition("-")
        passages = held.get(VersionId(version), range(0))
        if index.isdecimal() and int(index) < len(passages):
            known.append((passages[int(index)], hit.similarity))
    return _Near(
        np.asarray([number for number, _ in known], np.int64),
        np.asarray([similarity for _, similarity in known], np.float64),
    )


def read_filling(stores: Stores) -> Filling:
    """How far the vector index is filled, as the catalogue states."""
    raw = stores.catalogue.meta("index")
    return Filling(*map(int, raw.split())) if raw else Filling()


WAITED_AT_MOST = 120.0
"""Seconds to wait for another worker: twice as long as the claim of a killed worker lasts."""
LOOK_AGAIN = 0.2
"""Seconds between two checks of a claim of another worker."""
INDEX = "vector index"
"""The name that a run claims while it fills the index."""


def fill_index(stores: Stores, claims: Claims, *, wait: bool = False) -> None:
    """Add the missing vectors to the vector index, if many are missing, no other worker is doing so, and the index is reachable.
    `wait`: wait for another worker to finish, or, if it was killed, until its claim expires.

    After each part the catalogue records how far the index is filled, and adding a vector twice changes nothing. So after a kill at any
    point the next call continues. An index that lacks vectors it should hold is rebuilt (SPEC REL-2).
    """
    ends = monotonic() + (WAITED_AT_MOST if wait else 0)
    while _lacks_much(stores) and not stores.vectors.trouble():
        if claims.acquire(INDEX):
            try:
                _fill(stores, read_filling(stores))
            finally:
                claims.release([INDEX])
            return
        if monotonic() >= ends:
            return
        sleep(LOOK_AGAIN)


def _lacks_much(stores: Stores) -> bool:
    total = stores.catalogue.last_passage()
    return total > EXACT_AT_MOST and total - read_filling(stores).passages > UNINDEXED_AT_MOST


def _fill(stores: Stores, filling: Filling) -> None:
    if filling.passages and stores.vectors.count(filling) < filling.passages:
        stores.vectors.empty()
        filling = Filling(stamp=filling.stamp)
    pending = stores.catalogue.versions_after(filling.version)
    for part in _parts(pending):
        ids = [f"{version_id}-{index}" for _, version_id, passages in part for index in range(passages)]
        filling = Filling(part[-1][0], filling.passages + len(ids), filling.stamp + 1)
        if ids:
            _, matrix = stores.versions.read_matrix([number for number, _, _ in part])
            stores.vectors.add(ids, matrix, filling.stamp)
        stores.catalogue.set_meta({"index": " ".join(map(str, filling))})


def _parts(pending: Sequence[tuple[int, str, int]]) -> Iterator[list[tuple[int, str, int]]]:
    """The versions in groups of about as many passages as Chroma inserts at once efficiently."""
    part: list[tuple[int, str, int]] = []
    for version in pending:
        part.append(version)
        if sum(passages for _, _, passages in part) >= BATCH:
            yield part
            part = []
    if part:
        yield part
