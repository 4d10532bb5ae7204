"""The deadline for reads of a store: a run must end in time, also when a server hangs."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

LEAST = 3.0
"""Seconds allowed even after the deadline: a run that ends still reads the text it quotes."""
_ends: ContextVar[float | None] = ContextVar("pincite_deadline", default=None)


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Reads inside wait at most until `seconds` from now, or `LEAST` seconds each after that."""
    token = _ends.set(monotonic() + seconds)
    try:
        yield
    finally:
        _ends.reset(token)


def seconds_allowed(longest: float) -> float:
    """Seconds that one answer may take now, at most `longest`."""
    ends = _ends.get()
    return longest if ends is None else min(longest, max(LEAST, ends - monotonic()))
