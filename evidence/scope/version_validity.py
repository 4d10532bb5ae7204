"""Which texts hold on a day (SPEC EVI-7): decided here alone, for search, conflicts, confidence, notes and citations alike."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from ..model.source_record import SourceDocument
from ..model.spans import DocumentId


def begins(source: SourceDocument) -> date | None:
    """The first day on which the text may hold: not before it takes effect, nor before it was written. None for an undated one."""
    return max((day for day in (source.effective_from, source.updated_at) if day), default=None)


def has_come(source: SourceDocument, day: date) -> bool:
    begun = begins(source)
    return begun is None or begun <= day


def has_ended(source: SourceDocument, day: date) -> bool:
    """Whether its stated validity ended before the day."""
    return source.effective_to is not None and source.effective_to < day


def as_of_day(versions: Sequence[SourceDocument], day: date) -> tuple[SourceDocument, ...]:
    """The same versions in the same order, with `is_current`, `superseded_by` and `not_yet` as they stand on `day`.

    `versions`: all of a knowledge base, in the order they were ingested. Of several versions of one document the one ingested last
    is current among those that have come by the day, unless its validity has ended. A document that supersedes another does so once it
    has come itself; one that has not is passed over in favour of what supersedes it in turn.
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
        ahead = not has_come(version, day) and (newest or version is last[version.document_id])
        current = by is None and newest and version.document_id in holding and not has_ended(version, day)
        not_yet = ahead and by is None
        if not current:
            version = version.model_copy(update={"is_current": False, "superseded_by": by, "not_yet": not_yet})
        dated.append(version)
    return tuple(dated)


def replaced_later(source: SourceDocument, versions: Sequence[SourceDocument]) -> SourceDocument | None:
    """The text that replaces a current one next, where the knowledge base holds it already: of `versions`, as `as_of_day` gives
    them, the first to begin of those that have not come. None where none is known."""
    ahead = [
        version
        for version in versions
        if version.not_yet and (version.document_id == source.document_id or source.document_id in version.supersedes)
    ]
    return min(ahead, key=lambda version: begins(version) or date.max, default=None) if source.is_current else None


def _successors(documents: Iterable[SourceDocument]) -> Mapping[DocumentId, Sequence[DocumentId]]:
    """By document, those that say of themselves that they supersede it."""
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
    """The nearest document in the line of its successors that has come, the one taken in last first."""
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
