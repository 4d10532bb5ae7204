"""Nearest passages by meaning: compared one by one while that is quick, by the vector index beyond."""

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
"""Passages that are compared one by one: 3 ms with their vectors in memory, the same answer every time, and no index to build
(0.6 ms a passage) or to import (1.1 s). An index built twice answers 2% of queries differently."""
UNINDEXED_AT_MOST = 5_000
"""Passages beyond those that may wait for the index; they are compared one by one meanwhile."""
WITHOUT_THREADS = 65_536
"""Numbers that are multiplied at once."""
OVERFETCH = 4
"""How many times as many are asked of the index where some of what it finds may not count."""


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
    """Numbers of the passages of the selection nearest to the query, nearest first. `filling`: how far the index was filled when the
    snapshot was taken. `held`: the passages of each version. `whole`: these are all there are. `allowed`: passages that count, in
    rising order; None for all."""
    vector = stores.embedder.embed([query])[0]
    if not vector.any():
        return []
    inside = selection if allowed is None else selection.holding(allowed)
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
    """Numbers of passages, nearest first, and how similar each is."""

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
    """`matrix @ vector` in pieces for which BLAS starts no threads: on a busy machine these wait for each other ten times as long as
    the work takes, and what they add up in another order may differ in the last digit."""
    rows = max(1, WITHOUT_THREADS // max(1, len(vector)))
    return np.concatenate([matrix[start : start + rows] @ vector for start in range(0, len(matrix), rows)])


def _numbered(found: Sequence[Near], held: Mapping[VersionId, range]) -> _Near:
    """What the index found, by number; loose vectors, of passages that there are not, are passed over."""
    known = []
    for one in found:
        version, _, index = one.passage_id.rpartition("-")
        passages = held.get(VersionId(version), range(0))
        if index.isdecimal() and int(index) < len(passages):
            known.append((passages[int(index)], one.similarity))
    return _Near(np.asarray([one for one, _ in known], np.int64), np.asarray([one for _, one in known], np.float64))


def read_filling(stores: Stores) -> Filling:
    """How far the vector index is filled, as the catalogue has it."""
    raw = stores.catalogue.meta("index")
    return Filling(*map(int, raw.split())) if raw else Filling()


WAITED_AT_MOST = 120.0
"""Seconds: twice as long as the claim of a worker holds that was killed."""
LOOK_AGAIN = 0.2
"""Seconds between two looks at what another worker has claimed."""
INDEX = "vector index"
"""What a run claims for as long as it fills the index."""


def fill_index(stores: Stores, claims: Claims, *, wait: bool = False) -> None:
    """Bring the vector index up to the catalogue, where there is enough to be worth it, no other worker is at it, and its server is there.
    `wait`: for a worker that is at it until it is done, or, where it was killed, until its claim has expired.

    The catalogue notes how far the index is filled after each part, and putting a vector in twice changes nothing: killed at any
    point, the next call goes on. An index that lacks what it should hold is made anew (SPEC REL-2).
    """
    ends = monotonic() + (WAITED_AT_MOST if wait else 0)
    while _lacks_much(stores) and not stores.vectors.trouble():
        if claims.take(INDEX):
            try:
                _fill(stores, read_filling(stores))
            finally:
                claims.give_back([INDEX])
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
    """Versions, together as many passages as Chroma takes at once without effort."""
    part: list[tuple[int, str, int]] = []
    for one in pending:
        part.append(one)
        if sum(passages for _, _, passages in part) >= BATCH:
            yield part
            part = []
    if part:
        yield part
