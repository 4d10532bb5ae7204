"""The catalogue of one machine: one SQLite file, its full text in FTS5."""

import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import StoreError
from . import fts5
from .catalogue import Claims, NewPassage, Writer
from .fulltext import Names, Phrase
from .lock import writer_lock
from .selection import Selection
from .sql_writing import SqlWriting

SCHEMA = 1
_TABLES = """
create table meta (key text primary key, value text not null);
create table versions (
  number integer primary key, version_id text not null unique, document_id text not null, path text not null,
  file_sha256 text not null, declared_sha256 text not null, source text not null, text blob not null, structure blob not null,
  declared text not null, aliases text not null, first_passage integer not null, passages integer not null, matrix blob not null);
create index versions_by_document on versions(document_id);
create table life (version integer not null references versions(number), added integer not null, removed integer);
create index life_by_version on life(version);
create table passages (
  number integer primary key, passage_id text not null unique, version integer not null references versions(number),
  ordinal integer not null, char_start integer not null, char_end integer not null, place text not null, table_id text,
  text text not null);
create index passages_in_tables on passages(number) where table_id is not null;
create virtual table fulltext using fts5(
  body, heading, title, grams, version, content='', tokenize='porter unicode61 remove_diacritics 2');
create virtual table vocabulary using fts5vocab(fulltext, row);
create table aliases (
  name text not null, of text not null, added integer not null, removed integer, unique(name, of));
create table files (file text primary key, path text not null unique);
create table problems (
  document text not null, file text not null, place text not null, reason text not null, version integer, added integer not null,
  removed integer);
create table journal (at text not null, kind text not null, detail text not null);
"""
_RUN_TABLES = (
    "create table if not exists run_texts (version_id text primary key, prepared blob not null)",
    "create table if not exists run_reads (run_id text not null, version_id text not null, tool text not null, arguments text not null, "
    "at text not null, primary key (run_id, version_id, arguments))",
)
"""What the user's own sources gave, kept once, and which run was given it, when, and on what arguments."""
# versions: never changed once written; when each was part of the knowledge base stands in life, so that a version may leave and
# come back. Its passages are numbered first_passage, first_passage + 1, …; matrix holds their vectors (float16) in that order.
# files: which file on this machine each document was last read from. problems: what could not be read, by generation.

READERS = 8
"""Connections kept for reading. More threads than these wait their turn for the milliseconds a query takes."""


