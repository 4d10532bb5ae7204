"""Cuts a document into passages of whole sentences and whole table rows. A passage never spans two pages, and contains
no running header."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from ...evidence.language.sentences import sentences
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import DocumentId, PassageId, Place, VersionId
from .loaded import LoadedDocument
from .places import Places

TARGET = 900
"""The usual number of characters in a passage: one or two paragraphs, some 200 tokens of a model's context."""
OVERLAP = 120
"""The number of characters of overlap when a sentence that is longer than a passage is cut."""


class Passage(Frozen):
    """A stored passage. `text` is `document_text[char_start:char_end]`."""

    passage_id: PassageId
    document_id: DocumentId
    version_id: VersionId
    ordinal: int
    char_start: int
    char_end: int
    text: str
    place: Place
    table_id: str | None = None
    """The table whose rows the passage contains; None outside tables."""


def is_heading(passage: Passage) -> bool:
    """Return whether the passage is only the heading of its section, for example above a table."""
    return passage.text.strip() == (passage.place.section or "").rpartition(" › ")[2]


class Cut(Frozen):
    start: int
    end: int
    place: Place
    table: int | None = None
    """The index of the passage's table in `LoadedDocument.tables`; None outside tables."""


def cut_passages(loaded: LoadedDocument, *, target: int = TARGET) -> tuple[Cut, ...]:
    """Return the passages of a document in order. Together they contain all its text except furniture and white
    space."""
    places = Places(loaded)
    cuts = []
    for start, end, table in _blocks(loaded):
        units = _sentences(loaded.text, start, end) if table is None else _rows(loaded, table, start, end)
        for left, right in _packed(loaded.text, units, target):
            cuts.append(Cut(start=left, end=right, place=places.place(left, right), table=table))
    return tuple(cuts)


def _blocks(loaded: LoadedDocument) -> Iterator[tuple[int, int, int | None]]:
    """Yield the stretches in which a passage must stay. Page edges, furniture, tables and section starts separate
    them."""
    edges = {0, len(loaded.text)}
    for page in loaded.pages:
        edges |= {page.start, page.end}
    for part in loaded.furniture:
        edges |= {part.start, part.end}
    for table in loaded.tables:
        edges |= {table.start, table.end}
    edges |= _section_edges(loaded)
    furniture = {part.start: part.end for part in loaded.furniture}
    tables = [(table.start, table.end, index) for index, table in enumerate(loaded.tables)]
    ordered = sorted(edges)
    skip_until = 0
    position = 0
    for start, end in pairwise(ordered):
        skip_until = max(skip_until, furniture.get(start, 0))
        while position < len(tables) and tables[position][1] <= start:
            position += 1
        inside = position < len(tables) and tables[position][0] <= start
        if end > skip_until and loaded.text[start:end].strip():
            yield start, end, tables[position][2] if inside else None


def _section_edges(loaded: LoadedDocument) -> set[int]:
    """Return the starts of headings. Of consecutive headings only the first counts, since they begin one passage."""
    edges: set[int] = set()
    previous_end = -1
    for heading in loaded.headings:
        if previous_end < 0 or loaded.text[previous_end : heading.start].strip():
            edges.add(heading.start)
        previous_end = heading.end
    return edges


def _packed(text: str, units: Iterable[tuple[int, int]], target: int) -> Iterator[tuple[int, int]]:
    """Yield sentences or rows joined to stretches of about `target` characters. A short remainder joins the stretch
    before it."""
    open_start = open_end = -1
    done: list[tuple[int, int]] = []
    for left, right in _pieces(text, units, target):
        if open_start < 0:
            open_start, open_end = left, right
        elif right - open_start <= target:
            open_end = right
        else:
            done.append((open_start, open_end))
            open_start, open_end = left, right
    if open_start >= 0:
        if done and open_end - open_start < target // 6 and open_end - done[-1][0] <= target * 5 // 4:
            open_start = done.pop()[0]
        done.append((open_start, open_end))
    yield from done


def _pieces(text: str, units: Iterable[tuple[int, int]], target: int) -> Iterator[tuple[int, int]]:
    for left, right in units:
        while right - left > target * 3 // 2:
            at = text.rfind(" ", left + target // 2, left + target)
            at = at if at > 0 else left + target
            yield left, at
            back = text.find(" ", at - OVERLAP, at)
            left = back + 1 if back > left else at
        yield left, right


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for left, right in sentences(text[start:end]):
        yield start + left, start + right


def _rows(loaded: LoadedDocument, table: int, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the lines of a table in which a row begins, each with the lines up to the next one. A full stop inside a
    cell ends nothing."""
    text = loaded.text
    first: dict[int, int] = {}
    for cell in loaded.tables[table].cells:
        first[cell.row] = min(cell.start, first.get(cell.row, cell.start))
    begins = {text.rfind("\n", 0, at) + 1 for at in first.values()}
    edges = sorted({start, end, *(at for at in begins if start < at < end)})
    for left, right in pairwise(edges):
        row = text[left:right]
        if row.strip():
            yield left + len(row) - len(row.lstrip()), left + len(row.rstrip())
