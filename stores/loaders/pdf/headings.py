"""Finds the headings of a PDF by size, weight, capitals and numbering. In doubt a row is text."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..numbered import ENDS_LIKE_TEXT, NUMBERED
from .rows import PageRows, Row

_LONGEST = 140
_LONGEST_BY_SIZE = 100
"""The maximum number of characters of a heading that only has larger letters. A longer text may be a lead paragraph."""
_MOST_ROWS = 3
"""The maximum number of rows of one heading. A longer run in a heading style is a warning or a legend."""
_PROSE_WORDS = 8
_BESIDE = 6
"""The number of rows after a label that are searched for text beside it. A table cell that begins above the label has
several lines."""
_ENDS_A_SENTENCE = re.compile(r"[.!?:;][)\]”\"’]?$")
_CELL_AT_END = re.compile(r"(?:^|\s)[(\[$€£\-–—]*(?:\d[\d.,]*)?\d\s?[)%\]]*$|\s[—–-]$")
_NO_FIGURES_END = frozenset(".,;:?!”’\"'")
_YEARS_AT_END = re.compile(r"(?:\b(?:19|20)\d\d\s*)+$")
_STATEMENT = re.compile(
    r"(?:[^\d.;:]{0,60}\b)?(?:statements? of (?:consolidated )?(?:net |comprehensive )?(?:income|operations|earnings|loss|cash flows?"
    r"|financial (?:position|condition)|profit (?:or|and) loss|(?:changes in )?(?:total )?(?:(?:stock|share)holders[’']? )?equity)"
    r"|balance sheets?|(?:income|cash[- ]flow) statements?|profit and loss accounts?)(?: \([^()]+\))*",
    re.IGNORECASE,
)
"""The title of a financial statement, which is directly above its figures."""
_IN_BRACKETS = re.compile(r"\(.*\)")
_LETTERS = re.compile(r"[^\W\d_]")


class FoundHeading(NamedTuple):
    page: int
    first_row: int
    last_row: int
    level: int


class _Style(NamedTuple):
    """The style of a heading. Its fields are compared in this order, and the larger style ranks higher."""

    size: int
    capitals: bool
    bold: bool
    unit: bool = False
    """Whether the heading is numbered as an article, a note and so on. Such headings rank above others of the same
    style."""


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
    """Return the most frequent line height of the document's prose in points, or of all rows if there is no prose."""
    prose: Counter[float] = Counter()
    anything: Counter[float] = Counter()
    for page in pages:
        for row in page.rows:
            size = round(row.size * 2) / 2
            anything[size] += len(row.text)
            if row.text.count(" ") >= _PROSE_WORDS and not is_row_of_figures(row.text):
                prose[size] += len(row.text)
    counted = prose or anything
    return counted.most_common(1)[0][0] if counted else 0.0


def is_row_of_figures(text: str) -> bool:
    """Return whether a row ends in a figure, as rows of statements do. A row with only years does not count.

    Example: `is_row_of_figures("Revenue 5 7")` gives `True`, and `is_row_of_figures("2022 2023")` gives `False`.
    """
    last = text[-1:]
    if last.isalpha() or last in _NO_FIGURES_END:
        return False  # a quick test that excludes most rows of prose
    return _CELL_AT_END.search(text) is not None and _YEARS_AT_END.search(text) is None


def _without_weight(pages: Sequence[PageRows], body: float) -> Sequence[PageRows]:
    """Return the pages with no row as bold if most rows of prose are: the weight of some fonts, such as Computer Modern,
    is estimated too high, and then marks nothing."""
    prose = [
        row.bold
        for page in pages
        for row in page.rows
        if round(row.size * 2) / 2 == body and row.text.count(" ") >= _PROSE_WORDS
    ]
    if 2 * sum(prose) <= len(prose):
        return pages
    return [page._replace(rows=[row._replace(bold=False) for row in page.rows]) for page in pages]


def _style(row: Row, body: float) -> _Style:
    """Return the class of a row's size. Sizes within a twelfth of the body size are one class, and so are larger sizes
    within a twelfth of each other."""
    size = round(12 * (row.size / body - 1)) if body and row.size > body else 0
    return _Style(size, row.text.upper() == row.text, row.bold)


def _goes_on(rows: Sequence[Row], index: int, body: float, apart: Sequence[bool]) -> bool:
    """Return whether a row continues the row before it: in the same style, without a gap."""
    before, row = rows[index - 1], rows[index]
    old, new = _style(before, body), _style(row, body)
    same = (old.size, old.bold) == (new.size, new.bold) and (new.capitals or not old.capitals)
    if _STATEMENT.fullmatch(before.text) and (row.cells > 1 or _IN_BRACKETS.fullmatch(row.text)):
        return False  # the unit of a table, or the names of its columns
    return same and not apart[index] and not NUMBERED.match(row.text) and not is_row_of_figures(row.text)


