"""The content of a knowledge base without counters and generations. It is the same after every ingest of the same
documents."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...stores.index.chroma_vectors import ChromaIndex
from ...stores.index.folder_vectors import FolderIndex
from ...stores.index.sql_reading import SqlReading
from ...stores.kb.dense import read_filling
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.opening import Stores
from ...stores.kb.snapshot import Snapshot
from ...stores.postgres.postgres_catalogue import PostgresCatalogue
from ...stores.sqlite.sqlite_catalogue import SqliteCatalogue

Contents = Mapping[str, Mapping[str, Any]]
"""The content of each part of a knowledge base, by part and by the key in the part."""


def contents(kb: KnowledgeBase, stores: Stores) -> Contents:
    """Return the documents, passages, vectors and full text of a knowledge base, and the counts of things that must be
    unique. `stores`: its stores."""
    snapshot = kb.snapshot()
    return {
        **readable(snapshot),
        "vectors": dict(_rows(stores, "select version_id, matrix from versions")),
        "indexed": _indexed(stores),
        "words": _words(stores),
        "once": _once(stores),
    }


def readable(snapshot: Snapshot) -> Contents:
    """Return the content of one generation, as a process that only reads sees it."""
    documents = snapshot.documents()
    return {
        "documents": {document.version_id: document.model_dump(mode="json") for document in documents},
        "texts": {document.version_id: snapshot.text(document.version_id) for document in documents},
        "passages": {
            document.version_id: [p.model_dump(mode="json") for p in snapshot.passages(document.version_id)]
            for document in documents
        },
    }


def differences(found: Contents, wanted: Contents) -> list[str]:
    """Return the differences as text; empty if there are none."""
    found_differences = []
    for part, own in wanted.items():
        missing, added = sorted(own.keys() - found[part].keys()), sorted(found[part].keys() - own.keys())
        other = sorted(key for key in own.keys() & found[part].keys() if own[key] != found[part][key])
        found_differences += [
            f"{part}: {len(keys)} {how}, such as {keys[0]}"
            for how, keys in (("missing", missing), ("too many", added), ("other", other))
            if keys
        ]
    return found_differences


def _indexed(stores: Stores) -> dict[str, Any]:
    """Return the vector of each passage in the index, rounded to four decimals, by passage id. Passages that should not
    be there are included."""
    index, filling = stores.vectors, read_filling(stores)
    if not filling.passages:
        return {}
    if isinstance(index, FolderIndex):
        rows = _rows(stores, "select number, passage_id from passages order by number")[: index.count(filling)]
        ids, vectors = [row[1] for row in rows], index.stored(np.asarray([row[0] for row in rows], np.int64))
    else:
        assert isinstance(index, ChromaIndex)
        held = index._open().get(include=["embeddings"])
        ids, vectors = held["ids"], np.asarray(held["embeddings"], np.float32)
    return {identifier: vector.tobytes() for identifier, vector in zip(ids, np.round(vectors, 4), strict=True)}


def _rows(stores: Stores, query: str) -> list[tuple[Any, ...]]:
    assert isinstance(stores.catalogue, SqlReading)
    return stores.catalogue.rows(query)


def _once(stores: Stores) -> dict[str, Any]:
    """Return counts that are the same for every undisturbed knowledge base with these documents."""
    count = {
        "versions": "select count(*) from versions",
        "passages": "select count(*) from passages",
        "lives": "select count(*) from life",
        "alive": "select count(*) from life where removed is null",
        "ingested": "select count(*) from journal where kind = 'added'",
        "problems": "select count(*) from problems",
        "generation": "select cast(value as integer) from meta where key = 'generation'",
    }
    return {name: _rows(stores, query)[0][0] for name, query in count.items()}


def _words(stores: Stores) -> dict[str, Any]:
    """Return every word with its positions: the whole full-text index."""
    catalogue = stores.catalogue
    assert isinstance(catalogue, SqliteCatalogue | PostgresCatalogue)
    passages = dict(catalogue.rows("select number, passage_id from passages"))
    found: dict[str, Any] = {}
    if isinstance(catalogue, PostgresCatalogue):
        for term, numbers, counts, lengths in catalogue.rows("select term, passages, counts, lengths from postings"):
            places = zip((passages[number] for number in numbers), counts, lengths, strict=True)
            found.setdefault(term, []).extend(places)
        vectors = {
            f"{passages[number]} as a vector": words
            for number, words in catalogue.rows("select number, words::text from fulltext")
        }
        counted = {f"{term} counted": count for term, count in catalogue.rows("select term, passages from vocabulary")}
        tokens = {"all tokens": catalogue.meta("tokens")}
        return {term: sorted(places) for term, places in found.items()} | vectors | counted | tokens
    with catalogue._reading() as connection:
        connection.execute("create virtual table if not exists temp.places using fts5vocab(main, fulltext, instance)")
        rows = connection.execute("select term, doc, col, offset from temp.places where col <> 'version'").fetchall()
        connection.execute("drop table temp.places")
        damage = connection.execute("pragma integrity_check").fetchall()
    for term, number, column, offset in rows:
        found.setdefault(term, []).append((passages[number], column, offset))
    return {term: sorted(places) for term, places in found.items()} | {"damage": damage}
