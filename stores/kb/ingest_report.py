"""The progress and the report of an ingest."""

from ...evidence.model.frozen import Frozen


class FileOutcome(Frozen):
    path: str
    reason: str = ""


class IngestProgress(Frozen):
    """The progress of an ingest. It is sent after each file, and from time to time while a long file is read."""

    done: int
    """The number of finished files, out of `total`."""
    total: int
    path: str
    page: int | None = None
    """The last page that was read of `path`, out of `file_pages`. None once the file is finished."""
    file_pages: int | None = None
    ocr_pages: tuple[int, int] | None = None
    """The finished and all scanned pages of `path`, while OCR reads it."""
    pages: int
    """The number of pages read so far, with those of unfinished files."""
    passages: int
    seconds: float
    bytes_read: int = 0
    """The number of bytes read so far of new and changed files, with the read parts of unfinished ones."""
    bytes_left: int = 0
    """The number of bytes of waiting files, and of the unread parts of unfinished ones."""

    @property
    def pages_per_second(self) -> float:
        return self.pages / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The estimated seconds for the remaining bytes at the present rate, as if all had to be read. None before
        anything was read."""
        return self.seconds * self.bytes_left / self.bytes_read if self.bytes_read else None


class IngestReport(Frozen):
    """The outcome of each file. `ok` is False if any file failed."""

    added: tuple[FileOutcome, ...] = ()
    unchanged: tuple[FileOutcome, ...] = ()
    superseded: tuple[FileOutcome, ...] = ()
    """The changed files. Their new version is ingested; the old version is stored too, but no longer current."""
    gone: tuple[FileOutcome, ...] = ()
    failed: tuple[FileOutcome, ...] = ()
    skipped: tuple[FileOutcome, ...] = ()
    noted: tuple[FileOutcome, ...] = ()
    """The documents in the knowledge base with their unreadable or uncertain parts, from this or an earlier ingest."""
    pages: int = 0
    pages_unread: int = 0
    """The number of pages without searchable text (scanned images) in the `noted` documents."""
    scans_unread: bool = False
    """Whether OCR was off, and left pages or whole files unread."""
    passages: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return not self.failed

    @property
    def nothing_ingested(self) -> bool:
        """Whether nothing was ingested: there was no file, or all files failed."""
        return not (self.added or self.unchanged or self.superseded or self.gone)
