"""The knowledge base: the documents a user ingested, and the only maker of spans."""

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
"""Generations, each on one day, kept ready for reading."""


class Health(NamedTuple):
    ok: bool
    detail: str


class KnowledgeBase:
    """Catalogue and vectors, apart for each tenant: in a folder, or on servers. Open it with `KnowledgeBase.open`.

        with KnowledgeBase.open("kb") as kb:
            kb.ingest(["docs/"])
            hits = kb.search("notice period")

    Reading is safe from many threads and processes. To a folder one process writes at a time; to servers several may, each document
    taken in by one of them.
    """

    def __init__(self, tenant: str, stores: Stores) -> None:
        self._tenant = tenant
        self._stores = stores
        self._snapshots: dict[tuple[int, date], Snapshot] = {}
        self._run_texts = RunTexts(stores.catalogue)
        self._guard = threading.Lock()
        self._newest = -1
        """The last generation that was seen."""
        self._closed = False
        self._damage = self._damage_now() if stores.checked_on_opening else Damage(frozenset())

    @classmethod
    def open(cls, path: str | Path, *, tenant: str = "default", embeddings: Embeddings | None = None) -> Self:
        """Open the knowledge base in the folder `path`, made if missing, or the served one at an address such as
        `postgresql://user@host/db?chroma=http://host:8000` (docs/serving.md).

        `embeddings`: any LangChain embeddings; bundled ones when left out. Raises StoreError when it cannot be read, was made by a newer
        pincite, or embedded by another model. Of a folder the counts are checked: where some are wrong, `snapshot`, and so every search
        and run, raises StoreError until an ingest has restored what is missing.
        """
        stores = open_stores(path, tenant, embeddings)
        try:
            return cls(tenant, stores)
        except BaseException:  # such as damage that the counts meet
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
        """Take in files and folders. Unchanged files are skipped, changed ones become a new version.

        `manifest`: a `sources.yaml`; without one, the file of that name in an ingested folder is read. `prune`: remove documents
        whose file is gone from an ingested folder. `ocr`: read pages of PDFs that are images, and of unchanged files those that were left
        unread (docs/sources.md). `untouched`: files that are neither read nor taken as gone, such as one that is still being written.
        Raises IngestError when a path or the manifest is wrong; what is wrong with a single file stands in the report.
        """
        from .ingest import Ingest  # with all that reads files; a question needs none of it

        given = _paths(paths)
        sources, skipped = walk(given)
        to_read = [source for source in sources if source.file not in untouched]
        folders = {path.resolve(): _manifest_in(path) for path in given if path.is_dir()}
        chosen = _Told(Path(manifest)) if manifest is not None else None

        def told(source: Source) -> _Told | None:
            return chosen or folders.get(source.root)

        def declared_of(source: Source) -> Declared:
            by = told(source)
            return by.manifest.declared(by.path_of(source)) if by else Declared()

        with self._writing() as claims:
            run = Ingest(self._stores, claims, progress, len(to_read), self._tenant, ocr=ocr)
            for one in skipped:
                run.skipped(one.path, one.reason)
            manifests = list(dict.fromkeys(one for one in (chosen, *folders.values()) if one is not None))
            for by in manifests:
                for path in by.manifest.unmatched(by.path_of(source) for source in sources if told(source) is by):
                    run.skipped(path, "the manifest names it, but there is no such file")
            run.files(to_read, declared_of)
            present = {spelled_out(file) for file in (*(source.file for source in sources), *untouched)}
            run.gone(folders, present, prune=prune)
            for alias in (one for by in manifests for one in by.manifest.aliases):
                if (reason := alias_book.objection(self.snapshot(), alias.name, alias.of)) is not None:
                    run.skipped(f"alias {alias.name}", reason)
                else:
                    alias_book.declare(self._stores.catalogue, [(alias.name, alias.of)])
            return run.report()

    def ingest_texts(self, items: Iterable[Mapping[str, Any]]) -> IngestReport:
        """Take in texts without files: `{"id", "text"}` and, if wanted, `media_type` and any field of a manifest entry.

        Raises IngestError when an item is not of that form; what is wrong with a single text stands in the report.
        """
        from .ingest import Ingest

        batch = [_text_item(item, index) for index, item in enumerate(items)]
        with self._writing() as claims:
            run = Ingest(self._stores, claims, None, len(batch), self._tenant)
            run.texts(batch)
            return run.report()

    @property
    def tenant(self) -> str:
        """Whose documents these are."""
        return self._tenant

    def remove(self, document_id: str) -> None:
        """Take a document out, by its id or its path; runs pinned to an earlier generation still read it. Raises StoreError when
        there is none."""
        documents = self.snapshot().documents()
        found = next((document for document in documents if document_id in (document.document_id, document.path)), None)
        if found is None:
            raise StoreError(
                f"document {document_id}: not in this knowledge base; `snapshot().documents()` lists what is"
            )
        with self._writing():
            self._stores.catalogue.remove_document(found.document_id, found.path)

    def add_alias(self, name: str, of: str) -> None:
        """Declare that `name` is another name of the entity `of`, throughout this knowledge base.

        Raises StoreError where the name is already another entity's, and where no document is about `of` or mentions it.
        """
        name, of = name.strip(), of.strip()
        with self._writing():
            alias_book.check(self.snapshot(), name, of)
            alias_book.declare(self._stores.catalogue, [(name, of)])

    def remove_alias(self, name: str, of: str | None = None) -> tuple[tuple[str, str], ...]:
        """Take a declared alias out, of one entity or of all; gives the pairs of name and entity. Raises StoreError when there is none."""
        with self._writing():
            return alias_book.take_out(self._stores.catalogue, name.strip(), of.strip() if of else None)

    def declared_aliases(self) -> tuple[Alias, ...]:
        """Those that a manifest or the user declared; the texts of the documents introduce others."""
        return tuple(alias for alias in self.snapshot().aliases() if alias.origin == "declared")

    def snapshot(self, generation: int | None = None, *, as_of: date | None = None) -> Snapshot:
        """The knowledge base as it stands now, or as it stood at `generation`; later writes do not change it.

        `as_of`: the day on which a document holds or is superseded; today (UTC) when left out.
        """
        self._refuse_if_damaged()
        newest = self._newest
        if (
            generation is None or generation > newest
        ):  # of one that was seen, a served catalogue need not be asked again
            newest = self._newest = self._stores.catalogue.generation()
        wanted = newest if generation is None else generation
        if not 0 <= wanted <= newest:
            raise StoreError(f"generation {wanted}: this knowledge base has none such; was it replaced by another?")
        with self._guard:
            key = (wanted, as_of or datetime.now(UTC).date())
            found = self._snapshots.pop(key, None) or Snapshot(self._stores, *key)
            self._snapshots[key] = found  # the last used stands last
            while len(self._snapshots) > SNAPSHOTS:
                del self._snapshots[next(iter(self._snapshots))]
        return found

    def _refuse_if_damaged(self) -> None:
        """What is missing is never taken for what there is not. Looked at again each time, since an ingest may have restored it."""
        if self._damage and (damage := self._damage_now()):
            raise StoreError(f"{self._stores.catalogue.told}: {damage.told}")

    def _damage_now(self) -> Damage:
        self._damage = self._stores.catalogue.damage(self._stores.embedder.dimension, vectors=False)
        return self._damage

    def keep_run_texts(
        self, run_id: str, texts: Sequence[Prepared], *, tool: str, arguments: str, at: datetime
    ) -> None:
        """Keep what a tool gave to one run, with the arguments it was asked with. Part of no generation, and of no other run."""
        self._run_texts.keep(run_id, texts, tool=tool, arguments=arguments, at=at)

    def forget_run_texts(self, before: datetime) -> int:
        """Take out what tools gave to runs before a time; gives how many texts went. Reports that cite them can be checked no more."""
        return self._run_texts.forget(before)

    def with_run_texts(self, snapshot: Snapshot, run_id: str, versions: Sequence[VersionId] | None = None) -> Snapshot:
        """`snapshot` with the texts beside it that tools gave to the run: those of `versions`, or all. Others are passed over."""
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
        """`Snapshot.search` on the present generation."""
        return self.snapshot().search(query, limit=limit, versions=versions, must_mention=must_mention)

    def span(self, version_id: VersionId, start: int, end: int) -> Span:
        """`Snapshot.span` on the present generation."""
        return self.snapshot().span(version_id, start, end)

    def snapshot_id(self) -> str:
        return self.snapshot().snapshot_id

    def health(self) -> Health:
        """Whether nothing is missing, every passage has its vector, and the vector index holds what the catalogue says it does."""
        catalogue = self._stores.catalogue
        damage = catalogue.damage(self._stores.embedder.dimension, vectors=True)
        if damage:
            return Health(ok=False, detail=damage.told)
        passages = catalogue.counts().passages
        if (trouble := self._stores.vectors.trouble()) is not None:
            return Health(ok=False, detail=f"{trouble}; searches compare passages one by one meanwhile")
        filling = read_filling(self._stores)
        held = self._stores.vectors.count(filling) if filling.passages else 0
        if held < filling.passages:
            return Health(
                ok=False,
                detail=f"the vector index holds {held:,} of {filling.passages:,} passages; searches compare them one by one "
                "until the next `pincite ingest` makes it anew",
            )
        indexed = f", {filling.passages:,} of them in the vector index" if filling.passages else ""
        return Health(ok=True, detail=f"{passages:,} passages, each with its vector{indexed}")

    def record_run(self, run_id: str, question: str, digest: str) -> None:
        """Keep a report's digest in the run journal, so that a changed report shows (SPEC REP-1)."""
        asked = hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest()
        self._stores.catalogue.record_run(run_id, asked, digest)

    def recorded_digests(self, run_id: str) -> tuple[str, ...]:
        """The digests the run journal keeps for a run, in the order they were recorded; none for a run it does not know."""
        return self._stores.catalogue.recorded_digests(run_id)

    def original(self, path: str) -> Path | None:
        """The file on this machine that the document of this path was last read from; None for a text given without a file, and
        where the file is gone."""
        file = self._stores.catalogue.file_of(plain(path))
        return Path(file) if file is not None and Path(file).is_file() else None

    def close(self) -> None:
        """Reads under way finish; later ones raise StoreError. Closing twice is allowed."""
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
        """The right to write; before and after, the vector index is brought up to the catalogue by whoever else had it and was cut off."""
        with self._stores.catalogue.writing_run() as claims:
            fill_index(self._stores, claims)
            yield claims
            fill_index(self._stores, claims, wait=True)


