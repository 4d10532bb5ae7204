"""What the column names of a table say for its rows, where the gate reads them."""

from ...evidence.language.words import topic_roots
from ...stores.documents.passages import Passage
from ...stores.kb.snapshot import Snapshot


def header_of(snapshot: Snapshot, passage: Passage | None) -> int:
    """How long the header row is that a table's passage begins with: it is no sentence, and its first row is none of its own."""
    names = snapshot.column_names(passage.table_id) if passage and passage.table_id else None
    if passage is None or not names:
        return 0
    first, ended, _ = passage.text.partition("\n")
    return len(first) + 1 if ended and set(topic_roots(names)) <= set(topic_roots(first)) else 0


def stands_under(snapshot: Snapshot, passage: Passage) -> str | None:
    """The headings above a passage, and the column names of its table."""
    names = snapshot.column_names(passage.table_id) if passage.table_id else None
    return " › ".join(part for part in (passage.place.section, names) if part) or None


def told_above(snapshot: Snapshot, passage: Passage | None, term: str) -> bool:
    """Whether the names of the columns say the term, so that a row of the table need not ("List price")."""
    names = snapshot.column_names(passage.table_id) if passage and passage.table_id else None
    return bool(names) and set(topic_roots(term)) <= set(topic_roots(names or ""))
