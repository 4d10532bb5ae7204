"""Limits the time for reads of a store, since a run must end in time even if a server hangs."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

LEAST = 3.0
"""The time limit in seconds for a read after the deadline. A run that ends must still read the texts that it quotes."""
_ends: ContextVar[float | None] = ContextVar("pincite_deadline", default=None)


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Limit reads of a store in this context. They may take until `seconds` from now, and after that at most `LEAST`
    seconds each."""
    token = _ends.set(monotonic() + seconds)
    try:
        yield
    finally:
        _ends.reset(token)


def seconds_allowed(longest: float) -> float:
    """Return how many seconds one read may take now, at most `longest`."""
    ends = _ends.get()
    return longest if ends is None else min(longest, max(LEAST, ends - monotonic()))
