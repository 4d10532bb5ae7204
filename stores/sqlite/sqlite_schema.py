"""The tables of a catalogue in SQLite, and their upgrade from earlier versions of pincite."""

import re

from ...errors import StoreError
from ..index.catalogue import Writer

SCRIPTS: tuple[str, ...] = (
    """
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
create virtual table fulltext using fts5(
  body, heading, title, grams, version, content='', tokenize='porter unicode61 remove_diacritics 2');
create virtual table vocabulary using fts5vocab(fulltext, row);
create table aliases (name text not null, of text not null, added integer not null, unique(name, of));
create table files (file text primary key, path text not null unique);
create table problems (
  document text not null, file text not null, place text not null, reason text not null, version integer, added integer not null,
  removed integer);
create table journal (at text not null, kind text not null, detail text not null);
insert into meta values ('generation', '0');
""",
    """
alter table aliases add column removed integer;
create table if not exists run_texts (version_id text primary key, prepared blob not null);
create table if not exists run_reads (
  run_id text not null, version_id text not null, tool text not null, arguments text not null, at text not null,
  primary key (run_id, version_id, arguments));
create index if not exists passages_in_tables on passages(number) where table_id is not null;
""",
    """
create index versions_sources on versions(number, first_passage, passages, length(matrix), source);
create index versions_aliases on versions(number, aliases);
create index versions_declared on versions(number, declared);
""",
)
"""The scripts that make the tables, each run once and in order. The number of scripts that ran is the version of the
schema, and a released script never changes. The second has “if not exists”, since earlier versions of pincite created
these tables one by one under schema version 1.

- versions: rows that never change
- life: the generations (numbered states of the knowledge base) that include each version; a version may be removed and
  added again
- matrix: the vectors (float16) of a version's passages, which are numbered first_passage, first_passage + 1, …
- versions_sources, versions_aliases, versions_declared: the short columns of all versions, which the check on opening
  and every question read, without the rows, whose texts and vectors lie between them on disk
- files: the file on this machine from which each document was last read
- problems: what could not be read, by generation
- run_texts, run_reads: texts that the user's tools returned, stored once, and which run received each, when, and for
  which arguments
"""
_ADDED_COLUMN = re.compile(r"alter table (\w+) add column (\w+)")


def upgrade(writer: Writer, label: str) -> None:
    """Create or upgrade the tables, in a transaction that excludes other writers. Raises StoreError for a database of
    another program or of a newer pincite, and leaves it unchanged."""
    for number in range(version(writer, label), len(SCRIPTS)):
        for statement in SCRIPTS[number].strip().rstrip(";").split(";\n"):
            if not _there_already(writer, statement):
                writer.execute(statement)
        writer.execute(
            "insert into meta values ('schema', ?) on conflict (key) do update set value = excluded.value",
            (str(number + 1),),
        )


def version(reader: Writer, label: str) -> int:
    """Return how many scripts have run, 0 without tables. Raises StoreError for tables of another program or of a newer
    pincite."""
    tables = "select count(*), coalesce(sum(name = 'meta'), 0) from sqlite_master"
    there, ours = reader.execute(tables).fetchone()
    if not there:
        return 0
    if not ours:
        raise StoreError(f"{label}: another program's database; choose another folder")
    found = reader.execute("select value from meta where key = 'schema'").fetchone()
    number = int(found[0]) if found and str(found[0]).isdigit() else 0
    if not number:
        raise StoreError(f"{label}: another program's database, or a damaged one; choose another folder")
    if number > len(SCRIPTS):
        raise StoreError(
            f"{label}: made by a newer pincite (schema {number}, this one reads {len(SCRIPTS)}); upgrade pincite to open it"
        )
    return number


def _there_already(writer: Writer, statement: str) -> bool:
    """Return whether the statement adds a column that exists. SQLite has no “add column if not exists”."""
    added = _ADDED_COLUMN.match(statement)
    return bool(
        added and writer.execute("select 1 from pragma_table_info(?) where name = ?", added.groups()).fetchone()
    )
