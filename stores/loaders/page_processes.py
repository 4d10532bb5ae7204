"""Reads the pages of one file in several processes, so that a long file uses all cores.

The processes are forks of the loader process: they share the opened file, and they end with it. Each takes the next
pages from a queue, so that all end at about the same time. This works on Linux only: elsewhere libraries may not be
used after a fork, or there is no fork.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from contextvars import ContextVar
from multiprocessing import connection, get_context
from multiprocessing.context import ForkProcess
from typing import NamedTuple, TypeVar

from .page_progress import ignored, page_read

T = TypeVar("T")

page_processes: ContextVar[int] = ContextVar("pincite_page_processes", default=1)
"""The maximum number of processes that read the pages of one file. It is more than 1 only in a loader process, since a
fork of a program with threads may hang."""
_TAKEN = 4
"""The number of pages that a process takes from the queue at once."""
_LEAST = 8
"""The minimum number of pages for each process, since starting one takes as long as half a page."""
_NUMBER = 2
"""The size in bytes of a number in the queue. The queue of 5,000 pages has 2.5 kB, which fits any pipe."""
_DIE_WITH_PARENT = 1
"""The option PR_SET_PDEATHSIG of prctl(2): the process gets a signal when its parent dies."""


class _Helper(NamedTuple):
    process: ForkProcess
    found: connection.Connection


def read_each(read: Callable[[int], T], count: int) -> list[T]:
    """Return `read(number)` for every number from 1 to `count`, in order. If a helping process fails on a page, this
    process reads the page again and raises the error."""
    processes = min(page_processes.get(), count // _LEAST)
    if processes < 2 or sys.platform != "linux":
        return [read(number) for number in range(1, count + 1)]
    shares = [range(first, min(first + _TAKEN, count + 1)) for first in range(1, count + 1, _TAKEN)]
    waiting, fill = os.pipe()
    os.write(fill, b"".join(number.to_bytes(_NUMBER, "big") for number in range(len(shares))))
    os.close(fill)
    helpers: list[_Helper] = []
    try:
        with suppress(OSError):  # no further process is allowed
            for _ in range(processes - 1):
                helpers.append(_started(read, shares, waiting))
        found = dict(_taken(read, shares, waiting))
        for helper in helpers:
            with suppress(EOFError):  # the process died
                found |= helper.found.recv()
    finally:
        os.close(waiting)
        for helper in helpers:
            helper.found.close()
            helper.process.kill()
            helper.process.join()
    return [
        result
        for number, share in enumerate(shares)
        for result in (found[number] if number in found else map(read, share))
    ]


def _started(read: Callable[[int], T], shares: Sequence[range], waiting: int) -> _Helper:
    context = get_context("fork")
    found, send = context.Pipe(duplex=False)
    process = context.Process(target=_help, args=(read, shares, waiting, send, os.getpid()), daemon=True)
    process.start()
    send.close()
    return _Helper(process, found)


def _help(
    read: Callable[[int], T], shares: Sequence[range], waiting: int, send: connection.Connection, parent: int
) -> None:
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        return
    page_read.set(ignored)
    send.send(dict(_taken(read, shares, waiting)))


def _taken(read: Callable[[int], T], shares: Sequence[range], waiting: int) -> Iterator[tuple[int, list[T]]]:
    """Yield the results of the shares that this process takes from the queue."""
    while taken := os.read(waiting, _NUMBER):
        number = int.from_bytes(taken, "big")
        yield number, list(map(read, shares[number]))
