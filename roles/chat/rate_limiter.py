"""How many calls one process has under way at an endpoint, and the quiet an endpoint asks for (SPEC REL-1).

Without it a throttled endpoint is asked by every run again and again, and each of them gives up after its few attempts.
"""

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from contextlib import asynccontextmanager, contextmanager
from time import monotonic, sleep
from weakref import WeakValueDictionary

from ...errors import ModelError

HELD_AT_MOST = 60.0
"""Seconds of quiet that are kept for everybody. An endpoint that asks for more is down for whoever asked it, and others try for themselves:
the limit may be that one request's."""


class AskedForQuiet(ModelError):
    """The endpoint is throttled for longer than the run has time."""


_known: WeakValueDictionary[tuple[str, int], "Gate"] = WeakValueDictionary()
_guard = threading.Lock()


def gate_for(endpoint: str, at_once: int) -> "Gate":
    """The process's gate to an endpoint: all graphs share it."""
    with _guard:
        if (found := _known.get((endpoint, at_once))) is None:
            found = _known[endpoint, at_once] = Gate(endpoint, at_once)
        return found


class Gate:
    """Lets `at_once` calls through at a time, first come, first served; fewer for a while after the endpoint asked for quiet.

    Safe for threads and tasks. Raises ModelError when a place, or the end of the quiet, does not come within the seconds given.
    """

    def __init__(self, endpoint: str, at_once: int) -> None:
        self._endpoint, self._at_once = endpoint, at_once
        self._room = float(at_once)
        """How many may be under way now. Halved when the endpoint throttles, it grows by one for each round of calls that went well."""
        self._inside = 0
        self._waiting: deque[Future[None]] = deque()
        self._quiet_until = 0.0
        self._lock = threading.Lock()

    @contextmanager
    def passed(self, seconds: float) -> Iterator[None]:
        """A place for one call."""
        place = self._queued()
        try:
            ends = monotonic() + seconds
            place.result(timeout=None if seconds == float("inf") else seconds)
            while (left := self._quiet(ends)) > 0:
                sleep(left)
        except BaseException as error:
            self._left(place)
            raise self._late() if isinstance(error, Late) else error from None
        try:
            yield
        finally:
            self._left(place)

    @asynccontextmanager
    async def apassed(self, seconds: float) -> AsyncIterator[None]:
        """As `passed`, without holding up the event loop."""
        place = self._queued()
        try:
            ends = monotonic() + seconds
            if not place.done():
                await asyncio.wait_for(
                    asyncio.shield(asyncio.wrap_future(place)), None if seconds == float("inf") else seconds
                )
            while (left := self._quiet(ends)) > 0:
                await asyncio.sleep(left)
        except BaseException as error:
            self._left(place)
            raise self._late() if isinstance(error, TimeoutError) else error from None
        try:
            yield
        finally:
            self._left(place)

    def hold(self, seconds: float) -> None:
        """The endpoint asked for quiet: nobody asks it for so long, and fewer do afterwards."""
        if seconds > HELD_AT_MOST:
            return
        with self._lock:
            if monotonic() >= self._quiet_until:  # once for all the calls that were under way
                self._room = max(1.0, min(self._room, self._inside) / 2)
            self._quiet_until = max(self._quiet_until, monotonic() + seconds)

    def went_well(self) -> None:
        """A call was answered."""
        with self._lock:
            self._room = min(float(self._at_once), self._room + 1 / self._room)
            self._let_in()

    @property
    def waiting(self) -> int:
        """Calls that wait for a place."""
        return len(self._waiting)

    def _queued(self) -> Future[None]:
        place: Future[None] = Future()
        with self._lock:
            self._waiting.append(place)
            self._let_in()
        return place

    def _let_in(self) -> None:
        while self._waiting and self._inside < int(self._room):
            self._inside += 1
            self._waiting.popleft().set_result(None)

    def _left(self, place: Future[None]) -> None:
        with self._lock:
            if place in self._waiting:
                self._waiting.remove(place)
                return
            self._inside -= 1
            self._let_in()

    def _quiet(self, ends: float) -> float:
        """Seconds of quiet that are left. Raises ModelError where the caller has no time to wait for its end."""
        left = self._quiet_until - monotonic()
        if left > 0 and monotonic() + left > ends:
            raise AskedForQuiet(
                f"{self._endpoint} asked for {left:.0f} seconds of quiet, which is longer than this run has",
                retryable=True,
            )
        return left

    def _late(self) -> ModelError:
        return ModelError(
            f"{self._endpoint}: {self._at_once} calls of this process were under way for as long as this run had time; raise "
            "models.calls_at_once, or ask less at a time",
            retryable=True,
        )
