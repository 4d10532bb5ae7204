"""The knowledge base: the documents that a user ingested. Only this module makes spans, which are stretches of text
with their places."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from pydantic import ValidationError

from ...errors import IngestError, StoreError
from ...evidence.model.source_record import Alias
from ...evidence.model.spans import Span, VersionId
from ..documents.manifest import NAMES, Declared, read_manifest
from ..documents.prepared import Prepared
from ..documents.walk import Source, spelled_out, walk
from ..index.catalogue import Claims, Damage
from ..index.fulltext import plain
from . import alias_book
from .dense import fill_index, read_filling
from .opening import Stores, open_stores
from .run_snapshot import RunSnapshot
from .run_texts import RunTexts
from .snapshot import Hit, Snapshot

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

    from .ingest import Progress
    from .ingest_report import IngestReport

SNAPSHOTS = 4
"""The number of snapshots that are cached. A snapshot is the state after one change, seen on one day."""


class Health(NamedTuple):
    ok: bool
    detail: str


class KnowledgeBase:
    """The catalogue and the vectors of one tenant, in a folder or on servers. Open it with `KnowledgeBase.open`.

        with KnowledgeBase.open("kb") as kb:
            kb.ingest(["docs/"])
            hits = kb.search("notice period")

    Reading is safe from many threads and processes. One process at a time may write to a folder. Several may write to
    served stores; each document is ingested by one of them.
    """

    def __init__(self, tenant: str, stores: Stores) -> None:
        self._tenant = tenant
        self._stores = stores
        self._snapshots: dict[tuple[int, date], Snapshot] = {}
        self._run_texts = RunTexts(stores.catalogue)
        self._guard = threading.Lock()
        self._newest = -1
        """The number of the newest generation (state after a change) that was read so far."""
        self._closed = False
        self._damage = self._damage_now() if stores.checked_on_opening else Damage(frozenset())

    @classmethod
    def open(cls, path: str | Path, *, tenant: str = "default", embeddings: Embeddings | None = None) -> Self:
        """Open the knowledge base in the folder `path`, or the served one at an address. A missing folder is created.

        An address is such as `postgresql://user@host/db?chroma=http://host:8000` (docs/serving.md). `embeddings`: any
        LangChain embeddings; the bundled ones by default. Raises StoreError if the knowledge base cannot be read, was
        made by a newer pincite, or was embedded by another model.

        Opening a folder checks its row counts. If rows are missing, `snapshot` raises StoreError, and so does every
        search and run, until an ingest restores them.
        """
        stores = open_stores(path, tenant, embeddings)
        try:
            return cls(tenant, stores)
        except BaseException:  # for example damage that the row counts show
            stores.catalogue.close()
            stores.vectors.release()
            raise

    def ingest(
        self,
        paths: Iterable[str | Path] | str | Path,
        *,
        manifest: str | Path | None = None,
        prune: bool = False,
        untouched: Collection[Path] = (),
        ocr: bool = False,
        progress: Progress | None = None,
    ) -> IngestReport:
        """Ingest files and folders. Unchanged files are skipped; changed files become a new version.

        - `manifest`: a `sources.yaml`; by default the file of that name in each ingested folder
        - `prune`: whether to remove documents whose file is gone from an ingested folder
        - `ocr`: whether to read scanned pages of PDFs, even those of unchanged files that an earlier ingest did not
          read (docs/sources.md)
        - `untouched`: files that are not read and do not count as gone, such as a file that is still being written

        Raises IngestError if a path or the manifest is wrong. The report lists what is wrong with single files.
        """
        from .ingest import Ingest  # imported here, since questions do not need the loaders, which import slowly

        given = _paths(paths)
        sources, skipped = walk(given)
        to_read = [source for source in sources if source.file not in untouched]
        folders = {path.resolve(): _manifest_in(path) for path in given if path.is_dir()}
        chosen = _LocatedManifest(Path(manifest)) if manifest is not None else None

        def manifest_of(source: Source) -> _LocatedManifest | None:
            return chosen or folders.get(source.root)

        def declared_of(source: Source) -> Declared:
            by = manifest_of(source)
            return by.manifest.declared(by.path_of(source)) if by else Declared()

        with self._writing() as claims:
            run = Ingest(self._stores, claims, progress, len(to_read), self._tenant, ocr=ocr)
            for link in skipped:
                run.skipped(link.path, link.reason)
            manifests = list(dict.fromkeys(found for found in (chosen, *folders.values()) if found is not None))
            for by in manifests:
                for path in by.manifest.unmatched(
                    by.path_of(source) for source in sources if manifest_of(source) is by
                ):
                    run.skipped(path, "the manifest lists it, but no such file exists; check the path")
            run.files(to_read, declared_of)
            present = {spelled_out(file) for file in (*(source.file for source in sources), *untouched)}
            run.gone(folders, present, prune=prune)
            for alias in (alias for by in manifests for alias in by.manifest.aliases):
                if (reason := alias_book.objection(self.snapshot(), alias.name, alias.of)) is not None:
                    run.skipped(f"alias {alias.name}", reason)
                else:
                    alias_book.declare(self._stores.catalogue, [(alias.name, alias.of)])
            return run.report()

    def ingest_texts(self, items: Iterable[Mapping[str, Any]]) -> IngestReport:
        """Ingest texts that are not in files: `{"id", "text"}`, and optionally `media_type` and any field of a manifest
        entry.

        Raises IngestError if an item has another form. The report lists what is wrong with single texts.
        """
        from .ingest import Ingest

        batch = [_text_item(item, index) for index, item in enumerate(items)]
        with self._writing() as claims:
            run = Ingest(self._stores, claims, None, len(batch), self._tenant)
            run.texts(batch)
            return run.report()

    @property
    def tenant(self) -> str:
        """The name of the tenant that owns the documents."""
        return self._tenant

    def remove(self, document_id: str) -> None:
        """Remove a document by its id or its path. Runs that began before can still read it. Raises StoreError if no
        document has that id or path."""
        documents = self.snapshot().documents()
        found = next((document for document in documents if document_id in (document.document_id, document.path)), None)
        if found is None:
            raise StoreError(
                f"document {document_id}: not in this knowledge base; `snapshot().documents()` lists its documents"
            )
        with self._writing():
            self._stores.catalogue.remove_document(found.document_id, found.path)

    def add_alias(self, name: str, of: str) -> None:
        """Declare `name` as another name of the entity `of`, in the whole knowledge base.

        Raises StoreError if the name belongs to another entity, or if no document is about `of` or mentions it.
        """
        name, of = name.strip(), of.strip()
        with self._writing():
            alias_book.check(self.snapshot(), name, of)
            alias_book.declare(self._stores.catalogue, [(name, of)])

    def remove_alias(self, name: str, of: str | None = None) -> tuple[tuple[str, str], ...]:
        """Remove a declared alias, of one entity or of all, and return the removed pairs of name and entity. Raises
        StoreError if there is no such alias."""
        with self._writing():
            return alias_book.remove(self._stores.catalogue, name.strip(), of.strip() if of else None)

    def declared_aliases(self) -> tuple[Alias, ...]:
        """Return the aliases that a manifest or the user declared, without those that the texts of documents introduce."""
        return tuple(alias for alias in self.snapshot().aliases() if alias.origin == "declared")

    def snapshot(self, generation: int | None = None, *, as_of: date | None = None) -> Snapshot:
        """Return the knowledge base as it is now, or as it was after the change with the number `generation`. Later
        changes do not change a snapshot.

        `as_of`: the day on which it is seen, which decides what is in force and what is superseded; today (UTC) by
        default.
        """
        self._refuse_if_damaged()
        newest = self._newest
        if generation is None or generation > newest:  # saves a query to a served catalogue for a known generation
            newest = self._newest = self._stores.catalogue.generation()
        wanted = newest if generation is None else generation
        if not 0 <= wanted <= newest:
            raise StoreError(
                f"generation {wanted}: not in this knowledge base; its newest is {newest}. Check whether the folder or database was replaced"
            )
        with self._guard:
            key = (wanted, as_of or datetime.now(UTC).date())
            found = self._snapshots.pop(key, None) or Snapshot(self._stores, *key)
            self._snapshots[key] = found  # in the order of use: the oldest is dropped first
            while len(self._snapshots) > SNAPSHOTS:
                del self._snapshots[next(iter(self._snapshots))]
        return found

    def _refuse_if_damaged(self) -> None:
        """Raise StoreError if the catalogue lacks rows, since these would look like missing documents. Rows are counted
        in each call, since an ingest may have restored them."""
        if self._damage and (damage := self._damage_now()):
            raise StoreError(f"{self._stores.catalogue.label}: {damage.message}")

    def _damage_now(self) -> Damage:
        self._damage = self._stores.catalogue.damage(self._stores.embedder.dimension, vectors=False)
        return self._damage

    def keep_run_texts(
        self, run_id: str, texts: Sequence[Prepared], *, tool: str, arguments: str, at: datetime
    ) -> None:
        """Store the texts that a tool returned to one run, with the arguments of the call. No search and no other run
        finds them."""
        self._run_texts.keep(run_id, texts, tool=tool, arguments=arguments, at=at)

    def forget_run_texts(self, before: datetime) -> int:
        """Delete the texts that tools returned to runs before a time, and return their number. Reports that cite these
        texts can no longer be checked."""
        return self._run_texts.forget(before)

    def with_run_texts(self, snapshot: Snapshot, run_id: str, versions: Sequence[VersionId] | None = None) -> Snapshot:
        """Return `snapshot` with the texts that tools returned to this run: those of `versions`, or all. Versions of
        other runs are ignored."""
        wanted = self._run_texts.of_run(run_id) if versions is None else versions
        texts = self._run_texts.read(run_id, wanted)
        return RunSnapshot(snapshot, texts) if texts else snapshot

    def search(
        self,
        query: str,
        *,
        limit: int = 30,
        versions: Collection[VersionId] | None = None,
        must_mention: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """Return the hits of `Snapshot.search` in the newest state of the knowledge base."""
        return self.snapshot().search(query, limit=limit, versions=versions, must_mention=must_mention)

    def span(self, version_id: VersionId, start: int, end: int) -> Span:
        """Return the result of `Snapshot.span` in the newest state of the knowledge base."""
        return self.snapshot().span(version_id, start, end)

    def snapshot_id(self) -> str:
        return self.snapshot().snapshot_id

    def health(self) -> Health:
        """Return whether all rows exist, every passage has its vector, and the vector index is as full as the catalogue
        records."""
        catalogue = self._stores.catalogue
        damage = catalogue.damage(self._stores.embedder.dimension, vectors=True)
        if damage:
            return Health(ok=False, detail=damage.message)
        passages = catalogue.counts().passages
        if (trouble := self._stores.vectors.trouble()) is not None:
            return Health(
                ok=False, detail=f"{trouble}; until then searches compare passages one by one, which is slower"
            )
        filling = read_filling(self._stores)
        held = self._stores.vectors.count(filling) if filling.passages else 0
        if held < filling.passages:
            return Health(
                ok=False,
                detail=f"the vector index has {held:,} of {filling.passages:,} passages; searches compare passages one by one "
                "until the next `pincite ingest` rebuilds the index",
            )
        indexed = f", {filling.passages:,} of them in the vector index" if filling.passages else ""
        counted = "1 passage" if passages == 1 else f"{passages:,} passages"
        return Health(ok=True, detail=f"{counted}, each with its vector{indexed}")

    def record_run(self, run_id: str, question: str, digest: str) -> None:
        """Record a report's digest in the run journal, so that `verify` detects a later change of the report (SPEC
        REP-1)."""
        asked = hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest()
        self._stores.catalogue.record_run(run_id, asked, digest)

    def recorded_digests(self, run_id: str) -> tuple[str, ...]:
        """Return the digests that the run journal has for a run, in the order of recording; empty for an unknown run."""
        return self._stores.catalogue.recorded_digests(run_id)

    def original(self, path: str) -> Path | None:
        """Return the file on this machine from which the document of this path was last read. Return None for a text
        without a file, and for a file that is gone."""
        file = self._stores.catalogue.file_of(plain(path))
        return Path(file) if file is not None and Path(file).is_file() else None

    def close(self) -> None:
        """Close the knowledge base. Reads in progress finish; later reads raise StoreError. Closing twice is allowed."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
            self._snapshots.clear()
        self._stores.catalogue.close()
        self._stores.vectors.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _writing(self) -> Iterator[Claims]:
        """Hold the right to write within this context. Missing vectors are added to the index before and after, since
        an earlier writer may have been killed."""
        with self._stores.catalogue.writing_run() as claims:
            fill_index(self._stores, claims)
            yield claims
            fill_index(self._stores, claims, wait=True)


