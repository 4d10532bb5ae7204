"""The writer lock of a folder, since only one process at a time may write. It is a file lock, so the operating system
releases it when the process ends."""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ...errors import StoreError
from ..index.catalogue import Writer


class SoleWriter:
    """The claims (exclusive rights to ingest a document) of a folder's only writer. Every claim succeeds."""

    def acquire(self, name: str) -> bool:
        return True

    def release(self, names: Iterable[str]) -> None:
        pass

    def lock(self, writer: Writer, name: str) -> None:
        pass


@contextmanager
def writer_lock(folder: Path) -> Iterator[SoleWriter]:
    """Hold the folder's writer lock within this context. Raises StoreError, which names the other process, if that has
    the lock."""
    try:
        lock = os.open(folder / "writer.lock", os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise StoreError(
            f"{folder.parent}: cannot write to this knowledge base ({error.strerror}); free disk space, or grant the right to write, and "
            "run the same command again"
        ) from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(lock, 100).decode().strip() or "unknown"
            raise StoreError(
                f"{folder.parent}: process {holder} is writing to this knowledge base; wait until it finishes, or stop it"
            ) from None
        os.ftruncate(lock, 0)
        with suppress(OSError):  # the disk may be full; the process id is only for messages
            os.write(lock, str(os.getpid()).encode())
        try:
            yield SoleWriter()
        finally:
            os.ftruncate(lock, 0)
    finally:
        os.close(lock)
