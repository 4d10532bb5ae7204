"""From a prepared version to the rows that a catalogue keeps of it, its passages embedded (SPEC REL-2)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from .catalogue import Claims, NewPassage, NewVersion
from .fulltext import grams
from .loaded import LoadedDocument
from .passages import Cut
from .prepared import Prepared, structure_json
from .tables import found_by

if TYPE_CHECKING:
    from .opening import Stores


def write_version(stores: Stores, claims: Claims, prepared: Prepared, *, declared_sha256: str, file: str) -> None:
    """Make this the newest version of its document. One that was there before, or was removed, comes back as it was.

    `file`: where on this machine it was read from; "" for a text given without one.
    """
    source, loaded = prepared.source, prepared.loaded
    is_known = stores.catalogue.number_of(source.version_id) is not None
    stores.catalogue.add_version(
        NewVersion(
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
            matrix=b"" if is_known else _embedded(stores, prepared),
            passages=_passages(prepared),
            issues=tuple((issue.where, issue.reason) for issue in prepared.issues),
        ),
        file=file,
        claims=claims,
    )


def _embedded(stores: Stores, prepared: Prepared) -> bytes:
    loaded = prepared.loaded
    told = [
        "\n".join(filter(None, (prepared.source.title, _of_table(loaded, cut), loaded.text[cut.start : cut.end])))
        for cut in prepared.cuts
    ]
    return stores.embedder.embed(told).astype(np.float16).tobytes()


def _passages(prepared: Prepared) -> tuple[NewPassage, ...]:
    source, loaded = prepared.source, prepared.loaded
    title = grams(source.title)
    passages = []
    for index, cut in enumerate(prepared.cuts):
        text = loaded.text[cut.start : cut.end]
        heading = " ".join(filter(None, (cut.place.section, _of_table(loaded, cut))))
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
    return tuple(passages)


def _of_table(loaded: LoadedDocument, cut: Cut) -> str:
    """What the rows of a passage are found by though it stands over another passage of their table."""
    return found_by(loaded.tables[cut.table], loaded.text) if cut.table is not None else ""
