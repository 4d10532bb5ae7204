"""The knowledge base: the documents a user ingested, and the only maker of spans."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

from langchain_core.embeddings import Embeddings
from pydantic import ValidationError

from ..errors import IngestError, StoreError
from ..evidence.spans import DocumentId, Span, VersionId
from .catalogue import Catalogue, next_generation, set_meta
from .embeddings import BundledEmbedder, Embedder, LangChainEmbedder
from .ingest import Ingest, IngestReport, Progress, remove_document
from .loaders.load import load_text
from .lock import writer_lock
from .manifest import NAMES, Declared, Manifest, read_manifest
from .snapshot import Hit, Snapshot
from .vectors import VectorIndex
from .walk import Source, walk


@dataclass(frozen=True)
class Stores:
    """What a knowledge base is made of."""

    catalogue: Catalogue
    vectors: VectorIndex
    embedder: Embedder


class KnowledgeBase:
    """A folder of catalogue and vectors, one subfolder for each tenant. Open it with `KnowledgeBase.open`.

        with KnowledgeBase.open("kb") as kb:
            kb.ingest(["docs/"])
            hits = kb.search("notice period")

    Reading is safe from many threads and processes; one process writes at a time.
    """

    def __init__(self, folder: Path, stores: Stores) -> None:
        self._folder = folder
        self._stores = stores
        self._snapshots: dict[int, Snapshot] = {}

    @classmethod
    def open(cls, path: str | Path, *, tenant: str = "default", embeddings: Embeddings | None = None) -> Self:
        """Open the knowledge base in the folder `path`, made if missing. `embeddings`: any LangChain embeddings; bundled ones when
        left out. Raises StoreError when it is damaged, made by a newer pincite, or embedded by another model."""
        root = Path(path)
        if root.exists() and not root.is_dir():
            raise StoreError(f"{root}: a file stands where the knowledge base's folder should be; give another path")
        folder = root / hashlib.sha256(tenant.encode()).hexdigest()[:24]
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"{root}: the folder cannot be made ({error.strerror}); choose a place you may write to"
            ) from None
        embedder: Embedder = LangChainEmbedder(embeddings) if embeddings is not None else BundledEmbedder()
        stores = Stores(Catalogue(folder / "catalogue.sqlite"), VectorIndex(folder / "vectors"), embedder)
        kb = cls(folder, stores)
        kb._check_embedder(root)
        kb._repair()
        return kb

    def _check_embedder(self, root: Path) -> None:
        catalogue, embedder = self._stores.catalogue, self._stores.embedder
        made_by, dimension = catalogue.meta("embedder"), catalogue.meta("dimension")
        if made_by is None:
            with catalogue.writing() as writer:
                set_meta(
                    writer,
                    [("embedder", embedder.name), ("dimension", str(embedder.dimension)), ("kb_id", uuid4().hex[:12])],
                )
        elif (made_by, dimension) != (embedder.name, str(embedder.dimension)):
            self.close()
            raise StoreError(
                f"{root}: its vectors were made by {made_by} ({dimension} dimensions), not by {embedder.name} ({embedder.dimension}); "
                "open it with that model, or ingest into a new folder to embed anew"
            )

    def _repair(self) -> None:
        """Bring the vectors in line with the catalogue: take out loose ones, put back missing ones (SPEC REL-2)."""
        catalogue, vectors = self._stores.catalogue, self._stores.vectors
        if catalogue.meta("clean") == "yes":
            return
        try:
            with writer_lock(self._folder):
                generation = catalogue.generation()
                held = vectors.ids(generation)
                stored = {row[0] for row in catalogue.rows("select passage_id from passages")}
                if held - stored:
                    vectors.delete(sorted(held - stored), generation)
                for missing in _batches(sorted(stored - held)):
                    self._restore(missing, generation)
                with catalogue.writing() as writer:
                    set_meta(writer, [("clean", "yes")])
        except StoreError:
            return  # another process is writing; it leaves the two in line itself

    def _restore(self, ids: Sequence[str], generation: int) -> None:
        import numpy as np

        marks = ",".join("?" * len(ids))
        rows = self._stores.catalogue.rows(
            f"select passage_id, vector from passages where passage_id in ({marks})", ids
        )
        matrix = np.frombuffer(b"".join(row[1] for row in rows), np.float16).reshape(len(rows), -1).astype(np.float32)
        self._stores.vectors.add([row[0] for row in rows], matrix, generation)

    def ingest(
        self,
        paths: Iterable[str | Path] | str | Path,
        *,
        manifest: str | Path | None = None,
        prune: bool = False,
        progress: Progress | None = None,
    ) -> IngestReport:
        """Take in files and folders. Unchanged files are skipped, changed ones become a new version.

        `manifest`: a `sources.yaml`; without one, the file of that name in an ingested folder is read. `prune`: remove documents whose
        file is gone from an ingested folder. Raises IngestError when a path or the manifest is wrong; what is wrong with a single file
        stands in the report.
        """
        given = [Path(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
        sources, skipped = walk(given)
        roots = {path.resolve(): _manifest_of(path) for path in given if path.is_dir()}
        chosen = read_manifest(Path(manifest)) if manifest is not None else None

        def manifest_of(source: Source) -> Manifest:
            return chosen or roots.get(source.root) or Manifest()

        with self._writing() as _:
            run = Ingest(self._stores, progress, len(sources))
            for one in skipped:
                run.skipped(one.path, one.reason)
            manifests = [one for one in (chosen, *roots.values()) if one is not None]
            self._declare_aliases((alias.name, alias.of) for one in manifests for alias in one.aliases)
            for one in manifests:
                for path in one.unmatched(source.relative for source in sources):
                    run.skipped(path, "the manifest names it, but there is no such file")
            run.files(sources, manifest_of)
            if roots:
                run.gone(self._gone(roots, {source.relative for source in sources}), prune=prune)
            return run.report()

    def ingest_texts(self, items: Iterable[Mapping[str, Any]]) -> IngestReport:
        """Take in texts without files: `{"id", "text"}` and, if wanted, `media_type` and any field of a manifest entry."""
        batch = [_text_item(item, index) for index, item in enumerate(items)]
        with self._writing():
            run = Ingest(self._stores, None, len(batch))
            for identifier, text, media_type, declared in batch:
                run.text(load_text(text, title=declared.title, media_type=media_type), declared, identifier)
            return run.report()

    def remove(self, document_id: str) -> None:
        """Take a document out, by its id or its path. Raises StoreError when there is none."""
        known = {one.document_id: one for one in self.snapshot().documents()}
        by_path = {one.path: one.document_id for one in known.values()}
        identifier = DocumentId(by_path.get(document_id, document_id))
        if identifier not in known:
            raise StoreError(f"document {document_id}: not in this knowledge base; `documents()` lists what is")
        with self._writing():
            remove_document(self._stores, identifier)

    def add_alias(self, name: str, of: str) -> None:
        """Declare that `name` is another name of the entity `of`, throughout this knowledge base."""
        if not name.strip() or not of.strip():
            raise StoreError("alias: both the name and what it is a name of are needed")
        with self._writing():
            self._declare_aliases([(name.strip(), of.strip())])

    def _declare_aliases(self, pairs: Iterable[tuple[str, str]]) -> None:
        catalogue = self._stores.catalogue
        known = set(catalogue.rows("select name, of from aliases"))
        new = [pair for pair in dict.fromkeys(pairs) if pair not in known]
        if new:
            with catalogue.writing() as writer:
                generation = next_generation(writer)
                writer.executemany("insert into aliases values (?, ?, ?)", [(*pair, generation) for pair in new])

    def snapshot(self, generation: int | None = None) -> Snapshot:
        """The knowledge base as it stands now, or as it stood at `generation`; later writes do not change it."""
        wanted = self._stores.catalogue.generation() if generation is None else generation
        if wanted not in self._snapshots:
            if wanted > self._stores.catalogue.generation() or wanted < 0:
                raise StoreError(f"generation {wanted}: this knowledge base has none such; was it replaced by another?")
            while len(self._snapshots) >= 4:
                self._snapshots.pop(next(iter(self._snapshots)), None)
            self._snapshots[wanted] = Snapshot(self._stores, wanted)
        return self._snapshots[wanted]

    def search(
        self,
        query: str,
        *,
        limit: int = 30,
        versions: Collection[VersionId] | None = None,
        must_mention: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """`Snapshot.search` on the present generation."""
        return self.snapshot().search(query, limit=limit, versions=versions, must_mention=must_mention)

    def span(self, version_id: VersionId, start: int, end: int) -> Span:
        """`Snapshot.span` on the present generation."""
        return self.snapshot().span(version_id, start, end)

    def snapshot_id(self) -> str:
        return self.snapshot().snapshot_id

    def record_run(self, run_id: str, question: str, digest: str) -> None:
        """Keep a report's digest in the run journal, so that a changed report shows (SPEC REP-1)."""
        asked = hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest()
        detail = json.dumps({"run_id": run_id, "question_sha256": asked, "digest": digest})
        with self._stores.catalogue.writing() as writer:
            writer.execute("insert into journal values (?, 'run', ?)", (datetime.now(UTC).isoformat(), detail))

    def close(self) -> None:
        self._snapshots.clear()
        self._stores.vectors.close()
        self._stores.catalogue.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _writing(self) -> _Writing:
        return _Writing(self._folder, self._stores.catalogue)

    def _gone(self, roots: Mapping[Path, Any], present: set[str]) -> list[str]:
        """Paths of earlier ingests of these folders whose files are not there."""
        marks = ",".join("?" * len(roots))
        rows = self._stores.catalogue.rows(
            f"select distinct path from versions where removed is null and root in ({marks}) order by path",
            [str(root) for root in roots],
        )
        return [path for (path,) in rows if path not in present]


