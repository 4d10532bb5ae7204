"""A retrieved passage with what stands above and around it, as quotes from it are held against it."""

import re

from ..evidence.frozen import Frozen
from ..evidence.orders import orders_around
from ..evidence.sources import SourceDocument
from ..stores.passages import Passage
from ..stores.snapshot import Snapshot
from .state import Found

PARAGRAPH = 1_200
"""Characters before and after a passage in which the paragraphs that it cuts are looked for."""
_BREAK = re.compile(r"\n[ \t]*\n")


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
    before: str = ""
    after: str = ""
    """What stands before and after the passage in the paragraphs that it cuts."""

    def declares(self) -> str:
        """Whose the document declares itself to be, and for which period, in words."""
        return "; ".join(dict.fromkeys((*self.owners, *((self.made_for,) if self.made_for else ()))))

    def context(self) -> str:
        """What stands above the passage: title, headings, column names."""
        return " ".join(part for part in (self.document.title, self.passage.place.section, self.column_names) if part)

    def ordering(self, start: int, end: int) -> str | None:
        """Why the stretch of the passage stands in text that gives orders to its reader; None when it does not (SPEC CRI-13)."""
        whole, moved = f"{self.before}{self.passage.text}{self.after}", len(self.before)
        return orders_around(whole, moved + start, moved + end, above=self.context())


def reading_of(snapshot: Snapshot, found: Found) -> Reading:
    passage, declared = snapshot.passage(found.passage_id), snapshot.declared(found.version_id)
    text, end = snapshot.text(found.version_id), passage.char_start + len(passage.text)
    return Reading(
        passage=passage,
        document=snapshot.document(found.version_id),
        column_names=snapshot.column_names(passage.table_id) if passage.table_id else None,
        declared=snapshot.labels(found.version_id),
        made_for=declared.primary_period,
        owners=declared.owners(),
        before=_BREAK.split(text[max(0, passage.char_start - PARAGRAPH) : passage.char_start])[-1],
        after=_BREAK.split(text[end : end + PARAGRAPH])[0],
    )
