"""Taking documents in: atomic for each one, safe to kill at any point, and safe to run again (SPEC REL-2)."""

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
from .unread_pages import told, unread_page, waits_for_ocr
from .write import write_version

if TYPE_CHECKING:
    from .opening import Stores
    from .scan_reader import ScanProgress, ScanReader


WITHOUT_PARSER = frozenset(("text/plain", "text/markdown"))
"""Media types of given texts that are read in this process: in time and memory linear in their length."""
Progress = Callable[[IngestProgress], None]


class _Offered(NamedTuple):
    """One file as the user gave it."""

    identity: Identity
    declared: Declared
    file: str
    supersedes: tuple[tuple[str, str], ...]
    """Path in the manifest and name of each."""


class _Item(NamedTuple):
    """One file or text on its way in."""

    path: str
    file: str
    known: str
    """Whether a version of it is in: new, changed, damaged or unread."""


class Ingest:
    """One ingest run: what it takes in it has claimed."""

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
        """`ocr`: whether pages that are images are read."""
        self._claims = claims
        self._stores, self._progress, self._total, self._tenant = stores, progress, total, tenant
        self._began = perf_counter()
        self._pages = self._passages = self._done = self._bytes_read = self._bytes_left = 0
        self._sizes: dict[str, int] = {}
        """By the name of the document, of the files that are not done."""
        self._being_read: dict[str, tuple[int, int]] = {}
        """The page read last and how many there are, of long files."""
        self._names = FileNames(stores.catalogue)
        self._damaged = stores.catalogue.damage(stores.embedder.dimension, vectors=True).documents
        self._ocr = ocr
        self._unread_scans = frozenset(
            document for document, _, reason in (stores.catalogue.issues() if ocr else ()) if waits_for_ocr(reason)
        )
        """Documents that are in, some of whose pages were left unread."""
        self.outcomes: dict[str, list[FileOutcome]] = {
            kind: [] for kind in ("added", "unchanged", "superseded", "gone", "failed", "skipped")
        }

    def files(self, sources: Sequence[Source], declared_of: Callable[[Source], Declared]) -> None:
        """Prepare in worker processes; embed and write here as the results come, in the order of the files.

        A file that another worker has claimed is looked at again after the others, until it is in or its claim has expired.
        """
        names = {source: self._names.name(source) for source in sources}
        named = {(source.root, source.relative): name for source, name in names.items()}
        pending: dict[Path, _Offered] = {}
        for source, name in names.items():
            declared = declared_of(source)
            if not self._is_ours(declared, name):
                continue
            older = tuple((other, named.get((source.root, other), other)) for other in declared.supersedes)
            identity, file = Identity.of_file(name, source.relative), spelled_out(source.file)
            pending[source.file] = _Offered(identity, declared, file, older)
            self._sizes[name] = _size(source.file)
        self._bytes_left = sum(self._sizes.values())
        with GuardedLoader() as loader, self._scan_reader() as read_scans:
            while pending:
                before = len(pending)
                self._load(loader, read_scans, pending)
                if len(pending) == before:
                    sleep(LOOK_AGAIN)

    def _scan_reader(self) -> AbstractContextManager[ScanReader | None]:
        """What reads scanned pages; None where they stay unread. Raises IngestError where the extra for it is missing."""
        if not self._ocr:
            return nullcontext()
        from .scan_reader import ScanReader

        folder = self._stores.folder
        return ScanReader(folder / "ocr" if folder is not None else None, self._scan_read)

    def _scan_read(self, page: ScanProgress) -> None:
        if self._progress:
            self._progress(self._so_far(page.path, ocr_pages=(page.done, page.total)))

    def _load(self, loader: GuardedLoader, read_scans: ScanReader | None, pending: dict[Path, _Offered]) -> None:
        """Take in what can be claimed of the pending files; the others stay pending."""
        waiting: dict[DocumentId, _Item] = {}
        for request, made in loader.prepare_many(self._claimed(pending, waiting), read_scans, self._page_read):
            item = waiting.pop(request.identity.document_id)
            if isinstance(made, IngestError):
                self._failed(item.path, item.file, spelled_out(_without_name(made, request)))
            else:
                self._take(made, item)
            self._claims.give_back([request.identity.document_id])

    def _claimed(self, pending: dict[Path, _Offered], waiting: dict[DocumentId, _Item]) -> Iterator[PrepareRequest]:
        """The files that are to be prepared, each claimed when the loader has room for it."""
        for file, one in list(pending.items()):
            identifier = one.identity.document_id
            if not self._claims.take(identifier):
                continue
            del pending[file]
            if (request := self._looked_at(file, one, waiting)) is None:
                self._claims.give_back([identifier])
            else:
                yield request

    def _looked_at(self, file: Path, one: _Offered, waiting: dict[DocumentId, _Item]) -> PrepareRequest | None:
        """None for a file that need not be prepared, or cannot be."""
        name = one.identity.path
        try:
            digest = _file_sha256(file)
        except OSError as error:
            self._failed(name, one.file, f"cannot be read: {error.strerror}; check its permissions")
            return None
        known = self._known(one.identity, one.declared, digest)
        if known == "same":
            self._stores.catalogue.still_there(name, one.file)
            self._report("unchanged", name)
            return None
        older = tuple(
            Identity.of_file(its_name, path).document_id
            for path, its_name in one.supersedes
            if self._exists(path, its_name, name)
        )
        waiting[one.identity.document_id] = _Item(name, one.file, known)
        return PrepareRequest(file, one.identity, one.declared, digest, older)

    def texts(self, batch: Sequence[tuple[str, str, str, Declared]]) -> None:
        """Texts given without a file: name, text, media type and what is declared of each."""
        with GuardedLoader(workers=1) as loader:
            for name, text, media_type, declared in batch:
                self._text(GivenText(text, media_type), declared, Identity.of_text(name), loader)

    def _text(self, given: GivenText, declared: Declared, identity: Identity, loader: GuardedLoader) -> None:
        if not self._is_ours(declared, identity.path):
            return
        while not self._claims.take(identity.document_id):
            sleep(LOOK_AGAIN)
        try:
            self._take_text(given, declared, identity, loader)
        finally:
            self._claims.give_back([identity.document_id])

    def _take_text(self, given: GivenText, declared: Declared, identity: Identity, loader: GuardedLoader) -> None:
        name, digest = identity.path, sha256(given.text)
        known = self._known(identity, declared, digest)
        if known == "same":
            self._stores.catalogue.still_there(name, "")
            self._report("unchanged", name)
            return
        older = tuple(Identity.of_text(other).document_id for other in declared.supersedes)
        request = PrepareRequest(given, identity, declared, digest, older)
        try:
            rows = request.done(DEFAULT_LIMITS) if given.media_type in WITHOUT_PARSER else loader.prepare(request)
        except IngestError as error:
            self._failed(name, "", _without_name(error, request))
            return
        self._take(rows, _Item(name, "", known))

    def gone(self, folders: Iterable[Path], present: set[str], *, prune: bool) -> None:
        """Documents whose files are no longer there: reported, and on request removed. `present`: the files there are."""
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
                reason = "removed from the knowledge base" if prune else "its file is no longer there"
                self.outcomes["gone"].append(FileOutcome(path=name, reason=reason))

    def skipped(self, path: str, reason: str) -> None:
        self.outcomes["skipped"].append(FileOutcome(path=path, reason=reason))

    def report(self) -> IngestReport:
        outcomes = {kind: tuple(found) for kind, found in self.outcomes.items()}
        seconds = round(perf_counter() - self._began, 3)
        issues = self._issues()
        return IngestReport(
            **outcomes,
            noted=tuple(FileOutcome(path=name, reason=told(own)) for name, own in issues.items()),
            pages=self._pages,
            pages_unread=sum(unread_page(*one) is not None for own in issues.values() for one in own),
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
        """Where and why, by document, of what is in: of its newest version."""
        taken = {outcome.path for kind in ("added", "unchanged", "superseded") for outcome in self.outcomes[kind]}
        found: dict[str, list[tuple[str, str]]] = {}
        for document, place, reason in self._stores.catalogue.issues():
            if document in taken:
                found.setdefault(document, []).append((place, reason))
        return found

    def _take(self, rows: VersionRows, item: _Item) -> None:
        try:
            write_version(self._stores, self._claims, rows, file=item.file, anew=item.known == "damaged")
        except ClaimLost:
            self.skipped(item.path, "another worker has taken it over, since this one stood still for too long")
            return
        except StoreError:
            raise  # the disk or the catalogue: the next file would fare no better
        except Exception as error:
            reason = f"cannot be ingested ({type(error).__name__}: {error}); please report this file"
            self._failed(item.path, item.file, reason)
            return
        fill_index(self._stores, self._claims)
        self._pages += rows.pages
        self._passages += len(rows.version.passages)
        if item.known == "damaged":
            self._report("superseded", item.path, "what was stored of it was damaged, and is restored")
        elif item.known == "unread":
            self._report("superseded", item.path, "its scanned pages were read again by OCR; the old version is kept")
        elif item.known == "changed":
            self._report("superseded", item.path, "a new version is in; the old one is kept")
        else:
            self._report("added", item.path)

    def _is_ours(self, declared: Declared, name: str) -> bool:
        if declared.tenant in (None, self._tenant):
            return True
        self.skipped(name, f"the manifest says it is of tenant “{declared.tenant}”; ingest it with that tenant")
        return False

    def _exists(self, other: str, name: str, by: str) -> bool:
        if self._names.known(name):
            return True
        self.skipped(other, f"the manifest says that {by} supersedes it, but there is no such document")
        return False

    def _known(self, identity: Identity, declared: Declared, digest: str) -> str:
        """new, same, damaged, changed, or unread in part, against the newest version that is in."""
        newest = self._stores.catalogue.newest(identity.document_id)
        if newest is None:
            return "new"
        if newest != (digest, declared_sha256(declared)):
            return "changed"
        if identity.path in self._unread_scans:
            return "unread"
        return "damaged" if identity.document_id in self._damaged else "same"

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
        self._tell(path)

    def _page_read(self, request: PrepareRequest, page: int, pages: int) -> None:
        name = request.identity.path
        self._being_read[name] = page, pages
        self._tell(name, page, pages)

    def _tell(self, path: str, page: int | None = None, file_pages: int | None = None) -> None:
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
    """The report puts the path before it."""
    return str(error).removeprefix(f"{request.name}: ")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # which reading it reports
        return 0


def _file_sha256(path: Path) -> str:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
