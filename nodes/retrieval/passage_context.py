"""A passage with its context: its document, the headings above it, and the column names of its table. It is read from
the snapshot once."""

from collections.abc import Iterable

from ...evidence.language.words import root_set
from ...evidence.model.frozen import Frozen
from ...evidence.model.source_record import SourceDocument
from ...evidence.model.spans import PassageId
from ...evidence.scope.document_scope import DocumentScope
from ...stores.documents.passages import Passage
from ...stores.kb.snapshot import Snapshot


class PassageInContext(Frozen):
    passage: Passage
    document: SourceDocument
    column_names: str | None
    unit: str | None = None
    """The unit of the figures of the passage's table."""
    rows: tuple[tuple[int, int], ...] = ()
    """The offsets in the passage of the table rows that it contains."""

    def context(self) -> str:
        """Return the text above the passage: title, headings and column names."""
        return " ".join(part for part in (self.document.title, self.passage.place.section, self.column_names) if part)

    def headings_above(self) -> str | None:
        """Return the headings above the passage, and the column names of its table."""
        return " › ".join(part for part in (self.passage.place.section, self.column_names) if part) or None

    def header_length(self) -> int:
        """Return the length of the header row at the start of a table's passage, in characters. A header is neither a
        sentence nor a row with values."""
        if not self.column_names:
            return 0
        first, ended, _ = self.passage.text.partition("\n")
        return len(first) + 1 if ended and root_set(self.column_names) <= root_set(first) else 0

    def without_header(self) -> str:
        """Return the text without a header row."""
        return self.passage.text[self.header_length() :]

    def is_above_rows(self, term: str) -> bool:
        """Return whether the column names of a table and the headings above it contain the term, such as "List price".
        The rows of the table then need not contain it."""
        return bool(self.column_names) and root_set(term) <= root_set(self.headings_above() or "")


def in_context(snapshot: Snapshot, passage: Passage) -> PassageInContext:
    return PassageInContext(
        passage=passage,
        document=snapshot.document(passage.version_id),
        column_names=snapshot.column_names(passage),
        unit=snapshot.table_unit(passage),
        rows=tuple((row.start - passage.char_start, row.end - passage.char_start) for row in snapshot.rows(passage)),
    )


class Reading(PassageInContext):
    """A retrieved passage, with what the check of its quotes needs."""

    declared: tuple[str, ...]
    """Periods and other labels that the document declares to cover."""
    made_for: str | None = None
    """The period for which the document is made."""
    owners: tuple[str, ...] = ()
    """The owners of the document by its manifest, cover, running header or metadata."""

    def declares(self) -> str:
        """Return the declared owners and period of the document, in words."""
        return "; ".join(dict.fromkeys((*self.owners, *((self.made_for,) if self.made_for else ()))))


def readings_of(snapshot: Snapshot, passage_ids: Iterable[PassageId]) -> tuple[Reading, ...]:
    passages = [snapshot.passage(passage_id) for passage_id in passage_ids]
    declared = snapshot.all_declared(passage.version_id for passage in passages)
    return tuple(_reading_of(snapshot, passage, declared[passage.version_id]) for passage in passages)


def _reading_of(snapshot: Snapshot, passage: Passage, declared: DocumentScope) -> Reading:
    found = in_context(snapshot, passage)
    return Reading(
        passage=passage,
        document=found.document,
        column_names=found.column_names,
        declared=snapshot.labels(passage.version_id),
        made_for=declared.primary_period,
        owners=declared.owners(),
    )
