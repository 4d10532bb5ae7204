"""A database that hangs keeps its connections open and runs none of its own time limits: answers that are overdue are cut off here."""

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
"""Seconds between two looks at what is awaited."""


class Awaited:
    """A connection in use, and until when its answer is waited for."""

    def __init__(self, connection: psycopg.Connection, seconds: float) -> None:
        self._connection = connection
        self.cut = False
        self.go_on(seconds)

    def go_on(self, seconds: float) -> None:
        """Wait so long from now on: another statement begins."""
        self.seconds = seconds
        self._until = monotonic() + seconds

    def overdue(self) -> bool:
        return not self.cut and monotonic() > self._until

    def cut_off(self) -> None:
        """Whoever waits for the answer gets an OperationalError at once."""
        self.cut = True
        with suppress(Exception):  # it is closed already
            line = socket.socket(fileno=os.dup(self._connection.fileno()))
            try:
                line.shutdown(socket.SHUT_RDWR)
            finally:
                line.close()


class Watch:
    """One thread that looks after the connections of a process, from the first on."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._some = threading.Event()
        self._awaited: set[Awaited] = set()
        self._thread: threading.Thread | None = None

    @contextmanager
    def over(self, connection: psycopg.Connection, seconds: float) -> Iterator[Awaited]:
        one = Awaited(connection, seconds)
        with self._guard:
            self._awaited.add(one)
            self._some.set()
            if self._thread is None or not self._thread.is_alive():  # none is, in a process that was forked
                self._thread = threading.Thread(target=self._look, name="pincite-watch", daemon=True)
                self._thread.start()
        try:
            yield one
        finally:
            with self._guard:  # a connection that has been given back may belong to somebody else
                self._awaited.discard(one)
                if not self._awaited:
                    self._some.clear()

    def _look(self) -> None:
        while True:
            self._some.wait()
            with self._guard:
                for one in self._awaited:
                    if one.overdue():
                        one.cut_off()
            threading.Event().wait(TICK)


watch = Watch()
