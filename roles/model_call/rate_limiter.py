"""Limits the parallel calls of a process to one endpoint, and pauses them if the endpoint asks for it (SPEC REL-1).

Without this limit, every run would repeat its calls to an overloaded endpoint, and fail after a few attempts.
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

LONGEST_PAUSE = 60.0
"""The longest pause of all calls, in seconds. If an endpoint asks for more, only that request fails: the limit may be
for it alone."""


class AskedForQuiet(ModelError):
    """The endpoint asks for a pause that is longer than the remaining time of the run."""


_known: WeakValueDictionary[tuple[str, int], "RateLimiter"] = WeakValueDictionary()
_guard = threading.Lock()


def rate_limiter_for(endpoint: str, at_once: int) -> "RateLimiter":
    """Return the rate limiter of this process for an endpoint: all graphs share it."""
    with _guard:
        if (found := _known.get((endpoint, at_once))) is None:
            found = _known[endpoint, at_once] = RateLimiter(endpoint, at_once)
        return found


class RateLimiter:
    """Allows at most `at_once` parallel calls, in the order of their requests. It allows fewer for a while after the
    endpoint asked for a pause.

    Safe for threads and tasks. Raises ModelError if a call would have to wait longer than the given seconds.
    """

    def __init__(self, endpoint: str, at_once: int) -> None:
        self._endpoint, self._at_once = endpoint, at_once
        self._room = float(at_once)
        """The current limit of parallel calls. It is halved when the endpoint throttles, and grows by one per round of
        successful calls."""
        self._inside = 0
        self._waiting: deque[Future[None]] = deque()
        self._paused_until = 0.0
        self._lock = threading.Lock()

    @contextmanager
    def place(self, seconds: float) -> Iterator[None]:
        """Occupy one of the parallel calls inside this context. Waits at most `seconds` for it."""
        place = self._queued()
        try:
            ends = monotonic() + seconds
            place.result(timeout=None if seconds == float("inf") else seconds)
            while (left := self._pause_left(ends)) > 0:
                sleep(left)
        except BaseException as error:
            self._left(place)
            raise self._late() if isinstance(error, Late) else error from None
        try:
            yield
        finally:
            self._left(place)

    @asynccontextmanager
    async def aplace(self, seconds: float) -> AsyncIterator[None]:
        """Do the same as `place`, without blocking the event loop."""
        place = self._queued()
        try:
            ends = monotonic() + seconds
            if not place.done():
                await asyncio.wait_for(
                    asyncio.shield(asyncio.wrap_future(place)), None if seconds == float("inf") else seconds
                )
            while (left := self._pause_left(ends)) > 0:
                await asyncio.sleep(left)
        except BaseException as error:
            self._left(place)
            raise self._late() if isinstance(error, TimeoutError) else error from None
        try:
            yield
        finally:
            self._left(place)

    def pause(self, seconds: float) -> None:
        """Start no call for these seconds, and fewer in parallel afterwards, as the endpoint asked."""
        if seconds > LONGEST_PAUSE:
            return
        with self._lock:
            if monotonic() >= self._paused_until:  # only once for all the calls that were active
                self._room = max(1.0, min(self._room, self._inside) / 2)
            self._paused_until = max(self._paused_until, monotonic() + seconds)

    def succeeded(self) -> None:
        """Note that a call was answered, which slowly raises the limit again."""
        with self._lock:
            self._room = min(float(self._at_once), self._room + 1 / self._room)
            self._let_in()

    @property
    def waiting(self) -> int:
        """The number of calls that wait for their turn."""
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

    def _pause_left(self, ends: float) -> float:
        """Return the remaining seconds of the pause. Raises ModelError if the pause ends after `ends`."""
        left = self._paused_until - monotonic()
        if left > 0 and monotonic() + left > ends:
            raise AskedForQuiet(
                f"{self._endpoint} asked for {left:.0f} seconds without calls, which is longer than the remaining time of this run",
                retryable=True,
            )
        return left

    def _late(self) -> ModelError:
        return ModelError(
            f"{self._endpoint}: this process had {self._at_once} active calls for the whole time of this run; raise "
            "models.calls_at_once, or ask fewer questions at a time",
            retryable=True,
        )
