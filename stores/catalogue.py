"""The catalogue: one SQLite file that is the truth about documents, versions, texts, passages and generations."""

import json
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import StoreError

SCHEMA = 1
_TABLES = """
create table meta (key text primary key, value text not null);
create table versions (
  number integer primary key, version_id text not null, document_id text not null, path text not null, root text not null, source text not null,
  file_sha256 text not null, declared_sha256 text not null, text blob not null, structure blob not null, declared text not null, aliases text not null,
  added integer not null, removed integer);
create index versions_by_id on versions(version_id);
create index versions_by_document on versions(document_id);
create table passages (
  number integer primary key, passage_id text not null unique, version integer not null references versions(number),
  ordinal integer not null, char_start integer not null, char_end integer not null, place text not null, table_id text,
  text text not null, vector blob not null);
create index passages_by_version on passages(version, ordinal);
create virtual table fulltext using fts5(
  body, heading, title, grams, version, content='', tokenize='porter unicode61 remove_diacritics 2');
create virtual table vocabulary using fts5vocab(fulltext, row);
create table aliases (name text not null, of text not null, added integer not null, unique(name, of));
create table problems (document text not null, place text not null, reason text not null, version integer);
create table journal (at text not null, kind text not null, detail text not null);
"""


class Catalogue:
    """Connections to one catalogue file: one for each thread that reads, one at a time that writes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        with self._guard:
            fresh = not path.exists()
        if fresh:
            self._create()
        self._check_schema()

    def _create(self) -> None:
        connection = self.connection()
        connection.execute("pragma journal_mode=wal")
        with self.writing() as writer:
            if writer.execute("select 1 from sqlite_master where name = 'meta'").fetchone():
                return
            for statement in _TABLES.split(";\n"):
                if statement.strip():
                    writer.execute(statement)
            writer.execute("insert into meta values ('schema', ?), ('generation', '0')", (str(SCHEMA),))

    def _check_schema(self) -> None:
        try:
            schema = int(self.meta("schema") or 0)
        except sqlite3.DatabaseError as error:
            raise StoreError(
                f"{self._path}: not a catalogue of pincite, or damaged ({error}); restore it or ingest anew"
            ) from None
        if schema > SCHEMA:
            raise StoreError(
                f"{self._path}: made by a newer pincite (schema {schema}, this one reads {SCHEMA}); upgrade pincite to open it"
            )

    def connection(self) -> sqlite3.Connection:
        """This thread's connection."""
        held: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if held is None:
            held = sqlite3.connect(self._path, timeout=30, isolation_level=None, check_same_thread=False)
            held.execute("pragma synchronous=normal")
            held.execute("pragma cache_size=-32000")
            self._local.connection = held
            with self._guard:
                self._open.append(held)
        return held

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing."""
        connection = self.connection()
        connection.execute("begin immediate")
        try:
            yield connection
        except BaseException:
            connection.execute("rollback")
            raise
        connection.execute("commit")

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self.connection().execute(sql, parameters).fetchall()

    def meta(self, key: str) -> str | None:
        found = self.rows("select value from meta where key = ?", (key,))
        return found[0][0] if found else None

    def generation(self) -> int:
        return int(self.meta("generation") or 0)

    def close(self) -> None:
        with self._guard:
            for connection in self._open:
                connection.close()
            self._open.clear()
        self._local = threading.local()


def next_generation(writer: sqlite3.Connection) -> int:
    """Advance the generation inside a write transaction."""
    generation = int(writer.execute("select value from meta where key = 'generation'").fetchone()[0]) + 1
    writer.execute("update meta set value = ? where key = 'generation'", (str(generation),))
    return generation


def set_meta(writer: sqlite3.Connection, values: Iterable[tuple[str, str]]) -> None:
    writer.executemany("insert or replace into meta values (?, ?)", values)


def packed(value: Any) -> bytes:
    """Text or JSON-able data, compressed."""
    text = value if isinstance(value, str) else json.dumps(value)
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 1)


def unpacked(blob: bytes) -> str:
    return zlib.decompress(blob).decode("utf-8", "surrogatepass")
