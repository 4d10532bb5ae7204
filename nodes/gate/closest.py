"""Finds the documents nearest to an answer and what they cover (SPEC ANS-9), and describes what a whole knowledge base
covers."""

import re
from collections.abc import Iterable, Sequence

from ...evidence.language.question_language import Language, language_of
from ...evidence.language.text_marks import is_unseen
from ...evidence.model.source_record import SourceDocument
from ...evidence.model.spans import PassageId, VersionId
from ...evidence.questions.relevance import share_of_words
from ...evidence.report.evidence_report import ClosestDocument
from ...stores.documents.passages import Passage
from ...stores.kb.snapshot import Snapshot
from ..answer.phrases import Phrases
from .inventory import Inventory, inventory_of

CLOSEST = 3
SECTIONS = 2
"""The maximum number of sections that are named for one document. They only show a person where to look."""
AS_MUCH = 0.5
"""The minimum share of the question's words in a document's best hit, as a share of the largest one of the closest
documents. A search always returns something, however little it has to do with the question."""
SAMPLE = 3_000
"""The number of characters of a document from which its language is detected."""
NAMED = 4
"""The maximum number of organisations and document types in the line on what a knowledge base covers."""


def closest_documents(
    snapshot: Snapshot, hits: Sequence[tuple[VersionId, PassageId]], question: str
) -> tuple[ClosestDocument, ...]:
    """Return the documents of the best hits, best first, with the sections of these hits. A superseded version is named
    only if there is no other, and a document with few words of the question only if all have few."""
    found: dict[str, list[tuple[SourceDocument, PassageId]]] = {}
    for version, passage in hits:
        document = snapshot.document(version)
        found.setdefault(document.document_id, []).append((document, passage))
    current = [own for own in found.values() if own[0][0].is_current]
    closest = (current or list(found.values()))[:CLOSEST]
    words = question.split()
    shares = [share_of_words(words, snapshot.passage(own[0][1]).text, own[0][0].title) for own in closest]
    return tuple(
        ClosestDocument(
            title=inventory_of(snapshot).title_of(own[0][0].path, own[0][0].title),
            document=own[0][0].path,
            covers="; ".join(_sections(snapshot, own)) or _kind(own[0][0]),
        )
        for own, share in zip(closest, shares, strict=True)
        if share >= AS_MUCH * max(shares)
    )


def _sections(snapshot: Snapshot, hits: Sequence[tuple[SourceDocument, PassageId]]) -> Iterable[str]:
    """Return the headings above the hits of one document that its title does not contain, at most `SECTIONS`."""
    headings: dict[str, None] = {}
    for document, passage in hits:
        section = _section_of_content(snapshot, snapshot.passage(passage))
        heading = "" if is_unseen(section) else (section or "").rpartition(" › ")[2].strip()
        if heading and heading.casefold() not in document.title.casefold():
            headings[heading] = None
        if len(headings) == SECTIONS:
            break
    return headings


def _section_of_content(snapshot: Snapshot, passage: Passage) -> str | None:
    """Return the section of the first line of a passage that is no heading. A heading without content, such as
    “Item 6. [Reserved]”, is part of the passage that follows it. Return None if the passage has only headings."""
    for line in re.finditer(r"[^\n]*\w[^\n]*", passage.text):
        start, end = passage.char_start + line.start(), passage.char_start + line.end()
        section = snapshot.span(passage.version_id, start, end).place.section
        if _letters(line.group()) != _letters((section or "").rpartition(" › ")[2]):
            return section
    return None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _kind(document: SourceDocument) -> str:
    kind = document.document_type or ""
    return "" if kind.casefold() in document.title.casefold() else kind


def other_language(snapshot: Snapshot, closest: Sequence[ClosestDocument], question: str) -> Language | None:
    """Return the language of the closest document if the question has another. Words of one language do not find words
    of another."""
    document = inventory_of(snapshot).by_path.get(closest[0].document) if closest else None
    if document is None:
        return None
    written = language_of(snapshot.text(document.version_id)[:SAMPLE])
    return written if written != language_of(question) else None


def covered(inventory: Inventory, phrases: Phrases) -> str:
    """Return one line about what the knowledge base covers: the owners of its documents, and a few titles."""
    titles, names = inventory.primary_titles, tuple(inventory.owners)
    if not titles:
        return phrases.covers_nothing
    about = phrases.documents_of.format(names=_some(names, phrases)) if names else _some(titles, phrases, quoted=True)
    if names:
        about = f"{about}: {_some(titles, phrases, quoted=True)}"
    return phrases.covers.format(about=about)


def _some(items: Sequence[str], phrases: Phrases, *, quoted: bool = False) -> str:
    shown = [phrases.quoted.format(text=item) if quoted else item for item in items[:NAMED]]
    if len(items) > NAMED:
        shown.append(phrases.more.format(count=len(items) - NAMED))
    return phrases.listed(shown)
