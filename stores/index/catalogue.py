"""The interface of the catalogue: the authoritative store of documents, versions, texts, passages, vectors and generations.

One machine uses SQLite (`sqlite_catalogue`), several use PostgreSQL (`postgres_catalogue`). All code reads and writes a catalogue
through this protocol.
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
"""A name, and the entity it is a name of."""


class SourceRow(NamedTuple):
    """A version. `source`: its SourceDocument as JSON. Its passages have consecutive numbers from `first`; `passages` is their count."""

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
    """A version in a generation, and the generation in which it was last added."""

    number: int
    added: int


class Problem(NamedTuple):
    """A file, or a part of it, that could not be read; `version` is None for a whole file."""

    document: str
    place: str
    reason: str
    version: int | None


class Counts(NamedTuple):
    """The numbers of rows, and the number of passages that the versions state."""

    versions: int
    last_version: int
    stated_passages: int
    passages: int
    last_passage: int
    in_full_text: int
    with_life: int
    """Versions that are or were part of a generation; in an undamaged catalogue, all versions."""


class Damage(NamedTuple):
    """The missing rows of a catalogue."""

    documents: frozenset[str]
    """Ids of the documents with a version that lacks passages or vectors. Reading their files again restores them."""
    irreparable: str = ""
    """Damage that no ingest restores, in words."""

    def __bool__(self) -> bool:
        return bool(self.documents or self.irreparable)

    @property
    def message(self) -> str:
        """Return a description of the damage, with the remedy."""
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
    """A version to be written. `matrix`: b"" for a version that is stored already and undamaged. `issues`: place and reason of each part
    that could not be read."""

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
    """A running transaction. `?` marks a parameter."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Result: ...
    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object: ...


class Claims(Protocol):
    """The names that one ingest run has claimed, so that several workers may write at the same time."""

    def acquire(self, name: str) -> bool:
        """Claim a name. False while another run has it."""
        ...

    def release(self, names: Iterable[str]) -> None: ...
    def lock(self, writer: Writer, name: str) -> None:
        """Lock the claim until the transaction ends. Raises ClaimLost if the name is no longer claimed by this run."""
        ...


