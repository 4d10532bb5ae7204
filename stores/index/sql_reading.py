"""Reads a catalogue in SQL tables. The SQL works in SQLite and in PostgreSQL, with `?` for parameters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from .catalogue import Counts, Damage, MatrixRow, Membership, Pair, PassageRow, Problem, SourceRow, unpacked
from .fulltext import Phrase
from .postings import Ranking
from .selection import Selection

_PASSAGE = "number, passage_id, version, ordinal, char_start, char_end, place, table_id, text"
AT_ONCE = 500
"""The maximum number of parameters of one SQL statement."""
MATRICES_AT_ONCE = 20
UNIT_WITHIN = 0.02
"""The maximum difference between the length of a stored vector and 1. It is not 0, because float16 has only three
digits per number."""


class SqlReading(ABC):
    """The read methods of a `Catalogue`. A subclass for a database adds the method `rows` and the full text."""

    _ranking: Ranking

    @abstractmethod
    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one query, with `?` for each parameter."""

    def _versions(self, columns: Literal["sources", "aliases", "declared"]) -> str:
        """Return the SQL after “from” in a query for these columns of all versions. It names the index to use if the
        database would not choose it by itself."""
        return "versions"

    def _some(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return the rows for all values, by several queries. In `sql`, `{}` marks the list of values."""
        found: list[tuple[Any, ...]] = []
        for start in range(0, len(values), AT_ONCE):
            part = values[start : start + AT_ONCE]
            found += self.rows(sql.format(f"({marks(part)})"), part)
        return found

    def meta(self, key: str) -> str | None:
        found = self.rows("select value from meta where key = ?", (key,))
        return found[0][0] if found else None

    def generation(self) -> int:
        return int(self.meta("generation") or 0)

    def alive(self, generation: int) -> list[Membership]:
        rows = self.rows(
            "select version, added from life where added <= ? and (removed is null or removed > ?) order by version",
            (generation, generation),
        )
        return [Membership(*row) for row in rows]

    def sources(self, numbers: Sequence[int]) -> list[SourceRow]:
        sql = f"select number, source, first_passage, passages from {self._versions('sources')} where number in {{}}"  # nosec B608 # a constant
        return [SourceRow(*row) for row in self._some(sql, numbers)]

    def aliases_of(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        return self._texts("aliases", numbers)

    def matrices(self, numbers: Sequence[int]) -> list[MatrixRow]:
        sql = "select number, first_passage, passages, matrix from versions where number in {}"
        return [MatrixRow(*row) for row in self._some(sql, numbers)]

    def text(self, number: int) -> str:
        return unpacked(self.rows("select text from versions where number = ?", (number,))[0][0])

    def structure(self, number: int) -> str:
        return unpacked(self.rows("select structure from versions where number = ?", (number,))[0][0])

    def declared_of(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        return self._texts("declared", numbers)

    def _texts(self, column: Literal["aliases", "declared"], numbers: Sequence[int]) -> list[tuple[int, str]]:
        sql = f"select number, {column} from {self._versions(column)} where number in {{}}"  # nosec B608 # constants
        return cast(list[tuple[int, str]], self._some(sql, numbers))

    def number_of(self, version_id: str) -> int | None:
        found = self.rows("select number from versions where version_id = ?", (version_id,))
        return int(found[0][0]) if found else None

    def newest(self, document_id: str) -> tuple[str, str] | None:
        found = self.rows(
            "select v.file_sha256, v.declared_sha256 from versions v join life l on l.version = v.number "
            "where v.document_id = ? and l.removed is null order by l.added desc limit 1",
            (document_id,),
        )
        return (found[0][0], found[0][1]) if found else None

    def passage(self, passage_id: str) -> list[PassageRow]:
        return self._passages("passage_id = ?", (passage_id,))

    def passages(self, numbers: Sequence[int]) -> list[PassageRow]:
        return self._passages(f"number in ({marks(numbers)})", numbers)

    def passages_between(self, first: int, end: int) -> list[PassageRow]:
        return self._passages("number >= ? and number < ? order by number", (first, end))

    def _passages(self, where: str, parameters: Sequence[Any]) -> list[PassageRow]:
        return [PassageRow(*row) for row in self.rows(f"select {_PASSAGE} from passages where {where}", parameters)]  # nosec B608 # both are constants

    def rows_of_tables(self) -> list[int]:
        return [
            number for (number,) in self.rows("select number from passages where table_id is not null order by number")
        ]

    def last_passage(self) -> int:
        return int(self.rows("select coalesce(max(number), 0) from passages")[0][0])

    def versions_after(self, number: int) -> list[tuple[int, str, int]]:
        sql = "select number, version_id, passages from versions where number > ? order by number"
        return cast(list[tuple[int, str, int]], self.rows(sql, (number,)))

    @abstractmethod
    def _in_full_text(self) -> int:
        """Return the number of passages in the full text."""

    def counts(self) -> Counts:
        versions = self.rows("select count(*), coalesce(max(number), 0), coalesce(sum(passages), 0) from versions")
        passages = self.rows(  # SQLite answers each part from the tree of the table, and both together by a scan
            "select (select count(*) from passages), (select coalesce(max(number), 0) from passages)"
        )
        living = self.rows("select count(distinct version) from life")
        return Counts(*map(int, (*versions[0], *passages[0], self._in_full_text(), living[0][0])))

    def damage(self, dimension: int, *, vectors: bool) -> Damage:
        counts = self.counts()
        if not counts.versions == counts.last_version == counts.with_life:
            return Damage(frozenset(), "versions of documents are missing")
        if counts.last_passage > counts.stated_passages:
            return Damage(frozenset(), "some passages belong to no version")
        if counts.in_full_text != counts.stated_passages:
            return Damage(frozenset(), "passages are missing from the full text")
        lacking = self._numbers(
            f"select number from {self._versions('sources')} where length(matrix) <> passages * ?",  # nosec B608 # a constant
            2 * dimension,
        )
        if counts.passages != counts.stated_passages:
            lacking |= self._numbers(
                "select v.number from versions v left join (select version, count(*) as held from passages group by version) p "
                "on p.version = v.number where v.passages <> coalesce(p.held, 0)"
            )
        if vectors:
            lacking |= self._with_wrong_vectors(
                self._numbers("select number from versions where passages > 0") - lacking
            )
        sql = "select distinct document_id from versions where number in {}"
        return Damage(frozenset(document for (document,) in self._some(sql, sorted(lacking))))

    def is_damaged(self, document_id: str, dimension: int) -> bool:
        versions = self.rows(
            "select number, first_passage, passages, length(matrix) from versions where document_id = ?", (document_id,)
        )
        count = "select count(*) from passages where version = ? and number >= ? and number < ?"
        return any(
            size != 2 * dimension * stated or self.rows(count, (number, first, first + stated))[0][0] != stated
            for number, first, stated, size in versions
        ) or bool(self._with_wrong_vectors({number for number, _, stated, _ in versions if stated}))

    def _numbers(self, sql: str, *parameters: int) -> set[int]:
        return {int(number) for (number,) in self.rows(sql, parameters)}

    def _with_wrong_vectors(self, versions: set[int]) -> set[int]:
        """Return which of the versions have vectors that are not of unit length.

        A passage without words has a vector of zeros. A document with only such vectors counts as damaged.
        """
        numbers = sorted(versions)
        wrong = set()
        for start in range(0, len(numbers), MATRICES_AT_ONCE):
            for row in self.matrices(numbers[start : start + MATRICES_AT_ONCE]):
                vectors = np.frombuffer(row.matrix, np.float16).reshape(row.passages, -1).astype(np.float32)
                lengths = np.linalg.norm(vectors, axis=1)
                if not lengths.any() or not np.all((lengths == 0) | (np.abs(lengths - 1) < UNIT_WITHIN)):
                    wrong.add(row.number)
        return wrong

    def ranked(
        self,
        terms: Sequence[Phrase],
        selection: Selection,
        limit: int,
        last: int,
        among: NDArray[np.int64] | None = None,
    ) -> list[int]:
        return self._ranking.ranked(terms, selection, limit, last, among)

    def declared_aliases(self, generation: int) -> list[Pair]:
        rows = self.rows(
            "select name, of from aliases where added <= ? and (removed is null or removed > ?) order by added, name",
            (generation, generation),
        )
        return cast(list[Pair], rows)

    def files(self) -> dict[str, str]:
        return dict(self.rows("select file, path from files"))

    def file_of(self, path: str) -> str | None:
        found = self.rows("select file from files where path = ?", (path,))
        return (found[0][0] or None) if found else None

    def problems(self, generation: int) -> list[Problem]:
        rows = self.rows(
            "select document, place, reason, version from problems where added <= ? and (removed is null or removed > ?) "
            "order by rowid",
            (generation, generation),
        )
        return [Problem(*row) for row in rows]

    def failures(self) -> list[tuple[str, str]]:
        sql = "select distinct document, file from problems where version is null and removed is null"
        return cast(list[tuple[str, str]], self.rows(sql))

    def issues(self) -> list[tuple[str, str, str]]:
        rows = self.rows(
            "select document, place, reason from problems p where removed is null and version = "
            "(select max(version) from problems where document = p.document and removed is null) order by rowid"
        )
        return cast(list[tuple[str, str, str]], rows)

    def versions_of_run(self, run_id: str) -> list[str]:
        sql = "select distinct version_id from run_reads where run_id = ? order by version_id"
        return [version for (version,) in self.rows(sql, (run_id,))]

    def run_text(self, version_id: str) -> str | None:
        found = self.rows("select prepared from run_texts where version_id = ?", (version_id,))
        return unpacked(found[0][0]) if found else None


def marks(values: Iterable[Any]) -> str:
    return ",".join("?" for _ in values)