def _paths(given: Any) -> list[Path]:
    paths = list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else [given]
    for path in paths:
        if not isinstance(path, str | Path) or path == "":
            raise IngestError(f"paths: {path!r:.100} is no path; give a file or a folder, or several")
    return [Path(path) for path in paths]


class _Told:
    """A manifest and the folder its paths are relative to."""

    def __init__(self, file: Path) -> None:
        self.manifest = read_manifest(file)
        self._folder = file.resolve().parent

    def path_of(self, source: Source) -> str:
        """The source's path as this manifest would name it."""
        if source.file.is_relative_to(self._folder):
            return spelled_out(source.file.relative_to(self._folder).as_posix())
        return source.relative


def _manifest_in(folder: Path) -> _Told | None:
    """The manifest in a folder. Raises IngestError for a link that leads out of it: what stands elsewhere was not to be read."""
    found = next((folder / name for name in NAMES if (folder / name).is_file()), None)
    if found is None:
        return None
    if not found.resolve().is_relative_to(folder.resolve()):
        raise IngestError(f"{found}: a link that leads out of the ingested folder; name the manifest with --manifest")
    return _Told(found)


def _text_item(item: Mapping[str, Any], index: int) -> tuple[str, str, str, Declared]:
    where = f"text {index + 1}"
    if not isinstance(item, Mapping):
        raise IngestError(f"{where}: a mapping with “id” and “text” is needed, not {type(item).__name__}")
    fields = dict(item)
    identifier, text = fields.pop("id", None), fields.pop("text", None)
    if not isinstance(identifier, str) or not identifier:
        raise IngestError(f"{where}: an “id” is needed, a non-empty string")
    identifier = plain(identifier)
    if not isinstance(text, str) or not text.strip():
        raise IngestError(f"{where} ({identifier}): a “text” is needed, a non-empty string")
    media_type = fields.pop("media_type", "text/plain")
    try:
        return identifier, text, media_type, Declared.model_validate(fields)
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"]))
        raise IngestError(f"{where} ({identifier}): {field}: {problem['msg']}") from None
