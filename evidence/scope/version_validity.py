"""Decides which versions of documents are valid on a day (SPEC EVI-7). Search, conflicts, confidence, notes and
citations all use it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from ..model.source_record import SourceDocument
from ..model.spans import DocumentId


def begins(source: SourceDocument) -> date | None:
    """Return the first day on which the text can be valid: the latest of its effective date, the beginning that it
    states of itself, and its date of writing. Return None if it has none of them.

    Example: a policy written on 3 March and effective from 1 May 2026 begins on 1 May 2026.
    """
    return max((day for day in (source.effective_from, source.stated_start, source.updated_at) if day), default=None)


def has_come(source: SourceDocument, day: date) -> bool:
    begun = begins(source)
    return begun is None or begun <= day


def has_ended(source: SourceDocument, day: date) -> bool:
    """Return whether the stated validity of the document ended before the day.

    Example: a lease to 31 May 2026 has ended on 1 June 2026, and not on 31 May.
    """
    return source.effective_to is not None and source.effective_to < day


def as_of_day(versions: Sequence[SourceDocument], day: date) -> tuple[SourceDocument, ...]:
    """Return the same versions in the same order, with `is_current`, `superseded_by` and `not_yet` set for `day`.

    `versions`: all versions in a knowledge base, in the order of ingest. A version has begun if its first day of
    validity is not after `day`. Of the versions of one document that have begun, the last ingested one is current,
    unless its validity has ended.

    A document supersedes another only after it has begun. Before that day, a document counts instead that supersedes it
    in turn and has begun.

    Example: of the versions of 2025 and 2026 of one document, the second is current in 2026.
    """
    last: dict[DocumentId, SourceDocument] = {}
    holding: dict[DocumentId, SourceDocument] = {}
    for version in versions:
        last[version.document_id] = version
        if has_come(version, day):
            holding[version.document_id] = version
    standing = {**last, **holding}
    successors = _successors(standing.values())
    dated = []
    for version in versions:
        by = _superseded_by(version.document_id, successors, holding)
        newest = version is standing[version.document_id]
        if not (by is None and newest and version.document_id in holding and not has_ended(version, day)):
            ahead = not has_come(version, day) and (newest or version is last[version.document_id])
            not_yet = ahead and by is None
            version = version.model_copy(update={"is_current": False, "superseded_by": by, "not_yet": not_yet})
        dated.append(version)
    return tuple(dated)


def replaced_later(source: SourceDocument, versions: Sequence[SourceDocument]) -> SourceDocument | None:
    """Return the text that will replace the current version `source` next, or None. `versions` are as `as_of_day`
    returns them.

    It is the text that begins first, among the other versions of the document and the documents that supersede it. Only
    texts that have not begun count. If `source` is not current, there is none.

    Example: the version of 2026 will be replaced by a version that takes effect on 1 January 2027.
    """
    ahead = [
        version
        for version in versions
        if version.not_yet and (version.document_id == source.document_id or source.document_id in version.supersedes)
    ]
    return min(ahead, key=lambda version: begins(version) or date.max, default=None) if source.is_current else None


def _successors(documents: Iterable[SourceDocument]) -> Mapping[DocumentId, Sequence[DocumentId]]:
    """Return for each document the documents that declare that they supersede it.

    Example: if “d2” declares that it supersedes “d1”, the successors of “d1” are “d2”.
    """
    found: dict[DocumentId, list[DocumentId]] = {}
    for document in documents:
        for old in document.supersedes:
            found.setdefault(old, []).append(document.document_id)
    return found


def _superseded_by(
    document: DocumentId,
    successors: Mapping[DocumentId, Sequence[DocumentId]],
    holding: Mapping[DocumentId, SourceDocument],
) -> DocumentId | None:
    """Return the nearest document that has begun among those that supersede `document`, directly or through others;
    None if there is none.

    Of equally near ones, the last ingested counts.
    """
    seen, waiting = {document}, [document]
    while waiting:
        for successor in reversed(successors.get(waiting.pop(0), ())):
            if successor in seen:
                continue
            if successor in holding:
                return successor
            seen.add(successor)
            waiting.append(successor)
    return None
