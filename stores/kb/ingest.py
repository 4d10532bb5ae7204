"""Ingests documents. It is atomic for each document, safe to kill at any point, and safe to run again (SPEC REL-2)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING, NamedTuple

from ...errors import ClaimLost, IngestError, StoreError
from ...evidence.model.spans import DocumentId
from ..documents.manifest import Declared
from ..documents.prepared import Identity, sha256
from ..documents.walk import Source, spelled_out
from ..index.catalogue import Claims
from ..index.version_rows import VersionRows
from ..loaders.guarded import GuardedLoader
from ..loaders.limits import DEFAULT_LIMITS
from ..loaders.ocr.scanned_page import NO_TEXT_LAYER
from ..loaders.prepare_request import GivenText, PrepareRequest, declared_sha256
from .dense import LOOK_AGAIN, fill_index
from .file_names import FileNames
from .ingest_report import FileOutcome, IngestProgress, IngestReport
from .unread_pages import in_one_line, unread_page, waits_for_ocr

if TYPE_CHECKING:
    from .opening import Stores
    from .scan_reader import ScanProgress, ScanReader


WITHOUT_PARSER = frozenset(("text/plain", "text/markdown"))
"""Media types of texts that this process itself parses, since that takes time and memory linear in the length."""
Progress = Callable[[IngestProgress], None]


class _PendingFile(NamedTuple):
    """A file that waits for its ingest, with its manifest fields."""

    identity: Identity
    declared: Declared
    file: str
    supersedes: tuple[tuple[str, str], ...]
    """The older documents that the file supersedes: the path in the manifest and the name of each."""


class _Item(NamedTuple):
    """A file or text that is being ingested."""

    path: str
    file: str
    known: str
    """How the file compares with the catalogue: new, changed, damaged or unread, as `_known` returns."""


class Ingest:
    """An ingest run. It claims each document, so that no other worker ingests the document at the same time."""

    def __init__(
        self,
        stores: Stores,
        claims: Claims,
        progress: Progress | None,
        total: int,
        tenant: str,
        *,
        ocr: bool = False,
    ) -> None:
        """Prepare one ingest run. `ocr`: whether scanned pages are read. `total`: the number of files, for the progress."""
        self._claims = claims
        self._stores, self._progress, self._total, self._tenant = stores, progress, total, tenant
        self._began = perf_counter()
        self._pages = self._passages = self._done = self._bytes_read = self._bytes_left = 0
        self._sizes: dict[str, int] = {}
        """The number of bytes of each unfinished file, by the name of the document."""
        self._being_read: dict[str, tuple[int, int]] = {}
        """The last page that was read of each long file, and its number of pages, by the name of the document."""
        self._names = FileNames(stores.catalogue)
        self._ocr = ocr
        self._unread_scans = frozenset(
            document for document, _, reason in (stores.catalogue.issues() if ocr else ()) if waits_for_ocr(reason)
        )
        """The ingested documents with pages that an earlier ingest did not read."""
        self.outcomes: dict[str, list[FileOutcome]] = {
            kind: [] for kind in ("added", "unchanged", "superseded", "gone", "failed", "skipped")
        }

    def files(self, sources: Sequence[Source], declared_of: Callable[[Source], Declared]) -> None:
        """Prepare files in worker processes. Embed and write the results in this process, in the order of the files.

        A file that another worker ingests is tried again after the others, until that worker has finished or its claim
        has expired.
        """
        names = {source: self._names.name(source) for source in sources}
        named = {(source.root, source.relative): name for source, name in names.items()}
        pending: dict[Path, _PendingFile] = {}
        for source, name in names.items():
            declared = declared_of(source)
            if not self._is_ours(declared, name):
                continue
            older = tuple((other, named.get((source.root, other), other)) for other in declared.supersedes)
            identity, file = Identity.of_file(name, source.relative), spelled_out(source.file)
            pending[source.file] = _PendingFile(identity, declared, file, older)
            self._sizes[name] = _size(source.file)
        self._bytes_left = sum(self._sizes.values())
        with GuardedLoader() as loader, self._scan_reader() as read_scans:
            while pending:
                before = len(pending)
                self._load(loader, read_scans, pending)
                if len(pending) == before:
                    sleep(LOOK_AGAIN)

    def _scan_reader(self) -> AbstractContextManager[ScanReader | None]:
        """Return a context manager for the OCR of scanned pages, or for None if they are not read. Raises IngestError
        if the extra `ocr` is missing."""
        if not self._ocr:
            return nullcontext()
        from .scan_reader import ScanReader

        folder = self._stores.folder
        return ScanReader(folder / "ocr" if folder is not None else None, self._scan_read)

    def _scan_read(self, page: ScanProgress) -> None:
        if self._progress:
            self._progress(self._so_far(page.path, ocr_pages=(page.done, page.total)))

    def _load(self, loader: GuardedLoader, read_scans: ScanReader | None, pending: dict[Path, _PendingFile]) -> None:
        """Ingest the pending files that no other worker has claimed; the others stay in `pending`."""
        waiting: dict[DocumentId, _Item] = {}
        for request, made in loader.prepare_many(self._claimed(pending, waiting), read_scans, self._page_read):
            item = waiting.pop(request.identity.document_id)
            if isinstance(made, IngestError):
                self._failed(item.path, item.file, spelled_out(_without_name(made, request)))
            else:
                self._write(made, item)
            self._claims.release([request.identity.document_id])

    def _claimed(self, pending: dict[Path, _PendingFile], waiting: dict[DocumentId, _Item]) -> Iterator[PrepareRequest]:
        """Yield the requests to prepare pending files. A file is claimed when the loader has room for it."""
        for file, candidate in list(pending.items()):
            identifier = candidate.identity.document_id
            if not self._claims.acquire(identifier):
                continue
            del pending[file]
            if (request := self._request_for(file, candidate, waiting)) is None:
                self._claims.release([identifier])
            else:
                yield request

    def _request_for(
        self, file: Path, pending: _PendingFile, waiting: dict[DocumentId, _Item]
    ) -> PrepareRequest | None:
        """Return the request to prepare a file, or None if the file is unchanged or cannot be read."""
        name = pending.identity.path
        try:
            digest = _file_sha256(file)
        except OSError as error:
            self._failed(name, pending.file, f"cannot be read: {error.strerror}; check its permissions")
            return None
        known = self._known(pending.identity, pending.declared, digest)
        if known == "same":
            self._stores.catalogue.note_unchanged(name, pending.file)
            self._report("unchanged", name)
            return None
        older = tuple(
            Identity.of_file(its_name, path).document_id
            for path, its_name in pending.supersedes
            if self._exists(path, its_name, name)
        )
        waiting[pending.identity.document_id] = _Item(name, pending.file, known)
        return PrepareRequest(file, pending.identity, pending.declared, digest, older)

    def texts(self, batch: Sequence[tuple[str, str, str, Declared]]) -> None:
        """Ingest texts that are not in files: the name, text, media type and declared fields of each."""
        with GuardedLoader(workers=1) as loader:
            for name, text, media_type, declared in batch:
                self._text(GivenText(text, media_type), declared, Identity.of_text(name), loader)

    def _text(self, given: GivenText, declared: Declared, identity: Identity, loader: GuardedLoader) -> None:
        if not self._is_ours(declared, identity.path):
            return
        while not self._claims.acquire(identity.document_id):
            sleep(LOOK_AGAIN)
        try:
            self._write_text(given, declared, identity, loader)
        finally:
            self._claims.release([identity.document_id])

    def _write_text(self, given: GivenText, declared: Declared, identity: Identity, loader: GuardedLoader) -> None:
        name, digest = identity.path, sha256(given.text)
        known = self._known(identity, declared, digest)
        if known == "same":
            self._stores.catalogue.note_unchanged(name, "")
            self._report("unchanged", name)
            return
        older = tuple(Identity.of_text(other).document_id for other in declared.supersedes)
        request = PrepareRequest(given, identity, declared, digest, older)
        try:
            rows = request.done(DEFAULT_LIMITS) if given.media_type in WITHOUT_PARSER else loader.prepare(request)
        except IngestError as error:
            self._failed(name, "", _without_name(error, request))
            return
        self._write(rows, _Item(name, "", known))

    def gone(self, folders: Iterable[Path], present: set[str], *, prune: bool) -> None:
        """Report the documents whose files are gone. With `prune`, remove them. `present`: the existing files."""
        catalogue = self._stores.catalogue
        failures = catalogue.failures()
        for folder in folders:
            prefix = spelled_out(folder).rstrip("/") + "/"
            catalogue.forget_failures(
                name for name, file in failures if file.startswith(prefix) and file not in present
            )
            for file, name in sorted(self._names.below(folder).items()):
                if file in present:
                    continue
                if prune:
                    catalogue.remove_document(Identity.of_file(name, name).document_id, name)
                reason = "removed from the knowledge base" if prune else "its file no longer exists"
                self.outcomes["gone"].append(FileOutcome(path=name, reason=reason))

    def skipped(self, path: str, reason: str) -> None:
        self.outcomes["skipped"].append(FileOutcome(path=path, reason=reason))

    def report(self) -> IngestReport:
        outcomes = {kind: tuple(found) for kind, found in self.outcomes.items()}
        seconds = round(perf_counter() - self._began, 3)
        issues = self._issues()
        return IngestReport(
            **outcomes,
            noted=tuple(FileOutcome(path=name, reason=in_one_line(own)) for name, own in issues.items()),
            pages=self._pages,
            pages_unread=sum(unread_page(*issue) is not None for own in issues.values() for issue in own),
            scans_unread=not self._ocr and self._has_unread_scans(issues),
            passages=self._passages,
            seconds=seconds,
        )

    def _has_unread_scans(self, issues: Mapping[str, Sequence[tuple[str, str]]]) -> bool:
        reasons = [reason for own in issues.values() for _, reason in own]
        return any(map(waits_for_ocr, reasons)) or any(
            NO_TEXT_LAYER in outcome.reason for outcome in self.outcomes["failed"]
        )

    def _issues(self) -> dict[str, list[tuple[str, str]]]:
        """Return the issues of the newest version of each ingested document, as (place, reason), by the name of the
        document."""
        ingested = {outcome.path for kind in ("added", "unchanged", "superseded") for outcome in self.outcomes[kind]}
        found: dict[str, list[tuple[str, str]]] = {}
        for document, place, reason in self._stores.catalogue.issues():
            if document in ingested:
                found.setdefault(document, []).append((place, reason))
        return found

    def _write(self, rows: VersionRows, item: _Item) -> None:
        try:
            self._stores.write_version(self._claims, rows, file=item.file, rewrite=item.known == "damaged")
        except ClaimLost:
            self.skipped(item.path, "another worker is ingesting it, since this worker stalled")
            return
        except StoreError:
            raise  # the disk or the catalogue is at fault: the next file would fail too
        except Exception as error:
            reason = f"cannot be ingested ({type(error).__name__}: {error}); please report this file"
            self._failed(item.path, item.file, reason)
            return
        fill_index(self._stores, self._claims)
        self._pages += rows.pages
        self._passages += len(rows.version.passages)
        if item.known == "damaged":
            self._report("superseded", item.path, "its stored data was damaged and is restored")
        elif item.known == "unread":
            self._report("superseded", item.path, "OCR has read its scanned pages; the old version is kept")
        elif item.known == "changed":
            self._report("superseded", item.path, "ingested as a new version; the old version is kept")
        else:
            self._report("added", item.path)

    def _is_ours(self, declared: Declared, name: str) -> bool:
        if declared.tenant in (None, self._tenant):
            return True
        self.skipped(name, f"the manifest assigns it to tenant “{declared.tenant}”; ingest it with that tenant")
        return False

    def _exists(self, other: str, name: str, by: str) -> bool:
        if self._names.known(name):
            return True
        self.skipped(other, f"the manifest states that {by} supersedes it, but no such document exists; check the path")
        return False

    def _known(self, identity: Identity, declared: Declared, digest: str) -> str:
        """Return how a file or text compares with its newest ingested version: new, same, damaged, changed, or unread.

        "unread" means that it has pages that were not read.
        """
        newest = self._stores.catalogue.newest(identity.document_id)
        if newest is None:
            return "new"
        if newest != (digest, declared_sha256(declared)):
            return "changed"
        if identity.path in self._unread_scans:
            return "unread"
        damaged = self._stores.catalogue.is_damaged(identity.document_id, self._stores.embedder.dimension)
        return "damaged" if damaged else "same"

    def _failed(self, path: str, file: str, reason: str) -> None:
        self._stores.catalogue.add_failure(path, file, reason)
        self._report("failed", path, reason)

    def _report(self, kind: str, path: str, reason: str = "") -> None:
        self.outcomes[kind].append(FileOutcome(path=path, reason=reason))
        self._done += 1
        self._being_read.pop(path, None)
        size = self._sizes.pop(path, 0)
        self._bytes_left -= size
        self._bytes_read += 0 if kind == "unchanged" else size
        self._report_progress(path)

    def _page_read(self, request: PrepareRequest, page: int, pages: int) -> None:
        name = request.identity.path
        self._being_read[name] = page, pages
        self._report_progress(name, page, pages)

    def _report_progress(self, path: str, page: int | None = None, file_pages: int | None = None) -> None:
        if self._progress:
            self._progress(self._so_far(path, page, file_pages))

    def _so_far(
        self,
        path: str,
        page: int | None = None,
        file_pages: int | None = None,
        ocr_pages: tuple[int, int] | None = None,
    ) -> IngestProgress:
        part = sum(self._sizes.get(name, 0) * page // pages for name, (page, pages) in self._being_read.items())
        return IngestProgress(
            done=self._done,
            total=self._total,
            path=path,
            page=page,
            file_pages=file_pages,
            ocr_pages=ocr_pages,
            pages=self._pages + sum(page for page, _ in self._being_read.values()),
            passages=self._passages,
            seconds=perf_counter() - self._began,
            bytes_read=self._bytes_read + part,
            bytes_left=max(0, self._bytes_left - part),
        )


def _without_name(error: IngestError, request: PrepareRequest) -> str:
    """Return the error without the file's name, since the report prints the name before it."""
    return str(error).removeprefix(f"{request.name}: ")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # reported when the file is read
        return 0


def _file_sha256(path: Path) -> str:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
