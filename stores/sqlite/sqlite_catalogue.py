"""The catalogue for one machine: one SQLite file, with its full text in FTS5."""

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from ...errors import StoreError
from ...evidence.language.text_marks import without_footnote_marks
from ..documents.walk import CATALOGUE
from ..index.catalogue import Claims, NewPassage, Writer
from ..index.fulltext import Names
from ..index.postings import Ranking
from ..index.sql_writing import SqlWriting
from . import fts5
from .fts5_words import MAKE_PLACES, Fts5Words
from .lock import writer_lock
from .sqlite_schema import SCRIPTS, upgrade, version

READERS = 8
"""The number of connections for reading. Further threads wait for a free one; a query takes milliseconds."""


class SqliteCatalogue(SqlWriting):
    """The catalogue in `catalogue.sqlite` of a folder. Threads share a few connections for reading and one for writing.

    Raises StoreError, with the remedy, for every fault of the file or its disk.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / CATALOGUE
        self._free: list[sqlite3.Connection] = []
        self._slots = threading.BoundedSemaphore(READERS)
        self._guard = threading.Lock()
        self._writer_guard = threading.RLock()
        self._writer: sqlite3.Connection | None = None
        self._closed = False
        self._ranking = Ranking(Fts5Words(self._word_places))
        try:
            self._upgrade()
        except BaseException:
            self.close()
            raise

    @property
    def label(self) -> str:
        return str(self.folder.parent)

    def _upgrade(self) -> None:
        """Create or upgrade the tables. For a current catalogue nothing is written, since its folder may be
        read-only."""
        if not self._path.exists():
            self._make()
        with self._reading() as connection:
            found = version(connection, str(self._path))
        if not found:
            raise StoreError(f"{self._path}: empty, so it is damaged; {_RESTORE}")
        current = found == len(SCRIPTS)
        if not current:
            with self.writing() as writer:
                upgrade(writer, str(self._path))

    def _make(self) -> None:
        """Create the file under another name, and link it to its own name once it is complete. So a catalogue without
        tables is certainly damaged, and not one that is being created."""
        if left := [name for name in ("writer.lock", "vectors") if (self.folder / name).exists()]:
            raise StoreError(f"{self._path}: missing, although its folder contains {left[0]}; {_RESTORE}")
        new = self.folder / f"catalogue.new-{uuid4().hex[:8]}"
        with self._translated_errors():
            connection = _connected(new)
            try:
                connection.execute("begin immediate")
                upgrade(connection, str(self._path))
                connection.execute("commit")
            finally:
                connection.close()
        try:
            os.link(new, self._path)  # fails if another process has created the file; renaming would replace that file
        except FileExistsError:
            pass
        except OSError:  # the file system has no hard links
            if not self._path.exists():
                new.rename(self._path)
                return
        new.unlink()

    def _connect(self) -> sqlite3.Connection:
        return _connected(self._path)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._slots, self._translated_errors():
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
        with self._writer_guard, self._translated_errors():
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
    def _translated_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self._path}: {_remedy(str(error))} ({error})") from error

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreError(f"{self.folder}: this knowledge base has been closed; open it again")

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._reading() as connection:
            return connection.execute(sql, parameters).fetchall()

    def _versions(self, columns: Literal["sources", "aliases", "declared"]) -> str:
        return f"versions indexed by versions_{columns}"

    def _word_places(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._reading() as connection:
            connection.execute(MAKE_PLACES)
            return connection.execute(sql, parameters).fetchall()

    def named(self, names: Names, containing: NDArray[np.int64], limit: int) -> list[int]:
        with self._reading() as connection:  # fetches only as many rows as needed
            cursor = connection.execute(fts5.NAMED, (fts5.expression(names),))
            found: list[int] = []
            while len(found) < limit and (some := cursor.fetchmany(limit)):
                numbers = np.asarray(some, np.int64)[:, 0]
                found += numbers[np.isin(numbers, containing)].tolist()
            cursor.close()
            return found[:limit]

    def containing(self, names: Names) -> NDArray[np.int64]:
        ((joined,),) = self.rows(fts5.HOLDING, (fts5.expression(names),))
        return np.sort(np.fromstring(joined or "", np.int64, sep=","))

    def document_count(self, word: str) -> int:
        """Return how many passages contain the word. If the tokenizer splits the word, return the number for its rarest
        part."""
        counts = [self.rows("select doc from vocabulary where term = ?", (term,)) for term in fts5.words_of(word)]
        return min((int(found[0][0]) if found else 0 for found in counts), default=0)

    def _insert_words(self, writer: Writer, version: int, first: int, passages: Sequence[NewPassage]) -> None:
        writer.executemany(
            "insert into fulltext (rowid, body, heading, title, grams) values (?, ?, ?, ?, ?)",
            [
                (first + index, without_footnote_marks(passage.text), passage.heading, passage.title, passage.grams)
                for index, passage in enumerate(passages)
            ],
        )

    def _in_full_text(self) -> int:
        return int(self.rows("select count(*) from fulltext_docsize")[0][0])

    def writing_run(self) -> AbstractContextManager[Claims]:
        """Return a context manager for the folder's writer lock, which one process at a time can have."""
        return writer_lock(self.folder)

    def close(self) -> None:
        """Close the catalogue. Reads in progress finish; later reads raise StoreError."""
        with self._guard:
            self._closed = True
            idle, self._free = self._free, []
        for connection in idle:
            connection.close()
        with self._writer_guard:
            if self._writer is not None:
                self._writer.close()
                self._writer = None


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("pragma journal_mode=wal")
        connection.execute("pragma synchronous=normal")
        connection.execute("pragma cache_size=-8000")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


_RESTORE = "restore the knowledge base from a copy, or ingest the documents into a new folder"


def _remedy(error: str) -> str:
    if "full" in error:
        return "the disk is full; free disk space and run the same command again"
    if "disk I/O" in error:  # SQLite's message for most disk faults, and for a file at its size limit
        return "the disk is full or faulty; free disk space, or check the disk, and run the same command again"
    if "readonly" in error or "unable to open" in error:
        return "the knowledge base's folder is not writable; copy it to a place you may write to"
    if "locked" in error or "busy" in error:
        return "another program has locked the catalogue; wait until it finishes, or stop it"
    if "not a database" in error or "malformed" in error:
        return f"not a catalogue of pincite, or damaged; {_RESTORE}"
    return f"the catalogue cannot be read; {_RESTORE}"
