"""Loads files in separate processes. A file that hangs, crashes or exhausts its parser then affects no other file (SPEC
REL-3)."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

from ...errors import IngestError
from ..documents.loaded import LoadedDocument
from ..documents.prepared import Prepared
from ..index.version_rows import VersionRows
from .limits import DEFAULT_LIMITS, LoadLimits
from .ocr.scanned_page import ScannedPage, ScansFound
from .own_process import start
from .page_progress import PageRead
from .prepare_request import PrepareRequest, TextRequest
from .worker import LoadRequest, OcrRequest, Request, Task, read_frame, write_frame

ReadScans = Callable[[PrepareRequest, Sequence[int]], Mapping[int, ScannedPage]]
"""A function that reads pages of a request's file by OCR. It gets the request and the page numbers."""

PagesRead = Callable[[PrepareRequest, int, int], None]
"""A callback for progress. It gets the request, the last page that was read, and the number of pages."""
PAGE_PROCESSES = 4
"""The maximum number of processes that read the pages of one file. One of them also does the rest of the work, which is
a fifth of all, so further processes would hardly save time."""
_PageEvents = queue.SimpleQueue[tuple[PrepareRequest, int, int] | None]
"""Events of pages that were read; None when a file is finished."""


class GuardedLoader:
    """A pool of loader processes, which start on first use and are reused. Safe for several threads; close it after
    use.

    Every file may take `limits.seconds`, every process `limits.memory_bytes`. A process that exceeds either limit is
    killed and replaced.

        with GuardedLoader() as loader:
            for request, result in loader.prepare_many(requests):
                ...  # VersionRows, or the IngestError with the reason
    """

    def __init__(self, *, workers: int = 2, limits: LoadLimits = DEFAULT_LIMITS) -> None:
        if workers < 1:
            raise ValueError(f"workers must be 1 or more, not {workers}")
        self._limits = limits
        self._workers = workers
        self._idle: queue.LifoQueue[_Worker] = queue.LifoQueue()
        for _ in range(workers):
            self._idle.put(_Worker())
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="pincite-load")

    def load(self, path: Path, *, password: str | None = None) -> LoadedDocument:
        """Load a file like `load_file`, but in a separate process. Raises only `IngestError`, also for a timeout, too
        much memory and a crash."""
        answer = self._answer(LoadRequest(path.absolute(), password))
        return LoadedDocument.model_validate_json(answer)

    def prepare(
        self, request: PrepareRequest, read_scans: ReadScans | None = None, page_read: PageRead | None = None
    ) -> VersionRows:
        """Return the rows of a file, prepared in a separate process. Raises the errors of `load`.

        `read_scans`: reads pages without text; None leaves them unread. `page_read`: called from time to time while a
        long file is read.
        """
        if isinstance(request.source, Path):
            request = request._replace(source=request.source.absolute())
        if read_scans is None:
            return VersionRows.model_validate_json(self._answer(request, page_read))
        request = request._replace(scanned=request.scanned or {})
        try:
            answer = self._answer(request, page_read)
        except ScansFound as found:
            read = read_scans(request, found.pages)
            answer = self._answer(request._replace(scanned=read), page_read)
        return VersionRows.model_validate_json(answer)

    def prepare_text(self, request: TextRequest) -> Prepared:
        """Return a text of a tool, prepared in a separate process. Raises the errors of `load`."""
        return Prepared.model_validate_json(self._answer(request))

    def read_page(self, path: Path, number: int, *, password: str | None = None) -> ScannedPage:
        """Return the OCR result of one page of a PDF file; pages are numbered from 1. Raises the errors of `load`."""
        return ScannedPage.model_validate_json(self._answer(OcrRequest(path.absolute(), password, number)))

    def prepare_many(
        self, requests: Iterable[PrepareRequest], read_scans: ReadScans | None = None, pages: PagesRead | None = None
    ) -> Iterator[tuple[PrepareRequest, VersionRows | IngestError]]:
        """Yield each request with its rows, or with the error, in the order of `requests`.

        Only a few files are prepared ahead, so that results do not pile up while the caller is slow. `pages`: called in
        the caller's thread while it waits for a long file.
        """
        ahead: deque[tuple[PrepareRequest, Future[VersionRows]]] = deque()
        events: _PageEvents = queue.SimpleQueue()
        for request in requests:
            ahead.append((request, self._submitted(request, read_scans, events)))
            if len(ahead) > 2 * self._workers:
                yield _settled(*ahead.popleft(), events, pages)
        while ahead:
            yield _settled(*ahead.popleft(), events, pages)

    def _submitted(
        self, request: PrepareRequest, read_scans: ReadScans | None, events: _PageEvents
    ) -> Future[VersionRows]:
        future = self._threads.submit(
            self.prepare, request, read_scans, lambda page, of: events.put((request, page, of))
        )
        future.add_done_callback(lambda _: events.put(None))
        return future

    def _answer(self, request: Request, page_read: PageRead | None = None) -> bytes:
        worker = self._idle.get()
        try:
            busy = self._workers - self._idle.qsize()
            processes = min(PAGE_PROCESSES, max(1, 1 + _cores() - busy))
            return worker.answer(Task(request, self._limits, processes), page_read)
        finally:
            self._idle.put(worker)

    def close(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)
        for _ in range(self._workers):
            self._idle.get().stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _settled(
    request: PrepareRequest, future: Future[VersionRows], events: _PageEvents, pages: PagesRead | None
) -> tuple[PrepareRequest, VersionRows | IngestError]:
    while not future.done():
        event = events.get()
        if event is not None and pages is not None:
            pages(*event)
    try:
        return request, future.result()
    except IngestError as error:
        return request, error


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class _Worker:
    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def answer(self, task: Task, page_read: PageRead | None = None) -> bytes:
        """Return the result as JSON. Raises IngestError."""
        name, limits = task.request.name, task.limits
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Event()

        def kill() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(limits.seconds, kill)
        timer.start()
        try:
            write_frame(process.stdin, task.written())
            while (answer := read_frame(process.stdout, limits.memory_bytes)) is not None and answer[:1] == b"p":
                if page_read is not None:
                    page, pages = answer.split()[1:]
                    page_read(int(page), int(pages))
        except OSError:
            answer = None
        except BaseException:
            self.stop(kill=True)  # its answer, still to come, would be taken for that of the next file
            raise
        finally:
            timer.cancel()
        if answer is None:
            self.stop(kill=True)
            if late.is_set():
                raise IngestError(f"{name}: took longer than {limits.seconds:g} s; split the file")
            raise IngestError(
                f"{name}: its parser crashed with exit code {process.returncode}, because the file is damaged or needs more than "
                f"{limits.memory_bytes:,} bytes of memory; replace the file, or split it"
            )
        if answer[:1] == b"+":
            return answer[1:]
        if answer[:1] == b"?":
            raise ScansFound(json.loads(answer[1:]))
        reason = answer[1:].decode()
        if "memory" in reason:
            self.stop(kill=True)  # memory that a failed parser leaked would reduce what the next file may use
        raise IngestError(reason)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = start(f"{__package__}.worker")
        return self._process

    def stop(self, *, kill: bool = False) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if kill:
            process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue
        process.wait()
