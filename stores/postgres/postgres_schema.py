"""The tables of a tenant in PostgreSQL, and their upgrade from earlier versions of pincite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import StoreError

if TYPE_CHECKING:
    import psycopg

SCRIPTS: tuple[str, ...] = (
    """
create table meta (key text primary key, value text not null);
create table versions (
  number integer primary key, version_id text not null unique, document_id text not null, path text not null,
  file_sha256 text not null, declared_sha256 text not null, source text not null, text bytea not null, structure bytea not null,
  declared text not null, aliases text not null, first_passage integer not null, passages integer not null, matrix bytea not null);
alter table versions alter text set storage external, alter structure set storage external, alter matrix set storage external;
create index versions_by_document on versions (document_id);
create table life (version integer not null references versions (number), added integer not null, removed integer);
create index life_by_version on life (version);
create table passages (
  number integer primary key, passage_id text not null unique, version integer not null references versions (number),
  ordinal integer not null, char_start integer not null, char_end integer not null, place text not null, table_id text,
  text text not null);
create index passages_in_tables on passages (number) where table_id is not null;
create table fulltext (number integer primary key references passages (number), words tsvector not null);
create index fulltext_words on fulltext using gin (words);
create table postings (
  term text collate "C", version integer not null references versions (number), passages integer[] not null, counts real[] not null,
  lengths integer[] not null, primary key (term, version));
create table vocabulary (term text collate "C" primary key, passages integer not null);
create table aliases (
  name text collate "C" not null, of text collate "C" not null, added integer not null, removed integer, unique (name, of));
create table files (file text primary key, path text not null unique);
create table problems (
  document text not null, file text not null, place text not null, reason text not null, version integer, added integer not null,
  removed integer, rowid bigint generated always as identity);
create table journal (at text not null, kind text not null, detail text not null, rowid bigint generated always as identity);
create table claims (name text primary key, worker text not null, until timestamptz not null);
insert into meta values ('generation', '0'), ('tokens', '0');
""",
    """
create table run_texts (version_id text primary key, prepared bytea not null);
create table run_reads (
  run_id text not null, version_id text not null, tool text not null, arguments text not null, at text not null);
create unique index run_reads_once on run_reads (run_id, version_id, md5(arguments));
create index run_reads_by_run on run_reads (run_id);
""",
)
"""The scripts that make the tables, each run once and in order. The number of scripts that ran is the version of the
schema, and a released script never changes.

Tables that SQLite does not have:

- fulltext, with its index: finds phrases
- postings: for each term and version the passages with the term, its frequency (weighted by field) and the length of
  each passage, for BM25
- vocabulary: the number of passages with each term
- claims: which worker ingests which document, and when its exclusive right (its claim) expires
"""


def upgrade(connection: psycopg.Connection, schema: str, label: str) -> None:
    """Create or upgrade the tables. Raises StoreError for tables of a newer pincite, and leaves them unchanged.

    Several processes may call this at once; each waits for the one before it.
    """
    version = _version(connection, schema)
    if version < len(SCRIPTS):
        with connection.transaction():
            connection.execute("select pg_advisory_xact_lock(hashtext(%s))", (schema,))
            connection.execute(f"create schema if not exists {schema}")
            connection.execute(f"set local search_path to {schema}")
            for number in range(_version(connection, schema), len(SCRIPTS)):
                connection.execute(SCRIPTS[number])
                connection.execute(
                    "insert into meta values ('schema', %s) on conflict (key) do update set value = excluded.value",
                    (str(number + 1),),
                )
    elif version > len(SCRIPTS):
        raise StoreError(
            f"{label}: made by a newer pincite (schema {version}, this one reads {len(SCRIPTS)}); upgrade pincite to open it"
        )


def exists(connection: psycopg.Connection, schema: str) -> bool:
    return _version(connection, schema) > 0


def _version(connection: psycopg.Connection, schema: str) -> int:
    """Return the version of the schema, or 0 without tables."""
    there = connection.execute("select to_regclass(%s)", (f"{schema}.meta",)).fetchone()
    if there is None or there[0] is None:
        return 0
    found = connection.execute(f"select value from {schema}.meta where key = 'schema'").fetchone()  # nosec B608 # a hash
    return int(found[0]) if found else 0
