"""The interface of the catalogue, the authoritative store of documents, versions, texts, passages, vectors and
generations.

One machine uses SQLite (`sqlite_catalogue`), several use PostgreSQL (`postgres_catalogue`). All code reads and writes a
catalogue through this protocol.
"""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ...evidence.model.spans import DocumentId, VersionId
from .fulltext import Names, Phrase
from .selection import Selection

Pair = tuple[str, str]
"""A name, and the entity that has it."""


class SourceRow(NamedTuple):
    """A row about a version. `source`: its SourceDocument as JSON. Its passages are numbered from `first` on, and
    `passages` is their count."""

    number: int
    source: str
    first: int
    passages: int


class PassageRow(NamedTuple):
    number: int
    passage_id: str
    version: int
    ordinal: int
    char_start: int
    char_end: int
    place: str
    table_id: str | None
    text: str


class MatrixRow(NamedTuple):
    """The vectors of a version's passages as float16, row after row."""

    number: int
    first: int
    passages: int
    matrix: bytes


class Membership(NamedTuple):
    """A document version in a generation, and the generation in which it was last added. A generation is a numbered
    state of the knowledge base."""

    number: int
    added: int


class Problem(NamedTuple):
    """A file, or a part of it, that could not be read. `version`: None for a whole file."""

    document: str
    place: str
    reason: str
    version: int | None


class Counts(NamedTuple):
    """The number of rows in each table, and the number of passages that the rows of the versions declare. The two must
    agree."""

    versions: int
    last_version: int
    stated_passages: int
    passages: int
    last_passage: int
    in_full_text: int
    with_life: int
    """The number of versions that are or were in a generation. In an undamaged catalogue these are all versions."""


class Damage(NamedTuple):
    """The missing rows of a catalogue."""

    documents: frozenset[str]
    """The ids of documents with a version that lacks passages or vectors. Reading their files again restores these."""
    irreparable: str = ""
    """Damage that no ingest can restore, in words."""

    def __bool__(self) -> bool:
        return bool(self.documents or self.irreparable)

    @property
    def message(self) -> str:
        """The description of the damage, with the remedy."""
        if self.irreparable:
            return f"damaged: {self.irreparable}; restore the knowledge base from a copy, or ingest the documents into a new folder"
        count = len(self.documents)
        lacking = "1 document lacks" if count == 1 else f"{count:,} documents lack"
        return (
            f"damaged: {lacking} passages or vectors; run `pincite ingest` on their files to restore them, or "
            "restore the knowledge base from a copy"
        )


class NewPassage(NamedTuple):
    """A passage to be written, with its search fields: the text, the heading, the title, and their character pairs."""

    passage_id: str
    char_start: int
    char_end: int
    place: str
    table_id: str | None
    text: str
    heading: str
    title: str
    grams: str


class NewVersion(NamedTuple):
    """A version to be written. `matrix`: b"" if the version is stored already and undamaged. `issues`: place and reason
    of each part that could not be read."""

    version_id: VersionId
    document_id: DocumentId
    path: str
    file_sha256: str
    declared_sha256: str
    source: str
    text: str
    structure: str
    declared: str
    aliases: str
    matrix: bytes
    passages: tuple[NewPassage, ...]
    issues: tuple[tuple[str, str], ...]


class Result(Protocol):
    def fetchone(self) -> Any: ...


