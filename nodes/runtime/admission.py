"""Limits the concurrent runs of a server process. At shutdown it refuses new runs, and lets active ones finish."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep

from ...errors import Busy

RETRY_AFTER = 5
"""The number of seconds after which a refused caller may retry."""


class Admission:
    """Admits runs in one process. `build_graph` receives it, and the server asks it before each run. Safe for threads,
    tasks and signal handlers.

    `runs_at_once`: the maximum number of active runs. A further run is refused at once.
    """

    def __init__(self, runs_at_once: int) -> None:
        self.runs_at_once = runs_at_once
        self._inside = 0
        self._ends: float | None = None
        self._on_close: dict[int, Callable[[], object]] = {}
        self._lock = threading.RLock()  # a signal handler may run while the lock is held

    @property
    def inside(self) -> int:
        """The number of runs that are active now."""
        return self._inside

    @property
    def closed(self) -> bool:
        return self._ends is not None

    @contextmanager
    def run(self, elsewhere: int = 0) -> Iterator[None]:
        """Admit one run for the duration of this context. Raises Busy if there are too many.

        `elsewhere`: the runs that the server knows to be waiting or active, including those of this process.
        """
        with self._lock:
            if self.closed:
                raise Busy("this server is shutting down; ask again in a moment", retry_after=RETRY_AFTER)
            if max(self._inside, elsewhere) >= self.runs_at_once:
                raise Busy(
                    f"{max(self._inside, elsewhere)} runs are active, the limit of this server; ask again in a moment",
                    retry_after=RETRY_AFTER,
                )
            self._inside += 1
        try:
            yield
        finally:
            with self._lock:
                self._inside -= 1

    def close(self, seconds: float) -> None:
        """Refuse new runs. After `seconds`, active runs stop searching, and conclude with the evidence that is verified
        by then."""
        with self._lock:
            ends = monotonic() + seconds
            self._ends = ends if self._ends is None else min(self._ends, ends)
            callbacks = list(self._on_close.values())
        for callback in callbacks:
            callback()

    def seconds_left(self) -> float:
        """Return the remaining time of a run, in seconds."""
        return float("inf") if self._ends is None else max(0.0, self._ends - monotonic())

    @contextmanager
    def on_close(self, closing: Callable[[], object]) -> Iterator[None]:
        """Call `closing` if `close` is called inside this context."""
        with self._lock:
            self._on_close[id(closing)] = closing
        try:
            yield
        finally:
            with self._lock:
                del self._on_close[id(closing)]

    def wait(self, seconds: float) -> bool:
        """Return whether all runs ended within the given seconds."""
        ends = monotonic() + seconds
        while self._inside and monotonic() < ends:
            sleep(0.05)
        return not self._inside
