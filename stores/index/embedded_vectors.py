"""The vector index of one machine: an embedded Chroma in a folder."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...errors import StoreError
from .embeddings import Vectors
from .vectors import BATCH, Filling, Near

COLLECTION = "passages"
SYNCED_EVERY = 5_000
"""Vectors between two writes of the index to its files. Each write costs 62 bytes for every id in the whole index. With
Chroma's default of 1,000, the writes took a fifth of all work at 400,000 passages, and a growing share beyond. A
process that opens the index adds the vectors that are not yet in the files, at 1 ms each. A filling has slightly more
than 5,000 vectors, so that it ends with a write."""


class EmbeddedIndex:
    """The nearest passages by embedding.

    A process has one index per folder, for all open knowledge bases: the whole process shares Chroma's cache of
    clients, and clearing it would break other clients of the host application.

    A reader reopens the index when the catalogue states a later filling, since Chroma does not see writes of other
    processes (measured: it misses inserts and returns deleted ids).
    """

    _known: dict[Path, EmbeddedIndex] = {}  # noqa: RUF012 - one for the process, on purpose
    _users: dict[Path, int] = {}  # noqa: RUF012
    _registry = threading.Lock()

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._guard = threading.RLock()
        self._client: Any = None
        self._collection: Any = None
        self._stamp = -1
        self._size = 0
        """The last count of the open collection, cached because counting takes 20 ms for 100,000 vectors and a search 2
        ms."""

    @classmethod
    def shared(cls, folder: Path) -> EmbeddedIndex:
        """Return the process's index on `folder`. Every call needs a matching call of `release`."""
        folder = folder.resolve()
        with cls._registry:
            cls._users[folder] = cls._users.get(folder, 0) + 1
            return cls._known.setdefault(folder, cls(folder))

    def release(self) -> None:
        with self._registry:
            self._users[self._folder] -= 1
            if self._users[self._folder]:
                return
            del self._users[self._folder], self._known[self._folder]
        with self._guard:
            self._close()

    def trouble(self) -> str | None:
        return None

    def nearest(self, vector: Sequence[float], limit: int, filling: Filling) -> list[Near] | None:
        with self._guard:
            collection = self._open(filling.stamp)
            try:
                if collection is not None and self._size < max(filling.passages, 1):
                    self._size = int(collection.count())
                if self._size < filling.passages:
                    return None
                found = collection.query(
                    query_embeddings=[list(vector)], n_results=min(limit, self._size), include=["distances"]
                )
            except (
                Exception
            ):  # another process is rebuilding the index; the vectors in the catalogue are used until then
                self._close()
                return None
        return Near.ranked(found)

    def add(self, ids: Sequence[str], vectors: Vectors, stamp: int) -> None:
        with self._guard:
            try:
                collection = self._collection or self._open(stamp, make=True)
                for start in range(0, len(ids), BATCH):
                    collection.upsert(ids=list(ids[start : start + BATCH]), embeddings=vectors[start : start + BATCH])
            except (
                Exception
            ) as error:  # Chroma raises various errors for a full disk or for foreign files in its folder
                self._close()
                raise StoreError(
                    f"{self._folder}: the vector index cannot be written ({type(error).__name__}); free disk space, or remove other "
                    "files from this folder, and run the same command again; documents already ingested are kept"
                ) from error
            self._stamp = stamp

    def count(self, filling: Filling) -> int:
        with self._guard:
            collection = self._open(filling.stamp)
            return int(collection.count()) if collection is not None else 0

    def empty(self) -> None:
        with self._guard:
            self._close()
            shutil.rmtree(self._folder, ignore_errors=True)

    def _open(self, stamp: int, *, make: bool = False) -> Any:
        """The collection; None if there is no readable index and `make` is False."""
        if self._collection is not None and stamp <= self._stamp and self._folder.exists():
            return self._collection
        self._close()
        if not make and not (self._folder / "chroma.sqlite3").exists():
            return None
        import chromadb
        from chromadb.config import Settings as ChromaSettings

        settings = ChromaSettings(anonymized_telemetry=False, is_persistent=True, persist_directory=str(self._folder))
        try:
            self._client = chromadb.PersistentClient(path=str(self._folder), settings=settings)
            self._collection = self._client.get_or_create_collection(
                COLLECTION,
                embedding_function=None,
                configuration={"hnsw": {"space": "cosine", "sync_threshold": SYNCED_EVERY}},
            )
        except (
            Exception
        ):  # Chroma raises various errors for damaged files; the vectors in the catalogue are used instead
            self._close()
            if make:
                raise
            return None
        self._stamp = stamp
        return self._collection

    def _close(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = self._collection = None
        self._stamp = -1
        self._size = 0