class _Writing:
    """The writer lock, with the mark that tells the next opener whether a writer was cut off."""

    def __init__(self, folder: Path, catalogue: Catalogue) -> None:
        self._lock, self._catalogue = writer_lock(folder), catalogue

    def __enter__(self) -> None:
        self._lock.__enter__()
        self._mark("no")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._mark("yes")
        self._lock.__exit__(kind, error, trace)

    def _mark(self, clean: str) -> None:
        with self._catalogue.writing() as writer:
            set_meta(writer, [("clean", clean)])


def _manifest_of(folder: Path) -> Manifest:
    found = next((folder / name for name in NAMES if (folder / name).is_file()), None)
    return read_manifest(found) if found else Manifest()


def _text_item(item: Mapping[str, Any], index: int) -> tuple[str, str, str, Declared]:
    where = f"text {index + 1}"
    fields = dict(item)
    identifier, text = fields.pop("id", None), fields.pop("text", None)
    if not isinstance(identifier, str) or not identifier:
        raise IngestError(f"{where}: an “id” is needed, a non-empty string")
    if not isinstance(text, str) or not text.strip():
        raise IngestError(f"{where} ({identifier}): a “text” is needed, a non-empty string")
    media_type = fields.pop("media_type", "text/plain")
    try:
        return f"text:{identifier}", text, media_type, Declared.model_validate(fields)
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"]))
        raise IngestError(f"{where} ({identifier}): {field}: {problem['msg']}") from None


def _batches(items: Sequence[str], size: int = 500) -> Iterable[Sequence[str]]:
    return (items[start : start + size] for start in range(0, len(items), size))
