"""Reads scanned pages of the ingested files by OCR. Each page is read once, in guarded processes, and cached.

A page takes about 7 seconds. It is written to the knowledge base's folder at once, by the hash of its file, so that a
killed ingest loses no finished page.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import TracebackType
from typing import NamedTuple, Self

from pydantic import ValidationError

from ...errors import IngestError
from ..loaders.guarded import GuardedLoader
from ..loaders.limits import LoadLimits
from ..loaders.ocr.ocr_engine import engine_name
from ..loaders.ocr.scanned_page import ScannedPage
from ..loaders.prepare_request import PrepareRequest

OCR_LIMITS = LoadLimits(seconds=300, memory_bytes=3_000_000_000)
"""The limits for the OCR of one page. It takes 5 to 12 seconds of one core and 1.1 GB; on a busy machine it took up to
130 seconds."""
PROCESSES = 4
"""The maximum number of parallel OCR processes, on any number of cores, since each takes 1.1 GB."""


class ScanProgress(NamedTuple):
    """The progress after each page of a file that OCR reads."""

    path: str
    done: int
    total: int


class ScanReader:
    """Reads scanned pages, several at once. Safe for several threads. Close it after use, which cancels waiting
    pages."""

    def __init__(self, folder: Path | None, progress: Callable[[ScanProgress], None] | None = None) -> None:
        """Prepare for OCR. `folder`: the folder in which read pages are cached; None caches none. Raises IngestError if
        the extra `ocr` is not installed."""
        self._engine = engine_name()
        self._kept = folder / self._engine.replace("/", "-").replace(" ", "_") if folder is not None else None
        self._progress = progress
        self._guard = threading.Lock()
        processes = min(PROCESSES, os.cpu_count() or 1)
        self._loader = GuardedLoader(workers=processes, limits=OCR_LIMITS)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="pincite-ocr")

    def __call__(self, request: PrepareRequest, pages: Sequence[int]) -> Mapping[int, ScannedPage]:
        """Return the OCR results of these pages of the request's file. The result of a page on which OCR fails states
        the failure."""
        found = {number: kept for number in pages if (kept := self._read_before(request, number)) is not None}
        waiting = [self._threads.submit(self._read, request, number) for number in pages if number not in found]
        for future in waiting:
            number, page = future.result()
            found[number] = page
            if self._progress is not None:
                with self._guard:
                    self._progress(ScanProgress(request.name, len(found), len(pages)))
        return found

    def _read(self, request: PrepareRequest, number: int) -> tuple[int, ScannedPage]:
        assert isinstance(request.source, Path)
        try:
            page = self._loader.read_page(request.source, number, password=request.declared.password)
        except IngestError as error:
            return number, ScannedPage(engine=self._engine, failure=str(error).removeprefix(f"{request.name}: "))
        self._keep(request, number, page)
        return number, page

    def _read_before(self, request: PrepareRequest, number: int) -> ScannedPage | None:
        if self._kept is None:
            return None
        try:
            return ScannedPage.model_validate_json(self._file(self._kept, request, number).read_bytes())
        except (OSError, ValidationError):
            return None

    def _keep(self, request: PrepareRequest, number: int, page: ScannedPage) -> None:
        """Cache a page completely or not at all. On a full disk nothing is cached, and the next ingest reads the page
        again."""
        if self._kept is None:
            return
        file = self._file(self._kept, request, number)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=file.parent, delete=False) as written:
                written.write(page.model_dump_json().encode())
            shutil.move(written.name, file)
        except OSError:
            return

    @staticmethod
    def _file(folder: Path, request: PrepareRequest, number: int) -> Path:
        return folder / request.file_sha256 / f"{number}.json"

    def close(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._loader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
