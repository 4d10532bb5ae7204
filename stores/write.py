"""Changes to the catalogue, each one transaction and one generation: all of it is there or nothing (SPEC REL-2)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from ..evidence.spans import DocumentId
from .catalogue import Catalogue, next_generation, packed
from .fulltext import grams
from .loaded import LoadedDocument
from .passages import Cut
from .prepared import Prepared, structure_json
from .tables import found_by

if TYPE_CHECKING:
    from .knowledge_base import Stores


def write_version(stores: Stores, prepared: Prepared, *, declared_sha256: str, file: str) -> None:
    """Make this the newest version of its document. One that was there before, or was removed, comes back as it was.

    `file`: where on this machine it was read from; "" for a text given without one.
    """
    source = prepared.source
    known = stores.catalogue.rows("select number from versions where version_id = ?", (source.version_id,))
    matrix = b""
    if not known:
        loaded = prepared.loaded
        told = [
            "\n".join(filter(None, (source.title, _of_table(loaded, cut), loaded.text[cut.start : cut.end])))
            for cut in prepared.cuts
        ]
        matrix = stores.embedder.embed(told).astype(np.float16).tobytes()
    with stores.catalogue.writing() as writer:
        generation = next_generation(writer)
        number = known[0][0] if known else _insert(writer, prepared, matrix, declared_sha256)
        writer.execute("update life set removed = ? where version = ? and removed is null", (generation, number))
        writer.execute("insert into life values (?, ?, null)", (number, generation))
        writer.execute(
            "update problems set removed = ? where document = ? and removed is null and (version is null or version = ?)",
            (generation, source.path, number),
        )
        writer.executemany(
            "insert into problems values (?, ?, ?, ?, ?, ?, null)",
            [(source.path, file, issue.where, issue.reason, number, generation) for issue in prepared.issues],
        )
        if file:
            _note_file(writer, file, source.path)
        _journal(writer, "added", {"path": source.path, "version": source.version_id, "passages": len(prepared.cuts)})


def _insert(writer: sqlite3.Connection, prepared: Prepared, matrix: bytes, declared_sha256: str) -> int:
    source, loaded, cuts = prepared.source, prepared.loaded, prepared.cuts
    number = int(writer.execute("select coalesce(max(number), 0) + 1 from versions").fetchone()[0])
    first = int(writer.execute("select coalesce(max(number), 0) + 1 from passages").fetchone()[0])
    writer.execute(
        "insert into versions values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number, source.version_id, source.document_id, source.path, source.file_sha256, declared_sha256,
            source.model_dump_json(), packed(loaded.text), packed(structure_json(loaded)), prepared.scope.model_dump_json(),
            json.dumps([alias.model_dump(mode="json") for alias in prepared.aliases]), first, len(cuts), matrix,
        ),
    )  # fmt: skip
    texts = [loaded.text[cut.start : cut.end] for cut in cuts]
    writer.executemany(
        "insert into passages values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                first + index, f"{source.version_id}-{index}", number, index, cut.start, cut.end, cut.place.model_dump_json(),
                f"{source.version_id}#{cut.table}" if cut.table is not None else None, texts[index],
            )
            for index, cut in enumerate(cuts)
        ],
    )  # fmt: skip
    title = grams(source.title)
    headings = [" ".join(filter(None, (cut.place.section, _of_table(loaded, cut)))) for cut in cuts]
    writer.executemany(
        "insert into fulltext (rowid, body, heading, title, grams, version) values (?, ?, ?, ?, ?, ?)",
        [
            (
                first + index, texts[index], heading, source.title,
                " ".join(filter(None, (grams(texts[index]), grams(heading), title))), f"v{number}",
            )
            for index, heading in enumerate(headings)
        ],
    )  # fmt: skip
    return number


def _of_table(loaded: LoadedDocument, cut: Cut) -> str:
    """What the rows of a passage are found by though it stands over another passage of their table."""
    return found_by(loaded.tables[cut.table], loaded.text) if cut.table is not None else ""


def write_failure(catalogue: Catalogue, path: str, file: str, reason: str) -> None:
    """Keep why a file could not be read. The same reason again changes nothing, not even the generation."""
    same = "select 1 from problems where document = ? and reason = ? and version is null and removed is null"
    if catalogue.rows(same, (path, reason)):
        return
    with catalogue.writing() as writer:
        generation = next_generation(writer)
        writer.execute(
            "update problems set removed = ? where document = ? and version is null and removed is null",
            (generation, path),
        )
        writer.execute("insert into problems values (?, ?, '', ?, null, ?, null)", (path, file, reason, generation))


def still_there(catalogue: Catalogue, path: str, file: str) -> None:
    """A document was found unchanged: a failure of an earlier reading no longer holds, and it may have moved."""
    failed = "select 1 from problems where document = ? and version is null and removed is null"
    moved = "select 1 from files where file = ? and path = ?"
    failing, placed = catalogue.rows(failed, (path,)), not file or catalogue.rows(moved, (file, path))
    if not failing and placed:
        return
    with catalogue.writing() as writer:
        if failing:
            _forget_failures(writer, [path], next_generation(writer))
        if not placed:
            _note_file(writer, file, path)


def forget_failures(catalogue: Catalogue, paths: Iterable[str]) -> None:
    """Files that failed and are no longer there are no longer a problem."""
    doomed = list(paths)
    if doomed:
        with catalogue.writing() as writer:
            _forget_failures(writer, doomed, next_generation(writer))


def _forget_failures(writer: sqlite3.Connection, paths: Iterable[str], generation: int) -> None:
    writer.executemany(
        "update problems set removed = ? where document = ? and version is null and removed is null",
        [(generation, path) for path in paths],
    )


def remove_document(catalogue: Catalogue, document_id: DocumentId, path: str) -> None:
    """Take every version of a document out of the next generation; runs pinned to an earlier one still read it."""
    with catalogue.writing() as writer:
        generation = next_generation(writer)
        writer.execute(
            "update life set removed = ? where removed is null and version in "
            "(select number from versions where document_id = ?)",
            (generation, document_id),
        )
        _forget_failures(writer, [path], generation)
        writer.execute("delete from files where path = ?", (path,))
        _journal(writer, "removed", {"document": document_id, "path": path})


def _note_file(writer: sqlite3.Connection, file: str, path: str) -> None:
    writer.execute("delete from files where file = ? or path = ?", (file, path))
    writer.execute("insert into files values (?, ?)", (file, path))


def _journal(writer: sqlite3.Connection, kind: str, detail: dict[str, str | int]) -> None:
    writer.execute("insert into journal values (?, ?, ?)", (datetime.now(UTC).isoformat(), kind, json.dumps(detail)))