def _reads_as_heading(
    text: str, style: _Style, number: re.Match[str] | None, *, gap_before: bool, gap_after: bool
) -> bool:
    letters = len(_LETTERS.findall(text))
    if letters < 3 or letters < 0.5 * len(text.replace(" ", "")):
        return False
    named = number is not None and number.end() < len(text) and text[number.end()].isupper()
    if not (text[0].isupper() or named) and not (number and number.end() == len(text)):
        return False
    short = len(text) < 60 if style.bold else text.count(" ") <= 4
    if ENDS_LIKE_TEXT.search(text) and not (named and short and text.endswith(".")):
        return False
    if is_row_of_figures(text) and not (number and number.end() == len(text)):
        return False
    if (style.size >= 2 and (style.bold or len(text) <= _LONGEST_BY_SIZE)) or (style.bold and gap_before):
        return True
    capitals = style.capitals and letters >= 5 and " " in text
    titled = named and gap_after and text.count(" ") <= _PROSE_WORDS
    return gap_before and (capitals or titled)


def _stands_beside(rows: Sequence[Row], end: int) -> bool:
    """Return whether there is text to the right of the row, at its height, before `end`. The row is then the label of a
    table row, whatever its style."""
    label = rows[end - 1]
    middle = (label.top + label.bottom) / 2
    return any(row.left >= label.right and row.bottom < middle < row.top for row in rows[end : end + _BESIDE])


def _candidates(
    pages: Sequence[PageRows], skipped: set[tuple[int, int]], apart: Sequence[Sequence[bool]], body: float
) -> Iterator[_Candidate]:
    for page_index, page in enumerate(pages):
        rows, gaps, index = page.rows, apart[page_index], 0
        after_heading = True
        while index < len(rows):
            first, index = index, index + 1
            row, style = rows[first], _style(rows[first], body)
            if (page_index, first) in skipped:
                after_heading = True
                continue
            small = row.size < 0.9 * body and _STATEMENT.fullmatch(row.text) is None
            if len(row.text) > _LONGEST or small:
                after_heading = False
                continue
            if style.bold or style.size >= 2:
                while index < len(rows) and (page_index, index) not in skipped and _goes_on(rows, index, body, gaps):
                    index += 1
            number = NUMBERED.match(row.text)
            gap_before = gaps[first] or after_heading or _ENDS_A_SENTENCE.search(rows[first - 1].text) is not None
            gap_after = index == len(rows) or gaps[index]
            titles = (style.bold or style.capitals) and _STATEMENT.fullmatch(rows[index - 1].text) is not None
            if style.size < 2 and not gap_before and not titles:
                after_heading = False
                continue
            heads_figures = style.size < 2 and any(is_row_of_figures(after.text) for after in rows[index : index + 2])
            text = " ".join(part.text for part in rows[first:index])
            after_heading = (
                index - first <= _MOST_ROWS
                and (titles or not heads_figures)
                and not _stands_beside(rows, index)
                and all(part.cells <= (2 if number else 1) for part in rows[first:index])
                and _reads_as_heading(text, style, number, gap_before=gap_before or titles, gap_after=gap_after)
            )
            if after_heading:
                unit = number is not None and number["unit"] is not None
                yield _Candidate(page_index, first, index - 1, style._replace(unit=unit), number)


def find_headings(
    pages: Sequence[PageRows], skipped: set[tuple[int, int]], apart: Sequence[Sequence[bool]], body: float
) -> list[FoundHeading]:
    """Return the headings in order. `skipped`: rows that are furniture. `apart[page][row]`: whether a gap precedes the
    row.

    The parts and items of a filing have the levels 1 and 2. Other styles rank below by size, then capitals, then
    weight, and a decimal number adds its depth. A style used only once or twice makes no level. A style that is only on
    the first page is level 1, so that a cover does not shift other levels.
    """
    found = list(_candidates(_without_weight(pages, body), skipped, apart, body))
    filing = any(candidate.is_part_or_item for candidate in found)
    uses = Counter(c.style for c in found if not c.is_part_or_item and (c.page > 0 or len(pages) < 3))
    ranked = [style for style, count in uses.items() if count >= min(3, len(found) // 8)]
    rank = {style: sum(other > style for other in ranked) for style in uses}
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