class Catalogue(Protocol):
    """Safe for many threads. Each change is one transaction, and a change that a reader can see makes a new generation (SPEC REL-2).
    Raises StoreError, with the remedy, for every fault of the store."""

    @property
    def label(self) -> str:
        """The name of this catalogue in messages, without secrets."""
        ...

    def meta(self, key: str) -> str | None: ...
    def set_meta(self, values: Mapping[str, str]) -> None: ...
    def set_meta_once(self, values: Mapping[str, str]) -> None:
        """Set the values of new keys; existing values stay."""
        ...

    def generation(self) -> int: ...
    def close(self) -> None:
        """Running reads finish; later reads raise StoreError."""
        ...

    # versions
    def alive(self, generation: int) -> list[Membership]:
        """Return the versions of the generation, by number."""
        ...

    def sources(self, numbers: Sequence[int]) -> list[SourceRow]: ...
    def aliases_of(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """Version number and, as JSON, the aliases that its manifest entry and its text introduce."""
        ...

    def matrices(self, numbers: Sequence[int]) -> list[MatrixRow]: ...
    def text(self, number: int) -> str: ...
    def structure(self, number: int) -> str: ...
    def declared(self, number: int) -> str: ...
    def declared_of(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """Version number and, as JSON, the declared scope."""
        ...

    def number_of(self, version_id: str) -> int | None: ...
    def newest(self, document_id: str) -> tuple[str, str] | None:
        """Return the hashes of the file and of the manifest entry of the version that was added last; None for an unknown document."""
        ...

    # passages
    def passage(self, passage_id: str) -> list[PassageRow]: ...
    def passages(self, numbers: Sequence[int]) -> list[PassageRow]: ...
    def passages_between(self, first: int, end: int) -> list[PassageRow]:
        """Return the passages in order; `end` is excluded."""
        ...

    def rows_of_tables(self) -> list[int]:
        """Return the numbers of all passages with table rows, in all generations, in ascending order."""
        ...

    def last_passage(self) -> int: ...
    def versions_after(self, number: int) -> list[tuple[int, str, int]]:
        """Number, id and count of passages of the versions after a version number, in order."""
        ...

    def counts(self) -> Counts: ...

    def damage(self, dimension: int, *, vectors: bool) -> Damage:
        """Return what is missing, by row counts. `vectors`: also check that every stored vector is valid, which reads all of them."""
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
        """Numbers of the passages that contain any of the terms, by BM25 over the passages up to the number `last`; ties by number.
        `among`: the only passages that count, rising."""
        ...

    def named(self, names: Names, containing: NDArray[np.int64], limit: int) -> list[int]:
        """Numbers of passages that contain one of the names, the best matches first. `containing`: the only passages that count, rising;
        each contains a name."""
        ...

    def containing(self, names: Names) -> NDArray[np.int64]:
        """Numbers of all passages that contain one of the names, rising."""
        ...

    def document_count(self, word: str) -> int:
        """Return the number of passages that contain the word in one of its forms."""
        ...

    # aliases, files, problems, journal
    def declared_aliases(self, generation: int) -> list[Pair]: ...
    def files(self) -> dict[str, str]:
        """File → name of its document."""
        ...

    def file_of(self, path: str) -> str | None: ...
    def problems(self, generation: int) -> list[Problem]: ...
    def failures(self) -> list[tuple[str, str]]:
        """Name and file of each file that at present cannot be read at all."""
        ...

    def issues(self) -> list[tuple[str, str, str]]:
        """Document, place and reason of each unread part of the newest versions."""
        ...

    def recorded_digests(self, run_id: str) -> tuple[str, ...]: ...

    # texts that the user's own tools returned to runs: in no generation and in no search
    def versions_of_run(self, run_id: str) -> list[str]:
        """Return the versions of the texts that tools returned to a run, rising."""
        ...

    def run_text(self, version_id: str) -> str | None:
        """Such a text as a `Prepared` document in JSON; None if it is not stored."""
        ...

    # changes
    def writing_run(self) -> AbstractContextManager[Claims]:
        """Held while documents are added or removed. Raises StoreError if another process writes and only one may."""
        ...

    def add_version(self, new: NewVersion, *, file: str, claims: Claims) -> None:
        """Make this the newest version of its document. A version that was stored before, or was removed, becomes current again unchanged.
        Raises ClaimLost if this run no longer has the claim on the document."""
        ...

    def add_failure(self, path: str, file: str, reason: str) -> None:
        """Record why a file could not be read. The same reason again changes nothing, not even the generation."""
        ...

    def note_unchanged(self, path: str, file: str) -> None:
        """Record that a document is unchanged: clears an earlier failure, and notes the file's new place if it moved."""
        ...

    def forget_failures(self, paths: Iterable[str]) -> None:
        """Clear the failures of files that no longer exist."""
        ...

    def remove_document(self, document_id: DocumentId, path: str) -> None:
        """Remove every version of a document from the next generation. Runs pinned to an earlier generation still read it."""
        ...

    def declare_aliases(self, pairs: Iterable[Pair]) -> None: ...
    def remove_aliases(self, pairs: Iterable[Pair]) -> None: ...
    def keep_run_texts(
        self, run_id: str, texts: Iterable[tuple[str, str]], *, tool: str, arguments: str, at: str
    ) -> None:
        """Store texts (version and JSON) that a tool returned to a run. A text that is stored already stays as it is."""
        ...

    def forget_run_texts(self, before: str) -> int:
        """Delete what tools returned to runs before a time (ISO 8601, UTC), and the texts that no later run received. Returns the number of
        deleted texts."""
        ...

    def record_run(self, run_id: str, question_sha256: str, digest: str) -> None: ...


def packed(value: Any) -> bytes:
    """Text or JSON-able data, compressed."""
    text = value if isinstance(value, str) else json.dumps(value)
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 1)


def unpacked(blob: bytes) -> str:
    return zlib.decompress(blob).decode("utf-8", "surrogatepass")
