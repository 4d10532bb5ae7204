"""Lets several workers ingest at the same time. A worker claims each document before it ingests it; the claim is its
exclusive right. The claims of a dead worker expire."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Protocol, Self
from uuid import uuid4

from ...errors import ClaimLost, StoreError
from ..index.catalogue import Writer

LEASE = 60.0
"""The number of seconds until a worker's claim on a document expires, by the clock of the database. The worker renews
the claim three times in that time."""
UNHURRIED = "set local synchronous_commit to off"
"""The SQL with which a statement returns before it is on the disk, since waiting would take longer than the rest.
Claims need not survive a crash of the database."""
log = logging.getLogger("pincite")


class Database(Protocol):
    """The methods of a catalogue that the claims use."""

    label: str
    """The name of the database in messages."""

    def writing(self) -> AbstractContextManager[Writer]: ...


class Worker:
    """The claims of one ingest run. A claim is the exclusive right to ingest one document. It lasts until the run
    releases it or ends, or, if the run's process dies, until it expires."""

    def __init__(self, catalogue: Database) -> None:
        self._catalogue = catalogue
        self._name = uuid4().hex
        self._ended = threading.Event()
        self._renewing = threading.Thread(target=self._renew, name="pincite-claims", daemon=True)

    def acquire(self, name: str) -> bool:
        with self._catalogue.writing() as writer:
            writer.execute(UNHURRIED)
            held = writer.execute(
                "insert into claims values (?, ?, now() + make_interval(secs => ?)) on conflict (name) do update "
                "set worker = excluded.worker, until = excluded.until "
                "where claims.worker = excluded.worker or claims.until < now() returning name",
                (name, self._name, LEASE),
            )
            return held.fetchone() is not None

    def release(self, names: Iterable[str]) -> None:
        with self._catalogue.writing() as writer:
            writer.execute(UNHURRIED)
            writer.executemany(
                "delete from claims where name = ? and worker = ?", [(name, self._name) for name in names]
            )

    def lock(self, writer: Writer, name: str) -> None:
        mine = "select 1 from claims where name = ? and worker = ? for update"
        if writer.execute(mine, (name, self._name)).fetchone() is None:
            raise ClaimLost(
                f"{self._catalogue.label}: this run stalled, and another worker took over one of its documents; "
                "run the same command again"
            )

    def _renew(self) -> None:
        while not self._ended.wait(LEASE / 3):
            try:
                with self._catalogue.writing() as writer:
                    writer.execute(
                        "update claims set until = now() + make_interval(secs => ?) where worker = ?",
                        (LEASE, self._name),
                    )
            except StoreError as error:
                log.warning("the claims on documents (exclusive rights to ingest them) could not be renewed: %s", error)

    def __enter__(self) -> Self:
        self._renewing.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        try:
            with self._catalogue.writing() as writer:
                writer.execute("delete from claims where worker = ?", (self._name,))
        except StoreError as failed:  # they expire by themselves
            log.warning("the claims on documents (exclusive rights to ingest them) could not be released: %s", failed)
