"""One writer at a time: a lock the operating system drops with the process."""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import StoreError
from .catalogue import Writer


class SoleWriter:
    """The claims of a writer that has no other beside it."""

    def take(self, name: str) -> bool:
        return True

    def give_back(self, names: Iterable[str]) -> None:
        pass

    def hold(self, writer: Writer, name: str) -> None:
        pass


@contextmanager
def writer_lock(folder: Path) -> Iterator[SoleWriter]:
    """Hold the folder's writer lock. Raises StoreError naming the process that has it."""
    path = folder / "writer.lock"
    with path.open("a+", encoding="utf-8") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.seek(0)
            holder = handle.read().strip() or "unknown"
            raise StoreError(
                f"{folder.parent}: process {holder} is writing to this knowledge base; wait until it is done, or stop it"
            ) from None
        handle.seek(0)
        handle.truncate()
        handle.write(str(os.getpid()))
        handle.flush()
        try:
            yield SoleWriter()
        finally:
            handle.seek(0)
            handle.truncate()
            handle.flush()
