"""Finds the furniture of a PDF with at least 3 pages: running headers, footers and page numbers.

A row is furniture if enough pages have the same text at their edge, and all rows between it and the edge are furniture
too. The text may contain one number that increases with the pages. So the title of a single statement is not furniture,
nor is the row of years above a table. A row that is clearly larger than its repetitions is the title that they repeat.
The head of a chapter needs only one other page, if it begins or ends with the printed number of its page.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from .rows import PageRows, Row

FurnitureKind = Literal["header", "footer", "page_number"]

_DEPTH = 4
"""The number of rows examined at each edge of a page."""
_TITLE_SIZE = 1.3
"""The minimum size of a row that counts as a title and not as furniture, as a multiple of its smallest repetition."""
_LONGEST = 120
"""The maximum number of characters of furniture. A longer row is content, even if other pages repeat it."""
_NUMBER = re.compile(r"\d{1,4}")
_AT_AN_END = re.compile(r"^(\d{1,4})(?=\s)|(?<![\w.,])(\d{1,4})$")
_ROMAN = re.compile(r"^[ivxlc]{1,8}$")
_ONLY_A_NUMBER = re.compile(
    r"^(?:page|p\.|seite|página|страница|第)?\s*[-–—|]?\s*(?:\d{1,4}|[ivxlc]{1,8})\s*(?:(?:of|/|von|de|из)\s*\d{1,4})?\s*[-–—|]?\s*页?$"
)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def _needed(pages: int) -> int:
    """Return the minimum number of pages on which a row must occur to be furniture. For a short document it is a
    quarter of the pages; for a long one it is ten pages or a tenth of the pages.

    Example: `_needed(20)` gives `5`, and `_needed(500)` gives `50`.
    """
    return max(3, -(-pages // 4)) if pages < 40 else max(10, -(-pages // 10))


def _roman(text: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in text]
    return sum(-v if i + 1 < len(values) and v < values[i + 1] else v for i, v in enumerate(values))


def _keys(text: str, page: int) -> Iterator[str]:
    """Yield the keys that a row may share with rows of other pages. They are its text, and its text with one number
    relative to the page number.

    Example: `list(_keys("Acme, page 4", 4))` gives `["acme, page 4", "acme, page #0"]`.
    """
    if len(text) > _LONGEST:
        return
    folded = " ".join(text.casefold().split())
    yield folded
    if _ROMAN.match(folded):
        yield f"#{_roman(folded) - page}"
    for match in list(_NUMBER.finditer(folded))[:6]:
        yield f"{folded[: match.start()]}#{int(match.group()) - page}{folded[match.end() :]}"


def _offsets(text: str, page: int) -> Iterator[int]:
    """Yield how far each number that begins or ends a row is from the page number: from one printed as “19” on page 22,
    it is -3."""
    for match in _AT_AN_END.finditer(text.strip()) if len(text) <= _LONGEST else ():
        yield int(match.group()) - page


def _edges(page: PageRows) -> tuple[list[int], list[int]]:
    """Return the indexes of the outermost rows by position on the page, from the top down and from the bottom up."""
    order = sorted(range(len(page.rows)), key=lambda i: (-page.rows[i].bottom, page.rows[i].left))
    depth = min(_DEPTH, (len(order) + 1) // 2)
    return order[:depth], order[::-1][:depth]


def find_furniture(pages: Sequence[PageRows]) -> dict[tuple[int, int], FurnitureKind]:
    """Return the rows that are running headers, footers or page numbers, as (index of the page, index of the row)."""
    filled = [page for page in pages if page.rows]
    if len(filled) < 3:
        return {}
    needed = _needed(len(filled))
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    printed: Counter[int] = Counter()
    smallest: dict[str, float] = {}
    edges = [_edges(page) for page in pages]
    for page, page_edges in zip(pages, edges, strict=True):
        for count, edge in zip(counts, page_edges, strict=True):
            sizes = {key: page.rows[index].size for index in edge for key in _keys(page.rows[index].text, page.number)}
            count.update(sizes.keys())
            printed.update({offset for index in edge for offset in _offsets(page.rows[index].text, page.number)})
            smallest |= {key: min(size, smallest.get(key, size)) for key, size in sizes.items()}
    found: dict[tuple[int, int], FurnitureKind] = {}
    for position, (page, page_edges) in enumerate(zip(pages, edges, strict=True)):
        for side, count, edge in zip(("header", "footer"), counts, page_edges, strict=True):
            for index in edge:
                row = page.rows[index]
                numbered = any(printed[offset] >= needed for offset in _offsets(row.text, page.number))
                repeated = [
                    key
                    for key in _keys(row.text, page.number)
                    if count[key] >= (2 if numbered and "#" in key else needed)
                ]
                if (position, index) in found or not repeated:
                    break
                if row.size >= _TITLE_SIZE * min(smallest[key] for key in repeated) and not _is_page_number(row):
                    break
                found[position, index] = _kind(row, "header" if side == "header" else "footer")
    return found


def _kind(row: Row, side: Literal["header", "footer"]) -> FurnitureKind:
    return "page_number" if _is_page_number(row) else side


def _is_page_number(row: Row) -> bool:
    return _ONLY_A_NUMBER.match(row.text.casefold().strip()) is not None
