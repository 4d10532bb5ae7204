"""What an ingest tells: how far it is, and what became of each file."""

from ...evidence.model.frozen import Frozen


class FileOutcome(Frozen):
    path: str
    reason: str = ""


class IngestProgress(Frozen):
    """How far an ingest is: after each file, and now and then while a long one is read."""

    done: int
    """Files that are done, of `total`."""
    total: int
    path: str
    page: int | None = None
    """The page of `path` that was read last, of `file_pages`, while it is being read; None once it is done."""
    file_pages: int | None = None
    ocr_pages: tuple[int, int] | None = None
    """While OCR reads the file of `path`: how many of its scanned pages are done, and how many there are."""
    pages: int
    """Read so far, those of the files that are being read included."""
    passages: int
    seconds: float
    bytes_read: int = 0
    """Of new and changed files, the read parts of those that are being read included."""
    bytes_left: int = 0
    """Of the files that were not looked at yet, and the rest of those that are being read."""

    @property
    def pages_per_second(self) -> float:
        return self.pages / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """What the bytes left take at the rate so far, as if all of them had to be read; None before anything was read."""
        return self.seconds * self.bytes_left / self.bytes_read if self.bytes_read else None


class IngestReport(Frozen):
    """What became of each file. `ok` is False when any failed."""

    added: tuple[FileOutcome, ...] = ()
    unchanged: tuple[FileOutcome, ...] = ()
    superseded: tuple[FileOutcome, ...] = ()
    """Changed files: their new version is in, the old one is kept and no longer current."""
    gone: tuple[FileOutcome, ...] = ()
    failed: tuple[FileOutcome, ...] = ()
    skipped: tuple[FileOutcome, ...] = ()
    noted: tuple[FileOutcome, ...] = ()
    """Documents that are in, now or since before, with what could not be read of them or is uncertain."""
    pages: int = 0
    pages_unread: int = 0
    """Pages without text to search (scanned images), of the documents that are `noted`."""
    scans_unread: bool = False
    """Whether OCR was off, and pages or whole files were left unread that it could read."""
    passages: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return not self.failed

    @property
    def nothing_taken(self) -> bool:
        """Whether there was nothing to take in, or all of it failed."""
        return not (self.added or self.unchanged or self.superseded or self.gone)
