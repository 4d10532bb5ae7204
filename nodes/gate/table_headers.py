"""The column names of a table as context of its rows, for the gate."""

from ...evidence.language.words import topic_roots
from ...stores.documents.passages import Passage
from ...stores.kb.snapshot import Snapshot


def header_of(snapshot: Snapshot, passage: Passage | None) -> int:
    """The length of the header row at the start of a table's passage, which is neither a sentence nor a row with values."""
    names = snapshot.column_names(passage.table_id) if passage and passage.table_id else None
    if passage is None or not names:
        return 0
    first, ended, _ = passage.text.partition("\n")
    return len(first) + 1 if ended and set(topic_roots(names)) <= set(topic_roots(first)) else 0


def headings_above(snapshot: Snapshot, passage: Passage) -> str | None:
    """The headings above a passage, and the column names of its table."""
    names = snapshot.column_names(passage.table_id) if passage.table_id else None
    return " › ".join(part for part in (passage.place.section, names) if part) or None


def in_column_names(snapshot: Snapshot, passage: Passage | None, term: str) -> bool:
    """Whether the column names contain the term, so that a row of the table need not ("List price")."""
    names = snapshot.column_names(passage.table_id) if passage and passage.table_id else None
    return bool(names) and set(topic_roots(term)) <= set(topic_roots(names or ""))
