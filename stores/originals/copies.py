"""Finds copies of cited sources in a knowledge base or among given files, for a later check of a report (SPEC
REP-1)."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Protocol

from ...errors import IngestError, StoreError, StoreUnavailable
from ...evidence.model.source_record import SourceDocument
from ...evidence.model.spans import Place, VersionId
from ..documents.loaded import LoadedDocument
from ..documents.places import Places
from ..documents.prepared import sha256
from ..documents.walk import spelled_out, walk
from ..index.fulltext import plain
from ..kb.knowledge_base import KnowledgeBase
from ..loaders.guarded import GuardedLoader
from ..loaders.ocr.scanned_page import OCR


class SourceCopy:
    """A text that may be a cited source. Its hash and its places are computed when first used."""

    def __init__(self, loaded: LoadedDocument, file_sha256: str, description: str) -> None:
        self._loaded = loaded
        self.file_sha256 = file_sha256
        self.description = description
        """The kind of copy in words, such as "the cited version" or "its file"."""

    @property
    def text(self) -> str:
        return self._loaded.text

    @property
    def extractor(self) -> str:
        return self._loaded.extractor

    @cached_property
    def text_sha256(self) -> str:
        return sha256(self._loaded.text)

    @cached_property
    def _places(self) -> Places:
        return Places(self._loaded)

    def place(self, start: int, end: int) -> Place:
        return self._places.place(start, end)


class Wanted(NamedTuple):
    """The version of a document that a report cites, to be found in the checked files or knowledge base.

    Example: “lease.pdf” with the hash that the report states for it. `was_current`: whether the report treated it as the
    version in force.
    """

    document: str
    version_id: str
    file_sha256: str
    text_sha256: str
    extractor: str
    was_current: bool
    snapshot_id: str = ""
    """The id of the snapshot that the run read."""
    as_of: date | None = None
    """The day for which the report was made."""


class Found(NamedTuple):
    """The copies of a cited version. `cited`: a copy of this version. `now`: the document's present text, if it
    differs. `reason`: what was found, or why nothing was. `damaged`: whether the stored text is damaged."""

    cited: SourceCopy | None
    now: SourceCopy | None
    reason: str
    damaged: bool = False


class Copies(Protocol):
    """Finds copies of cited sources."""

    description: str

    def find(self, wanted: Wanted) -> Found: ...
    def recorded_digests(self, run_id: str) -> tuple[str, ...] | None:
        """Return the digests that the run journal has for a run; None without a journal."""
        ...


class StoredCopies:
    """Finds copies in the newest state of a knowledge base, and among the texts of the run `run_id` from the user's
    tools.

    A file that was edited after its ingest is read again, since it has the document's present text.
    """

    def __init__(self, kb: KnowledgeBase, loader: GuardedLoader, run_id: str = "") -> None:
        self._kb, self._loader = kb, loader
        self._snapshot = kb.snapshot()
        self._held = kb.with_run_texts(self._snapshot, run_id) if run_id else self._snapshot
        self._given = {document.version_id: document for document in self._held.documents() if document.tool}
        self._by_version = {document.version_id: document for document in self._snapshot.documents()}
        self._newest = _newest(self._by_version.values())
        self._ahead: dict[tuple[int, date], frozenset[VersionId]] = {}
        self.description = f"knowledge base, generation {self._snapshot.snapshot_id}"

    def recorded_digests(self, run_id: str) -> tuple[str, ...] | None:
        return self._kb.recorded_digests(run_id)

    def find(self, wanted: Wanted) -> Found:
        """Return the copies of a cited version. Damage of the stored text is reported in the result. Raises
        StoreUnavailable while the database cannot be reached."""
        try:
            return self._find(wanted)
        except StoreUnavailable:
            raise
        except StoreError as error:
            return Found(None, None, str(error), damaged=True)

    def _find(self, wanted: Wanted) -> Found:
        if (given := self._given.get(VersionId(wanted.version_id))) is not None:
            loaded = self._held.structure(given.version_id)
            copy = SourceCopy(loaded, given.file_sha256, "the tool's text")
            return Found(copy, None, "as the tool returned it to this run")
        document = self._by_version.get(VersionId(wanted.version_id))
        newest = self._newest_for(wanted)
        if document is None and newest is None:
            return Found(None, None, "the knowledge base does not contain this document")
        cited = self._copy(document, "the cited version") if document else None
        if not wanted.was_current:
            return Found(cited, None, "a version that was not in force when it was cited")
        if newest is not None and (document is None or newest.version_id != document.version_id):
            return Found(cited, self._copy(newest, "its newest version"), "the document has a newer version")
        if document is not None and document.superseded_by is not None:
            return Found(cited, None, "as ingested; another document has superseded it since")
        if newest is not self._newest.get(wanted.document):
            return Found(cited, None, "as ingested; its newer version takes effect only after the report's day")
        return self._edited(wanted, cited)

    def _newest_for(self, wanted: Wanted) -> SourceDocument | None:
        """Return the newest version of the document. Versions that were not yet in force on the day of the report do
        not count, since the report left them out."""
        newest = self._newest.get(wanted.document)
        kb_id, _, generation = wanted.snapshot_id.partition("@")
        here = kb_id == self._snapshot.snapshot_id.partition("@")[0] and generation.isdecimal()
        if newest is None or wanted.as_of is None or not here or int(generation) > self._snapshot.generation:
            return newest
        ahead = self._ahead_of(int(generation), wanted.as_of)
        if newest.version_id not in ahead:
            return newest
        return _newest(document for document in self._by_version.values() if document.version_id not in ahead).get(
            wanted.document
        )

    def _ahead_of(self, generation: int, as_of: date) -> frozenset[VersionId]:
        """Return the versions of a generation (a state of the knowledge base) that were not yet in force on that day.
        The result is cached, since all citations of a report have one day."""
        if (generation, as_of) not in self._ahead:
            then = self._kb.snapshot(generation, as_of=as_of)
            self._ahead[generation, as_of] = frozenset(
                document.version_id for document in then.documents() if document.not_yet
            )
        return self._ahead[generation, as_of]

    def _edited(self, wanted: Wanted, cited: SourceCopy | None) -> Found:
        file = self._kb.original(wanted.document)
        if file is None or cited is None:
            return Found(cited, None, "as ingested; its file is not on this machine")
        digest = file_sha256(file)
        if digest == cited.file_sha256:
            return Found(cited, None, "as ingested; its file is unchanged")
        try:
            loaded = self._loader.load(file)
        except IngestError as error:
            return Found(cited, None, f"its file was changed after the ingest and cannot be read ({error})")
        copy = SourceCopy(_storable(loaded), digest, "its file")
        return Found(cited, copy, "its file was changed after the ingest; ingest it again")

    def _copy(self, document: SourceDocument, description: str) -> SourceCopy:
        return SourceCopy(self._snapshot.structure(document.version_id), document.file_sha256, description)


def _newest(documents: Iterable[SourceDocument]) -> Mapping[str, SourceDocument]:
    """Return for each path the version that no other supersedes. `documents`: in the order of ingest."""
    newest: dict[str, SourceDocument] = {}
    for document in documents:
        if document.is_current or not (document.path in newest and newest[document.path].is_current):
            newest[document.path] = document
    return newest


class FileCopies:
    """Finds copies among files, without a knowledge base: by the hash of the cited version, or else by its name."""

    def __init__(self, files: Sequence[Path], loader: GuardedLoader) -> None:
        self._loader = loader
        self._by_hash: dict[str, Path] = {}
        self._by_name: dict[str, list[Path]] = {}
        for file in files:
            self._by_hash.setdefault(file_sha256(file), file)
            self._by_name.setdefault(spelled_out(file.name), []).append(file)
        self._loaded: dict[Path, SourceCopy | IngestError] = {}
        self.description = f"{len(files)} file{'' if len(files) == 1 else 's'}"

    def recorded_digests(self, run_id: str) -> tuple[str, ...] | None:
        return None

    def find(self, wanted: Wanted) -> Found:
        exact = self._by_hash.get(wanted.file_sha256)
        file = exact or self._named(wanted.document)
        if file is None:
            return Found(None, None, "none of the files is this document")
        if OCR in wanted.extractor:
            return Found(
                None, None, "its text was read by OCR; check it against the knowledge base, which stores that text"
            )
        copy = self._read(file)
        if isinstance(copy, IngestError):
            return Found(None, None, f"it cannot be read ({copy})")
        if exact:
            return Found(copy, None, f"{file.name} is identical to the cited file")
        return Found(None, copy, f"{file.name} differs from the cited file")

    def _named(self, document: str) -> Path | None:
        """Return the file of that name whose folders best match the document's path, or None."""
        wanted = PurePosixPath(document)
        files = self._by_name.get(wanted.name, [])
        return max(files, key=lambda file: _agreeing(file, wanted), default=None)

    def _read(self, file: Path) -> SourceCopy | IngestError:
        if file not in self._loaded:
            try:
                loaded = _storable(self._loader.load(file))
            except IngestError as error:
                self._loaded[file] = error
            else:
                self._loaded[file] = SourceCopy(loaded, file_sha256(file), file.name)
        return self._loaded[file]


