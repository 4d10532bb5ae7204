"""Prepares one file or text for the catalogue: loads it, cuts it into passages and makes its rows. Only the reading of
the file is not pure.

Every step can enlarge a file (an archive is unpacked, a header is repeated), so files are prepared in a separate
process with limits (`loaders.guarded`).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

from ...errors import IngestError
from ...evidence.model.spans import DocumentId
from ..documents.loaded import LoadedDocument, LoadIssue
from ..documents.manifest import Declared
from ..documents.prepared import Identity, Prepared, prepare, sha256
from ..index.fulltext import plain
from ..index.version_rows import VersionRows, rows_of
from .limits import LoadLimits
from .load import load_file, load_text, refusing
from .ocr.scanned_page import ScannedPage


class GivenText(NamedTuple):
    """A text to ingest that is not in a file."""

    text: str
    media_type: str


class PrepareRequest(NamedTuple):
    source: Path | GivenText
    identity: Identity
    declared: Declared
    file_sha256: str
    supersedes: tuple[DocumentId, ...] = ()
    scanned: Mapping[int, ScannedPage] | None = None
    """The OCR results of pages without text, by page number; None leaves such pages unread."""

    def as_json(self) -> dict[str, Any]:
        """Return the request for `json.dumps`. Pydantic's JSON cannot represent paths with bytes that are not valid
        text."""
        return {
            "file": str(self.source) if isinstance(self.source, Path) else None,
            "text": None if isinstance(self.source, Path) else tuple(self.source),
            "identity": self.identity.model_dump(mode="json"),
            "declared": self.declared.model_dump(mode="json"),
            "file_sha256": self.file_sha256,
            "supersedes": self.supersedes,
            "scanned": None
            if self.scanned is None
            else {number: page.model_dump(mode="json") for number, page in self.scanned.items()},
        }

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        return cls(
            source=Path(given["file"]) if given["text"] is None else GivenText(*given["text"]),
            identity=Identity.model_validate(given["identity"]),
            declared=Declared.model_validate(given["declared"]),
            file_sha256=given["file_sha256"],
            supersedes=tuple(given["supersedes"]),
            scanned=None
            if given["scanned"] is None
            else {int(number): ScannedPage.model_validate(page) for number, page in given["scanned"].items()},
        )

    @property
    def name(self) -> str:
        """The name of the file or text in messages."""
        return self.source.name if isinstance(self.source, Path) else self.identity.path

    def done(self, limits: LoadLimits) -> VersionRows:
        """Return the rows of the version. Raises only IngestError, or its subclass ScansFound if pages wait for OCR."""
        loaded = self._loaded(limits)
        if not loaded.text.strip():
            reason = "; ".join(f"{issue.where}: {issue.reason}" for issue in loaded.issues[:3])
            raise IngestError(f"{self.name}: no readable text ({reason or 'it is empty'})")
        with refusing(self.name, "cannot be ingested", "please report this file"):
            prepared = prepare(
                loaded, self.declared, self.identity, file_sha256=self.file_sha256, supersedes=self.supersedes
            )
            if len(prepared.cuts) > limits.passages:
                raise IngestError(
                    f"{self.name}: {len(prepared.cuts):,} passages, more than the limit of {limits.passages:,}; split it"
                )
            return rows_of(prepared, declared_sha256(self.declared))

    def _loaded(self, limits: LoadLimits) -> LoadedDocument:
        """Return the loaded document, with an issue if characters of the text cannot be stored."""
        if isinstance(self.source, Path):
            given = load_file(self.source, password=self.declared.password, limits=limits, scanned=self.scanned)
            loaded, original = given.model_copy(update={"text": plain(given.text)}), given.text
        else:
            original, title = self.source.text, self.declared.title
            loaded = load_text(
                plain(original), name=self.name, title=title, media_type=self.source.media_type, limits=limits
            )
        stored = plain(original)
        changed = zip(original, stored, strict=True) if stored != original else ()
        replaced = sum(before != after for before, after in changed)
        if not replaced:
            return loaded
        issue = LoadIssue(where="text", reason=f"{replaced} invalid characters were replaced by U+FFFD")
        return loaded.model_copy(update={"issues": (*loaded.issues, issue)})


class TextRequest(NamedTuple):
    """A text that a tool returned. A web page is parsed, so a large one is prepared like a file, in a separate process."""

    text: str
    media_type: str
    identity: Identity
    declared: Declared
    file_sha256: str

    @property
    def name(self) -> str:
        """The name of the text in messages."""
        return self.identity.path

    def as_json(self) -> dict[str, Any]:
        return {
            **self._asdict(),
            "identity": self.identity.model_dump(mode="json"),
            "declared": self.declared.model_dump(mode="json"),
        }

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        identity, declared = Identity.model_validate(given["identity"]), Declared.model_validate(given["declared"])
        return cls(**{**given, "identity": identity, "declared": declared})

    def done(self, limits: LoadLimits) -> Prepared:
        """Return the prepared text. Raises IngestError. The head of a web page states neither date nor scope of a
        tool's result."""
        loaded = load_text(
            self.text, name=self.name, title=self.declared.title, media_type=self.media_type, limits=limits
        )
        if self.media_type == "text/html":
            own: dict[str, object] = {
                "text": plain(loaded.text),
                "updated_at": self.declared.updated_at,
                "metadata": {},
            }
            loaded = loaded.model_copy(update=own)
        return prepare(loaded, self.declared, self.identity, file_sha256=self.file_sha256)


def declared_sha256(declared: Declared) -> str:
    return sha256(declared.model_dump_json())
