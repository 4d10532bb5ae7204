"""The process behind `guarded`: reads tasks on standard input, each to load a file, to prepare it or to read a page of it by OCR, and
writes the results on standard output.

A frame is 8 bytes of length and as many of content: pages read so far ("p 12 400"), any number of times, then the result ("+" and JSON) or
what is wrong ("-" and words). Results are not pickles: what a hostile file makes of this process must not
be able to make objects in the process that asked.
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
from .page_progress import page_read
from .prepare_request import PrepareRequest

LENGTH = struct.Struct(">Q")
PAGES_EVERY = 0.25
"""Seconds between two frames about pages; files that are read sooner send none."""


class LoadRequest(NamedTuple):
    path: Path
    password: str | None

    @property
    def name(self) -> str:
        return self.path.name

    def done(self, limits: LoadLimits) -> LoadedDocument:
        """Raises IngestError."""
        return load_file(self.path, password=self.password, limits=limits)


class OcrRequest(NamedTuple):
    """A page of a PDF file, numbered from 1, to be read by OCR."""

    path: Path
    password: str | None
    page: int

    @property
    def name(self) -> str:
        return self.path.name

    def done(self, limits: LoadLimits) -> ScannedPage:
        """Raises IngestError."""
        from .ocr.ocr_engine import recognise_page

        return recognise_page(self.path, self.password, self.page, limits)


class Task(NamedTuple):
    request: LoadRequest | PrepareRequest | OcrRequest
    limits: LoadLimits

    def written(self) -> bytes:
        request = self.request
        if isinstance(request, PrepareRequest):
            given: object = request.as_json()
        else:
            given = (str(request.path), *request[1:])
        return json.dumps(
            {"limits": self.limits.model_dump(), "kind": type(request).__name__, "request": given}
        ).encode()

    @classmethod
    def read(cls, frame: bytes) -> Self:
        given = json.loads(frame)
        request: LoadRequest | PrepareRequest | OcrRequest
        if given["kind"] == PrepareRequest.__name__:
            request = PrepareRequest.from_json(given["request"])
        else:
            path, *rest = given["request"]
            made = OcrRequest if given["kind"] == OcrRequest.__name__ else LoadRequest
            request = made(Path(path), *rest)
        return cls(request, LoadLimits.model_validate(given["limits"]))


def read_frame(stream: IO[bytes], most: int) -> bytes | None:
    """The next frame; None at the end of the stream, also when it ends within a frame, and for one of more than `most` bytes."""
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


def tell_pages(stream: IO[bytes]) -> None:
    """From now on until the next call, write frames about the pages that are read."""
    last = time.monotonic()

    def tell(page: int, pages: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PAGES_EVERY:
            last = time.monotonic()
            write_frame(stream, f"p {page} {pages}".encode())

    page_read.set(tell)


def limit_memory(extra_bytes: int) -> None:
    """Cap the address space at what is used now and `extra_bytes` more, where the system can (Linux)."""
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
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a parser prints must not end up between frames
    limited = False
    gc.disable()  # a file makes many objects and little garbage: looking through them took a third of the time, and more in large files
    gc.freeze()
    while (frame := read_frame(requests, sys.maxsize)) is not None:
        task = Task.read(frame)
        if not limited:
            limit_memory(task.limits.memory_bytes)
            limited = True
        tell_pages(answers)
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


if __name__ == "__main__":
    main()
