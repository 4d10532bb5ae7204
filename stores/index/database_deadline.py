"""How long whoever reads a store can wait for it: a run has an end, and a server that hangs has none."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

LEAST = 3.0
"""Seconds that are waited even when the time is over: a run that ends still reads what it quotes."""
_ends: ContextVar[float | None] = ContextVar("pincite_patience", default=None)


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """What is read inside is waited for no longer than until so many seconds from now, or `LEAST`."""
    token = _ends.set(monotonic() + seconds)
    try:
        yield
    finally:
        _ends.reset(token)


def patience(longest: float) -> float:
    """Seconds that one answer may take here and now, of `longest` at most."""
    ends = _ends.get()
    return longest if ends is None else min(longest, max(LEAST, ends - monotonic()))
