"""A retrieved passage with what stands above it, as quotes from it are held against it."""

from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import SourceDocument
from ...stores.documents.passages import Passage
from ...stores.kb.snapshot import Snapshot
from ..runtime.state import Found


class Reading(Frozen):
    passage: Passage
    document: SourceDocument
    column_names: str | None
    declared: tuple[str, ...]
    """Periods and other labels the document declares itself to cover."""
    made_for: str | None = None
    """The period the document is made for."""
    owners: tuple[str, ...] = ()
    """The organisations the document declares itself to be of, by manifest, cover, running header or metadata."""

    def declares(self) -> str:
        """Whose the document declares itself to be, and for which period, in words."""
        return "; ".join(dict.fromkeys((*self.owners, *((self.made_for,) if self.made_for else ()))))

    def context(self) -> str:
        """What stands above the passage: title, headings, column names."""
        return " ".join(part for part in (self.document.title, self.passage.place.section, self.column_names) if part)


def reading_of(snapshot: Snapshot, found: Found) -> Reading:
    passage, declared = snapshot.passage(found.passage_id), snapshot.declared(found.version_id)
    return Reading(
        passage=passage,
        document=snapshot.document(found.version_id),
        column_names=snapshot.column_names(passage.table_id) if passage.table_id else None,
        declared=snapshot.labels(found.version_id),
        made_for=declared.primary_period,
        owners=declared.owners(),
    )
