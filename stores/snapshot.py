"""One generation of a knowledge base, read-only: what a run is pinned to (SPEC REL-2). Safe for many threads at once."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ..errors import StoreError
from ..evidence.frozen import Frozen
from ..evidence.scope import DocumentScope
from ..evidence.sources import Alias, SourceDocument
from ..evidence.spans import PassageId, Place, Span, SpanId, VersionId
from .catalogue import unpacked
from .fulltext import phrases
from .loaded import LoadedDocument, Table
from .passages import Passage
from .places import Places
from .search import fused, lexical, nearest_among

if TYPE_CHECKING:
    from .knowledge_base import Stores


class Hit(Frozen):
    """A found passage. `score` is the fused rank score, for ordering only: it is no relevance."""

    passage: Passage
    document: SourceDocument
    score: float
    lexical_rank: int | None = None
    dense_rank: int | None = None


class StoredDisclosure(Frozen):
    """Something of the knowledge base that could not be read."""

    document: str
    where: str
    reason: str


class Snapshot:
    def __init__(self, stores: Stores, generation: int) -> None:
        self._stores = stores
        self.generation = generation
        self._texts = lru_cache(maxsize=64)(self._read_text)
        self._places = lru_cache(maxsize=64)(self._read_places)
        self._loaded = lru_cache(maxsize=16)(self._read_structure)

    @property
    def snapshot_id(self) -> str:
        """Names this generation of this knowledge base."""
        return f"{self._stores.catalogue.meta('kb_id')}@{self.generation}"

    @cached_property
    def _alive(self) -> Mapping[VersionId, tuple[int, SourceDocument]]:
        """Row number and document of each version of this generation, currency worked out."""
        rows = self._stores.catalogue.rows(
            "select number, source from versions where added <= ? and (removed is null or removed > ?) order by number",
            (self.generation, self.generation),
        )
        documents = [(number, SourceDocument.model_validate_json(source)) for number, source in rows]
        newest = {document.document_id: document.version_id for _, document in documents}
        superseded = {old: document.document_id for _, document in documents for old in document.supersedes}
        alive = {}
        for number, document in documents:
            by = superseded.get(document.document_id)
            current = newest[document.document_id] == document.version_id and by is None
            alive[document.version_id] = (
                number,
                document.model_copy(update={"is_current": current, "superseded_by": by}),
            )
        return alive

    @cached_property
    def _versions(self) -> Mapping[int, VersionId]:
        return {number: version for version, (number, _) in self._alive.items()}

    def documents(self) -> tuple[SourceDocument, ...]:
        """Every version alive in this generation, superseded ones too, in the order of ingest."""
        return tuple(document for _, document in self._alive.values())

    def document(self, version_id: VersionId) -> SourceDocument:
        try:
            return self._alive[version_id][1]
        except KeyError:
            raise StoreError(
                f"version {version_id}: not in generation {self.generation} of this knowledge base"
            ) from None

    def text(self, version_id: VersionId) -> str:
        """The stored text, letter for letter."""
        return self._texts(version_id)

    def _read_text(self, version_id: VersionId) -> str:
        self.document(version_id)
        number = self._alive[version_id][0]
        return unpacked(self._stores.catalogue.rows("select text from versions where number = ?", (number,))[0][0])

    def _read_structure(self, version_id: VersionId) -> LoadedDocument:
        self.document(version_id)
        number = self._alive[version_id][0]
        blob = self._stores.catalogue.rows("select structure from versions where number = ?", (number,))[0][0]
        return LoadedDocument.model_validate({**json.loads(unpacked(blob)), "text": self.text(version_id)})

    def _read_places(self, version_id: VersionId) -> Places:
        return Places(self._loaded(version_id))

    def structure(self, version_id: VersionId) -> LoadedDocument:
        """Pages, headings, furniture and tables over the stored text."""
        return self._loaded(version_id)

    def declared(self, version_id: VersionId) -> DocumentScope:
        """What the document declares itself to be about."""
        self.document(version_id)
        number = self._alive[version_id][0]
        return DocumentScope.model_validate_json(
            self._stores.catalogue.rows("select declared from versions where number = ?", (number,))[0][0]
        )

    def aliases(self) -> tuple[Alias, ...]:
        """Aliases the manifest or the user declared, and those the documents' own texts introduce."""
        return self._aliases

    @cached_property
    def _aliases(self) -> tuple[Alias, ...]:
        declared = self._stores.catalogue.rows("select name, of from aliases where added <= ?", (self.generation,))
        found = [Alias(name=name, of=of, origin="declared") for name, of in declared]
        rows = self._stores.catalogue.rows(
            "select aliases from versions where added <= ? and (removed is null or removed > ?) order by number",
            (self.generation, self.generation),
        )
        for (raw,) in rows:
            found += [Alias.model_validate(one) for one in json.loads(raw)]
        return tuple(dict.fromkeys(found))

    def passage(self, passage_id: PassageId) -> Passage:
        found = self._passages("passage_id = ?", (passage_id,))
        if not found:
            raise StoreError(f"passage {passage_id}: not in this knowledge base")
        return found[0]

    def passages(self, version_id: VersionId) -> tuple[Passage, ...]:
        self.document(version_id)
        return tuple(self._passages("version = ? order by ordinal", (self._alive[version_id][0],)))

    def _passages(self, where: str, parameters: Sequence[object]) -> list[Passage]:
        rows = self._stores.catalogue.rows(
            f"select passage_id, version, ordinal, char_start, char_end, place, table_id, text from passages where {where}",
            parameters,
        )
        return [
            Passage(
                passage_id=identifier,
                document_id=self._alive[self._versions[version]][1].document_id,
                version_id=self._versions[version],
                ordinal=ordinal,
                char_start=start,
                char_end=end,
                text=text,
                place=Place.model_validate_json(place),
                table_id=table_id,
            )
            for identifier, version, ordinal, start, end, place, table_id, text in rows
            if version in self._versions
        ]

    def search(
        self,
        query: str,
        *,
        limit: int = 30,
        versions: Collection[VersionId] | None = None,
        must_mention: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """The best passages for `query`, lexical and dense ranks fused; at most `limit`, ties by id.

        `versions`: search these only. `must_mention`: passages (with their headings and titles) that hold at least one of these
        names as a phrase. Scores order the hits and say nothing else.
        """
        numbers = self._numbers(versions)
        if numbers is not None and not numbers:
            return ()
        wide = max(limit * 2, 50)
        by_words = lexical(
            self._stores.catalogue, query, numbers, phrases(must_mention) if must_mention else None, wide
        )
        by_words = [one for one in by_words if one.version in self._versions]
        allowed = {one.passage_id for one in by_words} if must_mention else None
        by_meaning = nearest_among(self._stores, query, numbers, self.generation, wide, allowed)
        ranked = fused([one.passage_id for one in by_words], by_meaning)[: limit + 20]
        texts = {p.passage_id: p for p in self._by_ids([identifier for identifier, *_ in ranked])}
        hits = [
            Hit(
                passage=texts[PassageId(identifier)],
                document=self.document(texts[PassageId(identifier)].version_id),
                score=round(score, 6),
                lexical_rank=lexical_rank,
                dense_rank=dense_rank,
            )
            for identifier, score, lexical_rank, dense_rank in ranked
            if identifier in texts
        ]
        return tuple(hits[:limit])

    def mentions(
        self, names: Sequence[str], *, limit: int = 50, versions: Collection[VersionId] | None = None
    ) -> tuple[Hit, ...]:
        """Passages that hold one of the names as a phrase, case folded, best first."""
        expression, numbers = phrases(names), self._numbers(versions)
        if expression is None or (numbers is not None and not numbers):
            return ()
        rows = lexical(self._stores.catalogue, "", numbers, expression, limit * 2)
        rows = [one for one in rows if one.version in self._versions][:limit]
        texts = {p.passage_id: p for p in self._by_ids([one.passage_id for one in rows])}
        return tuple(
            Hit(
                passage=texts[PassageId(one.passage_id)],
                document=self.document(texts[PassageId(one.passage_id)].version_id),
                score=0.0,
                lexical_rank=rank,
            )
            for rank, one in enumerate(rows, 1)
            if one.passage_id in texts
        )

    def mentioning_versions(self, names: Sequence[str]) -> frozenset[VersionId]:
        """The documents that hold one of the names in a passage, a heading, the title, or as the entity they are declared to be about."""
        expression = phrases(names)
        if expression is None:
            return frozenset()
        rows = self._stores.catalogue.rows(
            "select distinct p.version from fulltext f join passages p on p.number = f.rowid where fulltext match ?",
            (f"{{body heading title grams}}: ({expression})",),
        )
        folded = {name.casefold() for name in names}
        declared = {
            version
            for version, (_, one) in self._alive.items()
            if one.entity is not None and one.entity.casefold() in folded
        }
        return frozenset(self._versions[number] for (number,) in rows if number in self._versions) | declared

    def _numbers(self, versions: Collection[VersionId] | None) -> list[int] | None:
        if versions is None or len(versions) >= len(self._alive):
            return None
        return sorted(self._alive[version][0] for version in versions if version in self._alive)

    def _by_ids(self, identifiers: Sequence[str]) -> list[Passage]:
        if not identifiers:
            return []
        marks = ",".join("?" * len(identifiers))
        return self._passages(f"passage_id in ({marks})", list(identifiers))

    def column_names(self, table_id: str) -> str | None:
        """The header row of a table as it stands in the text; None for a table without one."""
        table, text = self.table(table_id)
        header = [cell for cell in table.cells if cell.row < table.header_rows]
        return " | ".join(text[cell.start : cell.end] for cell in header) or None

    def table(self, table_id: str) -> tuple[Table, str]:
        """The table, and the text its cells point into."""
        version_id, _, index = table_id.rpartition("#")
        version = VersionId(version_id)
        return self._loaded(version).tables[int(index)], self.text(version)

    def span(self, version_id: VersionId, start: int, end: int) -> Span:
        """The exact stretch `text[start:end]` with its place. Raises StoreError for offsets outside the text."""
        document, text = self.document(version_id), self.text(version_id)
        if not 0 <= start < end <= len(text):
            raise StoreError(f"{document.path}: offsets {start}..{end} are outside its {len(text)} characters")
        return Span(
            span_id=SpanId(f"{version_id}:{start}-{end}"),
            document_id=document.document_id,
            version_id=version_id,
            file_sha256=document.file_sha256,
            text_sha256=document.text_sha256,
            extractor=document.extractor,
            version_date=document.updated_at,
            place=self._places(version_id).place(start, end),
            char_start=start,
            char_end=end,
            quote=text[start:end],
        )

    def disclosures(self) -> tuple[StoredDisclosure, ...]:
        """Files and parts of files that could not be read."""
        rows = self._stores.catalogue.rows(
            "select document, place, reason from problems where version is null or version in "
            "(select number from versions where added <= ? and (removed is null or removed > ?)) order by rowid",
            (self.generation, self.generation),
        )
        return tuple(StoredDisclosure(document=d, where=w, reason=r) for d, w, r in rows)
