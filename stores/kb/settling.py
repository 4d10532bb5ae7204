"""Files that changed a moment ago: they are read once they have stood still, so that none is read half written."""

from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

STILL = 1.0
"""Seconds in which a file must not change. Writers that pause for longer are rare; what they add then makes a new version."""


class Look(NamedTuple):
    """What a file looked like: size in bytes and time of its last change in nanoseconds."""

    size: int
    changed: int

    @classmethod
    def at(cls, path: Path) -> "Look | None":
        """None for a file that is not there, or cannot be seen."""
        try:
            found = path.stat()
        except OSError:
            return None
        return cls(found.st_size, found.st_mtime_ns)


class _Seen(NamedTuple):
    look: Look | None
    since: float


class Settling:
    """The files that changed, each until it has looked the same for `STILL` seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._seen: dict[Path, _Seen] = {}

    def __bool__(self) -> bool:
        return bool(self._seen)

    def changed(self, paths: Iterable[Path]) -> None:
        """These files changed just now."""
        now = self._clock()
        for path in paths:
            self._seen[path] = _Seen(Look.at(path), now)

    def settled(self) -> set[Path]:
        """Those that stand still, or stay away; they are not among the changed ones any more."""
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
        """Those that may still be written to, or come back."""
        return frozenset(self._seen)
