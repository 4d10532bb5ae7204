"""Runs an ingest in a separate process that `kill -9` ends at a given moment (SPEC REL-2).

The imports of an ingest take longer than its work, so a process with all imports forks a new one for each ingest.
"""

import logging
import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Any, Literal, NamedTuple

from .separate_process import process_apart

Where = Literal["file", "statement", "commit", "committed", "generation", "index", "within index", "noted", "line"]
"""The step at which an ingest is killed.

- `file`: a delay after the ingest of a file
- `statement`: before an SQL statement of a write
- `commit`, `committed`: before and after a commit
- `generation`: after the increment of the generation, inside the write
- `index`, `within index`: before vectors are inserted into the index, and a delay after the insertion began
- `noted`: before the catalogue records how far the index is filled
- `line`: no kill; the database ends all connections before a statement
"""


class Moment(NamedTuple):
    """The moment of a kill: before or after the `time`-th occurrence of a step, plus `delay` seconds."""

    where: Where
    time: int
    delay: float = 0.0


class Job(NamedTuple):
    """An ingest. `compared`: the maximum number of passages that are compared without the index. `lease`: the seconds
    until the lease of a dead worker expires."""

    place: str
    tenant: str
    docs: str
    moment: Moment | None = None
    compared: int = 10
    lease: float = 1.5


class Ended(NamedTuple):
    """The result of an ingest process. `status`: the exit status, negative for a signal. `counts`: how often each step
    occurred, if the process was not killed."""

    status: int
    counts: Mapping[str, int]
    seconds: float


class Forker:
    """Runs jobs one at a time, each in a forked process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def begin(self, job: Job) -> None:
        self._pipe.send(job)

    def ended(self) -> Ended:
        found: Ended = self._pipe.recv()
        return found

    def run(self, job: Job) -> Ended:
        self.begin(job)
        return self.ended()


@contextmanager
def forker() -> Iterator[Forker]:
    with process_apart(_fork_each) as pipe:
        yield Forker(pipe)


def moments(number: int, undisturbed: Ended, seed: int, *, served: bool) -> list[Moment]:
    """Return `number` moments at which to kill an ingest: two of five at any time, the others inside the critical
    steps."""
    chance = random.Random(seed)
    counts = undisturbed.counts
    a_file = undisturbed.seconds / max(1, counts["file"])
    places: list[Where] = [
        "file",
        "statement",
        "file",
        "index",
        "commit",
        "file",
        "within index",
        "generation",
        "committed",
        "noted",
    ]
    if served:
        places[5] = "line"
    found = []
    for n in range(number):
        where = places[n % len(places)]
        often = counts["statement" if where == "line" else where]
        lap, laps = n // len(places), -(-number // len(places))
        time = min(often, 1 + int(often * (lap + chance.random()) / laps))
        delay = chance.random() * (a_file if where == "file" else 0.01 if where == "within index" else 0.0)
        found.append(Moment(where, time, round(delay, 4)))
    return found


def _fork_each(pipe: Connection) -> None:
    import chromadb  # noqa: F401 - all imports of an ingest, before the fork
    import psycopg_pool  # noqa: F401
    import wordllama  # noqa: F401

    logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs each request to the vector server
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        receiving, sending = os.pipe()
        began = perf_counter()
        child = os.fork()
        if not child:
            os.close(receiving)
            os._exit(_ingest(job, sending))
        os.close(sending)
        with os.fdopen(receiving) as counted:
            lines = counted.read().split("\n")
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        counts = {name: int(count) for name, _, count in (line.rpartition(" ") for line in lines if line)}
        pipe.send(Ended(status, counts, perf_counter() - began))


def _ingest(job: Job, sending: int) -> int:
    """Run the ingest of a job, and return the exit status. 0: all was ingested. 1: a file failed. 2: a store failed."""
    from ...errors import StoreError
    from ...stores.kb import dense
    from ...stores.kb.knowledge_base import KnowledgeBase
    from ...stores.postgres import postgres_claims

    dense.EXACT_AT_MOST, dense.UNINDEXED_AT_MOST = job.compared, 0
    postgres_claims.LEASE = job.lease
    dying = _Dying(job)
    dying.prepare()
    try:
        with KnowledgeBase.open(job.place, tenant=job.tenant) as kb:
            report = kb.ingest(job.docs, progress=lambda _: dying.at("file"))
    except StoreError:
        return 2
    os.write(sending, "\n".join(f"{name} {count}" for name, count in dying.counts.items()).encode())
    return 0 if report.ok else 1


class _Dying:
    """Counts the steps of an ingest, and kills its process at the moment that the job states."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self.counts: Counter[str] = Counter()

    def at(self, where: Where) -> None:
        self.counts[where] += 1
        moment = self._job.moment
        if moment is None or self.counts[where] != moment.time:
            return
        if where == "statement" and moment.where == "line":
            _end_connections(self._job.place)
        elif where == moment.where and moment.delay:
            threading.Timer(moment.delay, os.kill, (os.getpid(), signal.SIGKILL)).start()
        elif where == moment.where:
            os.kill(os.getpid(), signal.SIGKILL)

    def prepare(self) -> None:
        from ...stores.index import sql_writing
        from ...stores.index.chroma_vectors import ChromaIndex
        from ...stores.index.folder_vectors import FolderIndex
        from ...stores.postgres.postgres_catalogue import PostgresCatalogue, _PostgresWriter
        from ...stores.sqlite.sqlite_catalogue import SqliteCatalogue

        for catalogue in (SqliteCatalogue, PostgresCatalogue):
            self._before(catalogue, "set_meta", "noted")
            self._dying_writes(catalogue, counting=catalogue is SqliteCatalogue)
        for index in (FolderIndex, ChromaIndex):
            self._before(index, "add", "index", "within index")
        for name in ("execute", "executemany"):
            self._before(_PostgresWriter, name, "statement")
        counted_up = sql_writing.next_generation

        def next_generation(writer: Any) -> int:
            found = counted_up(writer)
            self.at("generation")
            return found

        sql_writing.next_generation = next_generation

    def _before(self, owner: Any, name: str, *places: Where) -> None:
        done = getattr(owner, name)

        def doing(*arguments: Any, **named: Any) -> Any:
            for where in places:
                self.at(where)
            return done(*arguments, **named)

        setattr(owner, name, doing)

    def _dying_writes(self, catalogue: Any, *, counting: bool) -> None:
        writing = catalogue.writing

        @contextmanager
        def dying(own: Any) -> Iterator[Any]:
            with writing(own) as writer:
                yield _Counting(writer, self) if counting else writer
                self.at("commit")
            self.at("committed")

        catalogue.writing = dying


class _Counting:
    """A write transaction of SQLite that counts its statements."""

    def __init__(self, writer: Any, dying: _Dying) -> None:
        self._writer, self._dying = writer, dying

    def execute(self, *arguments: Any) -> Any:
        self._dying.at("statement")
        return self._writer.execute(*arguments)

    def executemany(self, *arguments: Any) -> Any:
        self._dying.at("statement")
        return self._writer.executemany(*arguments)


def _end_connections(place: str) -> None:
    import psycopg

    from ...stores.index.database_address import read_address

    ours = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pincite' and pid <> pg_backend_pid()"
    with psycopg.connect(read_address(place).database, autocommit=True) as connection:
        connection.execute(ours)
