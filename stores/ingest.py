"""Taking documents in: atomic for each one, safe to kill at any point, and safe to run again (SPEC REL-2)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ..errors import IngestError
from ..evidence.frozen import Frozen
from ..evidence.spans import DocumentId
from .catalogue import next_generation, packed
from .fulltext import grams
from .loaded import LoadedDocument
from .loaders.guarded import GuardedLoader
from .manifest import Declared, Manifest
from .prepared import Prepared, document_id, prepare, sha256, structure_json
from .walk import Source

if TYPE_CHECKING:
    from .knowledge_base import Stores


class FileOutcome(Frozen):
    path: str
    reason: str = ""


class IngestProgress(Frozen):
    """After each file: how far it is. `pages_per_second` counts the pages of files that have pages."""

    done: int
    total: int
    path: str
    pages: int
    passages: int
    seconds: float

    @property
    def pages_per_second(self) -> float:
        return self.pages / self.seconds if self.seconds else 0.0


class IngestReport(Frozen):
    """What became of each file. `ok` is False when any failed."""

    added: tuple[FileOutcome, ...] = ()
    unchanged: tuple[FileOutcome, ...] = ()
    superseded: tuple[FileOutcome, ...] = ()
    """Changed files: their new version is in, the old one is kept and no longer current."""
    gone: tuple[FileOutcome, ...] = ()
    failed: tuple[FileOutcome, ...] = ()
    skipped: tuple[FileOutcome, ...] = ()
    pages: int = 0
    passages: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return not self.failed


Progress = Callable[[IngestProgress], None]


class Known(Frozen):
    """A version that stands in the catalogue."""

    number: int
    version_id: str
    path: str
    file_sha256: str
    declared_sha256: str


class Ingest:
    """One ingest run, under the writer lock."""

    def __init__(self, stores: Stores, progress: Progress | None, total: int) -> None:
        self._stores, self._progress, self._total = stores, progress, total
        self._began = perf_counter()
        self._pages = self._passages = self._done = 0
        self.outcomes: dict[str, list[FileOutcome]] = {
            kind: [] for kind in ("added", "unchanged", "superseded", "gone", "failed", "skipped")
        }

    def files(self, sources: Sequence[Source], manifest_of: Callable[[Source], Manifest]) -> None:
        """Load in worker processes; cut, embed and write here as the results come, in the order of the files."""
        waiting: dict[Path, tuple[Source, Declared, str, Known | None]] = {}
        for source in sources:
            declared = manifest_of(source).declared(source.relative)
            try:
                digest = _file_sha256(source.file)
            except OSError as error:
                self._failed(source.relative, f"cannot be read: {error.strerror}; check its permissions")
                continue
            known = self._known(source.relative)
            if known and known.file_sha256 == digest and known.declared_sha256 == _declared_sha256(declared):
                self._report("unchanged", source.relative)
                continue
            waiting[source.file] = (source, declared, digest, known)
        if not waiting:
            return
        passwords = {file: declared.password for file, (_, declared, _, _) in waiting.items() if declared.password}
        with GuardedLoader() as loader:
            for file, loaded in loader.load_many(waiting, passwords=passwords):
                source, declared, digest, known = waiting[file]
                if isinstance(loaded, IngestError):
                    self._failed(source.relative, str(loaded))
                elif not loaded.text.strip():
                    reason = "; ".join(f"{issue.where}: {issue.reason}" for issue in loaded.issues[:3])
                    self._failed(source.relative, f"{file.name}: no readable text ({reason or 'it is empty'})")
                else:
                    self._take(loaded, declared, source.relative, digest, known, str(source.root))

    def text(self, loaded: LoadedDocument, declared: Declared, path: str) -> None:
        """One text given without a file."""
        digest, known = sha256(loaded.text), self._known(path)
        if known and known.file_sha256 == digest and known.declared_sha256 == _declared_sha256(declared):
            self._report("unchanged", path)
            return
        self._take(loaded, declared, path, digest, known, "")

    def gone(self, paths: Iterable[str], *, prune: bool) -> None:
        """Documents whose files are no longer there: reported, and on request removed."""
        for path in paths:
            if prune:
                remove_document(self._stores, document_id(path))
            self._report("gone", path, "removed from the knowledge base" if prune else "its file is no longer there")

    def skipped(self, path: str, reason: str) -> None:
        self.outcomes["skipped"].append(FileOutcome(path=path, reason=reason))

    def report(self) -> IngestReport:
        outcomes = {kind: tuple(found) for kind, found in self.outcomes.items()}
        seconds = round(perf_counter() - self._began, 3)
        return IngestReport(**outcomes, pages=self._pages, passages=self._passages, seconds=seconds)

    def _take(
        self, loaded: LoadedDocument, declared: Declared, path: str, digest: str, known: Known | None, root: str
    ) -> None:
        prepared = prepare(loaded, declared, path=path, file_sha256=digest)
        self._pages += len(loaded.pages)
        self._passages += len(prepared.cuts)
        write_version(self._stores, prepared, known, declared_sha256=_declared_sha256(declared), root=root)
        self._report(
            "superseded" if known else "added", path, "a new version is in; the old one is kept" if known else ""
        )

    def _known(self, path: str) -> Known | None:
        rows = self._stores.catalogue.rows(
            "select number, version_id, path, file_sha256, declared_sha256 from versions "
            "where document_id = ? and removed is null order by number desc limit 1",
            (document_id(path),),
        )
        if not rows:
            return None
        return Known(**dict(zip(Known.model_fields, rows[0], strict=True)))

    def _failed(self, path: str, reason: str) -> None:
        with self._stores.catalogue.writing() as writer:
            writer.execute("delete from problems where document = ? and version is null", (path,))
            writer.execute("insert into problems values (?, '', ?, null)", (path, reason))
        self._report("failed", path, reason)

    def _report(self, kind: str, path: str, reason: str = "") -> None:
        self.outcomes[kind].append(FileOutcome(path=path, reason=reason))
        self._done += 1
        if self._progress:
            self._progress(
                IngestProgress(
                    done=self._done,
                    total=self._total,
                    path=path,
                    pages=self._pages,
                    passages=self._passages,
                    seconds=perf_counter() - self._began,
                )
            )


def write_version(stores: Stores, prepared: Prepared, known: Known | None, *, declared_sha256: str, root: str) -> None:
    """`root` is the ingested folder, by which files that are gone are noticed. Vectors first, then the catalogue in one transaction: killed in between, the document is not there, and opening the
    knowledge base takes the loose vectors out again."""
    source, loaded = prepared.source, prepared.loaded
    texts = [loaded.text[cut.start : cut.end] for cut in prepared.cuts]
    halves = stores.embedder.embed([f"{source.title}\n{text}" for text in texts]).astype(np.float16)
    ids = [f"{source.version_id}-{index}" for index in range(len(texts))]
    catalogue = stores.catalogue
    if not catalogue.rows("select 1 from versions where version_id = ? and removed is null", (source.version_id,)):
        stores.vectors.add(ids, halves.astype(np.float32), catalogue.generation())
    with catalogue.writing() as writer:
        generation = next_generation(writer)
        writer.execute("delete from problems where document = ? and version is null", (source.path,))
        if known is not None and known.version_id == source.version_id:
            return
        number = writer.execute("select coalesce(max(number), 0) + 1 from versions").fetchone()[0]
        writer.execute(
            "insert into versions (number, version_id, document_id, path, root, source, file_sha256, declared_sha256, text, structure, "
            "declared, aliases, added, removed) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null)",
            (
                number, source.version_id, source.document_id, source.path, root, source.model_dump_json(), source.file_sha256,
                declared_sha256, packed(loaded.text), packed(structure_json(loaded)), prepared.scope.model_dump_json(),
                json.dumps([alias.model_dump(mode="json") for alias in prepared.aliases]), generation,
            ),
        )  # fmt: skip
        first = writer.execute("select coalesce(max(number), 0) + 1 from passages").fetchone()[0]
        writer.executemany(
            "insert into passages values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    first + index, ids[index], number, index, cut.start, cut.end, cut.place.model_dump_json(),
                    f"{source.version_id}#{cut.table}" if cut.table is not None else None, texts[index], halves[index].tobytes(),
                )
                for index, cut in enumerate(prepared.cuts)
            ],
        )  # fmt: skip
        writer.executemany(
            "insert into fulltext (rowid, body, heading, title, grams, version) values (?, ?, ?, ?, ?, ?)",
            [
                (first + index, texts[index], cut.place.section or "", source.title, grams(texts[index]), f"v{number}")
                for index, cut in enumerate(prepared.cuts)
            ],
        )
        writer.executemany(
            "insert into problems values (?, ?, ?, ?)",
            [(source.path, issue.where, issue.reason, number) for issue in prepared.issues],
        )
        detail = json.dumps({"path": source.path, "version": source.version_id, "passages": len(texts)})
        writer.execute("insert into journal values (?, 'added', ?)", (datetime.now(UTC).isoformat(), detail))
    stores.vectors.written(generation)


def remove_document(stores: Stores, identifier: DocumentId) -> int:
    """Take every version of a document out of the next generation; gives how many there were."""
    with stores.catalogue.writing() as writer:
        generation = next_generation(writer)
        done = writer.execute(
            "update versions set removed = ? where document_id = ? and removed is null", (generation, identifier)
        ).rowcount
        writer.execute(
            "insert into journal values (?, 'removed', ?)",
            (datetime.now(UTC).isoformat(), json.dumps({"document": identifier})),
        )
    return int(done)


def _file_sha256(path: Path) -> str:
    import hashlib

    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def _declared_sha256(declared: Declared) -> str:
    return sha256(declared.model_dump_json())