class SqliteCatalogue(SqlWriting):
    """A few connections to `catalogue.sqlite` in a folder that any number of threads share for reading, and one for writing.

    Raises StoreError, with the mend, for whatever is wrong with the file or the disk it is on.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / "catalogue.sqlite"
        self._free: list[sqlite3.Connection] = []
        self._slots = threading.BoundedSemaphore(READERS)
        self._guard = threading.Lock()
        self._writer_guard = threading.RLock()
        self._writer: sqlite3.Connection | None = None
        self._closed = False
        try:
            self._create_if_new()
        except BaseException:
            self.close()
            raise

    @property
    def told(self) -> str:
        return str(self.folder.parent)

    def _create_if_new(self) -> None:
        tables = {name for (name,) in self.rows("select name from sqlite_master")}
        if not tables:
            with self.writing() as writer:
                if not writer.execute("select count(*) from sqlite_master").fetchone()[0]:
                    for statement in (*_TABLES.strip().split(";\n"), *_RUN_TABLES):
                        writer.execute(statement)
                    writer.execute("insert into meta values ('schema', ?), ('generation', '0')", (str(SCHEMA),))
        elif "meta" not in tables:
            raise StoreError(f"{self._path}: another program's database; choose another folder")
        schema = int(self.meta("schema") or 0)
        if schema != SCHEMA:
            newer = schema > SCHEMA
            raise StoreError(
                f"{self._path}: made by {'a newer' if newer else 'an older'} pincite (schema {schema}, this one reads {SCHEMA}); "
                + ("upgrade pincite to open it" if newer else "ingest the documents into a new folder")
            )
        if not self.rows("select 1 from pragma_table_info('aliases') where name = 'removed'"):
            with self.writing() as writer:  # a catalogue of the days before aliases could be taken out
                writer.execute("alter table aliases add column removed integer")
        tables = {name for (name,) in self.rows("select name from sqlite_master")}
        if "run_texts" not in tables:
            with self.writing() as writer:  # of the days before the user's own tools were asked
                for statement in _RUN_TABLES:
                    writer.execute(statement)
        if "passages_in_tables" not in tables:
            with self.writing() as writer:  # of the days before tables were searched by themselves
                writer.execute("create index passages_in_tables on passages(number) where table_id is not null")

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=30, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("pragma journal_mode=wal")
            connection.execute("pragma synchronous=normal")
            connection.execute("pragma cache_size=-8000")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._slots, self._in_words():
            with self._guard:
                self._refuse_if_closed()
                connection = self._free.pop() if self._free else None
            connection = connection or self._connect()
            try:
                yield connection
            finally:
                with self._guard:
                    if self._closed:
                        connection.close()
                    else:
                        self._free.append(connection)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        with self._writer_guard, self._in_words():
            self._refuse_if_closed()
            if self._writer is None:
                self._writer = self._connect()
            writer = self._writer
            writer.execute("begin immediate")
            try:
                yield writer
                writer.execute("commit")
            except BaseException:
                if writer.in_transaction:
                    writer.execute("rollback")
                raise

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self._path}: {_mend(str(error))} ({error})") from error

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreError(f"{self.folder}: this knowledge base has been closed; open it again")

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._reading() as connection:
            return connection.execute(sql, parameters).fetchall()

    def ranked(
        self,
        terms: Sequence[Phrase],
        names: Names | None,
        selection: Selection,
        limit: int,
        among: Collection[int] | None = None,
    ) -> list[int]:
        expression = fts5.expression(terms, names, selection.versions)
        with self._reading() as connection:  # no further than is wanted
            cursor = connection.execute(fts5.RANKED, (expression,))
            wanted = (number for (number,) in cursor if selection.holds(number) and (among is None or number in among))
            found = list(islice(wanted, limit))
            cursor.close()
            return found

    def holding(self, names: Names) -> NDArray[np.int64]:
        rows = self.rows(fts5.HOLDING, (fts5.expression((), names),))
        return np.sort(np.fromiter((row[0] for row in rows), np.int64, len(rows)))

    def document_count(self, term: str) -> int:
        found = self.rows("select doc from vocabulary where term = ?", (term,))
        return int(found[0][0]) if found else 0

    def _insert_words(self, writer: Writer, version: int, first: int, passages: Sequence[NewPassage]) -> None:
        writer.executemany(
            "insert into fulltext (rowid, body, heading, title, grams, version) values (?, ?, ?, ?, ?, ?)",
            [
                (first + index, one.text, one.heading, one.title, one.grams, fts5.version_word(version))
                for index, one in enumerate(passages)
            ],
        )

    def writing_run(self) -> AbstractContextManager[Claims]:
        """One process at a time: the folder's writer lock."""
        return writer_lock(self.folder)

    def close(self) -> None:
        """Readers under way finish; whoever comes later gets a StoreError."""
        with self._guard:
            self._closed = True
            idle, self._free = self._free, []
        for connection in idle:
            connection.close()
        with self._writer_guard:
            if self._writer is not None:
                self._writer.close()
                self._writer = None


def _mend(error: str) -> str:
    if "full" in error:
        return "the disk is full; make room and run the same command again"
    if "readonly" in error or "unable to open" in error:
        return "the knowledge base's folder cannot be written to; copy it to a place you may write to"
    if "locked" in error or "busy" in error:
        return "another program holds the catalogue; wait until it is done, or stop it"
    if "not a database" in error or "malformed" in error:
        return (
            "not a catalogue of pincite, or damaged; restore it from a copy, or ingest the documents into a new folder"
        )
    return "the catalogue cannot be read; restore it from a copy, or ingest the documents into a new folder"
