"""The served vector index: a Chroma server with one collection for each tenant of each knowledge base."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from ...errors import StoreError
from ...evidence.model.spans import VersionId
from .embeddings import Vectors
from .vectors import Filling, Nearest, NewVectors, Wanted

BATCH = 500
"""The number of vectors in one insertion."""
OVERFETCH = 4
"""A query asks for this many times `limit` hits if some of the hits may be outside the selection."""
SECONDS = 10.0
"""The time limit in seconds for a request. Chroma's client has no time limit."""
AWAY_SECONDS = 15.0
"""The number of seconds for which a server is not used again after a failure, so that a run does not wait for it at
each search."""
LOOK_SECONDS = 3.0
"""The time limit in seconds for each of the first two requests to a server."""
LOOKED_AT = ("/api/v2/version", "/api/v2/tenants/default_tenant/databases/default_database")
"""The first two requests. Chroma's client makes the second in its constructor, before a time limit can be set."""


class ChromaIndex:
    """Finds the nearest passages on a Chroma server, which is used again after a restart.

    While the server is unreachable or has lost the collection, the vectors in the catalogue are searched. The next
    ingest fills the collection again.
    """

    def __init__(self, url: str, collection: str) -> None:
        self._url, self._name = url, collection
        parts = urlsplit(url)
        self._label = f"{parts.scheme}://{parts.hostname}:{parts.port}"
        self._guard = threading.Lock()
        self._client: Any = None
        self._collection: Any = None
        self._away_until = 0.0

    def trouble(self) -> str | None:
        import httpx

        try:
            for path in LOOKED_AT:
                answer = httpx.get(f"{self._url.rstrip('/')}{path}", timeout=LOOK_SECONDS)
                if answer.status_code != 200:
                    return f"the vector server at {self._label} answers {answer.status_code} to Chroma's API version 2; run Chroma 1.0 or newer"
        except httpx.HTTPError as error:
            return f"the vector server at {self._label} cannot be reached ({type(error).__name__}); check that it runs"
        return None

    def nearest(self, vector: Vectors, wanted: Wanted, filling: Filling) -> Nearest | None:
        if monotonic() < self._away_until:
            return None
        try:
            collection = self._open(again=False)
            if collection is None or collection.count() < filling.passages:
                return None
            limit = wanted.limit if wanted.whole and wanted.allowed is None else wanted.limit * OVERFETCH
            found = collection.query(query_embeddings=[vector.tolist()], n_results=limit, include=["distances"])
        except (
            Exception
        ):  # Chroma's client raises various errors for a lost server; the vectors in the catalogue are used instead
            self._away_until = monotonic() + AWAY_SECONDS
            self._forget()
            return None
        return _that_count(found, wanted)

    def add(self, new: NewVectors) -> None:
        try:
            collection = self._open()
            for start in range(0, len(new.ids), BATCH):
                end = start + BATCH
                collection.upsert(ids=list(new.ids[start:end]), embeddings=new.vectors[start:end])
        except StoreError:
            raise
        except Exception as error:
            self._forget()
            raise self._lost(error) from error

    def count(self, filling: Filling) -> int:
        try:
            return int(self._open().count())
        except StoreError:
            raise
        except Exception as error:
            self._forget()
            if type(error).__name__ == "NotFoundError":
                return 0
            raise self._lost(error) from error

    def empty(self) -> None:
        try:
            self._open()
            self._client.delete_collection(self._name)
        except StoreError:
            raise
        except Exception as error:
            raise self._lost(error) from error
        finally:
            self._forget()

    def release(self) -> None:
        self._forget()

    def _open(self, *, again: bool = True) -> Any:
        """Return the collection, or None. `again`: whether to try a server that failed a moment ago.

        Threads that waited here for a failed attempt get None, so only one of many searches waits for an unreachable
        server.
        """
        with self._guard:
            if not again and monotonic() < self._away_until:
                return None
            if self._collection is None:
                try:
                    if (trouble := self.trouble()) is not None:
                        raise StoreError(trouble)
                    self._client, self._collection = self._connect()
                except BaseException:
                    self._away_until = monotonic() + AWAY_SECONDS
                    raise
            return self._collection

    def _connect(self) -> tuple[Any, Any]:
        import chromadb
        from chromadb.config import Settings as ChromaSettings

        parts = urlsplit(self._url)
        client: Any = chromadb.HttpClient(
            host=parts.hostname or "",
            port=parts.port or 0,
            ssl=parts.scheme == "https",
            settings=ChromaSettings(anonymized_telemetry=False),
        )
        client._server._session.timeout = SECONDS
        made = {"embedding_function": None, "configuration": {"hnsw": {"space": "cosine"}}}
        return client, client.get_or_create_collection(self._name, **made)

    def _forget(self) -> None:
        with self._guard:
            client, self._client, self._collection = self._client, None, None
        if client is not None:
            for http_client in (client, client._admin_client):  # their own close method leaves the connections open
                http_client._server._session.close()
            client.close()

    def _lost(self, error: Exception) -> StoreError:
        return StoreError(
            f"the vector server at {self._label} failed ({type(error).__name__}); check that it runs, and ingest again: documents already "
            "ingested are kept, and the next ingest fills the index"
        )


def _that_count(found: Mapping[str, Any], wanted: Wanted) -> Nearest:
    """Return Chroma's hits for one vector, nearest first, ties by id. Passages that the search may not return, or that
    are not yet in the knowledge base, are left out."""
    ranked = sorted(
        (round(far - 1, 6), passage_id) for passage_id, far in zip(found["ids"][0], found["distances"][0], strict=True)
    )
    known = []
    for unlike, passage_id in ranked:
        version, _, index = passage_id.rpartition("-")
        passages = wanted.held.get(VersionId(version), range(0))
        if index.isdecimal() and int(index) < len(passages):
            known.append((passages[int(index)], -unlike))
    near = Nearest(
        np.asarray([number for number, _ in known], np.int64), np.asarray([similar for _, similar in known], np.float64)
    )
    counts = wanted.selection.places(near.numbers) >= 0
    if wanted.allowed is not None:
        counts &= np.isin(near.numbers, wanted.allowed)
    return Nearest(near.numbers[counts][: wanted.limit], near.similar[counts][: wanted.limit])
