"""What a knowledge base needs of its catalogue, the truth about documents, versions, texts, passages, vectors and generations.

SQLite holds it for one machine (`sqlite_catalogue`), PostgreSQL for many (`postgres_catalogue`). Everything that reads or writes a
catalogue does so through this protocol.
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
    """A version: `source` is its SourceDocument as JSON; its passages are numbered from `first`, `passages` of them."""

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


class Standing(NamedTuple):
    """A version in a generation, and the generation that it was last added in."""

    number: int
    added: int


class Problem(NamedTuple):
    """What could not be read; `version` is None where that is a whole file."""

    document: str
    place: str
    reason: str
    version: int | None


class Counts(NamedTuple):
    """How many rows there are, and how many passages the versions say they have."""

    versions: int
    last_version: int
    stated_passages: int
    passages: int
    last_passage: int
    in_full_text: int
    with_life: int
    """Versions that are or were part of the knowledge base: all of them."""


class Damage(NamedTuple):
    """What a catalogue lacks of what it says it holds."""

    documents: frozenset[str]
    """Ids of those with a version that lacks passages or vectors: reading their files again restores it."""
    beyond: str = ""
    """What no ingest restores, in words."""

    def __bool__(self) -> bool:
        return bool(self.documents or self.beyond)

    @property
    def told(self) -> str:
        """What is wrong, and the mend."""
        if self.beyond:
            return f"damaged: {self.beyond}; restore it from a copy, or ingest the documents into a new folder"
        return (
            f"damaged: {len(self.documents)} documents lack passages or vectors; run `pincite ingest` on their files, which reads "
            "these again, or restore it from a copy"
        )


class NewPassage(NamedTuple):
    """A passage to be written, with what it is found by: the text, the heading and the title, and their character pairs."""

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
    """A version to be written, whole. `matrix`: b"" for one that is there already, and undamaged. `issues`: where and why something of
    it could not be read."""

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
    """A transaction under way. `?` stands for a parameter."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Result: ...
    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object: ...


class Claims(Protocol):
    """What one run of one worker has claimed, by name, so that several may write at the same time."""

    def take(self, name: str) -> bool:
        """Whether it is this run's now; False while another run has it."""
        ...

    def give_back(self, names: Iterable[str]) -> None: ...
    def hold(self, writer: Writer, name: str) -> None:
        """Raises ClaimLost unless the name is still this run's; nobody else can take it until the transaction ends."""
        ...


