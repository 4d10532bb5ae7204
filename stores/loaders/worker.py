"""The process behind `guarded`. It reads tasks from standard input (load or prepare a file, prepare a text, or read a
page by OCR) and writes results to standard output.

A frame has 8 bytes of length, then the content. First come any number of frames about pages read so far ("p 12 400").
Then comes the result ("+" and JSON), an error ("-" and a message), or the pages that wait for OCR ("?" and JSON).
Results are not pickles: a hostile file that takes over this process must not be able to create objects in the calling
process.
"""

import gc
import json
import os
import struct
import sys
import time
from pathlib import Path
from typing import IO, NamedTuple, Self

from ...errors import IngestError
from ..documents.loaded import LoadedDocument
from .limits import LoadLimits
from .load import load_file, refusing
from .ocr.scanned_page import ScannedPage, ScansFound
from .page_processes import page_processes
from .page_progress import page_read
from .prepare_request import PrepareRequest, TextRequest

LENGTH = struct.Struct(">Q")
PAGES_EVERY = 0.25
"""The minimum number of seconds between two frames about pages. A file that loads faster sends no such frame."""


class LoadRequest(NamedTuple):
    path: Path
    password: str | None

    @property
    def name(self) -> str:
        return self.path.name

    def done(self, limits: LoadLimits) -> LoadedDocument:
        """Return the loaded document. Raises IngestError."""
        return load_file(self.path, password=self.password, limits=limits)


class OcrRequest(NamedTuple):
    """A task for the process: read one page of a PDF file by OCR. `page` counts from 1."""

    path: Path
    password: str | None
    page: int

    @property
    def name(self) -> str:
        return self.path.name

    def done(self, limits: LoadLimits) -> ScannedPage:
        """Return the text of the page. Raises IngestError."""
        from .ocr.ocr_engine import recognise_page

        return recognise_page(self.path, self.password, self.page, limits)


Request = LoadRequest | PrepareRequest | TextRequest | OcrRequest


class Task(NamedTuple):
    request: Request
    limits: LoadLimits
    processes: int = 1
    """The maximum number of processes that may read the pages of the file."""

    def written(self) -> bytes:
        request = self.request
        if isinstance(request, PrepareRequest | TextRequest):
            given: object = request.as_json()
        else:
            given = (str(request.path), *request[1:])
        return json.dumps(
            {
                "limits": self.limits.model_dump(),
                "processes": self.processes,
                "kind": type(request).__name__,
                "request": given,
            }
        ).encode()

    @classmethod
    def read(cls, frame: bytes) -> Self:
        given = json.loads(frame)
        request: Request
        if given["kind"] == PrepareRequest.__name__:
            request = PrepareRequest.from_json(given["request"])
        elif given["kind"] == TextRequest.__name__:
            request = TextRequest.from_json(given["request"])
        else:
            path, *rest = given["request"]
            kind = OcrRequest if given["kind"] == OcrRequest.__name__ else LoadRequest
            request = kind(Path(path), *rest)
        return cls(request, LoadLimits.model_validate(given["limits"]), given["processes"])


def read_frame(stream: IO[bytes], most: int) -> bytes | None:
    """Return the next frame. Return None at the end of the stream, for an incomplete frame, and for one of more than
    `most` bytes."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    if length > most:
        return None
    body = stream.read(length)
    return body if len(body) == length else None


def write_frame(stream: IO[bytes], body: bytes) -> None:
    stream.write(LENGTH.pack(len(body)))
    stream.write(body)
    stream.flush()


def report_pages(stream: IO[bytes]) -> None:
    """Write frames about the pages that are read from now on, until the next call."""
    last = time.monotonic()

    def report(page: int, pages: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PAGES_EVERY:
            last = time.monotonic()
            write_frame(stream, f"p {page} {pages}".encode())

    page_read.set(report)


def limit_memory(extra_bytes: int) -> None:
    """Limit the address space to its present size plus `extra_bytes`, if the system supports it (Linux)."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        cap = pages * resource.getpagesize() + extra_bytes
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (cap if hard == resource.RLIM_INFINITY else min(cap, hard), hard))
    except (ImportError, OSError, ValueError):
        return


def main() -> None:
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output of a parser must not get between the frames
    limited = False
    gc.disable()  # loading creates many objects and little garbage: garbage collection took a third of the time, and more for large files
    gc.freeze()
    while (frame := read_frame(requests, sys.maxsize)) is not None:
        task = Task.read(frame)
        if not limited:
            limit_memory(task.limits.memory_bytes)
            limited = True
        report_pages(answers)
        page_processes.set(task.processes)
        try:
            with refusing(task.request.name):
                answer = b"+" + task.request.done(task.limits).model_dump_json().encode()
        except ScansFound as found:
            answer = b"?" + json.dumps(found.pages).encode()
        except IngestError as error:
            answer = b"-" + str(error).encode("utf-8", "replace")
        write_frame(answers, answer)
        del answer, task
        gc.collect()
        gc.freeze()  # the parsers that a file imported stay: to search them again after each small file took half the time


if __name__ == "__main__":
    main()
