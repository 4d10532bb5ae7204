"""A retrieved passage with its title, headings and column names, against which its quotes are checked."""

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
    """Periods and other labels that the document declares to cover."""
    made_for: str | None = None
    """The period the document is made for."""
    owners: tuple[str, ...] = ()
    """The owners of the document, as its manifest, cover, running header or metadata declare them."""

    def declares(self) -> str:
        """The declared owners and period of the document, in words."""
        return "; ".join(dict.fromkeys((*self.owners, *((self.made_for,) if self.made_for else ()))))

    def context(self) -> str:
        """The context above the passage: title, headings, column names."""
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
