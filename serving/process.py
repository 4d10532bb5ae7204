"""What a serving process has once: the admission control of its runs, its metrics, and the functions to call at
shutdown."""

import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from types import FrameType
from typing import TYPE_CHECKING

from ..errors import PinciteError
from ..nodes.runtime.admission import Admission
from ..settings import Settings

if TYPE_CHECKING:
    from .metrics import RunMetrics

log = logging.getLogger("pincite")
_at_end: list[Callable[[], object]] = []


@lru_cache(maxsize=1)
def admission() -> Admission:
    return Admission(Settings().serving.runs_at_once)


@lru_cache(maxsize=1)
def metrics() -> "RunMetrics | None":
    """Return the metrics, or None unless the settings enable them. Raises SettingsError if their package is missing."""
    serving = Settings().serving
    if not serving.metrics:
        return None
    from .metrics import RunMetrics

    return RunMetrics(tenants=serving.metrics_tenants, inside=lambda: admission().inside)


def at_end(*calls: Callable[[], object]) -> None:
    """Register functions to call at the end of the process. The last registered function runs first."""
    _at_end.extend(calls)


@contextmanager
def closes_on_signals(admission: Admission, seconds: float) -> Iterator[None]:
    """Stop the admission of runs on SIGTERM and SIGINT within this context, and then call the previous signal handlers.

    Outside the main thread this does nothing, since only the main thread receives signals.
    """
    with ExitStack() as after:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                _first(number, admission, seconds, after)
        yield


def _first(number: signal.Signals, admission: Admission, seconds: float, after: ExitStack) -> None:
    before = signal.getsignal(number)

    def closing(given: int, frame: FrameType | None) -> None:
        admission.close(seconds)
        if callable(before):
            before(given, frame)

    if callable(before):  # else nothing waits for the runs, and the process ends as usual
        signal.signal(number, closing)
        after.callback(lambda: signal.signal(number, before) if signal.getsignal(number) is closing else None)


def close() -> None:
    """Shut down: refuse new runs, give active runs time, then close the knowledge bases. A later request opens
    everything again."""
    try:
        seconds = Settings().serving.shutdown_seconds
        admission().close(seconds)
        if not admission().wait(seconds + 2):
            log.warning("%d runs were still active when the process ended", admission().inside)
    except PinciteError as error:
        log.warning("%s", error)
    while _at_end:
        _at_end.pop()()
    admission.cache_clear()
