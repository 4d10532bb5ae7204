"""Reads stored document versions. A written version never changes, so its parts are cached for all generations (states)
of the knowledge base."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter
from typing_extensions import TypedDict

from ...errors import StoreError
from ...evidence.model.source_record import AliasFields, SourceDocument
from ...evidence.model.spans import PassageId, Place
from ...evidence.scope.declared import Declared
from ...evidence.scope.document_scope import DocumentScope, owners_of
from ..documents.financial_statements import StatementTable, statement_tables
from ..documents.loaded import LoadedDocument
from ..documents.passages import Passage
from ..documents.places import Places
from ..documents.prepared import sha256
from ..documents.tables import TableReader
from ..index.cache import BoundedCache
from ..index.catalogue import Catalogue, PassageRow

_ALIASES = TypeAdapter(tuple[AliasFields, ...])


class _Entities(TypedDict):
    """The only field of a `DocumentScope` that is read for all documents."""

    entities: tuple[Declared, ...]


_ENTITIES = TypeAdapter(_Entities)
PASSAGES_KEPT = 8_192
"""The size of the passage cache in entries. A passage has two entries, by number and by id: 4,096 passages take about
10 MB."""

SCOPES_KEPT = 4_096
"""The number of versions that have their declared scope cached."""


class Version(NamedTuple):
    """A version as the catalogue stores it. Its passages are numbered from `first` on, and `passages` is their
    count."""

    number: int
    document: SourceDocument
    first: int
    passages: int


class Versions:
    """Reads versions by their number. Safe for many threads."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._known: dict[int, Version] = {}
        self._aliases: dict[int, tuple[AliasFields, ...]] = {}
        self._owners: dict[int, str | None] = {}
        self._building = threading.Lock()
        self.text = lru_cache(maxsize=64)(self._text)
        self.structure = lru_cache(maxsize=24)(self._structure)
        self.table = lru_cache(maxsize=1_024)(self._table)
        self.places = lru_cache(maxsize=64)(self._places)
        self.statements = lru_cache(maxsize=256)(self._statements)
        self.labels = lru_cache(maxsize=SCOPES_KEPT)(self._labels)
        self._scopes: BoundedCache[DocumentScope] = BoundedCache(SCOPES_KEPT)
        self._passages: BoundedCache[tuple[int, Passage]] = BoundedCache(PASSAGES_KEPT)
        self._kept_matrix = lru_cache(maxsize=4)(self.read_matrix)

    def read(self, numbers: Sequence[int]) -> list[Version]:
        """Return the versions in the order of `numbers`."""
        missing = [number for number in numbers if number not in self._known]
        for number, source, first, passages in self._catalogue.sources(missing):
            document = SourceDocument.model_validate_json(source)
            self._known[number] = Version(number, document, first, passages)
        return [self._known[number] for number in numbers]

    def passages(self, numbers: Sequence[int]) -> dict[int, tuple[int, Passage]]:
        """Return each passage with the number of its version, by passage number. Passages of versions that were not
        read are left out."""
        found = {number: kept for number in numbers if (kept := self._passages.get(number)) is not None}
        missing = [number for number in numbers if number not in found]
        if missing:
            rows = self._built(self._catalogue.passages(missing))
            found |= {number: (version, built) for number, version, built in rows}
        return found

    def passage(self, passage_id: PassageId) -> tuple[int, Passage] | None:
        """Return the passage with that id and the number of its version. Return None if no version that was read
        contains it."""
        kept = self._passages.get(passage_id)
        if kept is not None:
            return kept
        rows = self._built(self._catalogue.passage(passage_id))
        return next(((version, built) for _, version, built in rows), None)

    def passages_of(self, number: int) -> tuple[Passage, ...]:
        """Return all passages of a version that was read, in order; not cached."""
        own = self._known[number]
        rows = self._catalogue.passages_between(own.first, own.first + own.passages)
        return tuple(_passage(row, own) for row in rows if row.version == number)

    def _built(self, rows: Sequence[PassageRow]) -> list[tuple[int, int, Passage]]:
        built = []
        for row in rows:
            if (own := self._known.get(row.version)) is None:
                continue
            passage = _passage(row, own)
            for key in (row.number, passage.passage_id):
                self._passages.put(key, (row.version, passage))
            built.append((row.number, row.version, passage))
        return built

    def aliases(self, numbers: Sequence[int]) -> list[AliasFields]:
        """Return the aliases of these versions, from their manifest entries and their texts."""
        missing = [number for number in numbers if number not in self._aliases]
        for number, raw in self._catalogue.aliases_of(missing):
            self._aliases[number] = _ALIASES.validate_json(raw)
        return [alias for number in numbers for alias in self._aliases[number]]

    def declared(self, numbers: Sequence[int]) -> list[DocumentScope]:
        """Return the declared scopes of these versions, in the order of `numbers`."""
        found = {number: kept for number in numbers if (kept := self._scopes.get(number)) is not None}
        missing = dict.fromkeys(number for number in numbers if number not in found)
        for number, raw in self._catalogue.declared_of(list(missing)):
            found[number] = DocumentScope.model_validate_json(raw)
            self._scopes.put(number, found[number])
        return [found[number] for number in numbers]

    def owner(self, number: int) -> str | None:
        """Return the first entity of a document's declared scope. A refusal needs the owners of all versions, so they
        are read in one query and cached."""
        if number not in self._owners:
            missing = [version for version in {*self._known, number} if version not in self._owners]
            for version, raw in self._catalogue.declared_of(missing):
                self._owners[version] = next(iter(owners_of(_ENTITIES.validate_json(raw)["entities"])), None)
        return self._owners[number]

    def matrix(self, numbers: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the passage numbers and the vectors of these versions, row for row. The latest matrices are cached."""
        with self._building:  # several threads would otherwise each build the same matrix
            return self._kept_matrix(numbers)

    def read_matrix(self, numbers: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the same as `matrix`, without using the cache."""
        rows = sorted(row for row in self._catalogue.matrices(numbers) if row.passages)
        if not rows:
            return np.zeros(0, np.int64), np.zeros((0, 1), np.float32)
        if any(len(matrix) % (2 * count) for _, _, count, matrix in rows):
            raise StoreError("the knowledge base has damaged vectors; run `pincite ingest` on its documents again")
        halves = [np.frombuffer(matrix, np.float16).reshape(count, -1) for _, _, count, matrix in rows]
        passages = np.concatenate([np.arange(first, first + count, dtype=np.int64) for _, first, count, _ in rows])
        return passages, np.concatenate(halves, dtype=np.float32)

    def _text(self, number: int) -> str:
        """Return the text of the version with that number. Raises StoreError if the text no longer has the hash that
        was stored with it."""
        try:
            text = self._catalogue.text(number)
        except (zlib.error, UnicodeDecodeError):
            text = ""
        (version,) = self.read([number])
        if sha256(text) != version.document.text_sha256:
            raise StoreError(
                f"{version.document.path}: its stored text is damaged; restore the knowledge base from a copy, or ingest into a new folder"
            )
        return text

    def _structure(self, number: int) -> LoadedDocument:
        bare = LoadedDocument.model_validate_json(self._catalogue.structure(number))
        return bare.model_copy(update={"text": self.text(number)})

    def _table(self, number: int, index: int) -> TableReader:
        return TableReader(self.structure(number).tables[index], self.text(number))

    def _places(self, number: int) -> Places:
        return Places(self.structure(number))

    def _statements(self, number: int) -> tuple[StatementTable, ...]:
        return statement_tables(self.structure(number))

    def _labels(self, number: int) -> tuple[str, ...]:
        (scope,) = self.declared([number])
        return scope.labels()


def _passage(row: PassageRow, own: Version) -> Passage:
    return Passage(
        passage_id=PassageId(row.passage_id),
        document_id=own.document.document_id,
        version_id=own.document.version_id,
        ordinal=row.ordinal,
        char_start=row.char_start,
        char_end=row.char_end,
        text=row.text,
        place=Place.model_validate_json(row.place),
        table_id=row.table_id,
    )