class Writer(Protocol):
    """An open transaction. In its SQL, `?` marks a parameter."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Result: ...
    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object: ...


class Claims(Protocol):
    """The claims of one ingest run. A claim is the exclusive right to ingest one document, so that several workers can
    write at the same time."""

    def acquire(self, name: str) -> bool:
        """Claim a name and return True, or return False while another run has claimed it."""
        ...

    def release(self, names: Iterable[str]) -> None: ...
    def lock(self, writer: Writer, name: str) -> None:
        """Lock the claim on a name until the transaction ends. Raises ClaimLost if this run no longer has the claim."""
        ...


class Catalogue(Protocol):
    """The store of documents, texts, passages, vectors and generations. Each change is one transaction, and each change
    of what searches find makes a new generation: a numbered state of the knowledge base (SPEC REL-2). Safe for many
    threads. Raises StoreError, with the remedy, for every fault of the store."""

    @property
    def label(self) -> str:
        """The name of this catalogue for messages, without secrets."""
        ...

    def meta(self, key: str) -> str | None: ...
    def set_meta(self, values: Mapping[str, str]) -> None: ...
    def set_meta_once(self, values: Mapping[str, str]) -> None:
        """Set the values of new keys. Existing values stay."""
        ...

    def generation(self) -> int: ...
    def close(self) -> None:
        """Close the catalogue. Reads in progress finish; later reads raise StoreError."""
        ...

    # versions
    def alive(self, generation: int) -> list[Membership]:
        """Return the versions of the generation in the order of their numbers."""
        ...

    def sources(self, numbers: Sequence[int]) -> list[SourceRow]: ...
    def aliases_of(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """Return for each version its number, and its aliases from the manifest and its text as JSON."""
        ...

    def matrices(self, numbers: Sequence[int]) -> list[MatrixRow]: ...
    def text(self, number: int) -> str: ...
    def structure(self, number: int) -> str: ...
    def declared_of(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """Return for each version its number, and its declared scope as JSON."""
        ...

    def number_of(self, version_id: str) -> int | None: ...
    def newest(self, document_id: str) -> tuple[str, str] | None:
        """Return the hashes of the file and of the manifest entry for the version of a document that was added last.
        Return None for an unknown document."""
        ...

    # passages
    def passage(self, passage_id: str) -> list[PassageRow]: ...
    def passages(self, numbers: Sequence[int]) -> list[PassageRow]: ...
    def passages_between(self, first: int, end: int) -> list[PassageRow]:
        """Return the passages numbered from `first` up to `end`, which is excluded."""
        ...

    def rows_of_tables(self) -> list[int]:
        """Return the numbers of all passages with table rows, in all generations, in ascending order."""
        ...

    def last_passage(self) -> int: ...
    def versions_after(self, number: int) -> list[tuple[int, str, int]]:
        """Return the number, the id and the count of passages of each version with a higher number, in order."""
        ...

    def counts(self) -> Counts: ...

    def damage(self, dimension: int, *, vectors: bool) -> Damage:
        """Return which rows are missing, by row counts. `vectors`: whether to read every stored vector too, and check
        that it is valid."""
        ...

    def is_damaged(self, document_id: str, dimension: int) -> bool:
        """Return whether a version of the document lacks passages or valid vectors."""
        ...

    # words
    def ranked(
        self,
        terms: Sequence[Phrase],
        selection: Selection,
        limit: int,
        last: int,
        among: NDArray[np.int64] | None = None,
    ) -> list[int]:
        """Return the numbers of at most `limit` passages that contain any of the terms, best first by BM25, ties by
        number.

        `last`: the highest passage number that counts for the statistics of words. `among`: return only these passages;
        in ascending order.
        """
        ...

    def named(self, names: Names, containing: NDArray[np.int64], limit: int) -> list[int]:
        """Return the numbers of at most `limit` passages that contain one of the names, the best matches first.

        `containing`: return only these passages; in ascending order, each with a name.
        """
        ...

    def containing(self, names: Names) -> NDArray[np.int64]:
        """Return the numbers of all passages that contain one of the names, in ascending order."""
        ...

    def document_count(self, word: str) -> int:
        """Return how many passages contain the word in one of its forms."""
        ...

    # aliases, files, problems, journal
    def declared_aliases(self, generation: int) -> list[Pair]: ...
    def files(self) -> dict[str, str]:
        """Return the name of the document of each ingested file, by the file's path on this machine."""
        ...

    def file_of(self, path: str) -> str | None: ...
    def problems(self, generation: int) -> list[Problem]: ...
    def failures(self) -> list[tuple[str, str]]:
        """Return each file that cannot be read at all now, as (name of the document, path)."""
        ...

    def issues(self) -> list[tuple[str, str, str]]:
        """Return each unread part of the newest versions, as (document, place, reason)."""
        ...

    def recorded_digests(self, run_id: str) -> tuple[str, ...]: ...

    # texts that the user's own tools returned to runs; searches never find them
    def versions_of_run(self, run_id: str) -> list[str]:
        """Return the ids of the texts that tools returned to a run, in ascending order."""
        ...

    def run_text(self, version_id: str) -> str | None:
        """Return a text that a tool returned to a run, as a `Prepared` document in JSON. Return None if the text is not
        stored."""
        ...

    # changes
    def writing_run(self) -> AbstractContextManager[Claims]:
        """Return a context manager for adding or removing documents. Raises StoreError if another process writes to a
        folder, where only one may."""
        ...

    def add_version(self, new: NewVersion, *, file: str, claims: Claims) -> None:
        """Make this the newest version of its document. If the same version is stored already, it becomes current again
        unchanged.

        Raises ClaimLost if this run's claim on the document (its exclusive right to ingest it) has expired.
        """
        ...

    def add_failure(self, path: str, file: str, reason: str) -> None:
        """Record why a file could not be read. If the same reason is recorded already, nothing changes, and no new
        generation is made."""
        ...

    def note_unchanged(self, path: str, file: str) -> None:
        """Record that a document is unchanged: remove an earlier failure of its file, and store the file's path if it
        moved."""
        ...

    def forget_failures(self, paths: Iterable[str]) -> None:
        """Remove the recorded failures of files that no longer exist."""
        ...

    def remove_document(self, document_id: DocumentId, path: str) -> None:
        """Remove every version of a document in a new generation. Runs that read an earlier generation can still read
        it."""
        ...

    def declare_aliases(self, pairs: Iterable[Pair]) -> None: ...
    def remove_aliases(self, pairs: Iterable[Pair]) -> None: ...
    def keep_run_texts(
        self, run_id: str, texts: Iterable[tuple[str, str]], *, tool: str, arguments: str, at: str
    ) -> None:
        """Store texts that a tool returned to a run, as (version id, JSON). A stored text does not change."""
        ...

    def forget_run_texts(self, before: str) -> int:
        """Delete the records of texts that tools returned to runs before a time (ISO 8601, UTC). Return the number of
        deleted texts.

        A text is deleted if no later run received it.
        """
        ...

    def record_run(self, run_id: str, question_sha256: str, digest: str) -> None: ...


def packed(value: Any) -> bytes:
    """Return a text, or data that JSON can represent, as compressed bytes."""
    text = value if isinstance(value, str) else json.dumps(value)
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 1)


def unpacked(blob: bytes) -> str:
    return zlib.decompress(blob).decode("utf-8", "surrogatepass")
