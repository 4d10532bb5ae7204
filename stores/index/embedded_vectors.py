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
"""Vectors between two writings of the index to its files. Each writing costs as all of it is long, 62 bytes for every id: after each
thousand, Chroma's own choice, it took a fifth of all work at 400,000 passages, and more with every one. What is not written yet
each process that opens the index puts in again, at 1 ms a vector; a filling is of a little more than 5,000, so that its end is written."""


class EmbeddedIndex:
    """Nearest passages by embedding. One for each folder in a process, however many knowledge bases are open on it: Chroma's own
    cache of clients is shared by the whole process, and clearing it would break the host's other clients.

    A reader opens it anew when the catalogue tells of a later filling, since Chroma does not see other processes' writes
    (measured: it misses inserts and returns deleted ids).
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
        """How many were counted last in what is open; counting takes 20 ms for 100,000, a search 2."""

    @classmethod
    def shared(cls, folder: Path) -> EmbeddedIndex:
        """The process's index on `folder`; every call wants a `release`."""
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
            except Exception:  # another process is making the index anew; the catalogue serves meanwhile
                self._close()
                return None
        return Near.ranked(found)

    def add(self, ids: Sequence[str], vectors: Vectors, stamp: int) -> None:
        with self._guard:
            try:
                collection = self._collection or self._open(stamp, make=True)
                for start in range(0, len(ids), BATCH):
                    collection.upsert(ids=list(ids[start : start + BATCH]), embeddings=vectors[start : start + BATCH])
            except Exception as error:  # whatever Chroma makes of a disk that is full, or of files that are in its way
                self._close()
                raise StoreError(
                    f"{self._folder}: the vector index cannot be written ({type(error).__name__}); make room, or remove what is in its "
                    "way, and run the same command again; documents already ingested are kept"
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
        """The collection; None when there is no index, or a broken one, and none is to be made."""
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
        except Exception:  # whatever Chroma makes of damaged files; the catalogue serves meanwhile
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
