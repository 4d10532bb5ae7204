"""Changes a catalogue in SQL tables. Each change is one transaction. The SQL works in SQLite and in PostgreSQL (SPEC
REL-2)."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime

from ...errors import StoreError
from ...evidence.model.spans import DocumentId
from .catalogue import Claims, NewPassage, NewVersion, Pair, Writer, packed
from .sql_reading import SqlReading


class SqlWriting(SqlReading):
    """The write methods of a `Catalogue`. A subclass for a database adds the method `writing` and the full text."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[Writer]:
        """Return a context manager for one transaction: all of its changes take effect, or none."""

    @abstractmethod
    def _insert_words(self, writer: Writer, version: int, first: int, passages: Sequence[NewPassage]) -> None:
        """Add the words of passages, numbered from `first`, to the full text."""

    def set_meta(self, values: Mapping[str, str]) -> None:
        with self.writing() as writer:
            writer.executemany(
                "insert into meta values (?, ?) on conflict (key) do update set value = excluded.value",
                list(values.items()),
            )

    def set_meta_once(self, values: Mapping[str, str]) -> None:
        with self.writing() as writer:
            writer.executemany("insert into meta values (?, ?) on conflict (key) do nothing", list(values.items()))

    def add_version(self, new: NewVersion, *, file: str, claims: Claims) -> None:
        with self.writing() as writer:
            claims.lock(writer, new.document_id)
            generation = next_generation(writer)
            known = writer.execute("select number from versions where version_id = ?", (new.version_id,)).fetchone()
            number = int(known[0]) if known else self._insert(writer, new)
            if known and new.matrix:
                _restore(writer, number, new)
            writer.execute("update life set removed = ? where version = ? and removed is null", (generation, number))
            writer.execute("insert into life values (?, ?, null)", (number, generation))
            writer.execute(
                "update problems set removed = ? where document = ? and removed is null and (version is null or version = ?)",
                (generation, new.path, number),
            )
            writer.executemany(
                "insert into problems values (?, ?, ?, ?, ?, ?, null)",
                [(new.path, file, where, reason, number, generation) for where, reason in new.issues],
            )
            if file:
                _note_file(writer, file, new.path)
            _journal(writer, "added", {"path": new.path, "version": new.version_id, "passages": len(new.passages)})

    def _insert(self, writer: Writer, new: NewVersion) -> int:
        number = int(writer.execute("select coalesce(max(number), 0) + 1 from versions").fetchone()[0])
        first = int(writer.execute("select coalesce(max(number), 0) + 1 from passages").fetchone()[0])
        writer.execute(
            "insert into versions values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number, new.version_id, new.document_id, new.path, new.file_sha256, new.declared_sha256, new.source,
                packed(new.text), packed(new.structure), new.declared, new.aliases, first, len(new.passages), new.matrix,
            ),
        )  # fmt: skip
        writer.executemany(
            "insert into passages values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            _passage_rows(number, first, new.passages),
        )
        self._insert_words(writer, number, first, new.passages)
        return number

    def add_failure(self, path: str, file: str, reason: str) -> None:
        same = "select 1 from problems where document = ? and reason = ? and version is null and removed is null"
        if self.rows(same, (path, reason)):
            return
        with self.writing() as writer:
            generation = next_generation(writer)
            _forget_failures(writer, [path], generation)
            writer.execute("insert into problems values (?, ?, '', ?, null, ?, null)", (path, file, reason, generation))

    def note_unchanged(self, path: str, file: str) -> None:
        failed = "select 1 from problems where document = ? and version is null and removed is null"
        moved = "select 1 from files where file = ? and path = ?"
        failing, placed = self.rows(failed, (path,)), not file or self.rows(moved, (file, path))
        if not failing and placed:
            return
        with self.writing() as writer:
            if failing:
                _forget_failures(writer, [path], next_generation(writer))
            if not placed:
                _note_file(writer, file, path)

    def forget_failures(self, paths: Iterable[str]) -> None:
        if forgotten := list(paths):
            with self.writing() as writer:
                _forget_failures(writer, forgotten, next_generation(writer))

    def remove_document(self, document_id: DocumentId, path: str) -> None:
        with self.writing() as writer:
            generation = next_generation(writer)
            writer.execute(
                "update life set removed = ? where removed is null and version in "
                "(select number from versions where document_id = ?)",
                (generation, document_id),
            )
            _forget_failures(writer, [path], generation)
            writer.execute("delete from files where path = ?", (path,))
            _journal(writer, "removed", {"document": document_id, "path": path})

    def declare_aliases(self, pairs: Iterable[Pair]) -> None:
        with self.writing() as writer:
            generation = next_generation(writer)
            writer.executemany(
                "insert into aliases (name, of, added) values (?, ?, ?) "
                "on conflict (name, of) do update set added = excluded.added, removed = null",
                [(*pair, generation) for pair in pairs],
            )

    def remove_aliases(self, pairs: Iterable[Pair]) -> None:
        with self.writing() as writer:
            generation = next_generation(writer)
            writer.executemany(
                "update aliases set removed = ? where name = ? and of = ?", [(generation, *pair) for pair in pairs]
            )

    def keep_run_texts(
        self, run_id: str, texts: Iterable[tuple[str, str]], *, tool: str, arguments: str, at: str
    ) -> None:
        with self.writing() as writer:
            for version, prepared in texts:
                writer.execute(
                    "insert into run_texts values (?, ?) on conflict (version_id) do nothing",
                    (version, packed(prepared)),
                )
                writer.execute(
                    "insert into run_reads values (?, ?, ?, ?, ?) on conflict do nothing",
                    (run_id, version, tool, arguments, at),
                )

    def forget_run_texts(self, before: str) -> int:
        with self.writing() as writer:
            count = "select count(*) from run_texts"
            there = int(writer.execute(count).fetchone()[0])
            writer.execute("delete from run_reads where at < ?", (before,))
            writer.execute("delete from run_texts where version_id not in (select version_id from run_reads)")
            return there - int(writer.execute(count).fetchone()[0])

    def record_run(self, run_id: str, question_sha256: str, digest: str) -> None:
        with self.writing() as writer:
            _journal(writer, "run", {"run_id": run_id, "question_sha256": question_sha256, "digest": digest})

    def recorded_digests(self, run_id: str) -> tuple[str, ...]:
        prefix = json.dumps({"run_id": run_id})[1:-1]
        rows = self.rows(
            "select detail from journal where kind = 'run' and substr(detail, 2, ?) = ? order by rowid",
            (len(prefix), prefix),
        )
        return tuple(json.loads(detail)["digest"] for (detail,) in rows)


