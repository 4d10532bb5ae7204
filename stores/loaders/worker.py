"""The process behind `guarded`: reads requests on standard input, loads one file each, writes the result on standard output.

A frame is 8 bytes of length and as many of JSON. Results are not pickles: what a hostile file makes of this process must not
be able to make objects in the process that asked.
"""

import json
import os
import struct
import sys
from pathlib import Path
from typing import IO

from ...errors import IngestError
from .limits import LoadLimits
from .load import load_file

LENGTH = struct.Struct(">Q")


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next frame; None at the end of the stream, also when it ends within a frame."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    return body if len(body) == length else None


def write_frame(stream: IO[bytes], body: bytes) -> None:
    stream.write(LENGTH.pack(len(body)))
    stream.write(body)
    stream.flush()


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
    while (frame := read_frame(requests)) is not None:
        request = json.loads(frame)
        limits = LoadLimits.model_validate(request["limits"])
        if not limited:
            limit_memory(limits.memory_bytes)
            limited = True
        try:
            document = load_file(Path(request["path"]), password=request["password"], limits=limits)
            answer = b"+" + document.model_dump_json().encode("utf-8", "surrogatepass")
        except IngestError as error:
            answer = b"-" + str(error).encode("utf-8", "replace")
        write_frame(answers, answer)


if __name__ == "__main__":
    main()
