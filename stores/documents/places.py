"""Finds the place that a citation shows for character offsets: page, section, clause, paragraph, lines, cells."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from ...errors import StoreError
from ...evidence.model.place_marks import Mark, MarkKind
from ...evidence.model.source_record import SourceDocument
from ...evidence.model.spans import Place, Span, SpanId
from .loaded import Cell, Heading, LoadedDocument, MarkedText, Table

_BLANK = re.compile(r"\n[ \t]*\n\s*")
_CLAUSE = re.compile(
    r"\s*(?:(?:clause|section|article|§)\s*)?(\(?(?:\d+(?:\.\d+)*[a-z]?|[a-z]|[ivx]{1,5}|[A-Z])[.)]|\d+(?:\.\d+)+(?!\s+\d)|§+\s*\d+[a-z]?)(?=[\s\u00a0])",
    re.IGNORECASE,
)
"""The beginning of a paragraph or heading that opens a clause. It does not match items of a filing (“ITEM 2.
PROPERTIES”), which are sections, nor rows of a revision history (“2.1 1 April 2024”)."""
_BLANK_LINE = re.compile(r"[ \t\f\r]*(?:\n|\Z)")
_NUMBERED_LINE = re.compile(r"[ \t]*(\d{1,2}(?:\.[1-9]\d?)+|\([a-z]{1,4}\))(?=[ \t]+[A-Z“\"])")
"""A line inside a paragraph that opens a clause. The pattern is stricter than for a first line, since a wrapped line
may begin with any figure (“… at most1.5 million”)."""

TITLE_CHARS = 200
"""The maximum number of characters of one heading in a section's path, which every passage of the section stores. A
longer heading is cut."""


class Places:
    """Finds the page, section, clause and lines of offsets in one document's text. Creating it takes time linear in the
    length of the text. Each later look-up is a binary search."""

    def __init__(self, loaded: LoadedDocument) -> None:
        text = loaded.text
        self._text = text
        self._pages = loaded.pages
        self._page_starts = [page.start for page in loaded.pages]
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._counted = [at for at in self._lines if not _BLANK_LINE.match(text, at)] if loaded.pages else self._lines
        self._paragraphs = [0, *(match.end() for match in _BLANK.finditer(text))]
        numbered = [(at, match[1]) for at in self._lines if (match := _NUMBERED_LINE.match(text, at))]
        self._numbered, self._numbers = [at for at, _ in numbered], [number for _, number in numbered]
        self._ocr = loaded.ocr
        self._ocr_starts = [line.start for line in loaded.ocr]
        self._marks = _by_kind(loaded.marks)
        self._headings = loaded.headings
        self._heading_starts = [heading.start for heading in loaded.headings]
        self._paths = _section_paths(text, loaded.headings)
        self._tables = [_addressed(table) for table in loaded.tables]
        self._table_starts = [table.start for table in loaded.tables]

    def place(self, start: int, end: int) -> Place:
        """Return the place of `text[start:end]`."""
        page = self._page_at(start)
        origin = self._pages[page].start if page is not None else 0
        section = bisect_right(self._heading_starts, start) - 1
        paragraph = bisect_right(self._paragraphs, start)
        return Place(
            page=self._pages[page].number if page is not None else None,
            section=self._paths[section] if section >= 0 else None,
            clause=self._clause(start, paragraph, section),
            paragraph=paragraph - bisect_right(self._paragraphs, origin) + 1,
            line_start=self._line(start, origin),
            line_end=self._line(max(start, end - 1), origin),
            cell=self._cells(start, end),
            ocr_score=self._ocr_score(start, end),
            marks=self._marks_of(start, end),
        )

    def _ocr_score(self, start: int, end: int) -> float | None:
        first, last = bisect_right(self._ocr_starts, start) - 1, bisect_left(self._ocr_starts, end)
        return min((line.score for line in self._ocr[max(0, first) : last] if start < line.end), default=None)

    def _marks_of(self, start: int, end: int) -> tuple[Mark, ...]:
        found = []
        for starts, stretches in self._marks:
            at = bisect_left(starts, end) - 1
            if at >= 0 and stretches[at].end > start:
                found.append(stretches[at].mark)
        return tuple(found)

    def _page_at(self, offset: int) -> int | None:
        index = bisect_right(self._page_starts, offset) - 1
        return index if index >= 0 else None

    def _line(self, offset: int, origin: int) -> int:
        """Return the line number, counted from 1 at `origin`. On pages only lines with text count: the stored blank
        lines separate paragraphs, and are not on the page."""
        counted = bisect_right(self._counted, origin)
        opens = bisect_right(self._lines, origin) - 1
        on_it = counted > 0 and self._counted[counted - 1] == self._lines[opens]
        return max(1, bisect_right(self._counted, offset) - counted + on_it)

    def _clause(self, start: int, paragraph: int, section: int) -> str | None:
        """Return the clause number of the nearest numbered line above in the paragraph, else of the paragraph, else of
        the heading."""
        opening = self._paragraphs[paragraph - 1]
        above = bisect_right(self._numbered, start) - 1
        if above >= 0 and self._numbered[above] > self._lines[bisect_right(self._lines, opening) - 1]:
            return self._numbers[above]
        candidates = [self._text[opening : opening + 24]]
        if section >= 0:
            heading = self._headings[section]
            candidates.append(self._text[heading.start : heading.end].lstrip("# "))
        for candidate in candidates:
            if match := _CLAUSE.match(candidate):
                return match.group(1).strip().rstrip(".")
        return None

    def _cells(self, start: int, end: int) -> str | None:
        index = bisect_right(self._table_starts, start) - 1
        if index < 0 or start >= self._tables[index][1]:
            return None
        _, _, sheet, starts, cells = self._tables[index]
        first, last = bisect_right(starts, start) - 1, bisect_left(starts, end)
        return cell_range([cell for cell in cells[max(0, first) : last] if start < cell.end], sheet)


def _by_kind(marks: Sequence[MarkedText]) -> list[tuple[list[int], list[MarkedText]]]:
    """Return the stretches of each kind with their start offsets, in the order of the text."""
    kinds: dict[MarkKind, list[MarkedText]] = {}
    for stretch in sorted(marks, key=lambda stretch: stretch.start):
        kinds.setdefault(stretch.mark.kind, []).append(stretch)
    return [([stretch.start for stretch in stretches], stretches) for stretches in kinds.values()]


def _addressed(table: Table) -> tuple[int, int, str | None, list[int], list[Cell]]:
    """Return the offsets of the table, its sheet, the start offsets of its cells, and its cells in the order of the
    text."""
    cells = sorted(table.cells, key=lambda cell: cell.start)
    return table.start, table.end, table.sheet, [cell.start for cell in cells], cells


def cell_range(cells: Sequence[Cell], sheet: str | None) -> str | None:
    """Return the range of the cells in spreadsheet notation, such as "Leave!B3", "Leave!B3:D3" and "R3C2:R3C4"; None
    without cells."""
    if not cells:
        return None
    first, last = min(cells, key=lambda c: (c.row, c.column)), max(cells, key=lambda c: (c.row, c.column))
    refs = first.ref if first is last else f"{first.ref}:{last.ref}"
    return f"{sheet}!{refs}" if sheet else refs


def _section_paths(text: str, headings: Sequence[Heading]) -> list[str]:
    paths: list[str] = []
    open_headings: list[tuple[int, str]] = []
    for heading in headings:
        while open_headings and open_headings[-1][0] >= heading.level:
            open_headings.pop()
        title = " ".join(text[heading.start : min(heading.end, heading.start + 4 * TITLE_CHARS)].lstrip("#").split())
        open_headings.append((heading.level, title if len(title) <= TITLE_CHARS else f"{title[:TITLE_CHARS]}…"))
        paths.append(" › ".join(title for _, title in open_headings))
    return paths


def span_of(source: SourceDocument, text: str, places: Places, start: int, end: int) -> Span:
    """Return the exact stretch `text[start:end]` of a document, with its place. Raises StoreError for offsets outside
    the text."""
    if not 0 <= start < end <= len(text):
        raise StoreError(f"{source.path}: offsets {start}..{end} are outside its {len(text)} characters")
    return Span(
        span_id=SpanId(f"{source.version_id}:{start}-{end}"),
        document_id=source.document_id,
        version_id=source.version_id,
        file_sha256=source.file_sha256,
        text_sha256=source.text_sha256,
        extractor=source.extractor,
        version_date=source.updated_at,
        place=places.place(start, end),
        char_start=start,
        char_end=end,
        quote=text[start:end],
    )
