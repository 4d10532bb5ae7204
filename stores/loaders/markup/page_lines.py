"""Finds the numbered page lines of a document that was printed to HTML, such as “Orrin Foods, Inc. | 2025 Form 10-K | 34”."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from ...documents.loaded import Furniture, LoadedDocument

_AT_LEAST = 10
"""The minimum number of pages with such a line. Fewer may be the items of a list."""
_IN_ORDER = 0.8
"""The minimum share of lines whose number is one higher than that of the line before; some pages have no number."""
_WORDS = 3
"""The minimum number of words beside the page number. Labels such as “Article 12” have fewer, and are content."""
_LONGEST = 120
_LINE = re.compile(rf"^(?=.{{1,{_LONGEST}}}$)(.*?)(\d{{1,4}})([^\d\n]*)$", re.MULTILINE)


def page_lines(loaded: LoadedDocument) -> tuple[Furniture, ...]:
    """Return the lines outside tables that occur at least ten times with the same words and an increasing number. They
    are the last lines of printed pages, and are not part of the content."""
    groups: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
    for match in _LINE.finditer(loaded.text):
        groups.setdefault((match[1], match[3]), []).append((match.start(), match.end(), int(match[2])))
    found = [
        place
        for words, lines in groups.items()
        if len(re.findall(r"\w+", " ".join(words))) >= _WORDS and _counts_pages([number for *_, number in lines])
        for place in lines
    ]
    return tuple(Furniture(start=start, end=end, kind="footer") for start, end in _outside_tables(loaded, found))


def _counts_pages(numbers: list[int]) -> bool:
    steps = [after - before for before, after in pairwise(numbers)]
    in_order = bool(steps) and min(steps) > 0 and steps.count(1) >= _IN_ORDER * len(steps)
    return in_order and len(numbers) >= _AT_LEAST >= numbers[0]  # years begin with a greater number


def _outside_tables(loaded: LoadedDocument, places: list[tuple[int, int, int]]) -> Iterator[tuple[int, int]]:
    tables = sorted((table.start, table.end) for table in loaded.tables)
    starts = [start for start, _ in tables]
    for start, end, _ in sorted(places):
        before = bisect_right(starts, start) - 1
        if before < 0 or tables[before][1] <= start:
            yield start, end
