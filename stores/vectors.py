"""The vector index: Chroma, holding ids and embeddings only. The catalogue is the truth; this can be made again from it."""

import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .embeddings import Vectors

COLLECTION = "passages"
BATCH = 5_000


class VectorIndex:
    """Nearest passages by embedding. A reader reopens when the catalogue's generation has moved on: Chroma does not see other
    processes' writes (measured: it misses inserts and returns deleted ids)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._guard = threading.RLock()
        self._client: Any = None
        self._collection: Any = None
        self._generation = -1

    def _open(self, generation: int) -> Any:
        with self._guard:
            if self._collection is None or generation > self._generation:
                self._reset()
                import chromadb
                from chromadb.config import Settings as ChromaSettings

                settings = ChromaSettings(
                    anonymized_telemetry=False, is_persistent=True, persist_directory=str(self._folder)
                )
                self._client = chromadb.PersistentClient(path=str(self._folder), settings=settings)
                self._collection = self._client.get_or_create_collection(
                    COLLECTION, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
                )
                self._generation = generation
            return self._collection

    def nearest(self, vector: Sequence[float], limit: int, generation: int) -> list[str]:
        """Passage ids, nearest first; ties by id."""
        with self._guard:
            collection = self._open(generation)
            size = collection.count()
            if not size:
                return []
            found = collection.query(query_embeddings=[list(vector)], n_results=min(limit, size), include=["distances"])
        ranked = sorted(zip(found["distances"][0], found["ids"][0], strict=True))
        return [identifier for _, identifier in ranked]

    def add(self, ids: Sequence[str], vectors: Vectors, generation: int) -> None:
        with self._guard:
            collection = self._open(self._generation if self._collection is not None else generation)
            for start in range(0, len(ids), BATCH):
                collection.upsert(ids=list(ids[start : start + BATCH]), embeddings=vectors[start : start + BATCH])

    def written(self, generation: int) -> None:
        """Tell that this process itself brought the index to `generation`."""
        with self._guard:
            self._generation = max(self._generation, generation)

    def count(self, generation: int) -> int:
        with self._guard:
            return int(self._open(generation).count())

    def ids(self, generation: int) -> set[str]:
        with self._guard:
            return set(self._open(generation).get(include=[])["ids"])

    def delete(self, ids: Iterable[str], generation: int) -> None:
        doomed = list(ids)
        with self._guard:
            collection = self._open(generation)
            for start in range(0, len(doomed), BATCH):
                collection.delete(ids=doomed[start : start + BATCH])

    def _reset(self) -> None:
        if self._client is not None:
            self._client.clear_system_cache()
        self._client = self._collection = None

    def close(self) -> None:
        with self._guard:
            self._reset()
