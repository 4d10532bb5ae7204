"""Makes everything that is stored about a document from a loaded file. The functions are pure, so they can run in any
process."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Self

from ...evidence.language.confusables import disguised_spans, escaped
from ...evidence.model.frozen import Frozen
from ...evidence.model.place_marks import Mark
from ...evidence.model.source_record import Alias, SourceDocument
from ...evidence.model.spans import DocumentId, VersionId
from ...evidence.names.definitions import defined_names
from ...evidence.names.party_definitions import party_terms
from ...evidence.names.same_name import find_mention, identifiers
from ...evidence.scope.document_scope import DocumentScope, declared_scope
from ...evidence.scope.filing_cover import FilingCover, filing_cover
from ...evidence.scope.issuer_release import IssuerRelease, issuer_release
from ...evidence.scope.stated_status import stated_status
from ...evidence.scope.stated_validity import document_end, document_start
from ...evidence.values.date_order import date_order
from .classify import classify, document_type
from .loaded import LoadedDocument, LoadIssue, MarkedText
from .manifest import Declared
from .passages import Cut, cut_passages

TITLE_CHARS = 300
"""The maximum number of characters of a title, which every passage of the document stores. A longer title is cut."""

_MARK_CHARS = 40
"""The number of characters of a disguised stretch that its mark shows."""


class Prepared(Frozen):
    """Everything that is stored about one document version, ready to be written."""

    source: SourceDocument
    loaded: LoadedDocument
    cuts: tuple[Cut, ...]
    scope: DocumentScope
    aliases: tuple[Alias, ...]
    issues: tuple[LoadIssue, ...]


class Identity(Frozen):
    """Identifies the document of a file or text. The id depends on the path alone, so one path is the same document on
    every machine."""

    document_id: DocumentId
    path: str
    collection: str | None = None

    @classmethod
    def of_file(cls, path: str, relative: str) -> Self:
        """Return the identity of a file's document. `path`: the name of the file in the knowledge base. `relative`: its
        path below the ingested folder."""
        folders = PurePosixPath(relative).parts[:-1]
        return cls(document_id=DocumentId(sha256(path)[:16]), path=path, collection=folders[0] if folders else None)

    @classmethod
    def of_text(cls, name: str) -> Self:
        """Return the identity of a text without a file. A file of the same name has another identity."""
        return cls(document_id=DocumentId(sha256(f"text:{name}")[:16]), path=name)


def prepare(
    loaded: LoadedDocument,
    declared: Declared,
    identity: Identity,
    *,
    file_sha256: str,
    supersedes: Sequence[DocumentId] = (),
) -> Prepared:
    """Return everything that is stored about one document: its passages, kind, authority and declared scope."""
    identifier, path = identity.document_id, identity.path
    loaded = loaded.model_copy(update={"marks": (*loaded.marks, *_disguised(loaded.text))})
    text_sha256 = sha256(loaded.text)
    version = VersionId(
        sha256(f"{identifier}|{file_sha256}|{text_sha256}|{loaded.extractor}|{declared.model_dump_json()}")[:20]
    )
    filing = filing_cover(loaded.text)
    title = declared.title or (filing.title() if filing else None) or loaded.title or readable_name(path)
    if declared.title is None and filing is None and loaded.pages:
        title = _of_its_issuer(title, issuer_release(loaded.text))
    title = _short(title)
    rules = classify(path, title, loaded.media_type)
    authority = declared.authority or rules.authority
    is_record = authority in (
        "filing",
        "minutes",
    )  # the document has its own period, and its statements about that period do not expire
    source = SourceDocument(
        document_id=identifier,
        version_id=version,
        title=title,
        path=path,
        url=declared.url,
        media_type=loaded.media_type,
        file_sha256=file_sha256,
        text_sha256=text_sha256,
        extractor=loaded.extractor,
        n_chars=len(loaded.text),
        n_pages=len(loaded.pages) or None,
        entity=declared.entity,
        aliases=tuple(
            Alias(name=name, of=declared.entity, origin="manifest") for name in declared.aliases if declared.entity
        ),
        document_type=declared.document_type or document_type(title, loaded.text) or _release_type(loaded),
        kind=declared.kind or rules.kind,
        kind_reason="the manifest declares it" if declared.kind else rules.kind_reason,
        authority=authority,
        authority_reason="the manifest declares it" if declared.authority else rules.authority_reason,
        updated_at=declared.updated_at or loaded.updated_at,
        effective_from=declared.effective_from,
        effective_to=declared.effective_to or (None if is_record else document_end(loaded.text)),
        stated_start=None if declared.effective_from or is_record else document_start(loaded.text),
        supersedes=tuple(supersedes),
        language=declared.language or loaded.language,
        date_order=date_order(loaded.text, declared.language or loaded.language),
        collection=identity.collection,
        status=stated_status(loaded.text),
    )
    cover_end = loaded.pages[0].end if loaded.pages else min(len(loaded.text), 2_000)
    scope = declared_scope(
        title=title,
        metadata=loaded.metadata,
        cover=(0, cover_end),
        text=loaded.text,
        furniture=tuple((part.start, part.end, part.kind) for part in loaded.furniture),
        source=source,
    )
    return Prepared(
        source=source,
        loaded=loaded,
        cuts=cut_passages(loaded),
        scope=scope,
        aliases=(
            *source.aliases,
            *_symbol(filing, loaded.text, identifier),
            *_contract_terms(title, loaded.text, identifier),
        ),
        issues=loaded.issues,
    )


def _contract_terms(title: str, text: str, document_id: DocumentId) -> Iterator[Alias]:
    """Yield the terms that the text defines. What the opening of a contract defines a term for is read as one knows it of
    a contract, since an address often stands between the name and its term."""
    terms = [
        Alias(
            name=text[slice(*term.term)],
            of=" ".join(text[slice(*term.name)].split()),
            origin="defined_term",
            document_id=document_id,
            char_start=term.term[0],
            char_end=term.term[1],
        )
        for term in party_terms(title, text)
    ]
    yield from terms
    starts = {term.char_start for term in terms}
    yield from (alias for alias in defined_names(text, document_id=document_id) if alias.char_start not in starts)


def _disguised(text: str) -> Iterator[MarkedText]:
    """Yield a mark for each disguised word (SPEC EVI-13)."""
    for start, end in disguised_spans(text):
        shown = escaped(text[start : min(end, start + _MARK_CHARS)])
        yield MarkedText(start=start, end=end, mark=Mark(kind="disguised", text=shown))


def _release_type(loaded: LoadedDocument) -> str | None:
    release = issuer_release(loaded.text) if loaded.pages else None
    return "earnings release" if release and release.results else None


def _of_its_issuer(title: str, release: IssuerRelease | None) -> str:
    """Return the title of a release, with its issuer before it if the title lacks the issuer. The metadata of a file
    often has only a code."""
    if release is None or find_mention(identifiers(release.issuer, ()), title):
        return title
    kind = "" if document_type(title, "") or not release.results else "earnings release, "
    return f"{release.issuer} – {kind}{title}"


def _symbol(filing: FilingCover | None, text: str, document_id: DocumentId) -> tuple[Alias, ...]:
    """Return the trading symbol of the registrant, from the cover of a filing, as an alias."""
    if filing is None or filing.ticker is None:
        return ()
    start, end = filing.ticker
    return (
        Alias(
            name=text[start:end],
            of=filing.registrant,
            origin="ticker",
            document_id=document_id,
            char_start=start,
            char_end=end,
        ),
    )


def sha256(value: str | bytes) -> str:
    data = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
    return hashlib.sha256(data).hexdigest()


def readable_name(path: str) -> str:
    """Return a title from a file name: “travel-tips_thread.txt” → “travel tips thread”."""
    return " ".join(PurePosixPath(path).stem.replace("_", " ").replace("-", " ").split())


def _short(title: str) -> str:
    return title if len(title) <= TITLE_CHARS else f"{title[:TITLE_CHARS]}…"


def structure_json(loaded: LoadedDocument) -> str:
    """Return the loaded document as JSON, without its text. The text is stored separately."""
    return loaded.model_copy(update={"text": ""}).model_dump_json()
