"""Finds near-copies among the documents of a row. A conflict between near-copies is easier to find than one between
different texts, so conflicts are also measured without near-copies (SPEC EVA-3, RET-9)."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from ...evidence.language.words import words
from .question_rows import Document, Row

ALIKE = 0.8
"""The share of common words, in one order, from which one text is a copy of another."""


def rows_without_copies(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows without near-copies among their documents. A row whose conflict disappears with them is
    dropped."""
    left = (row.model_copy(update={"docs": without_copies(row.docs)}) for row in rows)
    return tuple(row for row in left if row.label != "conflict" or _still_in_conflict(row))


def _still_in_conflict(row: Row) -> bool:
    texts = " \n ".join(doc.text or "" for doc in row.docs).casefold()
    return (row.meta.wrong or "").casefold() in texts and any(answer.casefold() in texts for answer in row.answer)


def without_copies(documents: Sequence[Document]) -> tuple[Document, ...]:
    """Return one document of each group of near-copies. From the first group this is the first document, from the
    second group the second, and so on. So some of the altered texts remain."""
    groups: list[list[Document]] = []
    for document in documents:
        own = next((group for group in groups if _copies(group[0], document)), None)
        if own is None:
            groups.append([document])
        else:
            own.append(document)
    kept: list[Document] = []
    turn = 0
    for group in groups:
        kept.append(group[turn % len(group)])
        turn += len(group) > 1
    return tuple(kept)


def _copies(first: Document, second: Document) -> bool:
    if not first.text or not second.text:
        return False
    one, other = ([word.text.casefold() for word in words(document.text or "")] for document in (first, second))
    return SequenceMatcher(a=one, b=other, autojunk=False).ratio() >= ALIKE
