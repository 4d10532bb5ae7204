"""Waits until changed files stop changing, so that no file is read while it is being written."""

from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

STILL = 1.0
"""The number of seconds without a change after which a file is read. Programs rarely pause longer while they write. If
one does, its later text becomes a new version."""


class Look(NamedTuple):
    """The state of a file: its size in bytes, and the time of its last change in nanoseconds."""

    size: int
    changed: int

    @classmethod
    def at(cls, path: Path) -> "Look | None":
        """Return the state of the file, or None if it is missing or not accessible."""
        try:
            found = path.stat()
        except OSError:
            return None
        return cls(found.st_size, found.st_mtime_ns)


class _Seen(NamedTuple):
    look: Look | None
    since: float


class Settling:
    """The files that changed. A file stays in the list until it has not changed for `STILL` seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._seen: dict[Path, _Seen] = {}

    def __bool__(self) -> bool:
        return bool(self._seen)

    def changed(self, paths: Iterable[Path]) -> None:
        """Record that these files have just changed."""
        now = self._clock()
        for path in paths:
            self._seen[path] = _Seen(Look.at(path), now)

    def settled(self) -> set[Path]:
        """Return the files that stopped changing or stay deleted, and remove them from the list."""
        now, still = self._clock(), set()
        for path, seen in list(self._seen.items()):
            look = Look.at(path)
            if look != seen.look:
                self._seen[path] = _Seen(look, now)
            elif now - seen.since >= STILL:
                del self._seen[path]
                still.add(path)
        return still

    def unsettled(self) -> frozenset[Path]:
        """Return the files in the list. They changed recently, and may still be written to or may reappear."""
        return frozenset(self._seen)
