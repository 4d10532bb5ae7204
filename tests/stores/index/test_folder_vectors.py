"""The vector index of a folder, without a knowledge base around it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pincite.errors import StoreError
from pincite.stores.index import folder_vectors
from pincite.stores.index.embeddings import Vectors
from pincite.stores.index.folder_vectors import FolderIndex
from pincite.stores.index.selection import Selection
from pincite.stores.index.vectors import Filling, NewVectors, Wanted, compared

PASSAGES = 3_000


def made(dimension: int, seed: int = 1) -> Vectors:
    """Vectors of unit length in a hundred groups, not around the origin, as embeddings are. Each seed gives other
    vectors of the same groups."""
    groups = np.random.default_rng(0).normal(size=(100, dimension)) + 0.7
    chance = np.random.default_rng(seed)
    found = groups[chance.integers(100, size=PASSAGES)] + 0.6 * chance.normal(size=(PASSAGES, dimension))
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float16).astype(np.float32)


def new(vectors: Vectors, first: int = 1) -> NewVectors:
    numbers = np.arange(first, first + len(vectors))
    return NewVectors(numbers, [f"v-{number}" for number in numbers], vectors)


def of(*ranges: tuple[int, int], allowed: NDArray[np.int64] | None = None, limit: int = 20) -> Wanted:
    starts, ends = np.asarray(ranges).T
    return Wanted(Selection(np.arange(len(starts)), starts, ends), allowed, False, {}, limit)


EVERYTHING = of((1, PASSAGES + 1))


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a large index: most passages are ruled out by their signs."""
    monkeypatch.setattr(folder_vectors, "SIMILAR_LEAST", 600)
    monkeypatch.setattr(folder_vectors, "COMPARED", 150)
    monkeypatch.setattr(folder_vectors, "COMPARED_PER_HIT", 1)


@pytest.mark.parametrize("dimension", [256, 100])
@pytest.mark.usefixtures("short")
def test_almost_all_of_the_nearest_are_found_with_their_exact_similarity(tmp_path: Path, dimension: int) -> None:
    vectors, index = made(dimension), FolderIndex(tmp_path / "vectors", dimension)
    index.add(new(vectors))
    shared = 0
    for query in made(dimension, seed=2)[:20]:
        exact = compared(np.arange(1, PASSAGES + 1), vectors, query, 20)
        found = index.nearest(query, EVERYTHING, Filling(1, PASSAGES))
        assert found is not None
        assert found.similar.tolist() == pytest.approx((vectors[found.numbers - 1] @ query).tolist(), abs=2e-6)
        assert sorted(found.similar.tolist(), reverse=True) == found.similar.tolist()
        shared += len(set(exact.numbers.tolist()) & set(found.numbers.tolist()))
    assert shared >= 0.98 * 20 * 20


@pytest.mark.usefixtures("short")
def test_only_passages_that_count_are_found(tmp_path: Path) -> None:
    vectors, index = made(64), FolderIndex(tmp_path / "vectors", 64)
    index.add(new(vectors))
    filling, query = Filling(1, PASSAGES), made(64, seed=3)[0]
    apart = index.nearest(query, of((5, 900), (1_200, 2_500)), filling)
    assert apart is not None
    assert len(apart.numbers) == 20
    assert all(5 <= number < 900 or 1_200 <= number < 2_500 for number in apart.numbers)
    few = index.nearest(query, of((5, 900), allowed=np.asarray([3, 7, 11, 950])), filling)
    assert few is not None
    assert sorted(few.numbers.tolist()) == [7, 11]
    none = index.nearest(query, of((5, 900), allowed=np.asarray([3])), filling)
    assert none is not None
    assert not len(none.numbers)


