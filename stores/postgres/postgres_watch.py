"""Limits the time for answers of a database. A database that hangs ignores its own limits and keeps its connections
open, so this module cuts connections whose answer is overdue."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psycopg

TICK = 0.2
"""The number of seconds between two checks of the awaited connections."""


class Awaited:
    """A connection in use, with the deadline for its answer."""

    def __init__(self, connection: psycopg.Connection, seconds: float) -> None:
        self._connection = connection
        self.cut = False
        self.go_on(seconds)

    def go_on(self, seconds: float) -> None:
        """Set a new deadline, `seconds` from now, since another statement begins."""
        self.seconds = seconds
        self._until = monotonic() + seconds

    def overdue(self) -> bool:
        return not self.cut and monotonic() > self._until

    def cut_off(self) -> None:
        """Close the socket of the connection, so that the thread that waits for an answer gets an OperationalError at
        once."""
        self.cut = True
        with suppress(Exception):  # the connection is closed already
            line = socket.socket(fileno=os.dup(self._connection.fileno()))
            try:
                line.shutdown(socket.SHUT_RDWR)
            finally:
                line.close()


class Watch:
    """Watches the connections of a process in one thread, which starts with the first connection."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._some = threading.Event()
        self._awaited: set[Awaited] = set()
        self._thread: threading.Thread | None = None

    @contextmanager
    def over(self, connection: psycopg.Connection, seconds: float) -> Iterator[Awaited]:
        awaited = Awaited(connection, seconds)
        with self._guard:
            self._awaited.add(awaited)
            self._some.set()
            if self._thread is None or not self._thread.is_alive():  # a forked process has no thread
                self._thread = threading.Thread(target=self._look, name="pincite-watch", daemon=True)
                self._thread.start()
        try:
            yield awaited
        finally:
            with self._guard:  # a returned connection may already be in use by another thread
                self._awaited.discard(awaited)
                if not self._awaited:
                    self._some.clear()

    def _look(self) -> None:
        while True:
            self._some.wait()
            with self._guard:
                for awaited in self._awaited:
                    if awaited.overdue():
                        awaited.cut_off()
            threading.Event().wait(TICK)


watch = Watch()
