"""Converts a prepared version to its rows in the catalogue. The vectors are added later, by the process that writes the
rows (SPEC REL-2)."""

import json
from functools import cache

from ...evidence.model.frozen import Frozen
from ..documents.prepared import Prepared, structure_json
from ..documents.tables import found_by
from .catalogue import NewPassage, NewVersion
from .fulltext import grams


class VersionRows(Frozen):
    """The rows of one version, ready to be written. They are strings, so the process that writes them need not build
    the described objects."""

    version: NewVersion
    """The version without its matrix of vectors."""
    title: str
    headers: tuple[str, ...]
    """The search words of each passage's table (caption, column names, unit); "" outside tables."""
    pages: int

    def embedded_texts(self) -> list[str]:
        """Return the text that is embedded for each passage: title, table header and passage."""
        return [
            "\n".join(filter(None, (self.title, header, passage.text)))
            for header, passage in zip(self.headers, self.version.passages, strict=True)
        ]


def rows_of(prepared: Prepared, declared_sha256: str) -> VersionRows:
    source, loaded = prepared.source, prepared.loaded

    @cache
    def header(table: int | None) -> str:
        return found_by(loaded.tables[table], loaded.text) if table is not None else ""

    title = grams(source.title)
    passages = []
    for index, cut in enumerate(prepared.cuts):
        text = loaded.text[cut.start : cut.end]
        heading = " ".join(filter(None, (cut.place.section, header(cut.table))))
        passages.append(
            NewPassage(
                passage_id=f"{source.version_id}-{index}",
                char_start=cut.start,
                char_end=cut.end,
                place=cut.place.model_dump_json(),
                table_id=f"{source.version_id}#{cut.table}" if cut.table is not None else None,
                text=text,
                heading=heading,
                title=source.title,
                grams=" ".join(filter(None, (grams(text), grams(heading), title))),
            )
        )
    version = NewVersion(
        version_id=source.version_id,
        document_id=source.document_id,
        path=source.path,
        file_sha256=source.file_sha256,
        declared_sha256=declared_sha256,
        source=source.model_dump_json(),
        text=loaded.text,
        structure=structure_json(loaded),
        declared=prepared.scope.model_dump_json(),
        aliases=json.dumps([alias.model_dump(mode="json") for alias in prepared.aliases]),
        matrix=b"",
        passages=tuple(passages),
        issues=tuple((issue.where, issue.reason) for issue in prepared.issues),
    )
    return VersionRows(
        version=version,
        title=source.title,
        headers=tuple(header(cut.table) for cut in prepared.cuts),
        pages=len(loaded.pages),
    )
