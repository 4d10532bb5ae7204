"""The progress and the report of an ingest."""

from ...evidence.model.frozen import Frozen


class FileOutcome(Frozen):
    path: str
    reason: str = ""


class IngestProgress(Frozen):
    """The progress of an ingest: sent after each file, and from time to time while a long file is read."""

    done: int
    """Finished files, of `total`."""
    total: int
    path: str
    page: int | None = None
    """While `path` is being read: its last page read, of `file_pages`. None once the file is finished."""
    file_pages: int | None = None
    ocr_pages: tuple[int, int] | None = None
    """While OCR reads `path`: the number of its scanned pages that are finished, and of all its scanned pages."""
    pages: int
    """Pages read so far, those of unfinished files included."""
    passages: int
    seconds: float
    bytes_read: int = 0
    """Bytes read of new and changed files, the read parts of unfinished files included."""
    bytes_left: int = 0
    """Bytes of the waiting files and of the unread parts of unfinished files."""

    @property
    def pages_per_second(self) -> float:
        return self.pages / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds for the remaining bytes at the present rate, as if all of them had to be read; None before
        anything was read."""
        return self.seconds * self.bytes_left / self.bytes_read if self.bytes_read else None


class IngestReport(Frozen):
    """The outcome of each file. `ok` is False if any file failed."""

    added: tuple[FileOutcome, ...] = ()
    unchanged: tuple[FileOutcome, ...] = ()
    superseded: tuple[FileOutcome, ...] = ()
    """Changed files: the new version is ingested; the old version is kept and no longer current."""
    gone: tuple[FileOutcome, ...] = ()
    failed: tuple[FileOutcome, ...] = ()
    skipped: tuple[FileOutcome, ...] = ()
    noted: tuple[FileOutcome, ...] = ()
    """Documents in the knowledge base, ingested now or earlier, with their unreadable or uncertain parts."""
    pages: int = 0
    pages_unread: int = 0
    """Pages without searchable text (scanned images) in the `noted` documents."""
    scans_unread: bool = False
    """Whether OCR was off, and pages or whole files stay unread that it could read."""
    passages: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return not self.failed

    @property
    def nothing_ingested(self) -> bool:
        """Whether there was nothing to ingest, or all of it failed."""
        return not (self.added or self.unchanged or self.superseded or self.gone)
