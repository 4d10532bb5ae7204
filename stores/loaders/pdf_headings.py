"""Which rows of a PDF are headings, told from size, weight, capitals and numbering. Conservative: when in doubt a row is text."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .pdf_rows import PageRows, Row

_LONGEST = 140
_MOST_ROWS = 3
"""A longer run in one heading style is set-off text (a warning, a legend), not a heading."""
_NUMBERED = re.compile(
    r"^(?:(?P<part>part\s+[ivx\d]+)|(?P<item>item\s+\d+[a-c]?)|(?:article|section|schedule|annex|appendix|exhibit|chapter|note|clause)\s+"
    r"(?:\d+[a-z]?|[ivxlc]+|[a-z])|(?P<decimal>\d{1,2}(?:\.\d{1,2}){0,4}))\b\.?(?:\s|$|[:—–-])",
    re.IGNORECASE,
)
_ENDS_LIKE_TEXT = re.compile(r"[,;]$|[a-z]{2,}\.$|\b(?:and|or|of|the|to|a|in|by|for|with)$")
_CELL_AT_END = re.compile(r"(?:^|\s)[(\[$€£\-–—]*(?:\d[\d.,]*)?\d\s?[)%\]]*$|\s[—–-]$")
_YEARS_AT_END = re.compile(r"(?:\b(?:19|20)\d\d\s*)+$")
_LETTERS = re.compile(r"[^\W\d_]")


class FoundHeading(NamedTuple):
    page: int
    first_row: int
    last_row: int
    level: int


class _Style(NamedTuple):
    size: float
    capitals: bool
    bold: bool


class _Candidate(NamedTuple):
    page: int
    first_row: int
    last_row: int
    style: _Style
    number: re.Match[str] | None

    @property
    def is_part_or_item(self) -> bool:
        return self.number is not None and bool(self.number["part"] or self.number["item"])


def body_size(pages: Sequence[PageRows]) -> float:
    """The line height most of the document is set in, in points."""
    letters: Counter[float] = Counter()
    for page in pages:
        for row in page.rows:
            letters[round(row.size * 2) / 2] += len(row.text)
    return letters.most_common(1)[0][0] if letters else 0.0


def is_table_row(text: str) -> bool:
    """Whether a row ends in a figure, as rows of statements do; a row of bare years does not count."""
    return _CELL_AT_END.search(text) is not None and _YEARS_AT_END.search(text) is None


def _style(row: Row, body: float) -> _Style:
    """Sizes within a twelfth of the body's are one size; so are those of a tenth between them above that."""
    step = round(12 * max(0.0, row.size / body - 1)) if body else 0
    return _Style(float(step), row.text.upper() == row.text, row.bold)


def _looks_like_heading(rows: Sequence[Row], index: int, body: float, apart: Sequence[bool]) -> bool:
    row = rows[index]
    text = row.text
    letters = len(_LETTERS.findall(text))
    if len(text) > _LONGEST or letters < 3 or letters < 0.5 * len(text.replace(" ", "")):
        return False
    numbered = _NUMBERED.match(text)
    if _ENDS_LIKE_TEXT.search(text) and not (numbered and len(text) < 60):
        return False
    if is_table_row(text) and not (numbered and numbered.end() == len(text)):
        return False
    larger = row.size >= 1.15 * body
    if larger and len(text) <= 100:
        return True
    if any(is_table_row(after.text) for after in rows[index + 1 : index + 3]):
        return False
    if row.size < 0.9 * body or (not text[0].isupper() and not numbered):
        return False
    if row.bold:
        return True
    capitals = text.upper() == text and letters >= 5 and len(text.split()) >= 2
    section = numbered is not None and numbered.end() < len(text) and len(text) < 90 and text[numbered.end()].isupper()
    return (capitals or section) and apart[index] and (index + 1 == len(rows) or len(text) < 90)


def _continues(rows: Sequence[Row], index: int, body: float, apart: Sequence[bool]) -> bool:
    """Whether a row goes on in the style of the one before it, without a gap."""
    before, row = rows[index - 1], rows[index]
    same = _style(before, body)[::2] == _style(row, body)[::2] and (
        row.text.upper() == row.text or not before.text.isupper()
    )
    return same and not apart[index] and not _NUMBERED.match(row.text) and not is_table_row(row.text)


def _candidates(
    pages: Sequence[PageRows], skipped: set[tuple[int, int]], apart: Sequence[Sequence[bool]], body: float
) -> Iterator[_Candidate]:
    for page_index, page in enumerate(pages):
        rows, gaps, index = page.rows, apart[page_index], 0
        while index < len(rows):
            first, index = index, index + 1
            if (page_index, first) in skipped or not _looks_like_heading(rows, first, body, gaps):
                continue
            style = _style(rows[first], body)
            if style.bold or style.size > 1:
                while index < len(rows) and (page_index, index) not in skipped and _continues(rows, index, body, gaps):
                    index += 1
            if index - first <= _MOST_ROWS:
                yield _Candidate(page_index, first, index - 1, style, _NUMBERED.match(rows[first].text))


def find_headings(
    pages: Sequence[PageRows], skipped: set[tuple[int, int]], apart: Sequence[Sequence[bool]], body: float
) -> list[FoundHeading]:
    """Headings in order. `skipped` rows are furniture; `apart[page][row]` tells whether a gap stands before the row.

    Levels: the parts and items of a filing are 1 and 2; other styles rank below by size, then capitals, then weight, and a
    decimal number sinks by its depth. What stands on the first page only is level 1, so that a cover shifts nothing.
    """
    found = list(_candidates(pages, skipped, apart, body))
    filing = any(candidate.is_part_or_item for candidate in found)
    styles = {c.style for c in found if not c.is_part_or_item and (c.page > 0 or len(pages) < 3)}
    rank = {style: position for position, style in enumerate(sorted(styles, reverse=True))}
    headings = []
    for page, first, last, style, number in found:
        if style not in rank or (number and number["part"]):
            level = 1
        elif number and number["item"]:
            level = 2
        else:
            depth = number["decimal"].count(".") if number and number["decimal"] else 0
            level = min(rank[style], 4) + depth + (3 if filing else 1)
        headings.append(FoundHeading(page, first, last, min(level, 9)))
    return headings
