"""What a process that serves has once: the door its runs go through, its metrics, and what it closes at its end."""

import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from types import FrameType
from typing import TYPE_CHECKING

from ..errors import PinciteError
from ..nodes.runtime.admission import Door
from ..settings import Settings

if TYPE_CHECKING:
    from .metrics import RunMetrics

log = logging.getLogger("pincite")
_at_end: list[Callable[[], object]] = []


@lru_cache(maxsize=1)
def door() -> Door:
    return Door(Settings().serving.runs_at_once)


@lru_cache(maxsize=1)
def metrics() -> "RunMetrics | None":
    """None unless the settings ask for them. Raises SettingsError where their package is missing."""
    serving = Settings().serving
    if not serving.metrics:
        return None
    from .metrics import RunMetrics

    return RunMetrics(tenants=serving.metrics_tenants, inside=lambda: door().inside)


def at_end(*calls: Callable[[], object]) -> None:
    """Have these called when the process ends, the last first."""
    _at_end.extend(calls)


@contextmanager
def closes_on_signals(door: Door, seconds: float) -> Iterator[None]:
    """SIGTERM and SIGINT close the door, and then do what they did before. Nothing outside the main thread, where no signal comes."""
    with ExitStack() as after:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                _first(number, door, seconds, after)
        yield


def _first(number: signal.Signals, door: Door, seconds: float, after: ExitStack) -> None:
    before = signal.getsignal(number)

    def closing(given: int, frame: FrameType | None) -> None:
        door.close(seconds)
        if callable(before):
            before(given, frame)

    if callable(before):  # else nobody waits for the runs, and the process is to end as ever
        signal.signal(number, closing)
        after.callback(lambda: signal.signal(number, before) if signal.getsignal(number) is closing else None)


def close() -> None:
    """The end of a process: no new runs, a while for those under way, then the knowledge bases. What is served after that begins anew."""
    try:
        seconds = Settings().serving.shutdown_seconds
        door().close(seconds)
        if not door().wait(seconds + 2):
            log.warning("%d runs had not ended when the process did", door().inside)
    except PinciteError as error:
        log.warning("%s", error)
    while _at_end:
        _at_end.pop()()
    door.cache_clear()