class Catalogue(Protocol):
    """Safe for many threads. Each change is one transaction: all of it is there or nothing, and what a reader may see of it makes a new
    generation (SPEC REL-2). Raises StoreError, with the mend, for whatever is wrong with the store."""

    @property
    def told(self) -> str:
        """Which catalogue this is, for messages; no secret stands in it."""
        ...

    def meta(self, key: str) -> str | None: ...
    def set_meta(self, values: Mapping[str, str]) -> None: ...
    def set_meta_once(self, values: Mapping[str, str]) -> None:
        """Values that stand already stay."""
        ...

    def generation(self) -> int: ...
    def close(self) -> None:
        """Readers under way finish; whoever comes later gets a StoreError."""
        ...

    # versions
    def alive(self, generation: int) -> list[Standing]:
        """Each spell of a version that was part of the generation, by version."""
        ...

    def sources(self, numbers: Sequence[int]) -> list[SourceRow]: ...
    def aliases_of(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """Version and, as JSON, the aliases that its manifest and its own text introduce."""
        ...

    def matrices(self, numbers: Sequence[int]) -> list[MatrixRow]: ...
    def text(self, number: int) -> str: ...
    def structure(self, number: int) -> str: ...
    def declared(self, number: int) -> str: ...
    def declared_of(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """Version and, as JSON, what it declares itself to be about."""
        ...

    def number_of(self, version_id: str) -> int | None: ...
    def newest(self, document_id: str) -> tuple[str, str] | None:
        """Hashes of the file and of its manifest entry, of the version that was added last; None for a document that is not in."""
        ...

    # passages
    def passage(self, passage_id: str) -> list[PassageRow]: ...
    def passages(self, numbers: Sequence[int]) -> list[PassageRow]: ...
    def passages_between(self, first: int, end: int) -> list[PassageRow]:
        """In order; `end` is excluded."""
        ...

    def rows_of_tables(self) -> list[int]:
        """Numbers of the passages that hold rows of tables, rising, of whatever generation."""
        ...

    def last_passage(self) -> int: ...
    def versions_after(self, number: int) -> list[tuple[int, str, int]]:
        """Number, id and count of passages of the versions beyond a number, in order."""
        ...

    def counts(self) -> Counts: ...

    def damage(self, dimension: int, *, vectors: bool) -> Damage:
        """What is missing, by counts; with `vectors`, also vectors that cannot be those of a text, which reads all of them."""
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
        """Numbers of passages that hold any of the terms; by BM25 over the passages up to the number `last`, ties by number. `among`: the
        only ones that count, rising."""
        ...

    def named(self, names: Names, holding: NDArray[np.int64], limit: int) -> list[int]:
        """Numbers of passages that hold one of the names, those first that say it most. `holding`: some of those that do, rising."""
        ...

    def holding(self, names: Names) -> NDArray[np.int64]:
        """Numbers of all passages that hold one of the names, rising."""
        ...

    def document_count(self, word: str) -> int:
        """How many passages hold the word in one of its forms."""
        ...

    # aliases, files, problems, journal
    def declared_aliases(self, generation: int) -> list[Pair]: ...
    def files(self) -> dict[str, str]:
        """The name of each file's document."""
        ...

    def file_of(self, path: str) -> str | None: ...
    def problems(self, generation: int) -> list[Problem]: ...
    def failures(self) -> list[tuple[str, str]]:
        """Name and file of what could not be read at all, now."""
        ...

    def issues(self) -> list[tuple[str, str, str]]:
        """Document, place and reason of what is unread of each document's newest version, now."""
        ...

    def recorded_digests(self, run_id: str) -> tuple[str, ...]: ...

    # texts that the user's own sources gave to runs: of no generation, and in no search
    def versions_of_run(self, run_id: str) -> list[str]:
        """The versions of the texts that a run was given, rising."""
        ...

    def run_text(self, version_id: str) -> str | None:
        """Such a text, made ready, as JSON."""
        ...

    # changes
    def writing_run(self) -> AbstractContextManager[Claims]:
        """For as long as documents are taken in or taken out. Raises StoreError where another may not write at the same time."""
        ...

    def add_version(self, new: NewVersion, *, file: str, claims: Claims) -> None:
        """Make this the newest version of its document. One that was there before, or was removed, comes back as it was. Raises
        ClaimLost where the document is not this run's any more."""
        ...

    def add_failure(self, path: str, file: str, reason: str) -> None:
        """Keep why a file could not be read. The same reason again changes nothing, not even the generation."""
        ...

    def still_there(self, path: str, file: str) -> None:
        """A document was found unchanged: a failure of an earlier reading no longer holds, and it may have moved."""
        ...

    def forget_failures(self, paths: Iterable[str]) -> None:
        """Files that failed and are no longer there are no longer a problem."""
        ...

    def remove_document(self, document_id: DocumentId, path: str) -> None:
        """Take every version of a document out of the next generation; runs pinned to an earlier one still read it."""
        ...

    def declare_aliases(self, pairs: Iterable[Pair]) -> None: ...
    def take_out_aliases(self, pairs: Iterable[Pair]) -> None: ...
    def keep_run_texts(
        self, run_id: str, texts: Iterable[tuple[str, str]], *, tool: str, arguments: str, at: str
    ) -> None:
        """Keep texts (version and JSON) that a tool gave to a run. A text that is kept already stays as it is."""
        ...

    def forget_run_texts(self, before: str) -> int:
        """Take out what was given to runs before a time (ISO 8601, UTC), and the texts that no later run was given. Gives how many."""
        ...

    def record_run(self, run_id: str, question_sha256: str, digest: str) -> None: ...


def packed(value: Any) -> bytes:
    """Text or JSON-able data, compressed."""
    text = value if isinstance(value, str) else json.dumps(value)
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 1)


def unpacked(blob: bytes) -> str:
    return zlib.decompress(blob).decode("utf-8", "surrogatepass")
