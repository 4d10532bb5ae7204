"""Texts that tools returned to a run. They are stored as documents that no search and no other run finds.

Separate tables keep them out of the searches, the statistics and the vector index of the knowledge base. The same text
of the same tool is stored once. A second table records which run received it, when, and for which arguments.
"""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ...errors import StoreError
from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import Authority, SourceKind
from ...evidence.model.spans import DocumentId, PassageId, VersionId
from ...evidence.scope.document_scope import DocumentScope, declared_scope
from ..documents.manifest import Declared
from ..documents.passages import Passage
from ..documents.prepared import Identity, Prepared, sha256
from ..index.catalogue import Catalogue
from ..index.fulltext import plain
from .tool_output import ToolText

if TYPE_CHECKING:
    from ..loaders.guarded import GuardedLoader

_PAGE_IN_THIS_PROCESS = 20_000
"""The maximum number of characters of a web page that is parsed in the calling process. The slowest of 70 hostile pages
of this length took 0.3 s."""


class GivenBy(Frozen):
    """The registered tool that returned a text, with the kind and authority of its texts."""

    name: str
    kind: SourceKind = "secondary"
    authority: Authority = "unclassified"


def as_document(given: ToolText, by: GivenBy) -> Prepared:
    """Return a tool's text as a document, with passages and scope. Its ids follow from the tool's name and the text.

    A bare string declares no scope, since it may be about several subjects. Only the words next to a fact state its
    subject. A title that the tool gives counts like the title of any document.
    """
    from ..loaders.limits import DEFAULT_LIMITS  # imported here, since a run without tools as sources needs no loader
    from ..loaders.prepare_request import TextRequest

    path = f"{by.name}/{sha256(f'{by.name}|{given.model_dump_json()}')[:12]}"
    declared = Declared(
        title=given.title or by.name, url=given.url, kind=by.kind, authority=by.authority, updated_at=given.updated_at
    )
    identity = Identity(document_id=DocumentId(sha256(f"tool:{path}")[:16]), path=path)
    request = TextRequest(given.text, given.media_type, identity, declared, file_sha256=sha256(given.text))
    is_large = given.media_type == "text/html" and len(given.text) > _PAGE_IN_THIS_PROCESS
    prepared = _guarded().prepare_text(request) if is_large else request.done(DEFAULT_LIMITS)
    source = prepared.source.model_copy(
        update={
            "kind_reason": "its source is registered with this kind",
            "authority_reason": "its source is registered with this authority",
            "tool": by.name,
            "own_citation": given.citation,
        }
    )
    scope = DocumentScope(years_named=prepared.scope.years_named)
    if given.title:
        scope = declared_scope(
            title=given.title, metadata={}, cover=(0, 0), text=prepared.loaded.text, furniture=(), source=source
        )
    return prepared.model_copy(update={"source": source, "scope": scope})


@cache
def _guarded() -> GuardedLoader:
    """Return the loader of this process for large pages. Its processes start on first use, which takes seconds, and are
    reused."""
    from ..loaders.guarded import GuardedLoader

    loader = GuardedLoader()
    atexit.register(loader.close)
    return loader


def passages_of(prepared: Prepared) -> tuple[Passage, ...]:
    """Return the passages in order, as they would be stored."""
    source, text = prepared.source, prepared.loaded.text
    return tuple(
        Passage(
            passage_id=PassageId(f"{source.version_id}-{index}"),
            document_id=source.document_id,
            version_id=source.version_id,
            ordinal=index,
            char_start=cut.start,
            char_end=cut.end,
            text=text[cut.start : cut.end],
            place=cut.place,
            table_id=f"{source.version_id}#{cut.table}" if cut.table is not None else None,
        )
        for index, cut in enumerate(prepared.cuts)
    )


class RunTexts:
    """The texts of runs in one catalogue. Safe for many threads."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._read = lru_cache(maxsize=256)(self._read_one)

    def keep(self, run_id: str, texts: Sequence[Prepared], *, tool: str, arguments: str, at: datetime) -> None:
        """Store what a call returned to a run. Raises StoreError if the catalogue cannot be written to."""
        written = [(text.source.version_id, text.model_dump_json()) for text in texts]
        if written:
            self._catalogue.keep_run_texts(
                plain(run_id), written, tool=tool, arguments=arguments, at=at.astimezone(UTC).isoformat()
            )

    def forget(self, before: datetime) -> int:
        """Delete what tools returned before a time (UTC), and return the number of deleted texts."""
        self._read.cache_clear()
        return self._catalogue.forget_run_texts(before.astimezone(UTC).isoformat())

    def of_run(self, run_id: str) -> tuple[VersionId, ...]:
        """Return the versions that tools returned to a run."""
        return tuple(VersionId(version) for version in self._catalogue.versions_of_run(plain(run_id)))

    def read(self, run_id: str, versions: Sequence[VersionId]) -> tuple[Prepared, ...]:
        """Return the texts of those `versions` that belong to the run, in the order of `versions`. Versions of other
        runs are ignored."""
        given = set(self.of_run(run_id)) if versions else set()
        return tuple(self._read(version) for version in dict.fromkeys(versions) if version in given)

    def _read_one(self, version: VersionId) -> Prepared:
        held = self._catalogue.run_text(version)
        if held is None:
            raise StoreError(
                f"{version}: the catalogue no longer has this text; restore the knowledge base from a copy"
            )
        return Prepared.model_validate_json(held)
