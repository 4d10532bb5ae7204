"""Decides which failures of a model call are transient, and how long to wait before the next attempt (SPEC REL-1)."""

from collections.abc import Callable
from typing import Any

from langchain_core.exceptions import ModelError as LangChainModelError
from tenacity import RetryCallState, retry_if_exception, wait_exponential_jitter

from .fault_cause import CONNECTION, for_good, status_of, was_refused

ATTEMPTS = 3
"""The failures in a row after which a server counts as down for this run."""
THROTTLED_ATTEMPTS = 8
"""The maximum number of failures in a row if the server states when to retry. Such a server is overloaded, and not
down."""
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
_THROTTLED = frozenset({429, 503, 529})
_backoff = wait_exponential_jitter(initial=0.4, max=8, jitter=0.4)


def is_transient(error: BaseException) -> bool:
    """Return whether the failure is transient: 429, 5xx, a timeout or a broken connection. A used-up quota and a
    refused response are not."""
    if was_refused(error):
        return False
    if isinstance(error, TimeoutError | ConnectionError):
        return True
    if (status := status_of(error)) is not None:
        return status in _PASSING and not for_good(error)
    if isinstance(error, LangChainModelError):
        return error.is_retryable
    return bool(CONNECTION & {cls.__name__ for cls in type(error).__mro__})


def retrying(seconds_left: Callable[[], float]) -> dict[str, Any]:
    """Return the arguments for tenacity: retry only transient failures, and wait no longer than the run's time."""

    def stop(state: RetryCallState) -> bool:
        error = state.outcome.exception() if state.outcome else None
        throttled = error is not None and asked_to_wait(error) is not None
        return state.attempt_number >= (THROTTLED_ATTEMPTS if throttled else ATTEMPTS) or pause(state) >= seconds_left()

    return {"retry": retry_if_exception(is_transient), "wait": pause, "stop": stop, "reraise": True}


def pause(state: RetryCallState) -> float:
    """Return the seconds to wait before the next attempt: what the server asks for, otherwise a growing time with
    jitter."""
    error = state.outcome.exception() if state.outcome else None
    asked = _retry_after(error) if error else None
    return asked if asked is not None else _backoff(state)


def asked_to_wait(error: BaseException) -> float | None:
    """Return the pause in seconds that a throttled or overloaded server asks for; None if it asks for none."""
    if status_of(error) not in _THROTTLED or for_good(error):
        return None
    return _retry_after(error)


def _retry_after(error: BaseException) -> float | None:
    """Return the seconds in the `Retry-After` header, or None if it is missing or a date."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * scale)
        except (KeyError, ValueError, TypeError):
            continue
    return None
