"""The served catalogue: PostgreSQL with a schema for each tenant. Its full text is in `postgres_ranking`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from time import monotonic
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...errors import StoreError, StoreUnavailable
from ..index.catalogue import Claims, NewPassage, Writer
from ..index.database_address import Address, schema_of
from ..index.database_deadline import seconds_allowed
from ..index.fulltext import Names, plain
from ..index.postings import Ranking
from ..index.sql_writing import SqlWriting
from . import postgres_ranking
from .postgres_claims import Worker
from .postgres_schema import exists, upgrade
from .postgres_watch import Awaited, watch
from .postgres_words import tokens, words_of

try:
    import psycopg
    from psycopg import sql
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
    from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout
except ImportError as error:
    raise StoreError("served stores need psycopg; run `pip install 'pincite[served]'`") from error

CONNECTIONS = 8
"""The maximum number of connections of one process to the database, for each knowledge base. Further threads wait for a
free one; a query takes milliseconds."""
CONNECT_SECONDS = 5
"""The time limit in seconds for opening a connection, and for waiting for a free one."""
DOWN_SECONDS = 2.0
"""For how many seconds a database that failed is not tried again. A run then does not wait at each of its steps."""
DEFAULTS: dict[str, str | int] = {
    "connect_timeout": CONNECT_SECONDS,
    "tcp_user_timeout": 10_000,  # milliseconds
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": "pincite",
}
"""The options of a connection that the address does not set. They detect a broken connection within half a minute, even
during a query."""
LONGEST_MS = 60_000
"""The time limit in milliseconds for a statement, which the database enforces."""
IDLE_MS = 300_000
"""The time limit in milliseconds for an idle transaction. Its worker is probably dead, and others wait for its
locks."""
OVERDUE_SECONDS = 65.0
"""The time limit in seconds for a read. This process enforces it, since a database that hangs does not enforce its own
limit."""
HANGS_SECONDS = 10.0
"""The number of seconds without an answer after which a database counts as hanging. In a shorter time it may only be
slow."""
OVERDUE_WRITE_SECONDS = 180.0
"""The time limit in seconds for each statement of a change, which this process enforces."""
ROWS_AT_ONCE = 2_000
"""The number of rows that a bulk write sends at once."""
Result = TypeVar("Result")


class _Overdue(PoolTimeout):
    """Raised if the database's answer missed its deadline. The read is not repeated, since that would take as long."""


