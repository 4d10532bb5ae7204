"""Loading where it can be killed: a file that hangs, explodes or crashes its parser costs only itself (SPEC REL-3)."""

import json
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self

from ...errors import IngestError
from ..documents.loaded import LoadedDocument
from ..index.version_rows import VersionRows
from .limits import DEFAULT_LIMITS, LoadLimits
from .ocr.scanned_page import ScannedPage, ScansFound
from .own_process import start
from .page_progress import PageRead
from .prepare_request import PrepareRequest
from .worker import LoadRequest, OcrRequest, Task, read_frame, write_frame

ReadScans = Callable[[PrepareRequest, Sequence[int]], Mapping[int, ScannedPage]]
"""Reads the pages of these numbers, of the file of a request, by OCR."""

PagesRead = Callable[[PrepareRequest, int, int], None]
"""Given the file, the page of it read last and how many it has."""
_Told = queue.SimpleQueue[tuple[PrepareRequest, int, int] | None]
"""Pages that were read; None when a file is done."""


class GuardedLoader:
    """A pool of loader processes, started when first needed and used again. Safe to use from several threads; close it after use.

    Every file has `limits.seconds` and every process `limits.memory_bytes`. A process that passes either is killed and replaced.

        with GuardedLoader() as loader:
            for request, result in loader.prepare_many(requests):
                ...  # VersionRows, or the IngestError that says why there are none
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
        """As `load_file`: raises `IngestError` and nothing else, here also for timeouts, memory and crashes."""
        answer = self._answer(LoadRequest(path.absolute(), password))
        return LoadedDocument.model_validate_json(answer)

    def prepare(
        self, request: PrepareRequest, read_scans: ReadScans | None = None, page_read: PageRead | None = None
    ) -> VersionRows:
        """As `PrepareRequest.done`, with the errors of `load`. `read_scans` is asked for pages without text; None leaves them unread.
        `page_read`: called now and then while a long file is read."""
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

    def read_page(self, path: Path, number: int, *, password: str | None = None) -> ScannedPage:
        """A page of a PDF file, numbered from 1, read by OCR; with the errors of `load`."""
        return ScannedPage.model_validate_json(self._answer(OcrRequest(path.absolute(), password, number)))

    def prepare_many(
        self, requests: Iterable[PrepareRequest], read_scans: ReadScans | None = None, pages: PagesRead | None = None
    ) -> Iterator[tuple[PrepareRequest, VersionRows | IngestError]]:
        """Results in the order of `requests`, made a few ahead; a consumer slower than the workers is not overrun.

        `pages`: called in the thread of the consumer while it waits for a long file.
        """
        ahead: deque[tuple[PrepareRequest, Future[VersionRows]]] = deque()
        told: _Told = queue.SimpleQueue()
        for request in requests:
            ahead.append((request, self._submitted(request, read_scans, told)))
            if len(ahead) > 2 * self._workers:
                yield _settled(*ahead.popleft(), told, pages)
        while ahead:
            yield _settled(*ahead.popleft(), told, pages)

    def _submitted(self, request: PrepareRequest, read_scans: ReadScans | None, told: _Told) -> Future[VersionRows]:
        future = self._threads.submit(self.prepare, request, read_scans, lambda page, of: told.put((request, page, of)))
        future.add_done_callback(lambda _: told.put(None))
        return future

    def _answer(self, request: LoadRequest | PrepareRequest | OcrRequest, page_read: PageRead | None = None) -> bytes:
        worker = self._idle.get()
        try:
            return worker.answer(Task(request, self._limits), page_read)
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
    request: PrepareRequest, future: Future[VersionRows], told: _Told, pages: PagesRead | None
) -> tuple[PrepareRequest, VersionRows | IngestError]:
    while not future.done():
        event = told.get()
        if event is not None and pages is not None:
            pages(*event)
    try:
        return request, future.result()
    except IngestError as error:
        return request, error


class _Worker:
    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def answer(self, task: Task, page_read: PageRead | None = None) -> bytes:
        """The result as JSON. Raises IngestError."""
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
        finally:
            timer.cancel()
        if answer is None:
            self.stop(kill=True)
            if late.is_set():
                raise IngestError(f"{name}: took longer than {limits.seconds:g} s; split it")
            raise IngestError(
                f"{name}: its parser died (code {process.returncode}; damaged, or more than "
                f"{limits.memory_bytes} bytes of memory); replace it, or split it"
            )
        if answer[:1] == b"+":
            return answer[1:]
        if answer[:1] == b"?":
            raise ScansFound(json.loads(answer[1:]))
        reason = answer[1:].decode()
        if "memory" in reason:
            self.stop(kill=True)  # what a failed parser left behind would count against the next file
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