def _agreeing(file: Path, wanted: PurePosixPath) -> int:
    pairs = zip(reversed(file.parts), reversed(wanted.parts), strict=False)
    return next((count for count, (ours, other) in enumerate(pairs) if ours != other), len(wanted.parts))


def _storable(loaded: LoadedDocument) -> LoadedDocument:
    """Return the text as a knowledge base stores it."""
    return loaded.model_copy(update={"text": plain(loaded.text)})


@contextmanager
def copies_in(kb: KnowledgeBase, run_id: str = "") -> Iterator[Copies]:
    """Provide the copies in a knowledge base, with the texts that tools returned to the run `run_id` of the checked
    report."""
    with GuardedLoader(workers=1) as loader:
        yield StoredCopies(kb, loader, run_id)


@contextmanager
def copies_among(paths: Iterable[Path]) -> Iterator[Copies]:
    """Provide the copies among the given files, and all files below given folders. Raises IngestError for a path that
    does not exist."""
    sources, _ = walk(paths)
    with GuardedLoader(workers=1) as loader:
        yield FileCopies([source.file for source in sources], loader)


def file_sha256(file: Path) -> str:
    try:
        with file.open("rb") as handle:
            return hashlib.file_digest(handle, "sha256").hexdigest()
    except OSError as error:
        raise IngestError(f"{file.name}: cannot be read ({error.strerror or error}); check its permissions") from None