def next_generation(writer: Writer) -> int:
    """Increase the number of the generation (the state of the knowledge base) within a write transaction, and return it."""
    writer.execute("update meta set value = cast(cast(value as integer) + 1 as text) where key = 'generation'")
    return int(writer.execute("select value from meta where key = 'generation'").fetchone()[0])


def _restore(writer: Writer, number: int, new: NewVersion) -> None:
    """Write the damaged rows of a version again, with the same numbers. Its words in the full text stay."""
    sql = "select first_passage, passages from versions where number = ?"
    first, passages = map(int, writer.execute(sql, (number,)).fetchone())
    if passages != len(new.passages):
        raise StoreError(
            f"{new.path}: damaged, and this version of pincite cuts it into other passages; ingest the documents into a new folder"
        )
    writer.execute(
        "update versions set text = ?, structure = ?, matrix = ? where number = ?",
        (packed(new.text), packed(new.structure), new.matrix, number),
    )
    writer.executemany(
        "insert into passages values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (number) do update set passage_id = excluded.passage_id, "
        "version = excluded.version, ordinal = excluded.ordinal, char_start = excluded.char_start, char_end = excluded.char_end, "
        "place = excluded.place, table_id = excluded.table_id, text = excluded.text",
        _passage_rows(number, first, new.passages),
    )


def _passage_rows(number: int, first: int, passages: Sequence[NewPassage]) -> list[tuple[object, ...]]:
    return [
        (
            first + at,
            passage.passage_id,
            number,
            at,
            passage.char_start,
            passage.char_end,
            passage.place,
            passage.table_id,
            passage.text,
        )
        for at, passage in enumerate(passages)
    ]


def _forget_failures(writer: Writer, paths: Iterable[str], generation: int) -> None:
    writer.executemany(
        "update problems set removed = ? where document = ? and version is null and removed is null",
        [(generation, path) for path in paths],
    )


def _note_file(writer: Writer, file: str, path: str) -> None:
    writer.execute("delete from files where file = ? or path = ?", (file, path))
    writer.execute("insert into files values (?, ?)", (file, path))


def _journal(writer: Writer, kind: str, detail: dict[str, str | int]) -> None:
    writer.execute("insert into journal values (?, ?, ?)", (datetime.now(UTC).isoformat(), kind, json.dumps(detail)))
