"""Which failures of a model call may pass by themselves, and how long to wait before the next try (SPEC REL-1)."""

import re
from collections.abc import Callable
from typing import Any

from tenacity import RetryCallState, retry_if_exception, wait_exponential_jitter

from .http_clients import ResponseRefused

ATTEMPTS = 3
"""A server that failed three times in a row is down for this run."""
THROTTLED_ATTEMPTS = 8
"""One that says when to come again is not down, but full."""
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
_THROTTLED = frozenset({429, 503, 529})
_CONNECTION = frozenset({"APIConnectionError", "TransportError", "ConnectError", "ReadError", "RemoteProtocolError"})
_FOR_GOOD = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_backoff = wait_exponential_jitter(initial=0.4, max=8, jitter=0.4)


def is_transient(error: BaseException) -> bool:
    """429, 5xx, timeouts and broken connections; not a quota that is used up, and no other refusal."""
    if isinstance(error, TimeoutError | ConnectionError):
        return True
    if (status := _status(error)) is not None:
        return status in _PASSING and _code(error) not in _FOR_GOOD
    return bool(_CONNECTION & {cls.__name__ for cls in type(error).__mro__})


def told(error: BaseException) -> str:
    """The failure in a few words. The server's own text stays out: it may echo the key or the prompt."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ResponseRefused):
        return str(error)
    status, code = _status(error), _code(error)
    parts = [type(error).__name__, f"HTTP {status}" if status is not None else "", code or ""]
    return ", ".join(part for part in parts if part)


def retrying(seconds_left: Callable[[], float]) -> dict[str, Any]:
    """Arguments for tenacity: transient failures only, and no wait that would outlast the run's time."""

    def stop(state: RetryCallState) -> bool:
        error = state.outcome.exception() if state.outcome else None
        full = error is not None and asked_to_wait(error) is not None
        return state.attempt_number >= (THROTTLED_ATTEMPTS if full else ATTEMPTS) or pause(state) >= seconds_left()

    return {"retry": retry_if_exception(is_transient), "wait": pause, "stop": stop, "reraise": True}


def pause(state: RetryCallState) -> float:
    """Seconds before the next try: what the server asks for, or else a growing, jittered wait."""
    error = state.outcome.exception() if state.outcome else None
    asked = _retry_after(error) if error else None
    return asked if asked is not None else _backoff(state)


def asked_to_wait(error: BaseException) -> float | None:
    """Seconds of quiet that a throttled or overloaded server asks for; None where it asks for none."""
    if _status(error) not in _THROTTLED or _code(error) in _FOR_GOOD:
        return None
    return _retry_after(error)


def _status(error: BaseException) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def _code(error: BaseException) -> str | None:
    """The server's short name for the failure, such as model_not_found."""
    code = getattr(error, "code", None)
    return code if isinstance(code, str) and re.fullmatch(r"[a-z_]{3,40}", code) else None


def _retry_after(error: BaseException) -> float | None:
    """The header in seconds. A date is not read: the next try then comes after the usual wait."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * scale)
        except (KeyError, ValueError, TypeError):
            continue
    return None