def _paths(given: Any) -> list[Path]:
    paths = list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else [given]
    for path in paths:
        if not isinstance(path, str | Path) or path == "":
            raise IngestError(f"paths: {path!r:.100} is not a path; give one or more files or folders")
    return [Path(path) for path in paths]


class _LocatedManifest:
    """A manifest, with the folder to which its paths are relative."""

    def __init__(self, file: Path) -> None:
        self.manifest = read_manifest(file)
        self._folder = file.resolve().parent

    def path_of(self, source: Source) -> str:
        """Return the path of the source below the manifest's folder, as the manifest would name it."""
        if source.file.is_relative_to(self._folder):
            return spelled_out(source.file.relative_to(self._folder).as_posix())
        return source.relative


def _manifest_in(folder: Path) -> _LocatedManifest | None:
    """Return the manifest in a folder, or None. Raises IngestError for a link to a file outside the folder, since only
    the folder may be read."""
    found = next((folder / name for name in NAMES if (folder / name).is_file()), None)
    if found is None:
        return None
    if not found.resolve().is_relative_to(folder.resolve()):
        raise IngestError(f"{found}: a link to a file outside the ingested folder; name the manifest with --manifest")
    return _LocatedManifest(found)


def _text_item(item: Mapping[str, Any], index: int) -> tuple[str, str, str, Declared]:
    where = f"text {index + 1}"
    if not isinstance(item, Mapping):
        raise IngestError(f"{where}: must be a mapping with “id” and “text”, not {type(item).__name__}")
    fields = dict(item)
    identifier, text = fields.pop("id", None), fields.pop("text", None)
    if not isinstance(identifier, str) or not identifier:
        raise IngestError(f"{where}: “id” must be a non-empty string")
    identifier = plain(identifier)
    if not isinstance(text, str) or not text.strip():
        raise IngestError(f"{where} ({identifier}): “text” must be a non-empty string")
    media_type = fields.pop("media_type", "text/plain")
    try:
        return identifier, text, media_type, Declared.model_validate(fields)
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"]))
        raise IngestError(f"{where} ({identifier}): {field}: {problem['msg']}") from None