@pytest.mark.spec("EXE-6", "REL-5")
@pytest.mark.usefixtures("short")
def test_the_first_search_of_a_process_finds_the_same_as_later_ones_and_as_many_at_once(tmp_path: Path) -> None:
    vectors, query = made(64), made(64, seed=4)[0]
    writer = FolderIndex(tmp_path / "vectors", 64)
    writer.add(new(vectors[:2_000]))
    writer.add(new(vectors[2_000:], 2_001))
    fresh = FolderIndex(tmp_path / "vectors", 64)
    with ThreadPoolExecutor(8) as pool:
        every = list(pool.map(lambda _: fresh.nearest(query, EVERYTHING, Filling(1, PASSAGES)), range(16)))
    again = FolderIndex(tmp_path / "again", 64)
    again.add(new(vectors))
    every += [writer.nearest(query, EVERYTHING, Filling(1, PASSAGES)) for _ in range(2)]
    assert len({tuple(found.numbers.tolist()) for found in every if found is not None}) == 1
    assert None not in every
    rebuilt = again.nearest(query, of((1, 2_001)), Filling(1, PASSAGES))
    assert rebuilt is not None


@pytest.mark.spec("REL-2")
def test_a_reader_finds_what_a_later_filling_states_and_nothing_of_it_before(tmp_path: Path) -> None:
    vectors = made(64)
    writer, reader = FolderIndex(tmp_path / "vectors", 64), FolderIndex(tmp_path / "vectors", 64)
    writer.add(new(vectors[:1_000]))
    query = vectors[1_500]
    before = reader.nearest(query, of((1, 1_001)), Filling(1, 1_000))
    writer.add(new(vectors[1_000:], 1_001))
    still = reader.nearest(query, of((1, 1_001)), Filling(1, 1_000))
    assert before is not None
    assert still is not None
    assert before.numbers.tolist() == still.numbers.tolist()
    later = reader.nearest(query, EVERYTHING, Filling(2, PASSAGES))
    assert later is not None
    assert later.numbers[0] == 1_501


@pytest.mark.spec("REL-2")
def test_what_a_killed_filling_wrote_is_written_again_at_its_place(tmp_path: Path) -> None:
    vectors, index = made(64), FolderIndex(tmp_path / "vectors", 64)
    index.add(new(vectors[:1_000]))
    index.add(new(vectors[1_000:2_000], 1_001))  # and killed before the catalogue recorded it
    other = FolderIndex(tmp_path / "vectors", 64)
    other.add(new(vectors[1_000:], 1_001))
    assert other.count(Filling(1, PASSAGES)) == PASSAGES
    assert np.array_equal(other.stored(np.arange(1, PASSAGES + 1)), vectors)


@pytest.mark.spec("REL-2")
def test_a_search_of_files_that_are_missing_or_too_short_gives_no_hits_but_none(tmp_path: Path) -> None:
    vectors, index = made(64), FolderIndex(tmp_path / "vectors", 64)
    assert index.nearest(vectors[0], EVERYTHING, Filling(1, PASSAGES)) is None
    assert index.count(Filling(1, PASSAGES)) == 0
    index.add(new(vectors[:100]))
    assert index.nearest(vectors[0], EVERYTHING, Filling(1, PASSAGES)) is None
    assert index.nearest(vectors[0], EVERYTHING, Filling(1, 100)) is None  # passages after the last row
    with pytest.raises(StoreError, match="lacks vectors"):
        index.stored(np.asarray([101]))


def test_a_closed_index_lets_a_running_search_finish(tmp_path: Path) -> None:
    vectors, index = made(64), FolderIndex(tmp_path / "vectors", 64)
    index.add(new(vectors))
    query = made(64, seed=5)[0]
    wanted = index.nearest(query, EVERYTHING, Filling(1, PASSAGES))
    with ThreadPoolExecutor(4) as pool:
        found = [pool.submit(index.nearest, query, EVERYTHING, Filling(1, PASSAGES)) for _ in range(40)]
        for _ in range(40):
            index.release()
    assert wanted is not None
    assert all(np.array_equal(f.result().numbers, wanted.numbers) for f in found)  # type: ignore[union-attr]