class PostgresCatalogue(SqlWriting):
    """The catalogue of one tenant's schema in PostgreSQL, over a bounded pool of connections.

    A broken connection is replaced and its read repeated, so a restarted database is used again. Raises StoreError,
    with the remedy, for every fault of the database or the network.
    """

    def __init__(self, address: Address, tenant: str) -> None:
        """Connect to the tenant's schema, and create or upgrade its tables. Raises StoreError if the database cannot be
        reached, or has the tables of a newer pincite."""
        self.label = address.label
        schema = schema_of(tenant)
        self._conninfo = _conninfo(address)
        self._ranking = Ranking(postgres_ranking.PostgresWords(self._retried, self._usual_length))
        self._down_until = 0.0
        self._closing = threading.Lock()
        with (
            self._translated_errors(),
            psycopg.connect(self._conninfo, autocommit=True) as connection,
            watch.over(connection, OVERDUE_WRITE_SECONDS),
        ):
            upgrade(connection, schema, self.label)

        def configure(connection: psycopg.Connection) -> None:
            with watch.over(connection, CONNECT_SECONDS):
                connection.execute(sql.SQL("set search_path to {}").format(sql.Identifier(schema)))
                connection.execute(sql.SQL("set statement_timeout to {}").format(LONGEST_MS))
                connection.execute(sql.SQL("set idle_in_transaction_session_timeout to {}").format(IDLE_MS))

        self._pool = ConnectionPool(
            self._conninfo,
            kwargs={"autocommit": True},
            configure=configure,
            min_size=0,
            max_size=CONNECTIONS,
            timeout=CONNECT_SECONDS,
            reconnect_timeout=0,  # the default waits up to minutes between attempts, so it would notice too late that the database is back
            name=f"pincite-{schema}",
            open=True,
        )

    @classmethod
    def exists(cls, address: Address, tenant: str) -> bool:
        """Return whether the tenant has a knowledge base here."""
        with (
            _translated_errors(address.label),
            psycopg.connect(_conninfo(address)) as connection,
            watch.over(connection, CONNECT_SECONDS),
        ):
            return exists(connection, schema_of(tenant))

    def rows(self, query: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self._retried(lambda connection: connection.execute(_marked(query), _storable(parameters)).fetchall())

    def _retried(self, read: Callable[[psycopg.Connection], Result]) -> Result:
        """Return the result of a read, which is repeated once if its connection was broken."""
        with self._translated_errors():
            try:
                with self._connection(seconds_allowed(OVERDUE_SECONDS)) as (connection, _):
                    return read(connection)
            except _Overdue:
                raise
            except (psycopg.OperationalError, psycopg.InterfaceError):
                if self._pool.closed or monotonic() < self._down_until:
                    raise
                self._pool.drain()
                with self._connection(seconds_allowed(OVERDUE_SECONDS)) as (connection, _):
                    return read(connection)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        with self._translated_errors():
            with self._connection(seconds_allowed(OVERDUE_SECONDS)) as (connection, _):
                broken = _broken(connection)
            if broken:
                self._pool.drain()
            with (
                self._connection(seconds_allowed(OVERDUE_WRITE_SECONDS)) as (connection, awaited),
                connection.transaction(),
            ):
                yield _PostgresWriter(connection, awaited)

    @contextmanager
    def _connection(self, seconds: float) -> Iterator[tuple[psycopg.Connection, Awaited]]:
        """Lend a connection whose answers may take `seconds`. If the database hangs, no connection is opened for
        `DOWN_SECONDS`, and the pooled ones are closed."""
        if self._pool.closed:
            raise StoreError(f"{self.label}: this knowledge base has been closed; open it again")
        if monotonic() < self._down_until:
            raise PoolTimeout("the last connection failed; a new connection is tried in a moment")
        try:
            connection = self._pool.getconn(seconds_allowed(CONNECT_SECONDS))
        except PoolTimeout:
            if not self._pool.get_stats().get("pool_size"):
                self._down_until = monotonic() + DOWN_SECONDS
            raise
        except PoolClosed:
            raise StoreError(f"{self.label}: this knowledge base has been closed; open it again") from None
        awaited: Awaited | None = None
        try:
            with watch.over(connection, seconds) as awaited:
                yield connection, awaited
        except psycopg.OperationalError:
            if awaited is not None and awaited.cut:
                raise _Overdue("the database gave no answer in time") from None
            raise
        finally:
            if awaited is not None and awaited.cut and awaited.seconds >= HANGS_SECONDS:
                self._down_until = monotonic() + DOWN_SECONDS
                self._pool.drain()
            self._pool.putconn(connection)

    def _translated_errors(self) -> AbstractContextManager[None]:
        return _translated_errors(self.label)

    def _usual_length(self, passages: int) -> float:
        return max(float(self.meta("tokens") or 0) / max(passages, 1), 1.0)

    def named(self, names: Names, containing: NDArray[np.int64], limit: int) -> list[int]:
        return self._retried(lambda connection: postgres_ranking.named(connection, names, containing, limit))

    def containing(self, names: Names) -> NDArray[np.int64]:
        return self._retried(lambda connection: postgres_ranking.containing(connection, names))

    def document_count(self, word: str) -> int:
        """Return how many passages contain the word. If the tokenizer splits the word, return the number for its rarest
        part."""
        counts = [self.rows("select passages from vocabulary where term = ?", (token,)) for token in tokens(word)]
        return min((int(found[0][0]) if found else 0 for found in counts), default=0)

    def _insert_words(self, writer: Writer, version: int, first: int, passages: Sequence[NewPassage]) -> None:
        assert isinstance(writer, _PostgresWriter)
        found = {first + index: words_of(passage) for index, passage in enumerate(passages)}
        postgres_ranking.insert(writer.connection, version, found)

    def _in_full_text(self) -> int:
        return int(self.rows("select count(*) from fulltext")[0][0])

    def writing_run(self) -> AbstractContextManager[Claims]:
        """Return a context manager for adding or removing documents. Several workers may write at once, each only
        documents that it has claimed."""
        return Worker(self)

    def close(self) -> None:
        with self._closing:
            if not self._pool.closed:
                self._pool.close()


class _PostgresWriter:
    def __init__(self, connection: psycopg.Connection, awaited: Awaited) -> None:
        self.connection, self._awaited = connection, awaited

    def execute(self, query: str, parameters: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        self._awaited.go_on(seconds_allowed(OVERDUE_WRITE_SECONDS))
        return self.connection.execute(_marked(query), _storable(parameters))

    def executemany(self, query: str, rows: Iterable[Sequence[Any]], /) -> None:
        given = iter(rows)
        with self.connection.cursor() as cursor:
            while some := [_storable(row) for row in islice(given, ROWS_AT_ONCE)]:
                self._awaited.go_on(seconds_allowed(OVERDUE_WRITE_SECONDS))
                cursor.executemany(_marked(query), some)


def _marked(query: str) -> Any:
    return query.replace("?", "%s")


def _storable(parameters: Sequence[Any]) -> list[Any]:
    return [plain(parameter) if isinstance(parameter, str) else parameter for parameter in parameters]


def _broken(connection: psycopg.Connection) -> bool:
    try:
        connection.execute("select 1")
    except psycopg.Error:
        return True
    return False


def _conninfo(address: Address) -> str:
    """Return the connection string for PostgreSQL. Raises StoreError without PostgreSQL's own message, which may quote
    a password."""
    try:
        known = conninfo_to_dict(address.database)
        return make_conninfo(address.database, **{k: v for k, v in DEFAULTS.items() if k not in known})
    except psycopg.ProgrammingError:
        raise StoreError(
            f"{address.label}: PostgreSQL cannot parse the rest of the address; check the names of its options, and percent-encode the "
            "special characters of a password"
        ) from None


@contextmanager
def _translated_errors(label: str) -> Iterator[None]:
    try:
        yield
    except (psycopg.Error, PoolTimeout) as error:
        short = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        if isinstance(error, psycopg.OperationalError) and not isinstance(error, psycopg.errors.DiskFull):
            raise StoreUnavailable(
                f"{label}: the database cannot be reached; check that it runs and that the address is right, then try again ({short})"
            ) from error
        raise StoreError(f"{label}: {_remedy(error)} ({short})") from error


def _remedy(error: Exception) -> str:
    if isinstance(error, psycopg.errors.DiskFull):
        return "the database's disk is full; free disk space and run the same command again"
    if isinstance(error, psycopg.errors.InsufficientPrivilege | psycopg.errors.ReadOnlySqlTransaction):
        return "this user may not write to the database; grant it the right to create a schema and to write to it"
    return "the database refused a query; restore the database from a copy, or ingest the documents into a new one"
